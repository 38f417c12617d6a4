import type { LeadDraft } from '../lead-fields.ts';
import type { PayloadReader } from '../payload-reader.ts';

type Visit = Required<Pick<LeadDraft, 'utm' | 'searchClickId' | 'gbraid' | 'wbraid' | 'socialClickId' | 'fbc' | 'fbp'>>;

/** Keys that contain a click id on one route only. */
export interface RouteClickKeys {
  readonly search: readonly string[];
  readonly social: readonly string[];
}

/** Where the person came from: UTM values and click ids, unchanged, including case (Meta forbids altering its `fbc`). */
export function readVisit(reader: PayloadReader, route: RouteClickKeys = { search: [], social: [] }): Visit {
  const fbc = reader.text('fbc');
  return {
    utm: {
      source: reader.text('utm_source'),
      medium: reader.text('utm_medium'),
      campaign: reader.text('utm_campaign'),
      term: reader.text('utm_term'),
      content: reader.text('utm_content'),
    },
    searchClickId: reader.text('search_click_id', 'gclid', ...route.search),
    gbraid: reader.text('gbraid'),
    wbraid: reader.text('wbraid'),
    socialClickId: reader.text('social_click_id', 'fbclid', ...route.social) ?? clickIdOf(fbc),
    fbc,
    fbp: reader.text('fbp'),
  };
}

/** `fb.<subdomain index>.<UTC ms>.<fbclid>`; Meta's own parameter builder appends one more part. */
function clickIdOf(fbc: string | null): string | null {
  return /^fb\.\d+\.\d+\.([^.\s]+)(?:\.[^.\s]*)?$/.exec(fbc ?? '')?.[1] ?? null;
}

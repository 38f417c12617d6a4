import type { JsonValue } from '../../base/exact-json.ts';
import { readClickId } from '../../domain/click-id.ts';
import type { LeadDraft } from '../lead-fields.ts';
import type { PayloadReader } from '../payload-reader.ts';

type Visit = Required<Pick<LeadDraft, 'utm' | 'searchClickId' | 'gbraid' | 'wbraid' | 'socialClickId' | 'fbc' | 'fbp'>>;

/** Keys that contain a click id on one route only. */
export interface RouteClickKeys {
  readonly search: readonly string[];
  readonly social: readonly string[];
}

/** Where the person came from: UTM values and click ids, in the case that they have (Meta forbids altering its `fbc`). */
export function readVisit(reader: PayloadReader, route: RouteClickKeys = { search: [], social: [] }): Visit {
  const fbc = reader.read(['fbc'], readFbc);
  return {
    utm: {
      source: reader.text('utm_source'),
      medium: reader.text('utm_medium'),
      campaign: reader.text('utm_campaign'),
      term: reader.text('utm_term'),
      content: reader.text('utm_content'),
    },
    searchClickId: reader.read(['search_click_id', 'gclid', ...route.search], readClickId),
    gbraid: reader.read(['gbraid'], readClickId),
    wbraid: reader.read(['wbraid'], readClickId),
    socialClickId: reader.read(['social_click_id', 'fbclid', ...route.social], readClickId) ?? clickIdOf(fbc),
    fbc,
    fbp: reader.read(['fbp'], readClickId),
  };
}

/** Scripts also write `fb.1.1554763741205.undefined`. */
function readFbc(value: JsonValue): string | undefined {
  const fbc = readClickId(value);
  return fbc !== undefined && readClickId(clickIdOf(fbc) ?? fbc) !== undefined ? fbc : undefined;
}

/** `fb.<subdomain index>.<UTC ms>.<fbclid>`; Meta's own parameter builder appends one more part. */
function clickIdOf(fbc: string | null): string | null {
  return /^fb\.\d+\.\d+\.([^.\s]+)(?:\.[^.\s]*)?$/.exec(fbc ?? '')?.[1] ?? null;
}

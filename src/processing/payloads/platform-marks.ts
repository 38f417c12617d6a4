import type { JsonObject } from '../../base/exact-json.ts';
import { field, readFlag, scalarText } from '../../base/exact-json.ts';
import type { LinkKind, RoutingRequest } from '../../domain/directory.ts';
import type { Origin } from '../../domain/origin.ts';
import type { PayloadReader } from '../payload-reader.ts';

/** The routes of the ad platforms. */
export type AdOrigin = Exclude<Origin, typeof Origin.ownForm>;

interface MarkKeys {
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly flags: readonly string[];
  /** The ids that can be linked to a campaign, most specific first. */
  readonly links: readonly { readonly kind: LinkKind; readonly key: string }[];
}

const MARK_KEYS: { readonly [origin in AdOrigin]: MarkKeys } = {
  search_ads: {
    ids: ['form_id', 'campaign_id', 'adgroup_id', 'creative_id', 'asset_group_id'],
    texts: ['lead_stage', 'lead_submit_time', 'api_version'],
    flags: [],
    links: [
      { kind: 'form', key: 'form_id' },
      { kind: 'campaign', key: 'campaign_id' },
    ],
  },
  social_ads: {
    ids: ['leadgen_id', 'form_id', 'page_id', 'ad_id', 'adgroup_id', 'adset_id', 'campaign_id'],
    texts: ['created_time', 'ad_name', 'adset_name', 'campaign_name', 'form_name', 'platform', 'partner_name'],
    flags: ['is_organic'],
    links: [
      { kind: 'form', key: 'form_id' },
      { kind: 'page', key: 'page_id' },
    ],
  },
};

/** The platform's own ids and marks, as exact text. Platforms send an id of 0 when there is none. */
export function readPlatformMarks(reader: PayloadReader, origin: AdOrigin): JsonObject {
  const { ids, texts, flags } = MARK_KEYS[origin];
  const named = [
    ...[...ids, ...texts].map((key) => [key, reader.text(key)] as const),
    ...flags.map((key) => [key, reader.read([key], readFlag)] as const),
  ];
  return Object.fromEntries(named.filter(([key, mark]) => mark !== null && !(mark === '0' && ids.includes(key))));
}

/** The text of one mark; `null` if the event does not contain it. */
export function markText(marks: JsonObject, key: string): string | null {
  return scalarText(field(marks, key)) ?? null;
}

/** How to find the event's campaign and client: our own campaign id, then links of the platform's ids, then the client id. */
export function readAdRouting(reader: PayloadReader, origin: AdOrigin, marks: JsonObject): RoutingRequest {
  return {
    campaignId: reader.text('campanha_id'),
    links: MARK_KEYS[origin].links.flatMap(({ kind, key }) => {
      const value = markText(marks, key);
      return value === null ? [] : [{ origin, kind, value }];
    }),
    clientId: reader.text('cliente_id'),
  };
}

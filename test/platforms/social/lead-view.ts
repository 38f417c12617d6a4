import type { PlatformAnswer } from '../local-server.ts';
import type { SocialDirectory, SocialLead } from './directory.ts';
import { invalidParameter } from './graph-error.ts';

/** Returned if no fields are requested. */
const DEFAULT_FIELDS = ['created_time', 'id', 'ad_id', 'form_id', 'field_data'];

/** Every field of a lead in the platform's SDK. */
const LEAD_FIELDS: ReadonlySet<string> = new Set([
  ...['ad_id', 'ad_name', 'adset_id', 'adset_name', 'campaign_id', 'campaign_name', 'created_time', 'custom_disclaimer_responses'],
  ...['field_data', 'form_id', 'home_listing', 'id', 'is_organic', 'partner_name', 'platform', 'post', 'post_submission_check_result'],
  ...['retailer_item_id', 'vehicle'],
]);

/** How ids are written in responses. Real responses were seen with both. */
export type IdSpelling = 'text' | 'number';

/** The requested fields; an error response if one of them does not exist. */
export function requestedLeadFields(query: URLSearchParams): readonly string[] | PlatformAnswer {
  const fields =
    query
      .get('fields')
      ?.split(',')
      .map((field) => field.trim()) ?? DEFAULT_FIELDS;
  const unknown = fields.find((field) => !LEAD_FIELDS.has(field));
  return unknown === undefined ? fields : invalidParameter(`Tried accessing nonexisting field (${unknown}) on node type (Lead)`);
}

/** A lead with only the requested fields, and `id`, which is always included. */
export function leadView(
  directory: SocialDirectory,
  lead: SocialLead,
  fields: readonly string[],
  ids: IdSpelling,
): Record<string, unknown> {
  const page = directory.pages.get(lead.pageId);
  const spell = (id: string): unknown => (ids === 'number' ? JSON.rawJSON(id) : id);
  const ad: Readonly<Record<string, string>> = lead.ad !== null && page?.hasAdvertiserAccess === true ? { ...lead.ad } : {};
  const everything: Record<string, unknown> = {
    created_time: graphTime(lead.createdAt),
    id: spell(lead.id),
    form_id: spell(lead.formId),
    field_data: lead.answers,
    custom_disclaimer_responses: lead.consents,
    is_organic: lead.ad === null,
    platform: lead.platform,
    ...Object.fromEntries(Object.entries(ad).map(([key, value]) => [key, key.endsWith('_id') ? spell(value) : value])),
  };
  return Object.fromEntries(Object.entries(everything).filter(([key]) => key === 'id' || fields.includes(key)));
}

/** `2026-11-20T12:00:00+0000`. */
function graphTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+0000`;
}

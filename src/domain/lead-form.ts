import { field, type JsonObject } from '../base/exact-json.ts';

/**
 * True for Google Ads' own lead form (platform documentation: lead form webhook). It has no event type, but relays may add one. Both the
 * identity and the lead depend on this check, so intake and processing must use the same one.
 */
export function isSearchAdsLeadForm(json: JsonObject): boolean {
  if (field(json, 'user_column_data') !== undefined) return true;
  return field(json, 'lead_id') !== undefined && field(json, 'event_type') === undefined;
}

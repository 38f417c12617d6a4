import { field, type JsonObject } from '../base/exact-json.ts';

/**
 * True for the search-ads platform's own lead form (platform documentation: lead form webhook). It names no event type;
 * relays may add one. Identity and lead are decided by this, so intake and processing must ask the same.
 */
export function isSearchAdsLeadForm(json: JsonObject): boolean {
  if (field(json, 'user_column_data') !== undefined) return true;
  return field(json, 'lead_id') !== undefined && field(json, 'event_type') === undefined;
}

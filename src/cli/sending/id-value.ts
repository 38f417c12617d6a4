import type { JsonValue } from '../../base/exact-json.ts';

/** An id as the search-ads platform writes it: a number with every digit, or text where it is none. */
export function idValue(id: string): JsonValue {
  return /^(0|[1-9]\d*)$/.test(id) ? JSON.rawJSON(id) : id;
}

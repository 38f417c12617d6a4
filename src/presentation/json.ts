/**
 * How things look as JSON, in the seed's words. The admin addresses, `--json` of the commands and the CSV exports all use the
 * `*-json.ts` beside this file, so a field has one name everywhere. Times are ISO 8601 UTC, ids are text.
 */
import type { JsonObject } from '../base/exact-json.ts';
import type { Page } from '../domain/report-ports.ts';

/** `reveal`: show personal data. Lists and logs never do. */
export interface Visibility {
  readonly reveal: boolean;
}

export function isoTime(ms: number): string;
export function isoTime(ms: number | null): string | null;
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** A page of a list: `{"itens":[…],"proximo":"…"|null}`; `proximo` goes back as `before`. */
export function pageJson<Item>(page: Page<Item>, itemJson: (item: Item) => JsonObject): JsonObject {
  return { itens: page.items.map(itemJson), proximo: page.nextCursor };
}

import type { Page } from '../../../domain/report-ports.ts';
import { type Fragment, fragment, joined } from '../fragments.ts';
import { textId } from '../rows/row-id.ts';

/**
 * What the rows of one page may hold together, in characters and bytes: 2 MiB are a thousand ordinary rows. One whose rows are larger ends
 * earlier, after one row at least, and its cursor says where to go on: a page of a thousand leads could hold a GB.
 */
const PAGE_BYTES = 2_097_152;

/** A row with its number, which is the cursor behind it. */
export type NumberedRow = { readonly id: number };

/**
 * Cuts the extra row off, and what is too much, and turns the last row into the cursor of the next page.
 *
 * @param next where to go on after all the rows; null: a row more than the limit tells that there is more
 * @param cursorOf what the cursor after a row is
 */
export function toPage<Row extends NumberedRow, Item>(
  rows: Iterable<Row>,
  limit: number,
  toItem: (row: Row) => Item,
  next: number | null = null,
  cursorOf: (id: number) => string = textId,
): Page<Item> {
  const { kept, isMore } = withinBytes(rows, limit);
  const last = kept.at(-1);
  const cursor = isMore && last !== undefined ? last.id : next;
  return { items: kept.map(toItem), nextCursor: cursor === null ? null : cursorOf(cursor) };
}

/** The first rows, at most so many and as many as fit; and whether there are others. */
export function withinBytes<Row extends object>(
  rows: Iterable<Row>,
  limit: number,
): { readonly kept: readonly Row[]; readonly isMore: boolean } {
  const kept: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += sizeOf(row);
    if (kept.length === limit || (kept.length > 0 && bytes > PAGE_BYTES)) return { kept, isMore: true };
    kept.push(row);
  }
  return { kept, isMore: false };
}

function sizeOf(row: object): number {
  let size = 0;
  for (const value of Object.values(row)) {
    if (typeof value === 'string') size += value.length;
    else if (value instanceof Uint8Array) size += value.byteLength;
  }
  return size;
}

/** The newest rows of several lists, each of which is in the order of ids. */
export function merged(lists: readonly Fragment[], limit: number): Fragment {
  const parts = lists.map((list) => fragment`select * from (${list})`);
  return fragment`${joined(parts, ' union all ')} order by id desc limit ${limit + 1}`;
}

import type { Page } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { type Fragment, fragment, joined } from '../fragments.ts';
import { textId } from '../rows/fields.ts';

/**
 * Maximum size of the rows of one page, in characters and bytes: 2 MiB are a thousand ordinary rows. A page with larger rows ends earlier,
 * after at least one row, and its cursor continues from there: a page of a thousand leads could take 1 GB.
 */
export const PAGE_BYTES = 2_097_152;

/** A row with its id, which is the cursor after it. */
export type NumberedRow = { readonly id: number };

/**
 * One page of the rows of a statement: without the extra row and rows that exceed the size limit, and with the cursor of the next page.
 *
 * @param next where to continue after all rows; `null`: an extra row shows that there are more
 * @param cursorOf the cursor after a row
 */
export async function pageOf<Item>(
  connection: Connection,
  statement: Fragment,
  limit: number,
  toItem: (row: NumberedRow) => Item,
  next: number | null = null,
  cursorOf: (id: number) => string = textId,
): Promise<Page<Item>> {
  return await connection.each(statement, (rows: Iterable<NumberedRow>) => toPage(rows, limit, toItem, next, cursorOf));
}

/** The same of rows that were read. */
export function toPage<Item>(
  rows: Iterable<NumberedRow>,
  limit: number,
  toItem: (row: NumberedRow) => Item,
  next: number | null,
  cursorOf: (id: number) => string = textId,
): Page<Item> {
  const { kept, isMore } = withinBytes(rows, limit);
  const last = kept.at(-1);
  const cursor = isMore && last !== undefined ? last.id : next;
  return { items: kept.map(toItem), nextCursor: cursor === null ? null : cursorOf(cursor) };
}

/** The first rows, up to the limit and the maximum size, and whether more follow. */
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

/** About how large a row is. */
export function sizeOf(row: object): number {
  let size = 0;
  for (const value of Object.values(row)) {
    if (typeof value === 'string') size += value.length;
    else if (value instanceof Uint8Array) size += value.byteLength;
  }
  return size;
}

/** The newest rows of several lists, each in the order of ids. */
export function merged(lists: readonly Fragment[], limit: number): Fragment {
  const parts = lists.map((list) => fragment`select * from (${list}) part`);
  return fragment`${joined(parts, ' union all ')} order by id desc limit ${limit + 1}`;
}

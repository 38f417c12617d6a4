import type { Page } from '../../../domain/report-ports.ts';
import { type Fragment, fragment, joined } from '../fragments.ts';
import { textId } from '../rows/fields.ts';

/**
 * Maximum size of the rows of one page, in characters and bytes: 2 MiB are a thousand ordinary rows. A page with larger rows ends earlier,
 * after at least one row, and its cursor continues from there: a page of a thousand leads could take 1 GB.
 */
const PAGE_BYTES = 2_097_152;

/** A row with its id, which is the cursor after it. */
export type NumberedRow = { readonly id: number };

/**
 * Drops the extra row and rows that exceed the size limit, and creates the cursor of the next page from the last row.
 *
 * @param next where to continue after all rows; `null`: an extra row shows that there are more
 * @param cursorOf the cursor after a row
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

/** Reads one part of a list, and gives its rows to `take`. */
export type RowList = (take: (rows: Iterable<NumberedRow>) => void) => Promise<void>;

/** The rows of several lists, one list after the other, up to the first row that does not fit into the page any more. */
export async function takeRows(lists: readonly RowList[], limit: number): Promise<readonly NumberedRow[]> {
  const taken: NumberedRow[] = [];
  let bytes = 0;
  const isFull = (): boolean => taken.length > limit || bytes > PAGE_BYTES;
  const take = (rows: Iterable<NumberedRow>): void => {
    for (const row of rows) {
      taken.push(row);
      bytes += sizeOf(row);
      if (isFull()) return;
    }
  };
  for (const read of lists) if (!isFull()) await read(take);
  return taken;
}

function sizeOf(row: object): number {
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

import { hash } from 'node:crypto';
import type { SqlValue } from '../sql/connection.ts';
import { type MovedTable, type Row, type Side, withoutNul } from './side.ts';

/** Rows of one read. */
const ROWS_PER_READ = 1_000;

export interface TableContents {
  readonly rows: number;
  /** The sum of the SHA-256 of each row, in hex: independent of the order in which a database sorts its keys. */
  readonly checksum: string;
}

/**
 * Reads a whole table.
 *
 * @param onRows called with the rows of each read
 * @throws the signal's abort reason
 */
export async function contentsOf(
  side: Side,
  table: MovedTable,
  { signal, onRows }: { readonly signal: AbortSignal; readonly onRows: (count: number) => void },
): Promise<TableContents> {
  const sum = new Uint32Array(8);
  let count = 0;
  for await (const rows of rowsOf(side, table)) {
    signal.throwIfAborted();
    for (const row of rows) addHash(sum, row);
    count += rows.length;
    onRows(rows.length);
  }
  return { rows: count, checksum: Buffer.from(sum.buffer).toString('hex') };
}

/** All rows after a key, some at a time. The server looks for the next ones while the caller works on those before. */
export async function* rowsOf(side: Side, table: MovedTable, after?: Row): AsyncGenerator<readonly Row[]> {
  for (let next: Promise<readonly Row[]> | undefined = side.read(table, after, ROWS_PER_READ); next !== undefined; ) {
    const rows: readonly Row[] = await next;
    next = rows.length < ROWS_PER_READ ? undefined : side.read(table, keyOf(table, rows.at(-1) as Row), ROWS_PER_READ);
    // Reported where it is awaited, if the caller still wants it.
    next?.catch(() => undefined);
    if (rows.length > 0) yield rows;
  }
}

export function keyOf({ columns, key }: MovedTable, row: Row): Row {
  return key.map((column) => row[columns.indexOf(column)] as SqlValue);
}

/** The same of both databases: U+0000 counts as what PostgreSQL has instead. */
function addHash(sum: Uint32Array, row: Row): void {
  const digest = hash('sha256', JSON.stringify(row.map(canonical)), 'buffer');
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) + digest.readUInt32LE(4 * at);
}

function canonical(value: SqlValue): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('latin1') } : withoutNul(value);
}

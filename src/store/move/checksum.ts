import { hash } from 'node:crypto';
import type { SqlValue } from '../sql/connection.ts';
import { type MovedTable, type Row, type Side, withoutNul } from './side.ts';

/** Rows of one read: fewer where they are large. */
const ROWS_PER_READ = 1_000;
const BYTES_PER_READ = 8_388_608;
const FIRST_READ = 50;

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
  let limit = FIRST_READ;
  for (let next: Promise<readonly Row[]> | undefined = side.read(table, after, limit); next !== undefined; ) {
    const rows: readonly Row[] = await next;
    const isLast = rows.length < limit;
    limit = Math.min(ROWS_PER_READ, Math.max(1, Math.floor((BYTES_PER_READ * rows.length) / bytesOf(rows))));
    next = isLast ? undefined : side.read(table, keyOf(table, rows.at(-1) as Row), limit);
    // Reported where it is awaited, if the caller still wants it.
    next?.catch(() => undefined);
    if (rows.length > 0) yield rows;
  }
}

/** About how large rows are. */
export function bytesOf(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + row.reduce<number>((size, value) => size + sizeOf(value), 0), 0);
}

function sizeOf(value: SqlValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
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

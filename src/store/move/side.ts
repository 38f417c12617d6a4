import type { SqlValue } from '../sql/connection.ts';

/** A table as both databases have it. */
export interface MovedTable {
  readonly name: string;
  /** All but generated ones. */
  readonly columns: readonly string[];
  /** The columns of the primary key. */
  readonly key: readonly string[];
}

/** The values of one row, in the order of `columns`. */
export type Row = readonly SqlValue[];

/** The last number that each table has given to a row: numbers of deleted rows are not used again. */
export type LastNumbers = ReadonlyMap<string, number>;

/** One of the two databases of a move, which no other process uses until it is closed. */
export interface Side extends AsyncDisposable {
  all<Result>(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly Result[]>;
  /** At most `limit` rows with a greater key, in the order of the key. */
  read(table: MovedTable, after: Row | undefined, limit: number): Promise<readonly Row[]>;
  /** Adds rows, within a transaction. */
  add(table: MovedTable, rows: readonly Row[]): Promise<void>;
  transaction(work: () => Promise<void>): Promise<void>;
  hasTable(name: string): Promise<boolean>;
  lastNumbers(): Promise<LastNumbers>;
  /** Removes from an empty target what makes adding slow; `complete` puts it back. */
  prepare(): Promise<void>;
  /** Derives what was not copied, once all rows are there. */
  complete(lastNumbers: LastNumbers): Promise<void>;
  /** What can be stored of a text: PostgreSQL replaces U+0000. */
  storable(value: SqlValue): SqlValue;
}

const NUL = '\u0000';

/** PostgreSQL's text cannot contain U+0000. */
export function withoutNul(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes(NUL) ? value.replaceAll(NUL, '\ufffd') : value;
}

/** The condition and order of `Side.read`, and its parameters. */
export function afterKey({ key }: MovedTable, after: Row | undefined): { readonly where: string; readonly parameters: Row } {
  if (after === undefined) return { where: '', parameters: [] };
  return { where: `where (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`, parameters: after };
}

import type { AppError } from '../../base/app-error.ts';
import type { Origin } from '../../domain/origin.ts';
import type { Fragment } from './fragments.ts';
import type { Keys, KeyTable } from './keys/key-table.ts';
import type { WalkedIds, ZoneWalk } from './queries/walk.ts';
import type { Search } from './search.ts';
import type { Tally } from './tally.ts';

/** The values of parameters and columns. Integers (ids, milliseconds) stay below 2^53; JSON is text, a flag is 0 or 1. */
export type SqlValue = string | number | Uint8Array | null;

/** The tables that many rows are inserted into, those first that others refer to. */
export const BULK_TABLES = [
  ...(['eventos', 'evento_chaves', 'fila_vivos', 'lead_linhas', 'lead_chaves', 'lead_contatos', 'evento_fins', 'conversoes'] as const),
];

/** An insert into one of them; its rows have an id of their own, or nobody asks for it. */
export interface Insertion {
  readonly table: (typeof BULK_TABLES)[number];
  readonly columns: readonly string[];
  readonly onConflict?: string;
}

/** The result of one part of a transaction. */
export type Attempt<Result> = { readonly ok: true; readonly value: Result } | { readonly ok: false; readonly error: AppError };

/**
 * A connection to a database, within a transaction for writes. SQLite answers at once, PostgreSQL later; what runs on it is the same.
 *
 * Statements are written in what both databases understand, with a question mark for each parameter, and run one after the other.
 * SQLite ignores what stands in a comment that begins with an exclamation mark; PostgreSQL ignores SQLite's hints (`postgres/dialect.ts`).
 */
export interface Connection {
  /** All rows. The text must be static or come from a small set: statements are prepared once and kept. */
  all<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly Row[]>;
  /** The first row; `undefined` if there is none. */
  get<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns how many rows were changed. */
  run(sql: string, ...parameters: readonly SqlValue[]): Promise<number>;
  /** Inserts a row and returns its id. */
  insert(sql: string, ...parameters: readonly SqlValue[]): Promise<number>;
  /** Gives `take` the rows, which SQLite reads one at a time: a page can end before all are read. */
  each<Row, Result>(statement: Fragment, take: (rows: Iterable<Row>) => Result): Promise<Result>;
  /** Reads from one snapshot. */
  atOneMoment<Result>(read: () => Promise<Result>): Promise<Result>;
  /** Runs a part of the open transaction atomically. */
  attempt<Result>(work: () => Promise<Result>): Promise<Attempt<Result>>;
  /** What the open transaction changes in the counters; stored with it. */
  readonly tally: Tally;
  /** A table of hashes. */
  keys(table: KeyTable): Keys;
  readonly search: Search;
  /** Lives as long as the store is open: what reads and claims remember for the next one is kept by it. */
  readonly handle: object;
  /** Ids for new rows, in ascending order. */
  newIds(table: 'eventos' | 'lead_linhas', count: number): Promise<readonly number[]>;
  /** Inserts rows. PostgreSQL collects them and inserts them before the next other statement, or at the end of the transaction. */
  insertRows(insertion: Insertion, rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /** A read whose answer changes only by rare writes (`postgres/README.md`): PostgreSQL asks once in a transaction of the others. */
  once<Result>(name: string, read: () => Promise<Result>): Promise<Result>;
  /** One page of the events that have all of these values, newest first. Reads a bounded number; then the page ends early. */
  walkZones(walk: ZoneWalk): Promise<WalkedIds>;
  /** The newest event of a source that a sender sent, below each of these ids; `null` if there is none among as many as `walkZones` reads. */
  newestSent(origin: Origin, below: readonly number[]): Promise<readonly (number | null)[]>;
  /** How many jobs one claim may take: fewer while other processes wait for it. */
  readonly mostClaimed: number;
  /** True while a transaction is repeated because a part of it failed: each part is then attempted alone. */
  readonly isCareful: boolean;
}

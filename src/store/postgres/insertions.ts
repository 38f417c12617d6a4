import type { PoolClient, QueryConfig } from 'pg';
import { BULK_TABLES, type Insertion, type SqlValue } from '../sql/connection.ts';
import { mapInOrder } from '../sql/in-order.ts';

const TYPES_OF_COLUMNS = `
select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = to_regclass($1) and attnum > 0`;

/** The statements, for each open store. */
const texts = new WeakMap<object, Map<Insertion, string>>();

/**
 * The rows that a transaction inserts, by table. They go to the server before its next statement that is no insertion: a group of a hundred
 * events is three statements then instead of three hundred.
 */
export class Insertions {
  readonly #client: PoolClient;
  readonly #texts: Map<Insertion, string>;
  readonly #collected = new Map<Insertion, (readonly SqlValue[])[]>();

  /** @param handle lives as long as the store is open */
  constructor(client: PoolClient, handle: object) {
    this.#client = client;
    this.#texts = texts.get(handle) ?? new Map();
    texts.set(handle, this.#texts);
  }

  get isEmpty(): boolean {
    return this.#collected.size === 0;
  }

  add(insertion: Insertion, rows: readonly (readonly SqlValue[])[]): void {
    if (rows.length === 0) return;
    const collected = this.#collected.get(insertion);
    if (collected === undefined) this.#collected.set(insertion, [...rows]);
    else collected.push(...rows);
  }

  /** The statements that insert what is collected. */
  async take(): Promise<readonly QueryConfig[]> {
    const collected = [...this.#collected].toSorted(([a], [b]) => BULK_TABLES.indexOf(a.table) - BULK_TABLES.indexOf(b.table));
    this.#collected.clear();
    return await mapInOrder(collected, async ([insertion, rows]) => ({
      text: await this.#textOf(insertion),
      values: insertion.columns.map((_, index) => rows.map((row) => row[index])),
    }));
  }

  forget(): void {
    this.#collected.clear();
  }

  async #textOf(insertion: Insertion): Promise<string> {
    const known = this.#texts.get(insertion);
    if (known !== undefined) return known;
    const { table, columns, onConflict = '' } = insertion;
    const { rows } = await this.#client.query<{ readonly name: string; readonly type: string }>(TYPES_OF_COLUMNS, [table]);
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    // Of the arrays in its `from`, the server would first make a table each: 22 µs for a column.
    const values = columns.map((column, index) => `unnest($${index + 1}::${types.get(column)}[])`);
    const text = `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} ${onConflict}`;
    this.#texts.set(insertion, text);
    return text;
  }
}

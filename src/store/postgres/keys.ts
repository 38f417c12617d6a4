import type { Connection, Insertion } from '../sql/connection.ts';
import type { Keys, KeyTable } from '../sql/keys/key-table.ts';

interface KeyRow {
  readonly key: number;
  readonly id: number;
}

/** The keys of one table, within one transaction. */
export class PostgresKeys implements Keys {
  readonly #connection: Connection;
  readonly #table: KeyTable;
  readonly #insertion: Insertion;
  /** The rows of keys that nobody else adds until the transaction has ended. */
  readonly #known = new Map<number, number[]>();

  constructor(connection: Connection, table: KeyTable) {
    this.#connection = connection;
    this.#table = table;
    this.#insertion = insertionOf(table);
  }

  /** Looks keys up that are locked, all at once. */
  async know(keys: readonly number[]): Promise<void> {
    for (const key of keys) this.#known.set(key, []);
    for (const { key, id } of await this.#rowsOf(keys)) this.#known.get(key)?.push(id);
  }

  async find(key: number): Promise<readonly number[]> {
    return this.#known.get(key) ?? (await this.#rowsOf([key])).map(({ id }) => id);
  }

  async taken(keys: readonly number[]): Promise<readonly number[]> {
    return [...new Set((await this.#rowsOf(keys)).map(({ key }) => key))];
  }

  async add(key: number, id: number): Promise<void> {
    this.#known.get(key)?.push(id);
    await this.#connection.insertRows(this.#insertion, [[key, id]]);
  }

  async remove(key: number, id: number): Promise<void> {
    const { table, column } = this.#table;
    this.#known.delete(key);
    await this.#connection.run(`delete from ${table} where chave = ? and ${column} = ?`, key, id);
  }

  async #rowsOf(keys: readonly number[]): Promise<readonly KeyRow[]> {
    const { table, column } = this.#table;
    const sql = `select chave as key, ${column} as id from ${table} where chave in (select value from json_each(?)) order by ${column}`;
    return await this.#connection.all<KeyRow>(sql, JSON.stringify(keys));
  }
}

const insertions = new Map<string, Insertion>();

/** One for each table: statements are known by them. */
function insertionOf({ table, column }: KeyTable): Insertion {
  const insertion = insertions.get(table) ?? { table, columns: ['chave', column], onConflict: 'on conflict do nothing' };
  insertions.set(table, insertion);
  return insertion;
}

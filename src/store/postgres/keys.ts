import type { SqlValue } from '../sql/connection.ts';
import type { Keys, KeyTable } from '../sql/keys/key-table.ts';

type Query = <Row>(sql: string, parameters: readonly SqlValue[]) => Promise<readonly Row[]>;

/** The keys of one table. */
export class PostgresKeys implements Keys {
  readonly #query: Query;
  readonly #table: KeyTable;

  constructor(query: Query, table: KeyTable) {
    this.#query = query;
    this.#table = table;
  }

  async find(key: number): Promise<readonly number[]> {
    const { table, column } = this.#table;
    const rows = await this.#query<{ readonly id: number }>(`select ${column} as id from ${table} where chave = $1 order by 1`, [key]);
    return rows.map(({ id }) => id);
  }

  async taken(keys: readonly number[]): Promise<readonly number[]> {
    const sql = `select distinct chave as key from ${this.#table.table} where chave in (select value from json_ids($1))`;
    return (await this.#query<{ readonly key: number }>(sql, [JSON.stringify(keys)])).map(({ key }) => key);
  }

  async add(key: number, id: number): Promise<void> {
    await this.addAll([[key, id]]);
  }

  async addAll(pairs: readonly (readonly [key: number, id: number])[]): Promise<void> {
    const { table, column } = this.#table;
    const sql = `insert into ${table} (chave, ${column}) select * from unnest($1::bigint[], $2::bigint[]) on conflict do nothing`;
    await this.#query(sql, [arrayOf(pairs.map(([key]) => key)), arrayOf(pairs.map(([, id]) => id))]);
  }

  async remove(key: number, id: number): Promise<void> {
    const { table, column } = this.#table;
    await this.#query(`delete from ${table} where chave = $1 and ${column} = $2`, [key, id]);
  }
}

/** An array parameter as text. */
function arrayOf(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}

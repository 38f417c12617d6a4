import type { PoolClient } from 'pg';
import type { Attempt, Connection, SqlValue } from '../sql/connection.ts';
import { allOf, type Condition, type Fragment, fragment } from '../sql/fragments.ts';
import type { KeyTable } from '../sql/keys/key-table.ts';
import { idsOf, type WalkedIds, walk, type ZoneWalk } from '../sql/queries/walk.ts';
import { rowId } from '../sql/rows/fields.ts';
import { toPostgres } from './dialect.ts';
import { toStoreError } from './errors.ts';
import { PostgresKeys } from './keys.ts';
import { PostgresSearch } from './search.ts';
import { PostgresTally } from './tally.ts';

/** Events read for one page of a list whose filters have no common index. */
const LOOKED_AT = 5_000;

/** Text cannot contain it. */
const NUL = '\u0000';

/** A client of the pool, for one read or one transaction. */
export class PostgresConnection implements Connection {
  readonly #client: PoolClient;
  readonly handle: object;
  readonly isCareful: boolean;
  readonly tally = new PostgresTally();
  readonly search = new PostgresSearch(this);

  constructor(client: PoolClient, handle: object, isCareful = false) {
    this.#client = client;
    this.handle = handle;
    this.isCareful = isCareful;
  }

  async all<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return (await this.#client.query(toPostgres(sql), parameters.map(storable))).rows as Row[];
  }

  async get<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...parameters))[0];
  }

  async run(sql: string, ...parameters: readonly SqlValue[]): Promise<number> {
    return (await this.#client.query(toPostgres(sql), parameters.map(storable))).rowCount ?? 0;
  }

  async insert(sql: string, ...parameters: readonly SqlValue[]): Promise<number> {
    return ((await this.get(`${sql} returning id`, ...parameters)) as { readonly id: number }).id;
  }

  async each<Row, Result>({ sql, parameters }: Fragment, take: (rows: Iterable<Row>) => Result): Promise<Result> {
    return take(await this.all<Row>(sql, ...parameters));
  }

  async atOneMoment<Result>(read: () => Promise<Result>): Promise<Result> {
    await this.#client.query('begin isolation level repeatable read read only');
    try {
      return await read();
    } finally {
      await this.#client.query('commit');
    }
  }

  async attempt<Result>(work: () => Promise<Result>): Promise<Attempt<Result>> {
    if (!this.isCareful) return { ok: true, value: await work() };
    await this.#client.query('savepoint part');
    const before = this.tally.mark();
    try {
      const value = await work();
      await this.#client.query('release part');
      return { ok: true, value };
    } catch (error) {
      await this.#client.query('rollback to part');
      this.tally.reset(before);
      return { ok: false, error: toStoreError(error) };
    }
  }

  keys({ table, column }: KeyTable): PostgresKeys {
    return new PostgresKeys((sql, parameters) => this.all(sql, ...parameters), { table, column, size: '' });
  }

  async newLeadIds(count: number): Promise<readonly number[]> {
    return await idsOf(this, "select nextval(pg_get_serial_sequence('lead_linhas', 'id')) as id from generate_series(1, ?::bigint)", count);
  }

  /** The rarest value has an index, or names the leads. */
  async walkZones({ zones, window, conditions, limit }: ZoneWalk): Promise<WalkedIds> {
    const [[field, value]] = zones;
    const within = (id: string): Condition => [`${id} >= ? and ${id} < ?`, window.from, window.below];
    const stream = streamOf(field, value, within);
    return await walk(this, { table: 'webhook_eventos', stream, conditions, limit, lookAt: LOOKED_AT });
  }
}

function streamOf(field: ZoneWalk['zones'][0][0], value: string, within: (id: string) => Condition): Fragment {
  switch (field) {
    case 'origem':
      return fragment`select id from eventos where ${allOf([['origem = ?', value], within('id')])} order by id desc`;
    case 'event_type':
      return fragment`select id from eventos where ${allOf([['event_type = ?', value], within('id')])} order by id desc`;
    case 'status':
      return fragment`select id from eventos where ${allOf([within('id')])} order by id desc`;
    case 'cliente':
      return fragment`
        select f.evento_id as id from evento_fins f join lead_linhas l on l.id = f.lead_id
        where ${allOf([['l.cliente_id = ?', rowId(value)], within('f.evento_id')])} order by f.evento_id desc`;
    case 'campanha':
      return fragment`
        select f.evento_id as id from evento_fins f join lead_linhas l on l.id = f.lead_id
        where ${allOf([['l.campanha_id = ?', value], within('f.evento_id')])} order by f.evento_id desc`;
  }
}

function storable(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes(NUL) ? value.replaceAll(NUL, '\ufffd') : value;
}

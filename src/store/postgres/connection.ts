import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Origin } from '../../domain/origin.ts';
import { withoutNul } from '../move/side.ts';
import type { Attempt, Connection, Insertion, SqlValue } from '../sql/connection.ts';
import { allOf, type Condition, type Fragment, fragment } from '../sql/fragments.ts';
import { EVENT_KEYS } from '../sql/keys/event-keys.ts';
import type { KeyTable } from '../sql/keys/key-table.ts';
import { anybodyErased } from '../sql/privacy/erased-people.ts';
import { type IdWindow, withinWindow } from '../sql/queries/id-window.ts';
import { type WalkedIds, walk, type ZoneWalk } from '../sql/queries/walk.ts';
import { rowId } from '../sql/rows/fields.ts';
import { toPostgresQuery } from './dialect.ts';
import { toStoreError } from './errors.ts';
import { Insertions } from './insertions.ts';
import { PostgresKeys } from './keys.ts';
import type { PreparedStatements } from './prepared.ts';
import { postgresSearch } from './search.ts';
import { PostgresTally } from './tally.ts';

/** Events read for one page of a list whose filters have no common index. */
const LOOKED_AT = 5_000;

const LOCK = 'select pg_advisory_xact_lock(id) from unnest($1::bigint[]) id';

/** The sequence is looked up once: for each id it would take 8 µs. */
const NEW_IDS = `
select nextval(named.sequence) as id
from (select pg_get_serial_sequence($1, 'id')::regclass as sequence offset 0) named, generate_series(1, $2)`;

/** SQLSTATEs: a warning, and a connection that failed with the outcome unknown. */
const [WARNING, UNSURE] = ['01000', '08007'];

/**
 * The server reads each time until the first event that was sent. Only the index by source has this order: for a source of most events, the
 * server would read the events of all others by their ids, down to the oldest.
 */
const NEWEST_SENT = `
select (
  select id from (
    select origem, id, credencial from eventos where origem >= ? and (origem, id) < (?, c.value)
    order by origem desc, id desc limit ${LOOKED_AT}
  ) e where credencial <> 'backfill' order by origem desc, id desc limit 1
) as id from json_each(?) c order by c.key`;

/** What a transaction consists of. */
export interface Group {
  /** How many events it may add. */
  readonly events: number;
  /** Whether others write at the same time; then nothing changes what only rare writes change. */
  readonly isConcurrent: boolean;
  readonly isCareful: boolean;
  /** The statements that set how the server plans. */
  readonly settings: string;
  readonly prepared?: PreparedStatements;
}

const ALONE: Group = { events: 0, isConcurrent: false, isCareful: false, settings: '' };

/** A client of the pool, for one read or one transaction. */
export class PostgresConnection implements Connection {
  readonly #client: PoolClient;
  readonly handle: object;
  readonly isCareful: boolean;
  readonly mostClaimed = Number.POSITIVE_INFINITY;
  readonly #insertions: Insertions;
  readonly #group: Group;
  readonly #answers = new Map<string, Promise<unknown>>();
  /** The statements of this transaction so far. */
  readonly #sent = new Set<string>();
  readonly #keys = new Map<KeyTable, PostgresKeys>();
  /** Ids of events that were taken for the whole group. */
  #eventIds: number[] = [];
  readonly tally = new PostgresTally();
  readonly search = postgresSearch(this);

  constructor(client: PoolClient, handle: object, group: Group = ALONE) {
    this.#client = client;
    this.handle = handle;
    this.#group = group;
    this.isCareful = group.isCareful;
    this.#insertions = new Insertions(client, handle);
  }

  async all<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return (await this.#query(sql, parameters)).rows as Row[];
  }

  async get<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...parameters))[0];
  }

  async run(sql: string, ...parameters: readonly SqlValue[]): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  async #query(sql: string, parameters: readonly SqlValue[]): Promise<QueryResult> {
    return (await this.#sendAll(toPostgresQuery(sql, parameters))).at(-1) as QueryResult;
  }

  /** Sends what is collected and then these statements, all at once; the server runs them in this order. Rejects with the first error. */
  async #sendAll(...queries: readonly QueryConfig[]): Promise<readonly QueryResult[]> {
    const collected = this.#insertions.isEmpty ? [] : await this.#insertions.take();
    return await Promise.all([...collected, ...queries].map(async (query) => await this.#send(query)));
  }

  async #send(query: QueryConfig): Promise<QueryResult> {
    return await this.#client.query(this.#prepared(query));
  }

  /** What runs only once, in a rare transaction, is not worth keeping a plan for. */
  #prepared(query: QueryConfig): QueryConfig {
    const { prepared, isConcurrent, settings } = this.#group;
    const isWorthIt = isConcurrent || this.#sent.has(query.text);
    this.#sent.add(query.text);
    return (isWorthIt && prepared?.named(query, settings)) || query;
  }

  /**
   * Begins a transaction. Rejects with the first error, not with one that follows from it.
   *
   * @param text the statements that begin it
   * @param identities what it may add, in ascending order: nobody else does until it ends
   */
  async begin(text: string, identities: readonly number[]): Promise<void> {
    const { isConcurrent, events } = this.#group;
    const ask = isConcurrent && identities.length > 0 ? [{ text: LOCK, values: [`{${identities.join(',')}}`] }] : [];
    const begun = this.#sendAll({ text }, ...ask);
    // Sent after the locks, so it sees what others stored before they let go of them.
    const known = events === 0 ? [] : [this.keys(EVENT_KEYS).know(identities), anybodyErased(this), this.#reserveIds()];
    const failed = (await Promise.allSettled<unknown>([begun, ...known])).find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }

  /** Fails if the server stopped waiting for a standby, as when somebody cancelled the wait: the caller must ask again. */
  async commit(): Promise<void> {
    const counts = this.tally.take().map(([sql, ...parameters]) => toPostgresQuery(sql, parameters));
    let warning: string | undefined;
    const onNotice = ({ code, message }: { readonly code: string | undefined; readonly message: string | undefined }): void => {
      if (code === WARNING) warning = message ?? code;
    };
    this.#client.on('notice', onNotice);
    try {
      await this.#sendAll(...counts, { text: 'commit' });
    } finally {
      this.#client.off('notice', onNotice);
    }
    if (warning !== undefined) throw Object.assign(new Error(warning), { code: UNSURE });
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
    await this.#sendAll({ text: 'savepoint part' });
    const before = this.tally.mark();
    try {
      const value = await work();
      await this.#sendAll({ text: 'release part' });
      return { ok: true, value };
    } catch (error) {
      this.#insertions.forget();
      await this.#client.query('rollback to part');
      this.tally.reset(before);
      return { ok: false, error: toStoreError(error) };
    }
  }

  keys(table: KeyTable): PostgresKeys {
    let keys = this.#keys.get(table);
    if (keys === undefined) {
      keys = new PostgresKeys(this, table);
      this.#keys.set(table, keys);
    }
    return keys;
  }

  async newIds(table: 'eventos' | 'lead_linhas', count: number): Promise<readonly number[]> {
    if (table === 'eventos' && count <= this.#eventIds.length) return this.#eventIds.splice(0, count);
    const { rows } = await this.#send({ text: NEW_IDS, values: [table, count] });
    return rows.map(({ id }) => id as number);
  }

  async #reserveIds(): Promise<void> {
    this.#eventIds = [...(await this.newIds('eventos', this.#group.events))];
  }

  async insertRows(insertion: Insertion, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    this.#insertions.add(
      insertion,
      rows.map((row) => row.map(withoutNul)),
    );
  }

  async once<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
    // Intake changes no such answer, even if it is a large batch and nobody else writes meanwhile.
    if (!this.#group.isConcurrent && this.#group.events === 0) return await read();
    const answer = this.#answers.get(name) ?? read();
    this.#answers.set(name, answer);
    return (await answer) as Result;
  }

  /** The rarest value has an index, or names the leads. */
  async walkZones({ zones, window, conditions, limit }: ZoneWalk): Promise<WalkedIds> {
    const [[field, value]] = zones;
    const stream = streamOf(field, value, window);
    return await walk(this, { table: 'webhook_eventos', stream, conditions, limit, lookAt: LOOKED_AT });
  }

  async newestSent(origin: Origin, below: readonly number[]): Promise<readonly (number | null)[]> {
    const rows = await this.all<{ readonly id: number | null }>(NEWEST_SENT, origin, origin, JSON.stringify(below));
    return rows.map(({ id }) => id);
  }
}

function streamOf(field: ZoneWalk['zones'][0][0], value: string, window: IdWindow): Fragment {
  if (field === 'cliente' || field === 'campanha') {
    const ofOwner: Condition = field === 'cliente' ? ['l.cliente_id = ?', rowId(value)] : ['l.campanha_id = ?', value];
    return fragment`
      select f.evento_id as id from evento_fins f join lead_linhas l on l.id = f.lead_id
      where ${allOf([ofOwner, withinWindow('f.evento_id', window)])} order by f.evento_id desc`;
  }
  const ofEvent: readonly Condition[] = field === 'status' ? [] : [[`${field} = ?`, value]];
  return fragment`select id from eventos where ${allOf([...ofEvent, withinWindow('id', window)])} order by id desc`;
}

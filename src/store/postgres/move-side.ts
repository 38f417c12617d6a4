import pg from 'pg';
import { appError } from '../../messages/messages.ts';
import { afterKey, type LastNumbers, type MovedTable, type Row, type Side, withoutNul } from '../move/side.ts';
import type { SqlValue } from '../sql/connection.ts';
import { COUNTERS } from '../sql/tally.ts';
import { toPostgres } from './dialect.ts';
import { inStoreWords } from './errors.ts';
import { prepareServer } from './migrate.ts';
import { APPLICATION, connectPatiently } from './pool.ts';
import { ORDER } from './writer.ts';

const USERS = `
select count(*) as users from pg_stat_activity where datname = current_database() and application_name = '${APPLICATION}'`;

const NUMBERED = `
select table_name as name, last_value as last from information_schema.columns
left join pg_sequences on format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name)
where table_schema = current_schema() and is_identity = 'YES'`;

/** Rows are added several times faster without indexes that are not of a constraint. How to create them again is kept in the target. */
const INDEXES = `
create table mudanca_indices as select indexname as nome, indexdef as texto from pg_indexes
where schemaname = current_schema() and not exists (
  select 1 from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass)`;

interface Numbered {
  readonly name: string;
  readonly last: number | null;
}

/** Characters of rows that are sent at once: together, large rows are longer than a text can be. */
const CHUNK_CHARACTERS = 1_048_576;

/** Rows as PostgreSQL's text format of COPY has them. */
class CopyIn extends pg.Query {
  readonly #lines: Iterable<string>;

  constructor(sql: string, lines: Iterable<string>, done: (error: Error | undefined) => void) {
    super({ text: sql }, done);
    this.#lines = lines;
  }

  /** Called by the driver, which has no public interface for COPY. */
  handleCopyInResponse(connection: { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }): void {
    let chunk = '';
    for (const line of this.#lines) {
      chunk += line;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      connection.sendCopyFromChunk(Buffer.from(chunk));
      chunk = '';
    }
    if (chunk !== '') connection.sendCopyFromChunk(Buffer.from(chunk));
    connection.endCopyFrom();
  }
}

/** A PostgreSQL database that no other process writes to: they wait for the lock that rare writes take (`writer.ts`). */
export class PostgresSide implements Side {
  readonly #client: pg.Client;
  readonly #lock: pg.Client;
  readonly #connections: AsyncDisposable;

  private constructor(client: pg.Client, lock: pg.Client, connections: AsyncDisposable) {
    this.#client = client;
    this.#lock = lock;
    this.#connections = connections;
  }

  /**
   * Connects, creates or migrates the schema, and locks the database.
   *
   * @param now UTC ms
   * @throws AppError `conflict` while other processes use the database, `store_…`
   */
  static async open(url: string, now: number): Promise<PostgresSide> {
    await using connections = new AsyncDisposableStack();
    const connect = async (): Promise<pg.Client> =>
      connections.adopt(await connectPatiently(url, `${APPLICATION} move`), (client) => client.end());
    return await inStoreWords(async () => {
      const [client, lock] = [await connect(), await connect()];
      // A transaction for as long as the lock is needed: PgBouncer may give each one another session.
      await lock.query('begin; set local idle_in_transaction_session_timeout = 0');
      const { rows } = await lock.query('select pg_try_advisory_xact_lock($1) as taken', [ORDER]);
      const [{ users }] = (await client.query(USERS)).rows as [{ users: number }];
      if ((rows[0] as { taken: number }).taken !== 1 || users > 0) throw appError('conflict', (m) => m.errors.move.inUse);
      await prepareServer(client, now);
      return new PostgresSide(client, lock, connections.move());
    });
  }

  async all<Result>(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly Result[]> {
    return await inStoreWords(async () => (await this.#client.query(toPostgres(sql), [...parameters])).rows as Result[]);
  }

  async read(table: MovedTable, after: Row | undefined, limit: number): Promise<readonly Row[]> {
    const { where, parameters } = afterKey(table, after);
    const sql = `select ${table.columns.join(', ')} from ${table.name} ${where} order by ${table.key.join(', ')} limit ${limit}`;
    const query = { text: toPostgres(sql), values: [...parameters], rowMode: 'array' as const };
    return await inStoreWords(async () => (await this.#client.query<SqlValue[]>(query)).rows);
  }

  /** All of a counter is in its first part. */
  async add({ name, columns }: MovedTable, rows: readonly Row[]): Promise<void> {
    const isCounter = name in COUNTERS;
    const names = isCounter ? [...columns, 'parte'] : columns;
    const sql = `copy ${isCounter ? `${name}_partes` : name} (${names.join(', ')}) from stdin`;
    const lines = rows.values().map((row) => `${row.map(copied).join('\t')}${isCounter ? '\t0' : ''}\n`);
    await inStoreWords(async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      this.#client.query(new CopyIn(sql, lines, (error) => (error ? reject(error) : resolve())));
      await promise;
    });
  }

  async transaction(work: () => Promise<void>): Promise<void> {
    await this.all('begin');
    try {
      await work();
      // Fails if the lock was lost: other processes may have written since.
      await inStoreWords(() => this.#lock.query('select 1'));
      await this.all('commit');
    } catch (error) {
      // The connection may be gone, and its transaction with it.
      await this.all('rollback').catch(() => undefined);
      throw error;
    }
  }

  async hasTable(name: string): Promise<boolean> {
    const [row] = await this.all<{ readonly found: string | null }>('select to_regclass(?) as found', name);
    return row?.found !== null;
  }

  async lastNumbers(): Promise<LastNumbers> {
    const rows = await this.all<Numbered>(NUMBERED);
    return new Map(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])));
  }

  async prepare(): Promise<void> {
    await this.all(INDEXES);
    for (const { nome } of await this.all<{ readonly nome: string }>('select nome from mudanca_indices'))
      await this.all(`drop index ${nome}`);
  }

  /** The workers fill the search table: a trigger has noted every row. */
  async complete(lastNumbers: LastNumbers): Promise<void> {
    if (await this.hasTable('mudanca_indices')) {
      await this.all(`set local maintenance_work_mem = '256MB'`);
      const indexes = await this.all<{ readonly texto: string }>('select texto from mudanca_indices');
      for (const { texto } of indexes) await this.all(texto);
      await this.all('drop table mudanca_indices');
    }
    for (const { name } of await this.all<Numbered>(NUMBERED)) {
      const last = `select greatest(?::bigint, max(id)) as last from ${name}`;
      await this.all(
        `select setval(pg_get_serial_sequence('${name}', 'id'), last) from (${last}) numbers where last > 0`,
        lastNumbers.get(name) ?? null,
      );
    }
    await this.all('analyze');
  }

  readonly storable = withoutNul;

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connections[Symbol.asyncDispose]();
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function copied(value: SqlValue): string {
  if (value === null) return '\\N';
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  return typeof value === 'number' ? String(value) : value.replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character] as string);
}

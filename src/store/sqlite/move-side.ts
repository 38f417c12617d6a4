import { appError } from '../../messages/messages.ts';
import { afterKey, type LastNumbers, type MovedTable, type Row, type Side } from '../move/side.ts';
import type { SqlValue } from '../sql/connection.ts';
import { BLOCK } from '../sql/zones.ts';
import { SqliteConnection } from './connection.ts';
import type { Driver } from './driver.ts';
import { toStoreError } from './errors.ts';
import { SCHEMA_VERSION } from './migrations/index.ts';
import { checkSchema, hasTable, schemaVersion } from './migrations/migrate.ts';

/** What PostgreSQL does not have, and what is derived again. */
const NOT_MOVED = /^(sqlite_.*|migracoes|evento_zonas|sondagem|busca|chaves_mudanca|.*_novas|mudanca|mudanca_tabelas)$/;

const TABLES = "select name from sqlite_schema where type = 'table' order by rowid";
const COLUMNS = 'select name, pk from pragma_table_xinfo(?) where hidden = 0 order by cid';

const LATE_TABLES = ['evento_chaves', 'lead_chaves', 'lead_contatos'];

/** Changes of keys that are not in their table yet (`keys/pending-keys.ts`), only for this connection. */
const PENDING = `
create temp table chaves_pendentes (tabela text, chave integer, linha integer, presente integer, primary key (tabela, chave, linha)) without rowid`;

/** Which blocks of events hold a value (`../sql/zones.ts`). */
const ZONES = (
  [
    ['origem', 'origem', 'eventos'],
    ['event_type', 'event_type', 'eventos'],
    ['status', 'status', 'webhook_eventos'],
    ['cliente', 'cast(l.cliente_id as text)', 'webhook_eventos e join lead_linhas l on l.id = e.lead_id'],
    ['campanha', 'l.campanha_id', 'webhook_eventos e join lead_linhas l on l.id = e.lead_id where l.campanha_id is not null'],
  ] as const
).map(([field, value, from]) => {
  const id = from.includes(' e ') ? 'e.id' : 'id';
  return `insert or ignore into evento_zonas (campo, valor, bloco) select distinct '${field}', ${value}, ${id} / ${BLOCK} from ${from}`;
});

/** Pages of the target that stay in memory, in KiB. */
const CACHE_KIB = 65_536;

/** Less than every pair: without a limit from below, SQLite sorts the whole table. */
const BEFORE_ALL: Row = [Number.MIN_SAFE_INTEGER, 0];

/** The keys of a table as they are with the pending changes. */
function lateKeys(table: string, [key, id]: readonly string[]): string {
  const pending = (present: number): string => `chaves_pendentes p where p.tabela = '${table}' and p.presente = ${present}`;
  return `
    select ${key}, ${id} from ${table} t
    where (${key}, ${id}) > (?, ?) and not exists (select 1 from ${pending(0)} and p.chave = t.${key} and p.linha = t.${id})
    union select chave, linha from ${pending(1)} and (chave, linha) > (?, ?) order by 1, 2 limit ?`;
}

/** A SQLite database that is locked for this process alone. */
export class SqliteSide implements Side {
  readonly #driver: Driver;
  readonly #connection: SqliteConnection;

  /** @param driver of a lock that is held, within its transaction */
  private constructor(driver: Driver) {
    this.#driver = driver;
    this.#connection = new SqliteConnection(driver, '');
    this.#loadPending();
  }

  /** @throws AppError `store_unusable`, `store_newer`, `conflict` for an older schema */
  static source(driver: Driver): SqliteSide {
    checkSchema(driver);
    if (schemaVersion(driver) < SCHEMA_VERSION) throw appError('conflict', (m) => m.errors.olderDatabase);
    return new SqliteSide(driver);
  }

  static target(driver: Driver): SqliteSide {
    driver.exec('commit');
    driver.exec('pragma foreign_keys = off');
    driver.exec(`pragma cache_size = -${CACHE_KIB}`);
    return new SqliteSide(driver);
  }

  /** The tables that are moved; those that others refer to come first. */
  tables(): readonly MovedTable[] {
    const names = this.#connection.rows<{ readonly name: string }>(TABLES).map(({ name }) => name);
    return names
      .filter((name) => !NOT_MOVED.test(name))
      .map((name) => {
        const columns = this.#connection.rows<{ readonly name: string; readonly pk: number }>(COLUMNS, name);
        const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
        return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
      });
  }

  async all<Result>(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly Result[]> {
    if (/^select/.test(sql)) return this.#connection.rows<Result>(sql, ...parameters);
    await this.#connection.run(sql, ...parameters);
    return [];
  }

  async read(table: MovedTable, after: Row | undefined, limit: number): Promise<readonly Row[]> {
    const { name, columns, key } = table;
    if (LATE_TABLES.includes(name)) return this.#rows(lateKeys(name, key), ...(after ?? BEFORE_ALL), ...(after ?? BEFORE_ALL), limit);
    const { where, parameters } = afterKey(table, after);
    return this.#rows(`select ${columns.join(', ')} from ${name} ${where} order by ${key.join(', ')} limit ?`, ...parameters, limit);
  }

  async add({ name, columns }: MovedTable, rows: readonly Row[]): Promise<void> {
    const insert = this.#connection.statement(`insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`);
    for (const row of rows) insert.run(...row);
  }

  async transaction(work: () => Promise<void>): Promise<void> {
    this.#driver.exec('begin immediate');
    try {
      await work();
      this.#driver.exec('commit');
    } catch (error) {
      if (this.#driver.isInTransaction()) this.#driver.exec('rollback');
      throw toStoreError(error);
    }
  }

  async hasTable(name: string): Promise<boolean> {
    return hasTable(this.#driver, name);
  }

  async lastNumbers(): Promise<LastNumbers> {
    const rows = this.#connection.rows<{ readonly name: string; readonly seq: number }>('select name, seq from sqlite_sequence');
    return new Map(rows.map(({ name, seq }) => [name, seq]));
  }

  /** Keys come in order, and a page of an index is cheap to change. */
  async prepare(): Promise<void> {}

  /** The search index is built by the first process that opens the database. */
  async complete(lastNumbers: LastNumbers): Promise<void> {
    for (const sql of ZONES) this.#driver.exec(sql);
    const counted = "select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'";
    for (const { name } of this.#connection.rows<{ readonly name: string }>(counted)) {
      const last = lastNumbers.get(name);
      if (last === undefined) continue;
      await this.#connection.run('delete from sqlite_sequence where name = ?', name);
      await this.#connection.run('insert into sqlite_sequence (name, seq) values (?, ?)', name, last);
    }
  }

  storable(value: SqlValue): SqlValue {
    return value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#driver.close();
  }

  #rows(sql: string, ...parameters: Row): readonly Row[] {
    return this.#connection.rows<Record<string, SqlValue>>(sql, ...parameters).map((row) => Object.values(row));
  }

  /** The last change of each pair counts. */
  #loadPending(): void {
    this.#driver.exec(PENDING);
    const note = this.#driver.prepare('insert or replace into chaves_pendentes (tabela, chave, linha, presente) values (?, ?, ?, ?)');
    for (const table of LATE_TABLES) {
      const packed = this.#connection.rows<{ readonly pares: Uint8Array }>(`select pares from ${table}_novas order by id`);
      for (const { pares } of packed) {
        // A copy: the numbers must begin at a multiple of eight bytes.
        const pairs = new Float64Array(new Uint8Array(pares).buffer);
        for (let at = 0; at < pairs.length; at += 2) {
          const id = pairs[at + 1] as number;
          note.run(table, pairs[at] as number, Math.abs(id), id > 0 ? 1 : 0);
        }
      }
    }
  }
}

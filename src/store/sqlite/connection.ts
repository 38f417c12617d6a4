import { resolve } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import type { Attempt, Connection, Insertion, SqlValue } from '../sql/connection.ts';
import type { Fragment } from '../sql/fragments.ts';
import type { KeyTable } from '../sql/keys/key-table.ts';
import { findLogDamage } from './damaged-log.ts';
import { fileAt, makeFile, realDatabase, refuseDirectory, refuseMissing } from './database-path.ts';
import { type Driver, openDriver, type Statement } from './driver.ts';
import { toStoreError } from './errors.ts';
import { chunksOf, insertTexts } from './insert-rows.ts';
import { KeyIndex } from './keys/key-index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { checkSchema, migrate, schemaVersion } from './migrations/migrate.ts';
import { openForWriting } from './open-for-writing.ts';
import { sqliteSearch } from './search/search.ts';
import { SqliteTally } from './tally.ts';
import { newestSent, walkZones } from './walk-zones.ts';

/** How long opening and migrating wait for another process that starts at the same time, in ms. */
const OPEN_TIMEOUT_MS = 10_000;
/** Page cache of the writing connection, in KiB. */
const CACHE_KIB = 32_768;
/** The WAL is checkpointed when it holds this many pages (16 MiB). A page that changed several times by then is copied once. */
export const CHECKPOINT_PAGES = 4_000;
/** A WAL that grew while a reader kept it open (a backup, a database browser) is truncated to this size, in bytes. */
const WAL_KEPT_BYTES = 67_108_864;
/** How long a read waits for a lock, in ms. Only recovery after a crash blocks readers. */
const READ_TIMEOUT_MS = 5_000;

/** The file of the search index, opened to be written. */
interface OpenIndex {
  /** Identifies the file. */
  readonly file: string | undefined;
  readonly connection: SqliteConnection;
}

/**
 * A connection that prepares each statement once and keeps it. What is common to all databases awaits its results; what is SQLite's own takes
 * them at once (`rows`, `row`, `statement`).
 */
export class SqliteConnection implements Connection {
  driver: Driver;
  /** Set by the writer while it repeats a transaction in which one part failed: see `attempt`. */
  isCareful = false;
  /** Set by the writer for each transaction. */
  mostClaimed = Number.POSITIVE_INFINITY;
  readonly handle = this;
  #turn: Promise<unknown> = Promise.resolve();
  readonly tally = new SqliteTally();
  readonly search = sqliteSearch(this);
  readonly #keys = new Map<KeyTable, KeyIndex>();
  #heldVersion: number | undefined;
  readonly #statements = new Map<string, Statement>();
  readonly #insertions = new Map<Insertion, readonly string[]>();
  readonly path: string;
  /** Identifies the file that was opened, if the connection watches it. */
  readonly #file: string | undefined;
  /** What is written from what this connection reads; closed with it. */
  index: OpenIndex | undefined;
  /** Identifies the file that is attached. */
  #attached: string | undefined;

  /** @param watches whether `checkPlace` and `reopen` check that the file is still in place */
  constructor(driver: Driver, path: string, watches = false) {
    this.driver = driver;
    this.path = path;
    this.#file = watches ? fileAt(path) : undefined;
  }

  /**
   * Reopens the file after a disk error: SQLite's cached pages may no longer match the file. Before any write is acknowledged again, the
   * log's checksums are verified and the schema is read.
   *
   * @throws AppError `store_…` if the file cannot be used; the next call tries again
   */
  reopen(): void {
    if (this.#file === undefined) return;
    this.checkPlace();
    let next: Driver;
    try {
      next = openWriteDriver(this.path);
    } catch (error) {
      // Close it while readers are still open: the last connection to close checkpoints the log, including its damaged pages.
      if (findLogDamage(`${realDatabase(this.path)}-wal`) !== undefined) this.driver.close();
      throw error;
    }
    this.#statements.clear();
    this.#keys.clear();
    this.driver.close();
    this.driver = next;
  }

  /**
   * The operating system allows an open file to be moved, deleted or replaced. In WAL mode SQLite keeps writing to it, and acknowledged
   * events would be lost. One check takes about 4 µs.
   *
   * @throws AppError `store_moved` if the file is missing or another file has replaced it
   */
  checkPlace(): void {
    if (this.#file === undefined || fileAt(this.path) === this.#file) return;
    throw appError('store_moved', (m) => m.errors.store.moved({ path: this.path }));
  }

  /** Attaches the file at a path under a name, or the one that has replaced it. Returns whether there is one. */
  attach(name: string, path: string): boolean {
    const file = fileAt(path);
    if (file === this.#attached) return file !== undefined;
    if (this.#attached !== undefined) this.driver.exec(`detach ${name}`);
    this.#attached = undefined;
    if (file === undefined) return false;
    this.statement(`attach ? as ${name}`).run(path);
    this.#attached = file;
    return true;
  }

  /** A connection to a file that belongs to this database. */
  beside(driver: Driver, path: string): SqliteConnection {
    return new SqliteConnection(driver, path);
  }

  /** The text must be static or come from a small set, because statements are never dropped. */
  statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.driver.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  rows<Row>(sql: string, ...parameters: readonly SqlValue[]): readonly Row[] {
    return this.statement(sql).all(...parameters) as Row[];
  }

  row<Row>(sql: string, ...parameters: readonly SqlValue[]): Row | undefined {
    return this.statement(sql).get(...parameters) as Row | undefined;
  }

  iterate<Row>({ sql, parameters }: Fragment): Iterable<Row> {
    return this.statement(sql).iterate(...parameters) as Iterable<Row>;
  }

  async all<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.rows(sql, ...parameters);
  }

  async get<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<Row | undefined> {
    return this.row(sql, ...parameters);
  }

  async run(sql: string, ...parameters: readonly SqlValue[]): Promise<number> {
    return Number(this.statement(sql).run(...parameters).changes);
  }

  async insert(sql: string, ...parameters: readonly SqlValue[]): Promise<number> {
    return Number(this.statement(sql).run(...parameters).lastInsertRowid);
  }

  async each<Row, Result>(statement: Fragment, take: (rows: Iterable<Row>) => Result): Promise<Result> {
    return take(this.iterate(statement));
  }

  /** Runs one read after the other, although each awaits its statements: one in a transaction would be part of another's. */
  inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(read);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async atOneMoment<Result>(read: () => Promise<Result>): Promise<Result> {
    if (this.driver.isInTransaction()) return await read();
    this.driver.exec('begin');
    try {
      return await read();
    } finally {
      this.driver.exec('commit');
    }
  }

  /**
   * The first run has no savepoint: if a part fails, it throws, and the writer repeats the whole transaction carefully. On the repeat each
   * part has its own savepoint and fails alone. Savepoints cost more than the work they guard (draining 60,000 leads: 245 instead of 105 µs
   * of CPU each), because SQLite keeps a copy of every page that a part changes.
   */
  async attempt<Result>(work: () => Promise<Result>): Promise<Attempt<Result>> {
    if (!this.isCareful) return { ok: true, value: await work() };
    const part = this.#savepoint();
    try {
      const value = await work();
      this.statement('release part').run();
      return { ok: true, value };
    } catch (error) {
      // SQLite has rolled back the whole transaction (disk full, I/O error). Continuing would commit only the remaining parts.
      if (!part.undo()) throw error;
      return { ok: false, error: toStoreError(error) };
    }
  }

  /** Nobody else adds rows until the transaction has ended. */
  async newIds(table: 'eventos' | 'lead_linhas', count: number): Promise<readonly number[]> {
    const { id } = this.row(`select coalesce(max(id), 0) as id from ${table}`) as { readonly id: number };
    return Array.from({ length: count }, (_, index) => id + 1 + index);
  }

  async insertRows(insertion: Insertion, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    let texts = this.#insertions.get(insertion);
    if (texts === undefined) {
      const { table, columns, onConflict } = insertion;
      texts = insertTexts(`insert into ${table} (${columns.join(', ')})`, columns.length, onConflict);
      this.#insertions.set(insertion, texts);
    }
    for (const { text, values } of chunksOf(texts, rows)) this.statement(text).run(...values);
  }

  once<Result>(_name: string, read: () => Promise<Result>): Promise<Result> {
    return read();
  }

  readonly walkZones: Connection['walkZones'] = (walk) => walkZones(this, walk);

  readonly newestSent: Connection['newestSent'] = (origin, below) => newestSent(this, origin, below);

  /** Runs a part of the open transaction and rolls it back. */
  async rehearse(work: () => Promise<void>): Promise<void> {
    const part = this.#savepoint();
    try {
      await work();
    } finally {
      part.undo();
    }
  }

  keys(table: KeyTable): KeyIndex {
    let keys = this.#keys.get(table);
    if (keys === undefined) {
      keys = new KeyIndex(this, table);
      this.#keys.set(table, keys);
    }
    return keys;
  }

  /** Changes when another connection commits. A writer keeps the one it reads under the lock: nobody else commits until it ends. */
  dataVersion(): number {
    return this.#heldVersion ?? this.#readVersion();
  }

  /** Reads the version of the file, and keeps it until the next call. */
  holdVersion(): number {
    this.#heldVersion = this.#readVersion();
    return this.#heldVersion;
  }

  #readVersion(): number {
    return (this.statement('pragma data_version').get() as { readonly data_version: number }).data_version;
  }

  /** Stores what the open transaction has collected in memory. It comes right before COMMIT. */
  storeCollected(): void {
    this.tally.store(this);
    for (const keys of this.#keys.values()) keys.pending.store(this);
  }

  /** Forgets what was collected: the whole transaction was rolled back. */
  forgetCollected(): void {
    this.tally.reset();
    for (const keys of this.#keys.values()) keys.pending.rollBack();
  }

  /** Begins a part of the open transaction. `undo` returns false if SQLite has rolled back the whole transaction. */
  #savepoint(): { readonly undo: () => boolean } {
    const tallied = this.tally.mark();
    const marks = new Map([...this.#keys.values()].map(({ pending }) => [pending, pending.mark]));
    this.statement('savepoint part').run();
    const undo = (): boolean => {
      const isOpen = this.driver.isInTransaction();
      if (isOpen) {
        this.statement('rollback to part').run();
        this.statement('release part').run();
      }
      this.tally.reset(tallied);
      for (const { pending } of this.#keys.values()) pending.rollBack(marks.get(pending) ?? 0);
      return isOpen;
    };
    return { undo };
  }

  close(): void {
    this.driver.close();
    // Last: it can checkpoint the log of the index, which this connection may have attached read-only.
    this.index?.connection.close();
  }
}

/**
 * Opens the connection that writes: creates the folder and the file, and migrates the schema.
 *
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`, each with a hint
 */
export function openWriteConnection(path: string, now: number, options: { readonly create: boolean }): SqliteConnection {
  refuseDirectory(path);
  if (options.create) makeFile(path);
  else refuseMissing(path);
  const driver = openWriteDriver(path, (opened) => migrate(opened, MIGRATIONS, now));
  return new SqliteConnection(driver, resolve(path), true);
}

/** Opens and configures the driver of a connection that writes. */
function openWriteDriver(path: string, bringUpToDate: (driver: Driver) => void = () => undefined): Driver {
  let driver: Driver | undefined;
  try {
    driver = openForWriting(path);
    driver.exec(`pragma busy_timeout = ${OPEN_TIMEOUT_MS}`);
    checkSchema(driver);
    // Lets pruning return space to the file system in slices. Only takes effect before the first table exists; takes the write lock.
    if (schemaVersion(driver) === 0) driver.exec('pragma auto_vacuum = incremental');
    driver.exec('pragma journal_mode = wal');
    driver.exec('pragma synchronous = full');
    driver.exec('pragma foreign_keys = on');
    // What is deleted or replaced must not stay in a page: a person who is erased was perhaps corrected before.
    driver.exec('pragma secure_delete = fast');
    bringUpToDate(driver);
    // Pages that many jobs of a batch change stay in memory until COMMIT: a full cache would write them to the WAL more than once.
    driver.exec(`pragma cache_size = -${CACHE_KIB}`);
    driver.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    driver.exec(`pragma journal_size_limit = ${WAL_KEPT_BYTES}`);
    // The writer itself waits for other processes, without blocking the event loop: see writer.ts.
    driver.exec('pragma busy_timeout = 0');
    return driver;
  } catch (error) {
    driver?.close();
    throw atPath(toStoreError(error), path);
  }
}

/** Opens a read-only connection. The file must exist. */
export function openReadConnection(path: string): SqliteConnection {
  let driver: Driver | undefined;
  try {
    driver = openDriver(path, { readonly: true });
    driver.exec(`pragma busy_timeout = ${READ_TIMEOUT_MS}`);
    return new SqliteConnection(driver, path, true);
  } catch (error) {
    driver?.close();
    throw atPath(toStoreError(error), path);
  }
}

/** The same error, followed by the path of the database. */
export function atPath(error: AppError, path: string): AppError {
  const message = inEveryLanguage((m, language) => `${error.inLanguage(language).message} ${m.errors.store.file({ path: resolve(path) })}`);
  const hint = error.hint === undefined ? {} : { hint: inEveryLanguage((_, language) => error.inLanguage(language).hint ?? '') };
  return new AppError(error.code, message, { ...hint, cause: error.cause });
}

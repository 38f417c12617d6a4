import { resolve } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { findLogDamage } from './damaged-log.ts';
import { fileAt, makeFile, notInPlace, realDatabase, refuseDirectory, refuseMissing } from './database-path.ts';
import { type Driver, openDriver, type SqlValue, type Statement } from './driver.ts';
import { toStoreError } from './errors.ts';
import type { Fragment } from './fragments.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/index.ts';
import { checkSchema, migrate, schemaVersion } from './migrations/migrate.ts';
import { openForWriting } from './open-for-writing.ts';
import { Tally } from './tally.ts';

/** How long opening and migrating wait for another process that starts at the same moment, in ms. */
const OPEN_TIMEOUT_MS = 10_000;
/** Pages the writing connection keeps in memory, in KiB. */
const CACHE_KIB = 32_768;
/** The WAL goes into the database when it holds so many pages (16 MiB). Pages changed again meanwhile are copied once. */
const CHECKPOINT_PAGES = 4_000;
/** A WAL that grew while a reader held it (a backup, an open database browser) is cut back to this, in bytes. */
const WAL_KEPT_BYTES = 67_108_864;
/** How long one read waits for a lock (only recovery after a crash ever holds readers up), in ms. */
const READ_TIMEOUT_MS = 5_000;

/** What became of a part of a transaction. */
export type Attempt<Result> = { readonly ok: true; readonly value: Result } | { readonly ok: false; readonly error: unknown };

/** A connection whose statements are prepared once and kept. */
export class Connection {
  #driver: Driver;
  /** Set by the writer while it repeats a transaction of which a part failed: see `attempt`. */
  isCareful = false;
  /** The jobs that the open transaction moved; the writer stores it before COMMIT. */
  readonly tally = new Tally();
  readonly #statements = new Map<string, Statement>();
  /** Where it was opened. */
  readonly path: string;
  /** Of a connection that watches its file: which one stood there. */
  readonly #file: string | undefined;

  /** @param watches whether `checkPlace` and `reopen` are to look where the file is */
  constructor(driver: Driver, path: string, watches = false) {
    this.#driver = driver;
    this.path = path;
    this.#file = watches ? fileAt(path) : undefined;
  }

  get driver(): Driver {
    return this.#driver;
  }

  /**
   * Opens the file anew, after an error of the disk: what SQLite keeps in memory of it may no longer be what is there. Before anything is
   * acknowledged again, what the log holds is compared with its checksums, and the schema is read.
   *
   * @throws AppError `store_…` when the file cannot be used; the next call tries again
   */
  reopen(): void {
    if (this.#file === undefined) return;
    this.checkPlace();
    let next: Driver;
    try {
      next = openWriteDriver(this.path);
    } catch (error) {
      // While readers are there: the last connection that closes copies the log into the database, damaged pages too.
      if (findLogDamage(`${realDatabase(this.path)}-wal`) !== undefined) this.#driver.close();
      throw error;
    }
    this.#statements.clear();
    this.#driver.close();
    this.#driver = next;
  }

  /**
   * The system lets an open file be moved, deleted or replaced, and SQLite goes on writing into it in WAL mode: nobody would find what was
   * acknowledged. A look costs some 4 µs.
   *
   * @throws AppError `store_moved` while another file, or none, stands where this one was opened
   */
  checkPlace(): void {
    if (this.#file === undefined || fileAt(this.path) === this.#file) return;
    throw notInPlace(this.path);
  }

  /** The prepared statement of this text; the text must be static, or come from a small set. */
  statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.driver.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** The rows of a statement. */
  all<Row>(sql: string, ...parameters: readonly SqlValue[]): readonly Row[] {
    return this.statement(sql).all(...parameters) as Row[];
  }

  /** The first row of a statement; undefined: there is none. */
  get<Row>(sql: string, ...parameters: readonly SqlValue[]): Row | undefined {
    return this.statement(sql).get(...parameters) as Row | undefined;
  }

  /** One row after the other, for pages that end before all are read. */
  each<Row>({ sql, parameters }: Fragment): Iterable<Row> {
    return this.statement(sql).iterate(...parameters) as Iterable<Row>;
  }

  /**
   * Runs a part of the open transaction so that it happens wholly or not at all.
   *
   * At first hopefully, without a savepoint: one that fails throws, and the writer repeats the whole transaction
   * carefully. Then each part has a savepoint and fails alone. Savepoints cost more than the work they guard (draining
   * 60,000 leads: 245 against 105 µs of CPU each), because SQLite keeps a copy of every page that each of them changes.
   */
  attempt<Result>(work: () => Result): Attempt<Result> {
    if (!this.isCareful) return { ok: true, value: work() };
    const tallied = this.tally.mark();
    this.statement('savepoint part').run();
    try {
      const value = work();
      this.statement('release part').run();
      return { ok: true, value };
    } catch (error) {
      // SQLite has rolled everything back (disk full, I/O error): going on would commit the rest alone and lose what came before.
      if (!this.driver.isInTransaction()) throw error;
      this.statement('rollback to part').run();
      this.statement('release part').run();
      this.tally.reset(tallied);
      return { ok: false, error };
    }
  }

  /** Runs a part of the open transaction and takes back what it changed. */
  rehearse(work: () => void): void {
    const tallied = this.tally.mark();
    this.statement('savepoint rehearsal').run();
    try {
      work();
    } finally {
      // SQLite may have rolled the whole transaction back (disk full, I/O error), and the savepoint with it.
      if (this.driver.isInTransaction()) {
        this.statement('rollback to rehearsal').run();
        this.statement('release rehearsal').run();
      }
      this.tally.reset(tallied);
    }
  }

  close(): void {
    this.driver.close();
  }
}

/**
 * Opens the connection that writes: creates folder and file, brings the schema up to date.
 *
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`, with what to do
 */
export function openWriteConnection(path: string, now: number, options: { readonly create: boolean }): Connection {
  refuseDirectory(path);
  if (options.create) makeFile(path);
  else refuseMissing(path);
  const driver = openWriteDriver(path, (opened) => migrate(opened, MIGRATIONS, now));
  return new Connection(driver, resolve(path), true);
}

/** The driver of a connection that writes, with its settings. */
function openWriteDriver(path: string, bringUpToDate: (driver: Driver) => void = () => undefined): Driver {
  let driver: Driver | undefined;
  try {
    driver = openForWriting(path);
    driver.exec(`pragma busy_timeout = ${OPEN_TIMEOUT_MS}`);
    checkSchema(driver, SCHEMA_VERSION);
    // Takes effect only before the first table is made, and takes the write lock: pruned space can then be given back in slices.
    if (schemaVersion(driver) === 0) driver.exec('pragma auto_vacuum = incremental');
    driver.exec('pragma journal_mode = wal');
    driver.exec('pragma synchronous = full');
    driver.exec('pragma foreign_keys = on');
    bringUpToDate(driver);
    // Pages that many jobs of a batch change are kept until COMMIT: a full cache would write them to the WAL more than once.
    driver.exec(`pragma cache_size = -${CACHE_KIB}`);
    driver.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    driver.exec(`pragma journal_size_limit = ${WAL_KEPT_BYTES}`);
    // The writer waits for other processes without blocking the event loop: see writer.ts.
    driver.exec('pragma busy_timeout = 0');
    return driver;
  } catch (error) {
    driver?.close();
    throw atPath(toStoreError(error), path);
  }
}

/** Opens a connection that can only read. The file must exist. */
export function openReadConnection(path: string): Connection {
  let driver: Driver | undefined;
  try {
    driver = openDriver(path, { readonly: true });
    driver.exec(`pragma busy_timeout = ${READ_TIMEOUT_MS}`);
    return new Connection(driver, path);
  } catch (error) {
    driver?.close();
    throw atPath(toStoreError(error), path);
  }
}

/** The same error, with the file it is about. */
export function atPath(error: AppError, path: string): AppError {
  const message = inEveryLanguage((_, language) => `${error.inLanguage(language).message} (${resolve(path)})`);
  const hint = error.hint === undefined ? {} : { hint: inEveryLanguage((_, language) => error.inLanguage(language).hint ?? '') };
  return new AppError(error.code, message, { ...hint, cause: error.cause });
}

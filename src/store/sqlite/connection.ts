import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { type Driver, openDriver, type Statement } from './driver.ts';
import { toStoreError } from './errors.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/index.ts';
import { checkSchema, migrate } from './migrations/migrate.ts';

/** How long opening and migrating wait for another process that starts at the same moment, in ms. */
const OPEN_TIMEOUT_MS = 10_000;
/** How long one read waits for a lock (only recovery after a crash ever holds readers up), in ms. */
const READ_TIMEOUT_MS = 5_000;

/** A connection whose statements are prepared once and kept. */
export class Connection {
  readonly driver: Driver;
  readonly #statements = new Map<string, Statement>();

  constructor(driver: Driver) {
    this.driver = driver;
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

  /**
   * Runs a part of the open transaction so that it happens wholly or not at all.
   * When SQLite rolled the whole transaction back by itself (disk full, I/O error), the savepoint is gone with it.
   */
  atomically<Result>(work: () => Result): Result {
    this.statement('savepoint part').run();
    try {
      const result = work();
      this.statement('release part').run();
      return result;
    } catch (error) {
      if (this.driver.isInTransaction()) {
        this.statement('rollback to part').run();
        this.statement('release part').run();
      }
      throw error;
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
  let driver: Driver | undefined;
  try {
    driver = openDriver(path, { readonly: false });
    driver.exec(`pragma busy_timeout = ${OPEN_TIMEOUT_MS}`);
    checkSchema(driver, SCHEMA_VERSION);
    // Takes effect only before the first table is made: pruned space can then be given back in slices.
    driver.exec('pragma auto_vacuum = incremental');
    driver.exec('pragma journal_mode = wal');
    driver.exec('pragma synchronous = full');
    driver.exec('pragma foreign_keys = on');
    migrate(driver, MIGRATIONS, now);
    // The writer waits for other processes without blocking the event loop: see writer.ts.
    driver.exec('pragma busy_timeout = 0');
    return new Connection(driver);
  } catch (error) {
    driver?.close();
    throw atPath(toStoreError(error), path);
  }
}

/** Opens a connection that can only read. The file must exist. */
export function openReadConnection(path: string): Connection {
  try {
    const driver = openDriver(path, { readonly: true });
    driver.exec(`pragma busy_timeout = ${READ_TIMEOUT_MS}`);
    return new Connection(driver);
  } catch (error) {
    throw atPath(toStoreError(error), path);
  }
}

/** The file is its owner's alone: it holds personal data. SQLite gives its -wal and -shm the same mode. */
function makeFile(path: string): void {
  try {
    makeFolders(dirname(path));
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw new AppError('store_unusable', `The database ${resolve(path)} cannot be made.`, {
      hint: 'Check DATABASE_URL and the permissions of the folder.',
      cause: error,
    });
  }
}

function refuseMissing(path: string): void {
  if (existsSync(path)) return;
  throw new AppError('store_unusable', `There is no database at ${resolve(path)}.`, {
    hint: '`lead-intake serve` makes it. If it exists elsewhere, check DATABASE_URL, --env-file and the working directory.',
  });
}

/** One level at a time: `recursive: true` never returns where a folder cannot be made although its parent exists (/proc). */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent);
  try {
    mkdirSync(folder, { mode: 0o750 });
  } catch (error) {
    // Another process that starts at the same moment may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function refuseDirectory(path: string): void {
  if (isDirectory(path)) {
    throw new AppError('store_unusable', `The database path ${resolve(path)} is a directory.`, {
      hint: 'DATABASE_URL must name a file, for example sqlite:data/lead-intake.db.',
    });
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    throw new AppError('store_unusable', `The database path ${path} cannot be reached.`, {
      hint: 'Check DATABASE_URL and the permissions of the folders on the way.',
      cause: error,
    });
  }
}

function atPath(error: AppError, path: string): AppError {
  return new AppError(error.code, `${error.message} (${resolve(path)})`, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    cause: error.cause,
  });
}

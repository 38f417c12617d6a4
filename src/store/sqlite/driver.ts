import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { SqlValue } from '../sql/connection.ts';
import { packagedAddon } from './packaged-addon.ts';

/** The subset of better-sqlite3 that node:sqlite has too: replacing the driver changes only this file. */
export interface Statement {
  run(...parameters: readonly SqlValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  get(...parameters: readonly SqlValue[]): unknown;
  all(...parameters: readonly SqlValue[]): unknown[];
  /** One row at a time; leaving the loop ends the statement. */
  iterate(...parameters: readonly SqlValue[]): Iterable<unknown>;
}

export interface Driver {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): unknown;
  /** Also false after SQLite itself rolled back a transaction (disk full, I/O error). */
  isInTransaction(): boolean;
  /**
   * Copies the whole database into the file at `target`, `pagesPerStep` pages at a time. `onStep` receives the remaining and the total
   * pages; it cancels the copy by throwing. The copy restarts after every commit of another process, unless this connection is in a
   * transaction that has read.
   */
  copyTo(target: string, pagesPerStep: number, onStep: (left: number, total: number) => void): Promise<void>;
}

/**
 * Opens a database file; creates it unless `readonly`. SQLite's temporary data stays in memory: a sandbox or container may have no writable
 * temporary folder, and on a full disk errors can still be reported. Throws the driver's error: see `errors.ts`.
 */
export function openDriver(path: string, options: { readonly readonly: boolean }): Driver {
  const database = new Database(path, { readonly: options.readonly, fileMustExist: options.readonly, ...packagedBinding(path) });
  database.exec('pragma temp_store = memory');
  return {
    prepare: (sql) => database.prepare(sql) as Statement,
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    isInTransaction: () => database.inTransaction,
    copyTo: async (target, pagesPerStep, onStep) => {
      const progress = ({ totalPages, remainingPages }: Database.BackupMetadata): number => {
        onStep(remainingPages, totalPages);
        return pagesPerStep;
      };
      await database.backup(target, { progress });
    },
  };
}

/** The value of a pragma, or what it returns first. */
export function pragma<Value extends number | string>(driver: Driver, name: string): Value {
  const [value] = Object.values(driver.prepare(`pragma ${name}`).get() as Record<string, Value>);
  return value as Value;
}

/** Copies the log into the database and empties it. False if somebody who reads kept it from that. */
export function truncateLog(driver: Driver): boolean {
  // Its first column: whether it was blocked.
  return pragma(driver, 'wal_checkpoint(truncate)') === 0;
}

/** better-sqlite3 also accepts its compiled addon as an object; its types omit this. */
function packagedBinding(path: string): object {
  const addon = packagedAddon(dirname(path));
  return addon === undefined ? {} : { nativeBinding: addon };
}

/** SQLite's symbolic result code (`SQLITE_BUSY`, `SQLITE_FULL` …) of a driver error; `undefined` for other errors. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Database.SqliteError ? error.code : undefined;
}

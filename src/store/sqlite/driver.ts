import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { packagedAddon } from './packaged-addon.ts';

/** What a parameter or a column may hold. Integers stay below 2^53: ids and milliseconds. */
export type SqlValue = string | number | Uint8Array | null;

/**
 * The part of better-sqlite3 that node:sqlite has too. Nothing else of the driver is used anywhere, so this file is all
 * that changes if the driver is exchanged.
 */
export interface Statement {
  run(...parameters: readonly SqlValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  get(...parameters: readonly SqlValue[]): unknown;
  all(...parameters: readonly SqlValue[]): unknown[];
  /** One row after the other; stepping ends with the loop. */
  iterate(...parameters: readonly SqlValue[]): Iterable<unknown>;
}

export interface Driver {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): unknown;
  /** False too when SQLite itself rolled a transaction back (disk full, I/O error). */
  isInTransaction(): boolean;
  /**
   * Copies the whole database into the file at `target`, `pagesPerStep` pages at a time; `onStep` hears how many pages are left of
   * how many, and ends the copy by throwing. A copy that runs while others write begins again after each of their commits, unless
   * this connection is in a transaction that has read.
   */
  copyTo(target: string, pagesPerStep: number, onStep: (left: number, total: number) => void): Promise<void>;
}

/**
 * Opens a database file; creates it unless `readonly`. What SQLite puts aside for a moment stays in memory: in a sandbox or a container no
 * folder for temporary files need be writable, and on a full disk nothing has to be written to say so. Throws the driver's error: see
 * `errors.ts`.
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

/** better-sqlite3 takes its compiled part as an object too, which its types do not say. */
function packagedBinding(path: string): object {
  const addon = packagedAddon(dirname(path));
  return addon === undefined ? {} : { nativeBinding: addon };
}

/** SQLite's symbolic result code (`SQLITE_BUSY`, `SQLITE_FULL` …) of an error of the driver; undefined for other errors. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Database.SqliteError ? error.code : undefined;
}

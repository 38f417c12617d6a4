import { closeSync, fsyncSync, openSync } from 'node:fs';
import { atPath, openReadConnection } from './connection.ts';
import { refuseMissing } from './database-path.ts';
import { openDriver } from './driver.ts';
import { toStoreError } from './errors.ts';
import { SCHEMA_VERSION } from './migrations/index.ts';
import { checkSchema } from './migrations/migrate.ts';

/** 16 MiB: after each step signals are heard and progress is told. */
const PAGES_PER_STEP = 4_096;

/** How much of a copy is done, from 0 to 1. */
export type OnCopied = (share: number) => void;

/**
 * Copies a database that others may be writing, as it is at one moment, into one file that needs no -wal beside it, and syncs that.
 *
 * The pages are copied by SQLite's backup interface inside one read transaction. Without the transaction a copy begins again after
 * every commit of another process and never ends beside a busy `serve`; `VACUUM INTO` makes a smaller file, but took 1.0 s where this
 * took 0.5 s (200 MB, two cores), cannot be interrupted and tells no progress. Neither keeps anybody from writing; the WAL grows meanwhile.
 *
 * @throws AppError `store_…`, and what the signal aborts with. The target is then left as it is.
 */
export async function copyDatabase(
  path: string,
  target: string,
  options: { readonly signal: AbortSignal; readonly onCopied?: OnCopied | undefined },
): Promise<void> {
  refuseMissing(path);
  const source = openReadConnection(path).driver;
  try {
    checkSchema(source, SCHEMA_VERSION);
    source.exec('begin');
    // A transaction begins with its first read.
    source.prepare('select count(*) from sqlite_schema').get();
    await source.copyTo(target, PAGES_PER_STEP, (left, total) => {
      options.signal.throwIfAborted();
      options.onCopied?.(total === 0 ? 0 : 1 - left / total);
    });
    // The driver tells of steps that leave something only.
    options.onCopied?.(1);
    makeSelfContained(target);
  } catch (error) {
    if (options.signal.aborted) throw error;
    throw atPath(toStoreError(error), path);
  } finally {
    source.close();
  }
}

/** Moves what stands in its WAL into a database file that nobody else uses, so that the one file is everything; syncs it. */
export function makeSelfContained(path: string): void {
  const driver = openDriver(path, { readonly: false });
  try {
    driver.exec('pragma journal_mode = delete');
  } finally {
    driver.close();
  }
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

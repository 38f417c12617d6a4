import { closeSync, existsSync, mkdirSync, openSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { AppError } from '../../base/app-error.ts';
import { storeError } from './errors.ts';

/**
 * Makes the file and its folders where they are missing. It is its owner's alone: it holds personal data. SQLite gives its -wal and
 * -shm the same mode.
 * @throws AppError `store_unusable`, `store_forbidden`
 */
export function makeFile(path: string): void {
  refuseLoneLog(path);
  const isThere = databaseExists(path);
  try {
    makeFolders(dirname(path));
    if (!isThere) closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw storeError('store_unusable', (m) => m.notMade({ path: resolve(path) }), error);
  }
}

/** SQLite deletes the log that it finds beside an empty database, and with it what was acknowledged and not copied yet. */
function refuseLoneLog(path: string): void {
  const log = `${path}-wal`;
  // The log first: a process that starts at the same moment makes the database before its log.
  if (!existsSync(log) || databaseExists(path)) return;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw storeError('store_unusable', (m) => m.loneLog({ path: resolve(path), log: resolve(log) }));
}

/** @throws AppError `store_unusable` when there is no file; what `databaseExists` throws */
export function refuseMissing(path: string): void {
  if (databaseExists(path)) return;
  throw storeError('store_unusable', (m) => m.missing({ path: resolve(path) }));
}

/** One level at a time: `recursive: true` never returns where a folder cannot be made although its parent exists (/proc). */
export function makeFolders(folder: string, mode = 0o750): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process that starts at the same moment may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** @throws AppError `store_unusable` when the path is a folder; what `databaseExists` throws */
export function refuseDirectory(path: string): void {
  if (!(statsOf(path)?.isDirectory() ?? false)) return;
  throw storeError('store_unusable', (m) => m.isDirectory({ path: resolve(path) }));
}

/**
 * Whether there is something at the path of a database. What may not be looked at is not taken for missing.
 * @throws AppError `store_forbidden` where this user may not enter a folder on the way, `store_unusable` for a symbolic link to nothing
 *   or a path that cannot be one
 */
export function databaseExists(path: string): boolean {
  return statsOf(path) !== undefined;
}

function statsOf(path: string): Stats | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined) return stats;
  } catch (error) {
    throw unreachable(path, error);
  }
  // SQLite would begin a new database at the other end, where perhaps a disk is not mounted.
  const target = linkTarget(path);
  if (target !== undefined) throw storeError('store_unusable', (m) => m.leadsNowhere({ path: resolve(path), target }));
  return undefined;
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function unreachable(path: string, cause: unknown): AppError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM') return storeError('store_unusable', (m) => m.wrongPath({ path }), cause);
  return storeError('store_forbidden', (m) => m.unreachable({ path: resolve(path), code }), cause);
}

/** The file that SQLite uses where the path is a link: its log, and what is kept of it, stand beside that one. */
export function realDatabase(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

/** Tells the file at a path from every other one; undefined: there is none. */
export function fileAt(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev} ${stats.ino}`;
}

/** @param path absolute */
export function notInPlace(path: string): AppError {
  return storeError('store_moved', (m) => m.moved({ path }));
}

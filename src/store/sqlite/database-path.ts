import { closeSync, existsSync, mkdirSync, openSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { AppError } from '../../base/app-error.ts';
import { appError } from '../../messages/messages.ts';

/**
 * Creates the file and its folders if they are missing. Only the owner can read the file, because it holds personal data; SQLite gives its
 * -wal and -shm the same mode.
 * @throws AppError `store_unusable`, `store_forbidden`
 */
export function makeFile(path: string): void {
  refuseLogWithoutDatabase(path);
  const isThere = databaseExists(path);
  try {
    makeFolders(dirname(path));
    if (!isThere) closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw appError('store_unusable', (m) => m.errors.store.notMade({ path: resolve(path) }), { cause: error });
  }
}

/** SQLite deletes a log it finds next to an empty database, along with acknowledged transactions that are not checkpointed yet. */
function refuseLogWithoutDatabase(path: string): void {
  const log = `${path}-wal`;
  // Check the log first: a process that starts at the same time creates the database before its log.
  if (!existsSync(log) || databaseExists(path)) return;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw appError('store_unusable', (m) => m.errors.store.loneLog({ path: resolve(path), log: resolve(log) }));
}

/** @throws AppError `store_unusable` if the file is missing; whatever `databaseExists` throws */
export function refuseMissing(path: string): void {
  if (databaseExists(path)) return;
  throw appError('store_unusable', (m) => m.errors.store.missing({ path: resolve(path) }));
}

/** One level at a time: `recursive: true` never returns if a folder cannot be created although its parent exists (/proc). */
export function makeFolders(folder: string, mode = 0o750): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process that starts at the same time may have created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** @throws AppError `store_unusable` if the path is a folder; whatever `databaseExists` throws */
export function refuseDirectory(path: string): void {
  if (!(statsOf(path)?.isDirectory() ?? false)) return;
  throw appError('store_unusable', (m) => m.errors.store.isDirectory({ path: resolve(path) }));
}

/**
 * Whether something exists at the path of a database. A path that cannot be read does not count as missing.
 * @throws AppError `store_forbidden` if this user cannot enter a folder on the path, `store_unusable` if it is a dangling symbolic link or
 * no valid path
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
  // SQLite would create a new database at the link's target, for example on a disk that is not mounted.
  const target = linkTarget(path);
  if (target !== undefined) throw appError('store_unusable', (m) => m.errors.store.leadsNowhere({ path: resolve(path), target }));
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
  if (code !== 'EACCES' && code !== 'EPERM') return appError('store_unusable', (m) => m.errors.store.wrongPath({ path }), { cause });
  return appError('store_forbidden', (m) => m.errors.store.unreachable({ path: resolve(path), code }), { cause });
}

/** The file SQLite uses if the path is a symbolic link: its log, and copies of the log, are next to that file. */
export function realDatabase(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

/** Identifies the file at a path; `undefined` if there is none. */
export function fileAt(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : fileKey(stats);
}

/** Identifies a file by its device and inode. */
export function fileKey({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string {
  return `${dev} ${ino}`;
}

import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { OperatorAction } from '../domain/activity.ts';
import type { Operator } from '../domain/ports.ts';
import { appError } from '../messages/messages.ts';
import { copyDatabase, type OnCopied } from '../store/sqlite/copy-database.ts';
import { makeFolders, refuseMissing } from '../store/sqlite/database-path.ts';
import type { DatabaseContents } from '../store/sqlite/inspection.ts';
import { noteActivity } from '../store/sqlite/note-activity.ts';
import {
  backupFolder,
  backupName,
  checksumPath,
  databaseBytes,
  hashFile,
  listBackups,
  removeAbandoned,
  removeDatabase,
  requireSpace,
  syncFolder,
  writeChecksum,
} from './backup-files.ts';
import { type Verification, verifyDatabase } from './verify-backup.ts';

export interface BackupRequest {
  /** Path of the live database. */
  readonly database: string;
  /** A file, or an existing folder. Default: `backups` next to the database. */
  readonly target: string | undefined;
  /** How many backups to keep in the folder, including this one; `undefined` for all. */
  readonly keep: number | undefined;
  /** Replace an existing file. */
  readonly force: boolean;
  readonly operator: Operator;
  readonly signal: AbortSignal;
  readonly onCopied?: OnCopied | undefined;
}

export interface Backup {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly schemaVersion: number;
  readonly contents: DatabaseContents;
  readonly warnings: readonly Translated<string>[];
  /** Older backups that were deleted. */
  readonly removed: readonly string[];
  /** False if the database could not be written, so `doctor` will not know about this backup. */
  readonly isNoted: boolean;
}

/**
 * Copies the live database as of one point in time, verifies the copy, and only then gives it its name. If anything fails, no incomplete
 * file remains under that name.
 *
 * @throws AppError `conflict` if the file exists, `store_full`, `store_unusable` if there is no database or the copy is damaged; the
 * signal's abort reason
 */
export async function backUp(request: BackupRequest): Promise<Backup> {
  const { database, signal, operator } = request;
  // Checked before creating anything, so that nothing is left behind in a wrong folder.
  refuseMissing(database);
  // Killed restores and rehearsed migrations left their files next to the database.
  removeAbandoned(dirname(database));
  const path = targetPath(request);
  const folder = dirname(path);
  const partial = `${path}.${process.pid}.partial`;
  makePlace(folder, partial, databaseBytes(database));
  try {
    await copyDatabase(database, partial, { signal, onCopied: request.onCopied });
    const verification = verifyDatabase(partial);
    if (verification.problems.length > 0 || verification.contents === null || verification.schemaVersion === null)
      throw damagedSource(database, verification);
    const sha256 = await hashFile(partial, signal);
    putInPlace(partial, path, sha256);
    const { bytes, schemaVersion, contents, warnings } = verification;
    const removed = request.keep === undefined ? [] : removeOlder(folder, database, request.keep);
    const activity = { action: OperatorAction.backup, target: basename(path), detail: `${bytes} bytes sha256:${sha256}` };
    return { path, bytes, sha256, schemaVersion, contents, warnings, removed, isNoted: noteActivity(database, activity, operator) };
  } finally {
    removeDatabase(partial);
  }
}

/** @throws AppError `conflict`, or `usage` if it is the live database itself or --keep cannot identify backups by name */
function targetPath({ database, target, keep, force, operator }: BackupRequest): string {
  const isFolder = target === undefined || target.endsWith('/') || isDirectory(target);
  if (keep !== undefined && !isFolder) throw appError('usage', (m) => m.errors.backups.keepNeedsFolder);
  const folder = resolve(target ?? backupFolder(database));
  const path = isFolder ? join(folder, backupName(database, operator.now)) : resolve(target);
  if (isSameFile(path, database)) throw appError('usage', (m) => m.errors.backups.liveDatabase);
  if (existsSync(path) && !force) {
    throw appError('conflict', (m) => m.errors.backups.exists({ path }));
  }
  return path;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isSameFile(path: string, database: string): boolean {
  const real = (name: string): string => (existsSync(name) ? realpathSync(name) : resolve(name));
  return [database, `${database}-wal`, `${database}-shm`].some((file) => real(file) === real(path));
}

/** Creates the folder, checks for free space, and creates an empty file that only its owner can read, because it holds personal data. */
function makePlace(folder: string, partial: string, bytes: number): void {
  try {
    makeFolders(folder, 0o700);
    removeAbandoned(folder);
    requireSpace(folder, bytes);
    closeSync(openSync(partial, 'wx', 0o600));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw appError('store_unavailable', (m) => m.errors.backups.notWritten({ folder, code }), { cause: error });
  }
}

/** Removes the checksum of a replaced file first, so that a backup never has the checksum of another. */
function putInPlace(partial: string, path: string, sha256: string): void {
  rmSync(checksumPath(path), { force: true });
  renameSync(partial, path);
  writeChecksum(path, sha256);
  syncFolder(dirname(path));
}

function removeOlder(folder: string, database: string, keep: number): readonly string[] {
  const older = listBackups(folder, database).slice(keep);
  for (const file of older) {
    rmSync(file, { force: true });
    rmSync(checksumPath(file), { force: true });
  }
  if (older.length > 0) syncFolder(folder);
  return older;
}

function damagedSource(database: string, { problems }: Verification): AppError {
  const [problem] = problems;
  return appError('store_unusable', (m) => m.errors.backups.copyDamaged({ database, problem }));
}

import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { OperatorAction } from '../domain/activity.ts';
import type { Operator } from '../domain/ports.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
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
import { type Proof, proveDatabase } from './prove-backup.ts';

export interface BackupRequest {
  /** Path of the live database. */
  readonly database: string;
  /** A file, or a folder that exists; left out: `backups` beside the database. */
  readonly target: string | undefined;
  /** How many backups may stay in the folder, this one included; undefined: all. */
  readonly keep: number | undefined;
  /** Replace a file that exists. */
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
  /** False: the database could not be written, so `doctor` will not know of this backup. */
  readonly isNoted: boolean;
}

/**
 * Copies the live database as it is at one moment, proves the copy, and only then gives it its name. Whatever goes wrong, no
 * file of that name is left behind that is not a whole backup.
 *
 * @throws AppError `conflict` when the file exists, `store_full`, `store_unusable` when there is no database or the copy turns out to be
 *   damaged; what the signal aborts with
 */
export async function backUp(request: BackupRequest): Promise<Backup> {
  const { database, signal, operator } = request;
  // Before anything is made: in a wrong folder nothing is left behind.
  refuseMissing(database);
  // Restores and rehearsed migrations that were killed left theirs beside the database.
  removeAbandoned(dirname(database));
  const path = targetPath(request);
  const folder = dirname(path);
  const partial = `${path}.${process.pid}.partial`;
  makePlace(folder, partial, databaseBytes(database));
  try {
    await copyDatabase(database, partial, { signal, onCopied: request.onCopied });
    const proof = proveDatabase(partial);
    if (proof.problems.length > 0 || proof.contents === null || proof.schemaVersion === null) throw damagedSource(database, proof);
    const sha256 = await hashFile(partial, signal);
    putInPlace(partial, path, sha256);
    const { bytes, schemaVersion, contents, warnings } = proof;
    const removed = request.keep === undefined ? [] : removeOlder(folder, database, request.keep);
    const activity = { action: OperatorAction.backup, target: basename(path), detail: `${bytes} bytes sha256:${sha256}` };
    return { path, bytes, sha256, schemaVersion, contents, warnings, removed, isNoted: noteActivity(database, activity, operator) };
  } finally {
    removeDatabase(partial);
  }
}

/** @throws AppError `conflict`, or `usage` when it is the live database itself or --keep has no names to go by */
function targetPath({ database, target, keep, force, operator }: BackupRequest): string {
  const isFolder = target === undefined || target.endsWith('/') || isDirectory(target);
  if (keep !== undefined && !isFolder) throw appError('usage', (m) => m.errors.backups.keepCountsBackupsFolder);
  const folder = resolve(target ?? backupFolder(database));
  const path = isFolder ? join(folder, backupName(database, operator.now)) : resolve(target);
  if (isSameFile(path, database)) throw new AppError('usage', LIVE_DATABASE);
  if (existsSync(path) && !force) {
    throw appError('conflict', (m) => m.errors.backups.existsAlreadyNothingWritten({ path }));
  }
  return path;
}

const LIVE_DATABASE: Translated<string> = inEveryLanguage((m) => m.errors.backups.liveDatabase);

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isSameFile(path: string, database: string): boolean {
  const real = (name: string): string => (existsSync(name) ? realpathSync(name) : resolve(name));
  return [database, `${database}-wal`, `${database}-shm`].some((file) => real(file) === real(path));
}

/** The folder, room for the copy, and an empty file that only its owner can read: it holds personal data. */
function makePlace(folder: string, partial: string, bytes: number): void {
  try {
    makeFolders(folder, 0o700);
    removeAbandoned(folder);
    requireSpace(folder, bytes);
    closeSync(openSync(partial, 'wx', 0o600));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw appError('store_unavailable', (m) => m.errors.backups.theBackupCannotWritten({ folder, code }), { cause: error });
  }
}

/** The checksum of a file that is replaced goes first: a checksum never stands beside a backup it is not of. */
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

function damagedSource(database: string, { problems }: Proof): AppError {
  const [problem] = problems;
  return appError('store_unusable', (m) => m.errors.backups.theCopyNotWhole({ database, problem }));
}

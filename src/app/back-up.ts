import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { syncFolder } from '../base/sync-folder.ts';
import { DAY_MS } from '../base/time-units.ts';
import type { BackupConfig } from '../config/config.ts';
import { OperatorAction } from '../domain/activity.ts';
import type { Operator } from '../domain/ports.ts';
import { appError } from '../messages/messages.ts';
import { copyDatabase, type OnCopied } from '../store/sqlite/copy-database.ts';
import { makeFolders, realDatabase, refuseMissing } from '../store/sqlite/database-path.ts';
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
  writeChecksum,
} from './backup-files.ts';
import { type Encryption, encryptFile, makeEncrypter } from './encrypted-backups.ts';
import { type Verification, verifyDatabase } from './verify-backup.ts';

/** Days that backups are kept, if neither a setting nor the request limits them. */
export const DEFAULT_KEEP_DAYS = 30;

/** The newest backups are kept whatever their age: a wrong clock, or a pause in the backups, must not leave only the newest one. */
const KEPT_AT_ANY_AGE = 3;

export interface BackupRequest {
  /** Path of the live database. */
  readonly database: string;
  /** A file, or an existing folder. Default: `backups` next to the database. */
  readonly target: string | undefined;
  /** How many backups to keep in the folder, including this one; `undefined` for all. */
  readonly keep: number | undefined;
  /** For how many days to keep them, 0 for ever; `undefined`: as the settings say. */
  readonly keepDays: number | undefined;
  /** Without recipients and passphrase: as the settings say. */
  readonly encryption: Encryption;
  readonly settings: BackupConfig;
  /** Replace an existing file. */
  readonly force: boolean;
  readonly operator: Operator;
  readonly signal: AbortSignal;
  readonly onCopied?: OnCopied | undefined;
}

export interface Backup {
  readonly path: string;
  readonly isEncrypted: boolean;
  /** The size of the file. */
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
 * file remains under that name. A copy that will be encrypted stays next to the database until then: the folder of the backups may belong
 * to another machine.
 *
 * @throws AppError `conflict` if the file exists, `store_full`, `store_unusable` if there is no database or the copy is damaged, `usage` if
 * it cannot be encrypted as requested; the signal's abort reason
 */
export async function backUp(request: BackupRequest): Promise<Backup> {
  const { database, signal, operator } = request;
  // Checked before creating anything, so that nothing is left behind in a wrong folder.
  refuseMissing(database);
  const encrypter = await makeEncrypter(request.encryption, request.settings);
  // Killed backups, restores and rehearsed migrations left their files next to the database.
  removeAbandoned(dirname(database));
  const path = targetPath(request, encrypter === undefined ? '' : '.age');
  const bytes = databaseBytes(database);
  using partial = makePlace(path, bytes);
  using plain = encrypter === undefined ? undefined : makePlace(realDatabase(database), bytes);
  const copy = plain ?? partial;
  await copyDatabase(database, copy.path, { signal, onCopied: request.onCopied });
  const verification = await verifyDatabase(copy.path);
  if (verification.problems.length > 0 || verification.contents === null || verification.schemaVersion === null)
    throw damagedSource(database, verification);
  if (encrypter !== undefined) {
    requireSpace(dirname(path), statSync(copy.path).size);
    await encryptFile(encrypter, copy.path, partial.path, signal);
  }
  const sha256 = await hashFile(partial.path, signal);
  const { size } = statSync(partial.path);
  putInPlace(partial.path, path, sha256);
  const { schemaVersion, contents, warnings } = verification;
  const activity = { action: OperatorAction.backup, target: basename(path), detail: `${size} bytes sha256:${sha256}` };
  // First: an older backup that can't be deleted doesn't make this one less of a backup.
  const isNoted = await noteActivity(database, activity, operator);
  return {
    path,
    isEncrypted: encrypter !== undefined,
    bytes: size,
    sha256,
    schemaVersion,
    contents,
    warnings,
    removed: removeOlder(path, request),
    isNoted,
  };
}

/** @throws AppError `conflict`, or `usage` if it is the live database itself or older backups cannot be identified by name */
function targetPath({ database, target, keep, keepDays, force, operator }: BackupRequest, ending: string): string {
  const isFolder = target === undefined || target.endsWith('/') || isDirectory(target);
  if ((keep ?? keepDays) !== undefined && !isFolder) throw appError('usage', (m) => m.errors.backups.keepNeedsFolder);
  const folder = resolve(target ?? backupFolder(database));
  const file = isFolder ? join(folder, backupName(database, operator.now)) : resolve(target);
  const path = file.endsWith(ending) ? file : file + ending;
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

interface TemporaryFile extends Disposable {
  readonly path: string;
}

/**
 * Creates the folder, checks for free space, and creates an empty file that only its owner can read, because it will hold personal data.
 * It is removed at the end if it has not got its name until then.
 */
function makePlace(name: string, bytes: number): TemporaryFile {
  const folder = dirname(name);
  const path = `${name}.${process.pid}.partial`;
  try {
    makeFolders(folder, 0o700);
    removeAbandoned(folder);
    requireSpace(folder, bytes);
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw appError('store_unavailable', (m) => m.errors.backups.notWritten({ folder, code }), { cause: error });
  }
  return { path, [Symbol.dispose]: () => removeDatabase(path) };
}

/** Removes the checksum of a replaced file first, so that a backup never has the checksum of another. */
function putInPlace(partial: string, path: string, sha256: string): void {
  rmSync(checksumPath(path), { force: true });
  renameSync(partial, path);
  writeChecksum(path, sha256);
  syncFolder(dirname(path));
}

/** A backup with a name of its own removes none: they belong to a series of backups with names from `backupName`. */
function removeOlder(path: string, request: BackupRequest): readonly string[] {
  const backups = listBackups(dirname(path), request.database);
  if (!backups.includes(path)) return [];
  const oldest = oldestName(request);
  const { keep = Number.POSITIVE_INFINITY } = request;
  const older = backups.filter((file, index) => file !== path && (index >= keep || (index >= KEPT_AT_ANY_AGE && basename(file) < oldest)));
  for (const file of older) {
    rmSync(file, { force: true });
    rmSync(checksumPath(file), { force: true });
  }
  if (older.length > 0) syncFolder(dirname(path));
  return older;
}

/** Backups with an earlier name are too old. The default does not shorten what --keep keeps. */
function oldestName({ database, keep, keepDays, settings, operator }: BackupRequest): string {
  const days = keepDays ?? settings.keepDays ?? (keep === undefined ? DEFAULT_KEEP_DAYS : 0);
  return days === 0 ? '' : backupName(database, operator.now - days * DAY_MS);
}

function damagedSource(database: string, { problems }: Verification): AppError {
  const [problem] = problems;
  return appError('store_unusable', (m) => m.errors.backups.copyDamaged({ database, problem }));
}

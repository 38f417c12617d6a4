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
import { type DatabaseContents, erasuresIn } from '../store/sqlite/inspection.ts';
import { noteActivity } from '../store/sqlite/note-activity.ts';
import { journalOf } from '../store/sqlite/privacy/database-journal.ts';
import {
  type BackupSeries,
  backupFolder,
  backupName,
  checksumPath,
  databaseBytes,
  hashFile,
  journalBeside,
  listBackups,
  removeAbandoned,
  removeDatabase,
  requireSpace,
  stemOf,
  writeChecksum,
} from './backup-files.ts';
import { type Encryption, encryptFile, makeEncrypter } from './encrypted-backups.ts';
import { type Verification, verifyDatabase } from './verify-backup.ts';

/** Days that backups are kept, if neither a setting nor the request limits them. */
export const DEFAULT_KEEP_DAYS = 30;

/** The newest backups are kept whatever their age: a wrong clock, or a pause in the backups, must not leave only the newest one. */
const KEPT_AT_ANY_AGE = 3;

/** A database as `backUp` sees it. */
export interface BackupSource extends BackupSeries {
  /** How messages name the database. */
  readonly name: string;
  /** Where backups are by default. */
  readonly folder: string;
  /** Where a copy that will be encrypted is until then. */
  readonly workFolder: string;
  /** About as large as a copy, in bytes. */
  size(): number;
  /** Whether it is a file that a backup must not replace. */
  isLive(path: string): boolean;
  /**
   * Copies the live database as of one point in time into an empty file, and verifies the copy.
   * @throws AppError `store_…`; the signal's abort reason
   */
  copy(path: string, options: { readonly signal: AbortSignal; readonly onCopied?: OnCopied | undefined }): Promise<Verification>;
  /** Called once the backup has its name. */
  onDone?(path: string): Promise<void>;
  /** False if it cannot be written now. */
  note(activity: NotedBackup, operator: Operator): Promise<boolean>;
}

interface NotedBackup {
  readonly action: OperatorAction;
  readonly target: string;
  readonly detail: string;
}

export interface BackupRequest {
  readonly source: BackupSource;
  /** A file, or an existing folder. Default: that of the source. */
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
  const { source, signal, operator } = request;
  const encrypter = await makeEncrypter(request.encryption, request.settings);
  // Killed backups, restores and rehearsed migrations left their files there.
  removeAbandoned(source.workFolder);
  const path = targetPath(request, encrypter === undefined ? '' : '.age');
  const bytes = source.size();
  using partial = makePlace(path, bytes);
  using plain = encrypter === undefined ? undefined : makePlace(join(source.workFolder, `${source.stem}${source.ending}`), bytes);
  const copy = plain ?? partial;
  const verification = await source.copy(copy.path, { signal, onCopied: request.onCopied });
  if (verification.problems.length > 0 || verification.contents === null || verification.schemaVersion === null)
    throw damagedSource(source.name, verification);
  if (encrypter !== undefined) {
    requireSpace(dirname(path), statSync(copy.path).size);
    await encryptFile(encrypter, copy.path, partial.path, signal);
  }
  const sha256 = await hashFile(partial.path, signal);
  const { size } = statSync(partial.path);
  putInPlace(partial.path, path, sha256);
  await source.onDone?.(path);
  const { schemaVersion, contents, warnings } = verification;
  const activity = { action: OperatorAction.backup, target: basename(path), detail: `${size} bytes sha256:${sha256}` };
  // First: an older backup that can't be deleted doesn't make this one less of a backup.
  const isNoted = await source.note(activity, operator);
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

/**
 * The database in a file.
 * @throws AppError `store_unusable` if it is missing
 */
export function fileSource(database: string): BackupSource {
  refuseMissing(database);
  return {
    name: database,
    stem: stemOf(database),
    ending: '.db',
    folder: backupFolder(database),
    workFolder: dirname(realDatabase(database)),
    size: () => databaseBytes(database),
    isLive: (path) => isSameFile(path, database),
    async copy(path, options) {
      await copyDatabase(database, path, options);
      return await verifyDatabase(path);
    },
    async onDone(path) {
      const journal = journalBeside(dirname(path), stemOf(database), realDatabase(database));
      journal.add(journalOf(database).read());
      journal.complete(await erasuresIn(database));
    },
    note: (activity, operator) => noteActivity(database, activity, operator),
  };
}

/** @throws AppError `conflict`, or `usage` if it is the live database itself or older backups cannot be identified by name */
function targetPath({ source, target, keep, keepDays, force, operator }: BackupRequest, ending: string): string {
  const isFolder = target === undefined || target.endsWith('/') || isDirectory(target);
  if ((keep ?? keepDays) !== undefined && !isFolder) throw appError('usage', (m) => m.errors.backups.keepNeedsFolder);
  const folder = resolve(target ?? source.folder);
  const file = isFolder ? join(folder, backupName(source, operator.now)) : resolve(target);
  const path = file.endsWith(ending) ? file : file + ending;
  if (source.isLive(path)) throw appError('usage', (m) => m.errors.backups.liveDatabase);
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
  const backups = listBackups(dirname(path), request.source);
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
function oldestName({ source, keep, keepDays, settings, operator }: BackupRequest): string {
  const days = keepDays ?? settings.keepDays ?? (keep === undefined ? DEFAULT_KEEP_DAYS : 0);
  return days === 0 ? '' : backupName(source, operator.now - days * DAY_MS);
}

function damagedSource(database: string, { problems }: Verification): AppError {
  const [problem] = problems;
  return appError('store_unusable', (m) => m.errors.backups.copyDamaged({ database, problem }));
}

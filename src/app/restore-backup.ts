import { chmodSync, chownSync, existsSync, linkSync, realpathSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Translated } from '../base/language.ts';
import { syncFolder } from '../base/sync-folder.ts';
import { OperatorAction } from '../domain/activity.ts';
import type { PersonProgress } from '../domain/person.ts';
import type { Operator } from '../domain/ports.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import type { FileJournal } from '../store/sql/privacy/journal.ts';
import { makeSelfContained } from '../store/sqlite/copy-database.ts';
import { databaseExists } from '../store/sqlite/database-path.ts';
import { erasuresIn } from '../store/sqlite/inspection.ts';
import { forgetSessions, noteActivity } from '../store/sqlite/note-activity.ts';
import { journalOf } from '../store/sqlite/privacy/database-journal.ts';
import { repeatErasuresIn } from '../store/sqlite/privacy/repeat-erasures.ts';
import { removeIndex } from '../store/sqlite/search/index-file.ts';
import {
  copyFileHashed,
  databaseBytes,
  hashFile,
  journalBeside,
  readChecksum,
  removeAbandoned,
  removeDatabase,
  requireSpace,
  stemOf,
  stemOfBackup,
  timeInName,
} from './backup-files.ts';
import { refuseLateUser, refuseSeenUsers, refuseUsed, requireUnused } from './database-users.ts';
import { type BackupKey, type Decrypter, decryptFile, makeDecrypter } from './encrypted-backups.ts';
import { isSelfContained, NO_JOURNAL, unusableBackup, type Verification, verifyDatabase } from './verify-backup.ts';

/** The result of verifying a backup. */
export interface BackupVerification extends Verification {
  readonly path: string;
  readonly sha256: string;
  /** `none`: there is no checksum file. */
  readonly checksum: 'matches' | 'differs' | 'none';
}

export interface Restored {
  readonly verification: BackupVerification;
  /** False if the backup is unusable or the operator declined; nothing was changed. */
  readonly isDone: boolean;
  /** Where the old database is now; `null` if there was none. */
  readonly kept: string | null;
  /** Erasures of people that the backup did not know, and that were repeated in it. */
  readonly erasedAgain: number;
}

export interface RestoreRequest {
  readonly file: string;
  readonly key: BackupKey;
  /** Path of the live database. */
  readonly database: string;
  readonly operator: Operator;
  readonly signal: AbortSignal;
  /** Called once the copy is verified, before anything is changed. */
  readonly confirm: (verification: BackupVerification) => Promise<boolean>;
  /** Progress of repeating erasures; not called if there are none to repeat. */
  readonly onErasing: (progress: PersonProgress) => void;
}

/**
 * Verifies a backup without changing anything. A file that is encrypted or was copied with its WAL is decrypted or combined next to the
 * live database.
 *
 * @throws AppError `not_found`, `usage` if the key is missing or does not decrypt the backup; the signal's abort reason
 */
export async function checkBackup(file: string, key: BackupKey, database: string, signal: AbortSignal): Promise<BackupVerification> {
  const path = existingFile(file);
  const decrypter = await makeDecrypter(path, key);
  const verify = verifyBefore(path, database);
  if (decrypter === undefined && isSelfContained(path))
    return await verificationOf(path, path, { sha256: await hashFile(path, signal) }, verify);
  const staged = stagingPath(join(dirname(database), basename(path)));
  try {
    return await verificationOf(path, staged, await stage(path, staged, decrypter, signal), verify);
  } finally {
    removeDatabase(staged);
  }
}

/**
 * Replaces the live database with a backup. The backup is first copied next to it, synced and verified; until then the live file is not
 * touched, and afterwards it stays under another name. Sessions are not restored: one that was revoked since the backup would open the web
 * again.
 *
 * @throws AppError `conflict` while a process uses the live database, or if another command removed the copy; `not_found`, `store_full`,
 * `usage` if the key is missing or does not decrypt the backup; the signal's abort reason
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const path = existingFile(request.file);
  const live = databaseExists(request.database) ? realpathSync(request.database) : resolve(request.database);
  if (path === live) throw appError('usage', (m) => m.errors.backups.sameFile);
  const decrypter = await makeDecrypter(path, request.key);
  // Checks without changing anything, so that a database in use is reported before a long copy.
  refuseSeenUsers(live);
  const staged = stagingPath(live);
  try {
    const copy = await stage(path, staged, decrypter, request.signal);
    const verification = await verificationOf(path, staged, copy, verifyBefore(path, live));
    if (verification.problems.length > 0) return { verification, isDone: false, kept: null, erasedAgain: 0 };
    refuseUsed(live);
    if (!(await request.confirm(verification))) return { verification, isDone: false, kept: null, erasedAgain: 0 };
    request.signal.throwIfAborted();
    renew(staged);
    const { operator, signal, onErasing } = request;
    // On another machine, the database that is replaced does not know who was erased; here, its journal may be lost.
    const journal = journalOf(live);
    journal.add(journalOfBackup(path, live).read());
    journal.add(await erasuresIn(live));
    const erasedAgain = await repeatErasuresIn(staged, live, operator.now, { signal, onProgress: onErasing });
    signal.throwIfAborted();
    return { verification, isDone: true, kept: await exchange(staged, live, path, operator), erasedAgain };
  } finally {
    removeDatabase(staged);
  }
}

/** A question may stay open for longer than a copy that does not grow is kept (`removeAbandoned`). */
function renew(staged: string): void {
  const now = new Date();
  try {
    utimesSync(staged, now, now);
  } catch (error) {
    throw appError('conflict', (m) => m.errors.backups.copyRemoved, { cause: error });
  }
}

/** That of the database that was backed up, which is not always the live one. */
function journalOfBackup(path: string, live: string): FileJournal {
  return journalBeside(dirname(path), stemOfBackup(path) ?? stemOf(live));
}

/** How a copy of a backup is verified that is to replace the live database. */
function verifyBefore(path: string, live: string): (copy: string) => Promise<Verification> {
  return async (copy) => {
    const verification = await verifyDatabase(copy);
    const hasJournal = journalOfBackup(path, live).exists || journalOf(live).exists;
    return hasJournal ? verification : { ...verification, warnings: [...verification.warnings, NO_JOURNAL] };
  };
}

/** A complete copy of a backup, without encryption. */
interface Staged {
  /** Of the backup. */
  readonly sha256: string;
  /** Why there is no complete copy. */
  readonly problem?: Translated<string> | undefined;
}

export async function verificationOf(
  path: string,
  copy: string,
  { sha256, problem }: Staged,
  verify: (copy: string) => Promise<Verification>,
): Promise<BackupVerification> {
  const expected = readChecksum(path);
  const checksum = expected === undefined ? 'none' : expected === sha256 ? 'matches' : 'differs';
  const bytes = statSync(path).size;
  const verification = problem === undefined ? await verify(copy) : unusableBackup(bytes, problem);
  const problems = checksum === 'differs' ? [CHECKSUM_DIFFERS, ...verification.problems] : verification.problems;
  return { ...verification, path, bytes, sha256, checksum, problems };
}

/** Copies the backup, including its WAL if there is one, into one complete file. */
async function stage(path: string, staged: string, decrypter: Decrypter | undefined, signal: AbortSignal): Promise<Staged> {
  const folder = dirname(staged);
  if (!existsSync(folder)) throw appError('store_unusable', (m) => m.errors.backups.folderMissing({ folder }));
  removeAbandoned(folder);
  requireSpace(folder, databaseBytes(path));
  const copied =
    decrypter === undefined
      ? { sha256: await copyFileHashed(path, staged, signal) }
      : { sha256: await hashFile(path, signal), problem: await decryptFile(decrypter, path, staged, signal) };
  if (isSelfContained(staged)) return copied;
  if (existsSync(`${path}-wal`)) await copyFileHashed(`${path}-wal`, `${staged}-wal`, signal);
  try {
    makeSelfContained(staged);
  } catch {
    // Damaged, or not a database: the verification reports it.
  }
  return copied;
}

/** Returns the new path of the old database. */
async function exchange(staged: string, live: string, backup: string, operator: Operator): Promise<string | null> {
  const kept = existsSync(live) ? join(dirname(live), `${stemOf(live)}.replaced-${timeInName(operator.now)}.db`) : null;
  const detail = kept === null ? 'there was no database' : `the old one is ${basename(kept)}`;
  forgetSessions(staged);
  await noteActivity(staged, { action: OperatorAction.restore, target: basename(backup), detail }, operator);
  makeSelfContained(staged);
  if (kept === null) {
    takeOwnership(staged, statSync(dirname(live)), 0o600);
    placeFile(staged, live);
    return null;
  }
  const { mode } = statSync(live);
  takeOwnership(staged, statSync(live), mode & 0o777);
  replace(staged, live, kept);
  return kept;
}

/**
 * The old file gets its second name before it loses the first, and its WAL is removed before the new file is in place: SQLite would apply
 * an old WAL to any database next to it. So a crash at any time leaves a complete database.
 */
function replace(staged: string, live: string, kept: string): void {
  const use = requireUnused(live);
  try {
    giveSecondName(live, kept);
    if (existsSync(`${live}-wal`)) giveSecondName(`${live}-wal`, `${kept}-wal`);
    syncFolder(dirname(live));
    for (const ending of ['-wal', '-shm']) rmSync(live + ending, { force: true });
    placeFile(staged, live);
  } finally {
    if (use.kind === 'held') use.release();
  }
  refuseLateUser(kept);
}

/** @throws AppError `store_unavailable` if the file system has no hard links; nothing was changed then */
function giveSecondName(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw appError('store_unavailable', (m) => m.errors.backups.oldNotSetAside({ name, code, file }), { cause: error });
  }
}

function placeFile(staged: string, live: string): void {
  removeIndex(live);
  renameSync(staged, live);
  syncFolder(dirname(live));
}

/** As root, the new file must not become one that the service cannot write. */
function takeOwnership(staged: string, like: { readonly uid: number; readonly gid: number }, mode: number): void {
  chmodSync(staged, mode);
  if (process.getuid?.() === 0) chownSync(staged, like.uid, like.gid);
}

function stagingPath(live: string): string {
  return `${live}.${process.pid}.partial`;
}

/** @throws AppError `not_found` */
export function existingFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() === true) return realpathSync(file);
  const path = resolve(file);
  throw appError('not_found', ({ errors: { backups: words } }) => (found === undefined ? words.missing : words.notAFile)({ path }));
}

const CHECKSUM_DIFFERS: Translated<string> = inEveryLanguage((m) => m.errors.backups.checksumDiffers);

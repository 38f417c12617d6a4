import { chmodSync, chownSync, existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { OperatorAction } from '../domain/activity.ts';
import type { Operator } from '../domain/ports.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import { makeSelfContained } from '../store/sqlite/copy-database.ts';
import { databaseExists } from '../store/sqlite/database-path.ts';
import { forgetSessions } from '../store/sqlite/forget-sessions.ts';
import { noteActivity } from '../store/sqlite/note-activity.ts';
import {
  copyFileHashed,
  databaseBytes,
  hashFile,
  readChecksum,
  removeAbandoned,
  removeDatabase,
  requireSpace,
  stemOf,
  syncFolder,
  timeInName,
} from './backup-files.ts';
import { refuseLateUser, refuseSeenUsers, refuseUsed, requireUnused } from './database-users.ts';
import { isSelfContained, type Proof, proveDatabase } from './prove-backup.ts';

/** What was found out about a backup. */
export interface BackupProof extends Proof {
  readonly path: string;
  readonly sha256: string;
  /** `none`: no checksum file stands beside it. */
  readonly checksum: 'matches' | 'differs' | 'none';
}

export interface Restored {
  readonly proof: BackupProof;
  /** False: the backup is not usable, or the operator said no; nothing was changed. */
  readonly isDone: boolean;
  /** Where the database that was live before stands now; null when there was none. */
  readonly kept: string | null;
}

export interface RestoreRequest {
  readonly file: string;
  /** Path of the live database. */
  readonly database: string;
  readonly operator: Operator;
  readonly signal: AbortSignal;
  /** Asked when the copy is proven and before anything is changed. */
  readonly confirm: (proof: BackupProof) => Promise<boolean>;
}

/** Proves a backup and changes nothing. A file that was copied with its WAL is put together and proven in `workFolder`. */
export async function checkBackup(file: string, workFolder: string, signal: AbortSignal): Promise<BackupProof> {
  const path = existingFile(file);
  if (isSelfContained(path)) return proofOf(path, path, await hashFile(path, signal));
  const staged = stagingPath(join(workFolder, basename(path)));
  try {
    return proofOf(path, staged, await stage(path, staged, signal));
  } finally {
    removeDatabase(staged);
  }
}

/**
 * Puts a backup in the place of the live database. It is copied beside it, synced and proven first; the live file is not touched before,
 * and stays under another name afterwards. Sessions are not restored: one that was revoked since the backup would open the web again.
 *
 * @throws AppError `conflict` while a process uses the live database, `not_found`, `store_full`; what the signal aborts with
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const path = existingFile(request.file);
  const live = databaseExists(request.database) ? realpathSync(request.database) : resolve(request.database);
  if (path === live) throw new AppError('usage', SAME_FILE);
  // Without touching it: whoever is seen here is told before a long copy is made.
  refuseSeenUsers(live);
  const staged = stagingPath(live);
  try {
    const proof = proofOf(path, staged, await stage(path, staged, request.signal));
    if (proof.problems.length > 0) return { proof, isDone: false, kept: null };
    refuseUsed(live);
    if (!(await request.confirm(proof))) return { proof, isDone: false, kept: null };
    request.signal.throwIfAborted();
    return { proof, isDone: true, kept: exchange(staged, live, path, request.operator) };
  } finally {
    removeDatabase(staged);
  }
}

function proofOf(path: string, copy: string, sha256: string): BackupProof {
  const expected = readChecksum(path);
  const checksum = expected === undefined ? 'none' : expected === sha256 ? 'matches' : 'differs';
  const proof = proveDatabase(copy);
  const problems = checksum === 'differs' ? [CHECKSUM_DIFFERS, ...proof.problems] : proof.problems;
  return { ...proof, path, sha256, checksum, problems };
}

/** Copies the backup, with its WAL where it has one, and makes one whole file of it. Returns the SHA-256 of the backup. */
async function stage(path: string, staged: string, signal: AbortSignal): Promise<string> {
  const folder = dirname(staged);
  if (!existsSync(folder)) throw appError('store_unusable', (m) => m.errors.backups.theFolderDoesNot({ folder }));
  removeAbandoned(folder);
  requireSpace(folder, databaseBytes(path));
  const sha256 = await copyFileHashed(path, staged, signal);
  if (isSelfContained(staged)) return sha256;
  if (existsSync(`${path}-wal`)) await copyFileHashed(`${path}-wal`, `${staged}-wal`, signal);
  try {
    makeSelfContained(staged);
  } catch {
    // Damaged, or no database at all: the proof says so.
  }
  return sha256;
}

/** Returns where the old database stands. */
function exchange(staged: string, live: string, backup: string, operator: Operator): string | null {
  const kept = existsSync(live) ? join(dirname(live), `${stemOf(live)}.replaced-${timeInName(operator.now)}.db`) : null;
  const detail = kept === null ? 'there was no database' : `the old one is ${basename(kept)}`;
  forgetSessions(staged);
  noteActivity(staged, { action: OperatorAction.restore, target: basename(backup), detail }, operator);
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
 * The old file gets its second name before it loses the first, and its WAL is gone before the new file is there: SQLite would play the
 * pages of an old WAL into any database it finds beside it. So a crash at any moment leaves either database whole.
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

/** @throws AppError `store_unavailable` where the file system has no hard links; nothing was changed then */
function giveSecondName(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw appError('store_unavailable', (m) => m.errors.backups.theOldDatabaseCould({ name, code, file }), { cause: error });
  }
}

function placeFile(staged: string, live: string): void {
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
function existingFile(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return realpathSync(file);
  throw appError('not_found', (m) => m.errors.backups.thereIsNoBackup({ path: resolve(file) }));
}

const SAME_FILE: Translated<string> = inEveryLanguage((m) => m.errors.backups.sameFile);
const CHECKSUM_DIFFERS: Translated<string> = inEveryLanguage((m) => m.errors.backups.checksumDiffers);

import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatBytes } from '../base/bytes.ts';
import { appError } from '../messages/messages.ts';
import { FileJournal } from '../store/sql/privacy/journal.ts';

/** A copy that has not grown for this long belongs to a killed process, in ms. */
const ABANDONED_MS = 3_600_000;

/** Files that SQLite may leave next to a database. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

/** `20261121T134400Z`: sorts by time and is valid in file names everywhere. */
export function timeInName(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** What names the backups of a database: `lead-intake-20261121T134400Z.db` for the file `lead-intake.db`. */
export interface BackupSeries {
  readonly stem: string;
  readonly ending: '.db' | '.dump';
}

/** The name of a backup taken at this time. */
export function backupName({ stem, ending }: BackupSeries, now: number): string {
  return `${stem}-${timeInName(now)}${ending}`;
}

/** Backups of a series, with names from `backupName` and perhaps `.age`, newest first. */
export function listBackups(folder: string, series: BackupSeries): readonly string[] {
  const names = readdirSync(folder).filter((name) => isBackupName(name, series));
  return names
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name));
}

function isBackupName(name: string, { stem, ending }: BackupSeries): boolean {
  if (!name.startsWith(`${stem}-`)) return false;
  const [, end] = /^\d{8}T\d{6}Z(\.[a-z]+)(?:\.age)?$/.exec(name.slice(stem.length + 1)) ?? [];
  return end === ending;
}

/** The stem in the name of a backup of a file; `undefined` if somebody named it. */
export function stemOfBackup(path: string): string | undefined {
  return /^(.+)-\d{8}T\d{6}Z\.db(?:\.age)?$/.exec(basename(path))?.[1];
}

/** The journal of erasures for all backups of a database in a folder: one from before an erasure does not know of it. */
export function journalBeside(folder: string, stem: string, ownedLike?: string): FileJournal {
  return new FileJournal(join(folder, `${stem}-erasures`), ownedLike);
}

/** The file name without its extension. */
export function stemOf(path: string): string {
  return basename(path).replace(/\.[^.]*$/, '');
}

/** The file with the SHA-256 of a backup, in the format of `sha256sum`. */
export function checksumPath(path: string): string {
  return `${path}.sha256`;
}

/** Writes the checksum so that `sha256sum -c` succeeds in the folder of the backup; synced. */
export function writeChecksum(path: string, sha256: string): void {
  const partial = `${checksumPath(path)}.partial`;
  writeFileSync(partial, `${sha256}  ${basename(path)}\n`, { mode: 0o600, flush: true });
  renameSync(partial, checksumPath(path));
}

/** The SHA-256 next to a backup; `undefined` if there is no file, `''` if it cannot be read. */
export function readChecksum(path: string): string | undefined {
  if (!existsSync(checksumPath(path))) return undefined;
  return /^[0-9a-f]{64}\b/i.exec(readFileSync(checksumPath(path), 'utf8'))?.[0].toLowerCase() ?? '';
}

/** SHA-256 of a file, as hex. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}

/** Copies a file, readable only by its owner, and syncs it. Returns the SHA-256 of the bytes read. Never overwrites. */
export async function copyFileHashed(from: string, to: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), hashing, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }), { signal });
  return hash.digest('hex');
}

export function fileBegins(path: string, text: string): boolean {
  return readBeginning(path, text.length).toString('latin1') === text;
}

/** The first bytes of a file; zeros after its end. */
export function readBeginning(path: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, length, 0);
  } finally {
    closeSync(file);
  }
  return bytes;
}

/** Removes an incomplete database file and the files SQLite left next to it. */
export function removeDatabase(path: string): void {
  for (const file of [path, ...COMPANIONS.map((ending) => path + ending)]) rmSync(file, { force: true });
}

/**
 * Names the file if the file system prevents the work.
 * @param file if the error names none
 * @throws AppError `store_unavailable`
 */
export async function withFileErrors<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { syscall, code, path = file } = error as NodeJS.ErrnoException;
    if (syscall === undefined || code === undefined) throw error;
    throw appError('store_unavailable', (m) => m.errors.backups.fileFailed({ path, code }), { cause: error });
  }
}

/** @throws AppError `store_full` if the folder has too little free space for this user */
export function requireSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw appError('store_full', (m) => {
    const [needed, left] = [bytes, free].map((size) => formatBytes(size, m.labels.locale)) as [string, string];
    return m.errors.backups.noRoom({ folder, needed, left });
  });
}

/** The size of a database including its WAL, in bytes. */
export function databaseBytes(path: string): number {
  return [path, `${path}-wal`].reduce((total, file) => total + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** The default folder for backups: `backups` next to the database. */
export function backupFolder(database: string): string {
  return join(dirname(database), 'backups');
}

/**
 * Removes files that killed backups, restores and rehearsed migrations left in a folder: each is as large as the database. A file that is
 * still being written grows.
 */
export function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => /\.\d+\.partial$/.test(file))) {
    const { mtimeMs } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (Date.now() - mtimeMs > ABANDONED_MS) removeDatabase(join(folder, name));
  }
}

import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync, utimesSync } from 'node:fs';
import { endianness } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { AppError, ErrorCode } from '../../base/app-error.ts';
import { appError } from '../../messages/messages.ts';
import { realDatabase } from './database-path.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The magic number of a log whose checksums use this machine's byte order. */
const MAGIC = endianness() === 'LE' ? 0x377f0682 : 0x377f0683;
const FRAMES_PER_READ = 256;

interface LogDamage {
  /** The log's generation: its salts as hexadecimal text. */
  readonly generation: string;
  /** The first frame whose content differs from what was written, counted from 1; 0 is the header. */
  readonly frame: number;
}

/** A copy of a damaged log, kept next to the database. */
export interface KeptLog {
  readonly path: string;
  /** When the log was last written before the damage was found, UTC ms. */
  readonly writtenAt: number;
}

/**
 * Finds acknowledged transactions that SQLite is going to drop. SQLite reads a log up to the first frame with a wrong checksum and treats
 * the rest as a torn write. A torn write is at most one transaction long, because each transaction is synced before the next begins. So a
 * complete transaction after a broken frame, followed by intact frames that continue it, proves that synced data was lost. Remains of
 * failed commits that were overwritten prove nothing: no frame continues them.
 *
 * Damage within the last transaction alone is ignored: that transaction may never have been acknowledged.
 *
 * @param path of the log
 * @returns `undefined` if the log is intact, torn at its end, or missing
 */
export function findLogDamage(path: string): LogDamage | undefined {
  const found = scan(path);
  // Another process may have written or restarted the log meanwhile. Real damage is found twice in the same place.
  const again = found === undefined ? undefined : scan(path);
  return found?.generation === again?.generation && found?.frame === again?.frame ? again : undefined;
}

/**
 * Keeps a copy of a damaged log before SQLite reads the log and overwrites it. Returns whether the log is damaged.
 * @throws AppError `store_full`, `store_unavailable` or `store_unusable` if no copy can be kept
 */
export function keepDamagedLog(path: string): boolean {
  const database = realDatabase(path);
  const log = `${database}-wal`;
  const damage = findLogDamage(log);
  if (damage === undefined) return false;
  const kept = `${keptPrefix(database)}${damage.generation}`;
  if (existsSync(kept)) return true;
  const { atime, mtime } = statSync(log);
  try {
    copyFileSync(log, kept);
    utimesSync(kept, atime, mtime);
  } catch (error) {
    rmSync(kept, { force: true });
    throw notKept(log, error);
  }
  return true;
}

/** The damaged logs kept next to a database, by name. */
export function keptLogs(path: string): readonly KeptLog[] {
  const database = realDatabase(path);
  const folder = dirname(database);
  const prefix = basename(keptPrefix(database));
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix));
  return names.sort().map((name) => ({ path: join(folder, name), writtenAt: Math.round(statSync(join(folder, name)).mtimeMs) }));
}

function keptPrefix(path: string): string {
  return `${path}-wal-damaged-`;
}

/** Errors that pass when there is space again or the disk responds; for every other one the operator has to change something. */
const NOT_KEPT: Readonly<Record<string, ErrorCode>> = { ENOSPC: 'store_full', EDQUOT: 'store_full', EIO: 'store_unavailable' };

function notKept(log: string, cause: unknown): AppError {
  const code = NOT_KEPT[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'store_unusable';
  return appError(code, (m) => m.errors.store.logNotKept({ log: resolve(log) }), { cause });
}

type Sums = readonly [first: number, second: number];

/** SQLite's log checksum over whole words, continuing from a previous checksum. */
function checksum(words: Uint32Array, from: number, to: number, [first, second]: Sums): Sums {
  let one = first;
  let two = second;
  for (let at = from; at < to; at += 2) {
    one = (one + (words[at] as number) + two) >>> 0;
    two = (two + (words[at + 1] as number) + one) >>> 0;
  }
  return [one, two];
}

function scan(path: string): LogDamage | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    return scanFile(file);
  } finally {
    closeSync(file);
  }
}

/** Not `existsSync` first: SQLite deletes a log when the last connection of any process closes, which can be in between. */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function scanFile(file: number): LogDamage | undefined {
  const header = Buffer.from(new ArrayBuffer(HEADER_BYTES));
  if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES || header.readUInt32BE(0) !== MAGIC) return undefined;
  const pageBytes = header.readUInt32BE(8);
  if (pageBytes < 512 || pageBytes > 65_536 || pageBytes % 8 !== 0) return undefined;
  const sums: Sums = [header.readUInt32BE(24), header.readUInt32BE(28)];
  const made = checksum(new Uint32Array(header.buffer), 0, 6, [0, 0]);
  // A restarted log with a torn header has only frames of an older generation, which have been checkpointed.
  const frames = new Frames(header.subarray(16, 24), sums, made);
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const buffer = Buffer.from(new ArrayBuffer(frameBytes * FRAMES_PER_READ));
  for (let at = HEADER_BYTES; ; ) {
    const read = readSync(file, buffer, 0, buffer.byteLength, at);
    const whole = Math.floor(read / frameBytes);
    for (let index = 0; index < whole; index += 1) frames.add(buffer, index * frameBytes, frameBytes);
    if (whole === 0) return frames.damage();
    at += whole * frameBytes;
  }
}

class Frames {
  readonly #salts: Buffer;
  /** The checksum stored in the last frame, right or wrong. */
  #last: Sums;
  /** The checksum computed from its bytes: if only the stored checksum is damaged, the next frame continues from this one. */
  #made: Sums;
  #count = 0;
  #broken: number | undefined;
  /** True if a transaction ended at or after the broken frame and all frames since continue from it; none continues a failed commit. */
  #commitInChain = false;
  /** True if intact frames follow such an end. */
  #goesOn = false;

  constructor(salts: Buffer, sums: Sums, made: Sums) {
    this.#salts = Buffer.from(salts);
    this.#last = sums;
    this.#made = made;
    if (!areSame(sums, made)) this.#broken = 0;
  }

  add(buffer: Buffer, at: number, bytes: number): void {
    this.#count += 1;
    const words = new Uint32Array(buffer.buffer, at, bytes / 4);
    const has: Sums = [buffer.readUInt32BE(at + 16), buffer.readUInt32BE(at + 20)];
    const before = this.#last;
    const made = frameSums(words, before);
    const goesOn = areSame(made, has) || (this.#broken !== undefined && areSame(frameSums(words, this.#made), has));
    this.#last = has;
    this.#made = made;
    const isOurs = buffer.compare(this.#salts, 0, 8, at + 8, at + 16) === 0;
    this.#note(isOurs, goesOn, words[1] !== 0 && (goesOn || !isFalseEnd(words, before, has)));
  }

  #note(isOurs: boolean, goesOn: boolean, isCommit: boolean): void {
    const isWhole = isOurs && goesOn;
    if (isWhole && this.#broken === undefined) return;
    const isFirstBroken = this.#broken === undefined;
    this.#broken ??= this.#count;
    if (isWhole && this.#commitInChain) this.#goesOn = true;
    if (!isWhole) this.#commitInChain = false;
    // A broken frame's own header tells whether it ends a transaction. If its salts are damaged, the checksum shows that it belongs to this
    // log.
    if (!isCommit || !(isWhole || (isFirstBroken && (isOurs || goesOn)))) return;
    this.#commitInChain = true;
  }

  damage(): LogDamage | undefined {
    if (this.#broken === undefined || !this.#goesOn) return undefined;
    return { generation: this.#salts.toString('hex'), frame: this.#broken };
  }
}

/** The checksum of a frame that follows this checksum. */
function frameSums(words: Uint32Array, before: Sums): Sums {
  return checksum(words, FRAME_HEADER_BYTES / 4, words.length, checksum(words, 0, 2, before));
}

/**
 * A frame ends a transaction if its second word, the number of pages after the commit, is not 0. If the checksum matches the frame with a 0
 * there, this word itself is damaged, and the frame does not end a transaction.
 */
function isFalseEnd(words: Uint32Array, before: Sums, has: Sums): boolean {
  const withoutEnd = words.slice();
  withoutEnd[1] = 0;
  return areSame(frameSums(withoutEnd, before), has);
}

function areSame(one: Sums, other: Sums): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync, utimesSync } from 'node:fs';
import { endianness } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { AppError, ErrorCode } from '../../base/app-error.ts';
import { realDatabase } from './database-path.ts';
import { storeError } from './errors.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Of a log whose checksums were made on a machine with this order of bytes. */
const MAGIC = endianness() === 'LE' ? 0x377f0682 : 0x377f0683;
/** Frames read at once. */
const FRAMES_PER_READ = 256;

/** What is wrong with a write-ahead log. */
interface LogDamage {
  /** The log's generation: its salts as hexadecimal text. */
  readonly generation: string;
  /** The frame that is not as it was written, from 1; 0: the header. */
  readonly frame: number;
  /** Transactions from there on, which SQLite drops when it reads the log anew. */
  readonly lostCommits: number;
}

/** A damaged log that was kept beside the database. */
export interface KeptLog {
  readonly path: string;
  /** When the log was last written before it was found, UTC ms. */
  readonly writtenAt: number;
}

/**
 * Looks for acknowledged transactions that SQLite is going to drop: it reads a log up to the first frame whose checksum is wrong, and takes
 * all that follows for the torn end of a write. A torn end is at most one transaction long, because each is synced before the
 * next one begins. So a whole transaction behind a broken frame, and whole frames that go on from it, prove that something was lost
 * that was on disk before. What is left of commits that failed and were written over proves nothing: none goes on from another.
 *
 * What only the last transaction tells is left alone: it may never have been acknowledged.
 *
 * @param path of the log; undefined: it is whole, torn at its end, or not there
 */
export function findLogDamage(path: string): LogDamage | undefined {
  const found = scan(path);
  // Another process may have been writing it meanwhile, or have begun it anew: damage stays where it is.
  const again = found === undefined ? undefined : scan(path);
  return found?.generation === again?.generation && found?.frame === again?.frame ? again : undefined;
}

/**
 * Before SQLite reads the log of a database and writes over it: keeps a copy of one that is damaged. Says whether it is.
 * @throws AppError `store_full`, `store_unavailable` or `store_unusable` where no copy can be kept
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

/** The damaged logs that were kept beside a database, by name. */
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

/** What passes when there is room again, or the disk answers; with all else somebody has to change something first. */
const NOT_KEPT: Readonly<Record<string, ErrorCode>> = { ENOSPC: 'store_full', EDQUOT: 'store_full', EIO: 'store_unavailable' };

function notKept(log: string, cause: unknown): AppError {
  const code = NOT_KEPT[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'store_unusable';
  return storeError(code, (m) => m.logNotKept({ log: resolve(log) }), cause);
}

/** A damaged log that cannot be read anew, because others have the database open. */
export function logInUse(path: string, cause: unknown): AppError {
  const log = `${realDatabase(path)}-wal`;
  return storeError('store_unavailable', (m) => m.logInUse({ log }), cause);
}

type Sums = readonly [first: number, second: number];

/** SQLite's checksum of a log, of whole words and going on from another one. */
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
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= HEADER_BYTES) return undefined;
  const file = openSync(path, 'r');
  try {
    return scanFile(file);
  } finally {
    closeSync(file);
  }
}

function scanFile(file: number): LogDamage | undefined {
  const header = Buffer.from(new ArrayBuffer(HEADER_BYTES));
  if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES || header.readUInt32BE(0) !== MAGIC) return undefined;
  const pageBytes = header.readUInt32BE(8);
  if (pageBytes < 512 || pageBytes > 65_536 || pageBytes % 8 !== 0) return undefined;
  const sums: Sums = [header.readUInt32BE(24), header.readUInt32BE(28)];
  const made = checksum(new Uint32Array(header.buffer), 0, 6, [0, 0]);
  // What began anew and was torn in its header has frames of another generation only: they are in the database.
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

/** The frames of a log, one after the other. */
class Frames {
  readonly #salts: Buffer;
  /** The checksum that the last frame has, right or wrong. */
  #last: Sums;
  /** The one that its bytes give: where its checksum alone is damaged, the next frame goes on from this. */
  #made: Sums;
  #count = 0;
  #broken: number | undefined;
  /** Transactions that ended behind the broken frame, or with it. */
  #commits = 0;
  /** True: one of those ended, and all frames since then go on from it. Commits that failed leave ends that nothing goes on from. */
  #commitInChain = false;
  /** True: whole frames follow one of those ends. */
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
    const made = frameSums(words, this.#last);
    const goesOn = areSame(made, has) || (this.#broken !== undefined && areSame(frameSums(words, this.#made), has));
    this.#last = has;
    this.#made = made;
    const isOurs = buffer.compare(this.#salts, 0, 8, at + 8, at + 16) === 0;
    this.#note(isOurs, goesOn, buffer.readUInt32BE(at + 4) !== 0);
  }

  #note(isOurs: boolean, goesOn: boolean, isCommit: boolean): void {
    const isWhole = isOurs && goesOn;
    if (isWhole && this.#broken === undefined) return;
    const isFirstBroken = this.#broken === undefined;
    this.#broken ??= this.#count;
    if (isWhole && this.#commitInChain) this.#goesOn = true;
    if (!isWhole) this.#commitInChain = false;
    // Its own header says where a broken frame ends a transaction; the checksum knows it as one of this log where its salts are damaged.
    if (!isCommit || !(isWhole || (isFirstBroken && (isOurs || goesOn)))) return;
    this.#commits += 1;
    this.#commitInChain = true;
  }

  damage(): LogDamage | undefined {
    if (this.#broken === undefined || !this.#goesOn) return undefined;
    return { generation: this.#salts.toString('hex'), frame: this.#broken, lostCommits: this.#commits };
  }
}

/** The checksum of a frame that follows one with this checksum. */
function frameSums(words: Uint32Array, before: Sums): Sums {
  return checksum(words, FRAME_HEADER_BYTES / 4, words.length, checksum(words, 0, 2, before));
}

function areSame(one: Sums, other: Sums): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

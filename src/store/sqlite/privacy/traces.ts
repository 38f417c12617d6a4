import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { latin1, PersonMatcher, type Sought } from '../../sql/privacy/person-matcher.ts';
import { textWords } from '../../sql/search-words.ts';
import type { SqliteConnection } from '../connection.ts';
import { fileKey, realDatabase } from '../database-path.ts';
import { type Driver, pragma, truncateLog } from '../driver.ts';
import { isBusyError } from '../errors.ts';
import { openForWriting } from '../open-for-writing.ts';
import { indexPath } from '../search/index-file.ts';
import { isIndexed } from '../search/search.ts';

/** What blanked rows leave in files. All of it waits in the calling thread: in `serve`, that of the search index, which answers nobody. */

/** Free pages that one transaction returns to the file system: about 2 ms of write lock. */
const PAGES_PER_STEP = 256;
/** The lock stays free for this long between two steps, in ms. */
const PAUSE_MS = 4;
/** Between two attempts to empty the log, in ms: each copies and syncs what was written since. */
const RETRY_MS = 50;
/** How long to wait for other processes, in ms. */
const CHECKPOINT_TIMEOUT_MS = 10_000;
/** Nothing can be written while a database is copied anew; a larger one is not, in bytes. */
const LARGEST_REWRITTEN = 536_870_912;
const CHUNK_BYTES = 1_048_576;
/** FTS5 stores a word without the letters that it shares with the word before it, which are seldom more in a small index. */
const SHARED_LETTERS = 3;
/** Shorter ends of words are in too many. */
const SHORTEST_END = 8;
/** Longer than anything sought: what lies across two pieces of a file is found in the second. */
const OVERLAP_BYTES = 1_024;

/**
 * Removes what blanked rows leave behind in the database: free pages, and its log.
 *
 * @returns false if a long read of another process kept the log from being emptied
 */
export function removeTraces({ path }: Pick<SqliteConnection, 'path'>): boolean {
  const driver = openForWriting(path);
  try {
    driver.exec(`pragma busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`);
    // A service may free more pages meanwhile: those are not the person's.
    for (let left = pragma<number>(driver, 'freelist_count'); left > 0; left -= PAGES_PER_STEP) {
      driver.exec(`pragma incremental_vacuum(${PAGES_PER_STEP})`);
      pause(PAUSE_MS);
    }
    return emptyLog(driver);
  } catch (error) {
    if (isBusyError(error)) return false;
    throw error;
  } finally {
    driver.close();
  }
}

/**
 * Whether a file of the database still contains the person, byte for byte, because rows that moved left bytes within pages. With
 * `secure_delete` none do, so this finds what an earlier version or another program left. A large database is not searched.
 */
export function hasGaps({ path }: Pick<SqliteConnection, 'path'>, sought: Sought): boolean {
  const matcher = new PersonMatcher({ ...sought, anywhere: true });
  return contain(filesOf(realDatabase(path)), (text) => matcher.mentions(text));
}

/** Whether the index still contains a word that identifies the person and that no row has any more. A large index is not searched. */
export function indexHolds(connection: SqliteConnection, { emails, phones, texts }: Sought): boolean {
  const words = [...textWords([...emails, ...phones, ...texts])].filter((word) => !isIndexed(connection, word));
  const ends = words.map((word) => word.slice(SHARED_LETTERS)).filter((end) => end.length >= SHORTEST_END);
  return contain(filesOf(indexPath(connection.path)), (text) => ends.some((end) => text.includes(end)));
}

/**
 * Copies the database anew, without gaps.
 *
 * @returns false if a long read of another process kept the log from being emptied
 */
export function rewriteDatabase({ path }: Pick<SqliteConnection, 'path'>): boolean {
  const driver = openForWriting(path);
  try {
    driver.exec(`pragma busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`);
    // While somebody reads, the whole copy would stay in the log.
    if (!emptyLog(driver)) return false;
    driver.exec('vacuum');
    return emptyLog(driver);
  } finally {
    driver.close();
  }
}

function filesOf(database: string): readonly string[] {
  return [database, `${database}-wal`].filter((file) => existsSync(file));
}

function contain([database, ...logs]: readonly string[], isFound: (text: string) => boolean): boolean {
  if (database === undefined || statSync(database).size > LARGEST_REWRITTEN) return false;
  return contains(openDatabase(database), isFound) || logs.some((log) => logContains(log, isFound));
}

/**
 * Databases that were searched, by device and inode. They stay open: the system drops all locks of a process on a file at its first `close`,
 * and others would take a database that is in use for one that is not.
 */
const opened = new Map<string, number>();

function openDatabase(path: string): number {
  const file = opened.get(fileKey(statSync(path))) ?? openSync(path, 'r');
  opened.set(fileKey(fstatSync(file)), file);
  return file;
}

function logContains(path: string, isFound: (text: string) => boolean): boolean {
  const file = openSync(path, 'r');
  try {
    return contains(file, isFound);
  } finally {
    closeSync(file);
  }
}

function contains(file: number, isFound: (text: string) => boolean): boolean {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let before = '';
  let position = 0;
  for (let read = -1; read !== 0; position += read) {
    read = readSync(file, chunk, 0, CHUNK_BYTES, position);
    const text = before + latin1(chunk.subarray(0, read));
    if (isFound(text)) return true;
    before = text.slice(-OVERLAP_BYTES);
  }
  return false;
}

/** A checkpoint that waits for readers keeps writers waiting too, a second and more beside a busy service: so it asks again instead. */
function emptyLog(driver: Driver): boolean {
  driver.exec('pragma busy_timeout = 0');
  const until = performance.now() + CHECKPOINT_TIMEOUT_MS;
  try {
    for (;;) {
      // Others write meanwhile; the second one, which keeps them waiting, then has little left to copy.
      driver.exec('pragma wal_checkpoint(passive)');
      if (truncateLog(driver)) return true;
      if (performance.now() > until) return false;
      pause(RETRY_MS);
    }
  } finally {
    driver.exec(`pragma busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`);
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

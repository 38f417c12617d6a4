import { randomFillSync } from 'node:crypto';
import { realpathSync, rmSync, statfsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openForWriting } from './open-for-writing.ts';

/** As large as the log before it is copied into the database (`CHECKPOINT_PAGES`): so much the database may have to grow before the log has room again. */
const RESERVE_BYTES = 16_777_216;
/** Set aside only where at least so much is free: what is kept back must not be what others lack. */
const PLENTY_BYTES = 8 * RESERVE_BYTES;
const CHUNK_BYTES = 1_048_576;
/** How long the copying waits for readers, in ms. */
const COPY_PATIENCE_MS = 1_000;

/**
 * Sets room aside beside the database, unless it is there: a deletion is written to the log first, so on a full disk nothing could be
 * deleted. The file is its owner's alone.
 *
 * @returns false where too little is free; rejects with the error of the system
 */
export async function setSpaceAside(path: string, signal?: AbortSignal): Promise<boolean> {
  const reserve = reserveOf(path);
  const size = statSync(reserve, { throwIfNoEntry: false })?.size;
  if (size === RESERVE_BYTES) return true;
  // A process that was killed left a part of it.
  if (size !== undefined) rmSync(reserve, { force: true });
  const { bavail, bsize } = statfsSync(dirname(reserve));
  if (bavail * bsize < PLENTY_BYTES) return false;
  try {
    await writeFile(reserve, incompressible(RESERVE_BYTES), { flag: 'wx', mode: 0o600, ...(signal === undefined ? {} : { signal }) });
    return true;
  } catch (error) {
    // Another process that sets it aside at the same moment will do.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true;
    rmSync(reserve, { force: true });
    throw error;
  }
}

/** Frees what was set aside, and with it the room that the log holds. Throws the driver's error when even that does not suffice. */
export function releaseSpaceAside(path: string): void {
  rmSync(reserveOf(path), { force: true });
  copyLog(path);
}

/**
 * Copies the log into the database, so that the next transaction begins at the start of the log and needs no room of the disk. The file
 * of the log keeps its size: what it gave back could be taken by another program. Not inside a transaction.
 */
export function copyLog(path: string): void {
  const driver = openForWriting(path);
  try {
    driver.exec(`pragma busy_timeout = ${COPY_PATIENCE_MS}`);
    driver.prepare('pragma wal_checkpoint(restart)').get();
  } finally {
    driver.close();
  }
}

/** Beside the file itself where the path is a link: that disk is the one which fills. */
function reserveOf(path: string): string {
  return `${realpathSync(path)}-reserve`;
}

/** A file system that compresses would keep no room for zeros. */
function* incompressible(bytes: number): Iterable<Buffer> {
  for (let made = 0; made < bytes; made += CHUNK_BYTES) yield randomFillSync(Buffer.alloc(CHUNK_BYTES));
}

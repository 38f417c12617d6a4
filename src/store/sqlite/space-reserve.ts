import { randomFillSync } from 'node:crypto';
import { realpathSync, rmSync, statfsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openForWriting } from './open-for-writing.ts';

/** As large as the log before a checkpoint (`CHECKPOINT_PAGES`): the database may have to grow this much before the log has space again. */
const RESERVE_BYTES = 16_777_216;
/** Only reserved if at least this much is free: the reserve must not take space that other programs need. */
const PLENTY_BYTES = 8 * RESERVE_BYTES;
const CHUNK_BYTES = 262_144;
/** How long the checkpoint waits for readers, in ms. */
const COPY_TIMEOUT_MS = 1_000;

/**
 * Reserves space next to the database unless it is reserved already: a deletion is written to the log first, so on a full disk nothing
 * could be deleted. Only the owner can read the file.
 *
 * @returns false if too little space is free; rejects with the system's error
 */
export async function fillSpaceReserve(path: string, signal?: AbortSignal): Promise<boolean> {
  const reserve = reserveOf(path);
  const size = statSync(reserve, { throwIfNoEntry: false })?.size;
  if (size === RESERVE_BYTES) return true;
  // A killed process left an incomplete file.
  if (size !== undefined) rmSync(reserve, { force: true });
  const { bavail, bsize } = statfsSync(dirname(reserve));
  if (bavail * bsize < PLENTY_BYTES) return false;
  try {
    await writeFile(reserve, incompressible(RESERVE_BYTES), { flag: 'wx', mode: 0o600, ...(signal === undefined ? {} : { signal }) });
    return true;
  } catch (error) {
    // Another process is reserving the space at the same time, which is enough.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true;
    rmSync(reserve, { force: true });
    throw error;
  }
}

/** Frees the reserved space and checkpoints the log. Throws the driver's error if even that is not enough. */
export function releaseSpaceReserve(path: string): void {
  rmSync(reserveOf(path), { force: true });
  copyLog(path);
}

/**
 * Checkpoints the log into the database, so that the next transaction starts at the beginning of the log and needs no disk space. The log
 * file keeps its size, because another program could take the space it gives up. Must not run inside a transaction.
 */
export function copyLog(path: string): void {
  const driver = openForWriting(path);
  try {
    driver.exec(`pragma busy_timeout = ${COPY_TIMEOUT_MS}`);
    driver.prepare('pragma wal_checkpoint(restart)').get();
  } finally {
    driver.close();
  }
}

/** If the path is a link, next to the file it points to: that disk is the one that fills up. */
function reserveOf(path: string): string {
  return `${realpathSync(path)}-reserve`;
}

/**
 * A compressing file system would reserve no space for zeros. Each part is written before the next one is made, so one buffer is enough: a
 * new one each time kept 16 MiB of the service's memory.
 */
function* incompressible(bytes: number): Iterable<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let made = 0; made < bytes; made += CHUNK_BYTES) yield randomFillSync(chunk);
}

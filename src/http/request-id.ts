import { randomFillSync } from 'node:crypto';

const ID_BYTES = 8;

// Drawing random bytes for 512 ids at once costs a tenth of drawing them one by one.
const pool = Buffer.alloc(ID_BYTES * 512);
let used = pool.byteLength;

/** 16 random hexadecimal digits. */
export function newRequestId(): string {
  if (used === pool.byteLength) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString('hex', used - ID_BYTES, used);
}

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The X-Request-Id of a trusted proxy, so that both logs use the same ID, or a new one if there is none or it is unsafe for a log line. A
 * sender's own is not taken: it may be the ID of the lead, which would stay in logs when the person is erased.
 */
export function requestIdOf(header: string | string[] | undefined, trustProxy: number): string {
  const isTaken = trustProxy > 0 && typeof header === 'string' && ACCEPTABLE.test(header);
  return isTaken ? header : newRequestId();
}

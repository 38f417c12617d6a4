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

/** The caller's X-Request-Id, so that both logs use the same id, or a new id if it is unsafe for a log line. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTABLE.test(header) ? header : newRequestId();
}

export interface BackoffPolicy {
  /** Delay before the second attempt, in milliseconds. */
  readonly firstMs: number;
  /** Maximum delay, in milliseconds. */
  readonly longestMs: number;
}

export const DEFAULT_BACKOFF: BackoffPolicy = { firstMs: 5_000, longestMs: 3_600_000 };

/**
 * Exponential backoff with "equal jitter": half of the delay is fixed, half is random, so that jobs that failed together do not run again
 * together, and none runs again immediately.
 *
 * @param attempt the attempt that just failed, counted from 1
 * @param random a number in [0, 1)
 * @returns milliseconds to wait
 */
export function backoffMs(attempt: number, random: number, policy: BackoffPolicy = DEFAULT_BACKOFF): number {
  const doubled = policy.firstMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30);
  return jittered(Math.min(doubled, policy.longestMs), random);
}

/**
 * The same without counting attempts: the pause is as long as the trouble has lasted, so it grows by a factor of 1.5 to 2 each time.
 *
 * @param lastedMs how long the trouble has lasted
 * @param random a number in [0, 1)
 * @returns milliseconds to wait
 */
export function growingPauseMs(lastedMs: number, random: number, policy: BackoffPolicy): number {
  return jittered(Math.min(Math.max(lastedMs, policy.firstMs), policy.longestMs), random);
}

function jittered(fullMs: number, random: number): number {
  return Math.round(fullMs / 2 + (fullMs / 2) * random);
}

/** Work that was delayed together restarts within this time, at least, in ms … */
const SHORTEST_SPREAD_MS = 5_000;
/** … or within this fraction of the pause, if that is longer. */
const SPREAD = 0.1;

/**
 * When to retry something that was delayed until the end of a pause. The times are spread: everything at once would cause the next pause.
 *
 * @param pauseMs the remaining pause; less than 0 counts as 0
 * @param random a number in [0, 1)
 * @returns UTC ms
 */
export function afterPause(now: number, pauseMs: number, random: number): number {
  const left = Math.max(0, pauseMs);
  return now + left + Math.round(random * Math.max(SHORTEST_SPREAD_MS, left * SPREAD));
}

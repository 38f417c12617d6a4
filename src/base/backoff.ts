export interface BackoffPolicy {
  /** Delay before the second attempt, in milliseconds. */
  readonly firstMs: number;
  /** No delay is longer than this, in milliseconds. */
  readonly longestMs: number;
}

export const DEFAULT_BACKOFF: BackoffPolicy = { firstMs: 5_000, longestMs: 3_600_000 };

/**
 * Exponential backoff with "equal jitter": half of the delay is fixed, half is random, so that jobs that failed
 * together do not come back together and none comes back at once.
 *
 * @param attempt the attempt that just failed, counted from 1
 * @param random a number in [0, 1)
 * @returns milliseconds to wait
 */
export function backoffMs(attempt: number, random: number, policy: BackoffPolicy = DEFAULT_BACKOFF): number {
  const doubled = policy.firstMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30);
  const full = Math.min(doubled, policy.longestMs);
  return Math.round(full / 2 + (full / 2) * random);
}

/**
 * Buckets for durations from a millisecond to weeks, which give percentiles long after the single values are gone. Up to 15, each value has its own
 * bucket; above, every power of two is split into eight buckets of equal width. A bucket's middle represents its values, so each is off by at most
 * `LARGEST_ERROR`: a sixteenth of itself.
 *
 * The bucket numbers are stored: these functions must never change.
 */

/** The maximum error of an estimate, as a fraction of the true value. */
export const LARGEST_ERROR = 1 / 16;
/** Longer durations are counted as this, in ms: 49 days. */
export const LONGEST_MS = 2 ** 32 - 1;

const PARTS = 8;

/** The bucket of a duration in ms; less than zero (the clock was set back) counts as zero. */
export function bucketOf(ms: number): number {
  const value = Math.min(Math.max(Math.floor(ms), 0), LONGEST_MS);
  if (value < PARTS) return value;
  const shift = 28 - Math.clz32(value);
  return (shift + 1) * PARTS + (value >>> shift) - PARTS;
}

/** The duration that represents a bucket: its middle, in whole ms. */
export function lengthOf(bucket: number): number {
  if (bucket < PARTS) return bucket;
  const width = 2 ** (Math.floor(bucket / PARTS) - 1);
  return (PARTS + (bucket % PARTS)) * width + Math.floor(width / 2);
}

/**
 * The smallest value that at least this percentage of all values does not exceed (nearest rank), within `LARGEST_ERROR`.
 *
 * @param counts the number of values in each bucket
 * @returns null if there are none
 */
export function percentileOf(counts: ReadonlyMap<number, number>, percent: number): number | null {
  const rank = Math.ceil((countOf(counts) * percent) / 100);
  let passed = 0;
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    passed += count;
    if (passed >= rank) return lengthOf(bucket);
  }
  return null;
}

export function countOf(counts: ReadonlyMap<number, number>): number {
  return counts.values().reduce((total, count) => total + count, 0);
}

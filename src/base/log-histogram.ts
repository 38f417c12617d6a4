/**
 * Buckets for lengths of time that span from a millisecond to weeks, of which percentiles can be told long after the single values are
 * gone. Up to 15 each value has a bucket of its own; above, every doubling is cut into eight buckets of equal width. A value is told from
 * the middle of its bucket, so it is at most `LARGEST_ERROR` off: a sixteenth of itself.
 *
 * The numbers of buckets are stored: these functions may never change.
 */

/** How far an estimate may be from the value it stands for, as a part of that value. */
export const LARGEST_ERROR = 1 / 16;
/** Longer ones are counted as this, in ms: 49 days. */
export const LONGEST_MS = 2 ** 32 - 1;

const PARTS = 8;

/** The bucket of a length of time in ms; below zero (a clock that was set back) counts as zero. */
export function bucketOf(ms: number): number {
  const value = Math.min(Math.max(Math.floor(ms), 0), LONGEST_MS);
  if (value < PARTS) return value;
  const shift = 28 - Math.clz32(value);
  return (shift + 1) * PARTS + (value >>> shift) - PARTS;
}

/** The length of time a bucket stands for: the middle of what falls into it, in whole ms. */
export function lengthOf(bucket: number): number {
  if (bucket < PARTS) return bucket;
  const width = 2 ** (Math.floor(bucket / PARTS) - 1);
  return (PARTS + (bucket % PARTS)) * width + Math.floor(width / 2);
}

/**
 * The smallest value that at least so many percent of all values do not exceed (nearest rank), within `LARGEST_ERROR`.
 *
 * @param counts how many values each bucket holds
 * @returns null when there are none
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
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

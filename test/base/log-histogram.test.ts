import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketOf, countOf, LARGEST_ERROR, LONGEST_MS, lengthOf, percentileOf } from '../../src/base/log-histogram.ts';

/** Durations of every magnitude: as many below a second as above a day. */
const length = fc.tuple(fc.integer({ min: 0, max: 32 }), fc.double({ min: 0, max: 1, noNaN: true })).map(([power, part]) => {
  return Math.min(Math.floor(2 ** power * (1 + part)) - 1, LONGEST_MS);
});

function histogram(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(bucketOf(value), (counts.get(bucketOf(value)) ?? 0) + 1);
  return counts;
}

/** Nearest rank, on the exact values. */
function exactPercentile(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;
}

describe('buckets of a logarithmic histogram', () => {
  test('are stored, so they are the same for ever', () => {
    expect([0, 1, 7, 8, 15, 16, 17, 18, 1_000, 60_000, 86_400_000, LONGEST_MS].map(bucketOf)).toEqual([
      0, 1, 7, 8, 15, 16, 16, 17, 63, 110, 194, 239,
    ]);
  });

  test('grow with the value, and the value of a bucket falls into it', () => {
    fc.assert(
      fc.property(length, length, (a, b) => {
        expect(bucketOf(Math.min(a, b))).toBeLessThanOrEqual(bucketOf(Math.max(a, b)));
        expect(bucketOf(lengthOf(bucketOf(a)))).toBe(bucketOf(a));
      }),
    );
  });

  test('take what is below zero, between two numbers or longer than the longest', () => {
    expect([-5, 0.9, 15.9, LONGEST_MS + 1, Number.MAX_SAFE_INTEGER].map(bucketOf)).toEqual([0, 0, 15, 239, 239]);
  });

  test('tell any percentile within the stated error of the exact one', () => {
    fc.assert(
      fc.property(fc.array(length, { minLength: 1, maxLength: 300 }), fc.integer({ min: 1, max: 100 }), (values, percent) => {
        const exact = exactPercentile(values, percent);
        const estimate = percentileOf(histogram(values), percent) ?? Number.NaN;
        expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(exact * LARGEST_ERROR);
        expect(countOf(histogram(values))).toBe(values.length);
      }),
      { numRuns: 500 },
    );
  });

  test('tell small values exactly, and nothing of none', () => {
    expect(percentileOf(histogram([3, 15, 4, 9]), 50)).toBe(4);
    expect(percentileOf(new Map(), 50)).toBeNull();
  });
});

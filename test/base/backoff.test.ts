import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs, DEFAULT_BACKOFF } from '../../src/base/backoff.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attempts = fc.integer({ min: 1, max: 10_000 });

describe('backoffMs', () => {
  test('is between half and the whole of the doubled delay, and never longer than the longest', () => {
    fc.assert(
      fc.property(attempts, random, (attempt, jitter) => {
        const full = Math.min(DEFAULT_BACKOFF.firstMs * 2 ** Math.min(attempt - 1, 30), DEFAULT_BACKOFF.longestMs);
        const ms = backoffMs(attempt, jitter);
        expect(ms).toBeGreaterThanOrEqual(full / 2);
        expect(ms).toBeLessThanOrEqual(full);
        expect(Number.isInteger(ms)).toBe(true);
      }),
    );
  });

  test('does not shrink from one attempt to the next', () => {
    fc.assert(
      fc.property(attempts, random, (attempt, jitter) => {
        expect(backoffMs(attempt + 1, jitter)).toBeGreaterThanOrEqual(backoffMs(attempt, jitter));
      }),
    );
  });

  test('spreads jobs that failed together', () => {
    expect(backoffMs(3, 0)).toBe(10_000);
    expect(backoffMs(3, 0.5)).toBe(15_000);
    expect(backoffMs(1, 0, { firstMs: 100, longestMs: 150 })).toBe(50);
    expect(backoffMs(2, 0, { firstMs: 100, longestMs: 150 })).toBe(75);
  });
});

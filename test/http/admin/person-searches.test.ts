import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancellation } from '../../../src/base/cancellation.ts';
import { PersonSearches } from '../../../src/http/admin/routes/person-searches.ts';

const AN_HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a search goes on for as long as its client waits, and ends if nobody waits for it or asks for it', () => {
  const searches = new PersonSearches();
  const signals: (AbortSignal | undefined)[] = [];
  const start = () =>
    searches.start([], () => {
      signals.push(cancellation());
      return new Promise(() => {});
    });
  const [awaited, left] = [start(), start()];
  awaited.isAwaited = true;
  vi.advanceTimersByTime(AN_HOUR_MS);
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, true]);
  expect(searches.find(left.id)).toBeUndefined();
  awaited.isAwaited = false;
  vi.advanceTimersByTime(AN_HOUR_MS);
  expect(signals[0]?.aborted).toBe(true);
});

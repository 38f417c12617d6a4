import { expect, test } from 'vitest';
import { addReading, BIN_MS, barChart, NO_SERIES, rateOf, sparkline, valuesOf } from '../../src/tui/series.ts';
import { figures, NOON } from './watch-state.ts';

test('counts what is new between two readings, and nothing that was there or is gone', () => {
  let series = addReading(NO_SERIES, figures({ at: NOON, finished: 100, waiting: 5 }));
  series = addReading(series, figures({ at: NOON + 1_000, finished: 103, waiting: 4 }));
  series = addReading(series, figures({ at: NOON + BIN_MS, finished: 10, waiting: 4, failed: 2 }));
  expect(valuesOf(series, 'finished', 3, NOON + BIN_MS)).toEqual([null, 3, 0]);
  expect(valuesOf(series, 'received', 2, NOON + BIN_MS)).toEqual([2, 0]);
  expect(valuesOf(series, 'failed', 2, NOON + BIN_MS)).toEqual([0, 2]);
  expect(valuesOf(series, 'waiting', 4, NOON + 3 * BIN_MS)).toEqual([4, 4, 4, 4]);
});

test('a rate needs time to be measured, and forgets', () => {
  let series = addReading(NO_SERIES, figures({ at: NOON, finished: 0 }));
  expect(rateOf(series, 'finished', NOON + 1_000)).toBeNull();
  series = addReading(series, figures({ at: NOON + 4_000, finished: 40 }));
  expect(rateOf(series, 'finished', NOON + 4_000)).toBe(10);
  expect(rateOf(series, 'finished', NOON + 60_000)).toBe(0);
});

test('a sparkline uses all its levels, zero only for zero, and is one line while nothing happens', () => {
  expect(sparkline([null, 0, 1, 50, 100], '▁▂▃▄▅▆▇█')).toBe(' ▁▂▅█');
  expect(sparkline([null, 0, 0], '▁▂▃▄▅▆▇█')).toBe('▁▁▁');
});

test('a chart stands on its lowest line', () => {
  expect(barChart([0, 1, 2, 4], 2, ' .#')).toEqual(['   #', ' .##']);
});

import { expect, test } from 'vitest';
import { addReading, BIN_MS, barChart, NO_SERIES, rateOf, sparkline, valuesOf } from '../../src/tui/series.ts';
import { figures, NOON } from './watch-state.ts';

test('counts what is new between two readings, and nothing that was there or is gone', () => {
  let series = addReading(NO_SERIES, figures({ at: NOON, finished: 100, waiting: 5 }));
  series = addReading(series, figures({ at: NOON + 1_000, finished: 103, waiting: 4 }));
  expect(valuesOf(series, 'finished', 2)).toEqual([null, 3]);
  expect(valuesOf(series, 'received', 1)).toEqual([2]);
  series = addReading(series, figures({ at: NOON + BIN_MS, finished: 10, waiting: 3, failed: 2 }));
  expect(valuesOf(series, 'finished', 3)).toEqual([null, 3, 0]);
  expect(valuesOf(series, 'failed', 2)).toEqual([2, 0]);
  expect(valuesOf(series, 'waiting', 3)).toEqual([null, 4, 3]);
});

test('what is new counts for all the time since the last reading, however long that was', () => {
  let series = addReading(NO_SERIES, figures({ at: NOON, finished: 0 }));
  series = addReading(series, figures({ at: NOON + 60_000, finished: 120 }));
  expect(rateOf(series, 'finished')).toBe(2);
  expect(valuesOf(series, 'finished', 14)).toEqual([null, ...Array<number>(12).fill(10), 0]);
  series = addReading(series, figures({ at: NOON + 86_400_000, finished: 120 }));
  expect(series.bins.length).toBeLessThan(400);
  expect(rateOf(series, 'finished')).toBe(0);
});

test('a clock that was set back loses nothing', () => {
  let series = addReading(NO_SERIES, figures({ at: NOON + 60_000, finished: 0 }));
  series = addReading(series, figures({ at: NOON, finished: 7 }));
  expect(valuesOf(series, 'finished', 1)).toEqual([7]);
});

test('a rate needs time to be measured, and forgets', () => {
  let series = addReading(NO_SERIES, figures({ at: NOON, finished: 0 }));
  series = addReading(series, figures({ at: NOON + 1_000, finished: 10 }));
  expect(rateOf(series, 'finished')).toBeNull();
  series = addReading(series, figures({ at: NOON + 4_000, finished: 40 }));
  expect(rateOf(series, 'finished')).toBe(10);
  series = addReading(series, figures({ at: NOON + 5_000, finished: 40 }));
  series = addReading(series, figures({ at: NOON + 60_000, finished: 40 }));
  expect(rateOf(series, 'finished')).toBe(0);
});

test('a sparkline uses all its levels, zero only for zero, and is one line while nothing happens', () => {
  expect(sparkline([null, 0, 1, 50, 100], '▁▂▃▄▅▆▇█')).toBe(' ▁▂▅█');
  expect(sparkline([null, 0, 0], '▁▂▃▄▅▆▇█')).toBe('▁▁▁');
});

test('a chart stands on its lowest line', () => {
  expect(barChart([0, 1, 2, 4], 2, ' .#')).toEqual(['   #', ' .##']);
});

import { describe, expect, test } from 'vitest';
import { formatDuration, parseDurationMs } from '../../src/base/duration.ts';

describe('parseDurationMs', () => {
  test.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
    [' 1s ', 1_000],
    ['0s', 0],
  ])('%j is %d ms', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  test.each(['', 's', '1', '1.5h', '-1s', '1w', '1 h', '1h30m', '1234567s', '1S', 'abc'])('%j is none', (text) => {
    expect(parseDurationMs(text)).toBeUndefined();
  });
});

describe('formatDuration', () => {
  test.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [999, '999 ms'],
    [1_000, '1 s'],
    [59_999, '59 s'],
    [60_000, '1 min 00 s'],
    [185_000, '3 min 05 s'],
    [3_599_999, '59 min 59 s'],
    [3_600_000, '1 h 00 min'],
    [7_800_000, '2 h 10 min'],
    [86_400_000, '1 d 0 h'],
    [356_400_000, '4 d 3 h'],
  ])('%d ms reads %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

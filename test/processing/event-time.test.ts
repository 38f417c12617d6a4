import { describe, expect, test } from 'vitest';
import { parseJson } from '../../src/base/exact-json.ts';
import { readTime, readUnixSeconds } from '../../src/processing/event-time.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

describe('readTime', () => {
  test.each([
    [1795176000, NOON],
    ['1795176000', NOON],
    [1795176000000, NOON],
    [1795176000.25, NOON + 250],
    ['2026-11-20T12:00:00Z', NOON],
    ['2026-11-20T12:00:00+0000', NOON],
    ['2026-11-20T09:00:00-03:00', NOON],
    ['2026-11-20 09:00:00-0300', NOON],
    ['2026-11-20 09:00:00.000000-03', NOON],
    ['2026-11-20T14:00+02', NOON],
    ['2026-11-20T12:00:00.250Z', NOON + 250],
    ['2026-11-20T12:00:00,250z', NOON + 250],
    ['2026-11-20T12:00', NOON],
    ['2026-11-20 12:00:00', NOON],
    [' 2026-11-20 ', NOON - 12 * 3_600_000],
    ['2024-02-29T00:00Z', Date.UTC(2024, 1, 29)],
    ['2026-11-19T24:00:00Z', NOON - 12 * 3_600_000],
    [0, 0],
  ])('%j', (given, expected) => {
    expect(readTime(given)).toBe(expected);
  });

  test.each([null, true, '', 'ontem', '20/11/2026', '2026-13-01', '2026-11-20T25:00:00Z', -1, 1e14, 1e300, '99999999999999999999', [], {}])(
    '%j is no time',
    (given) => {
      expect(readTime(given)).toBeUndefined();
    },
  );

  test.each(['2026-02-30T00:00Z', '2026-02-29', '2026-04-31 09:00:00-0300', '2026-00-10', '2026-01-00'])(
    '%j is on no calendar',
    (given) => {
      expect(readTime(given)).toBeUndefined();
    },
  );

  test('a number beyond every date is no time', () => {
    const reading = parseJson('[12345678901234567890, 1e400]');
    const values = reading.ok && Array.isArray(reading.value) ? reading.value : [];
    expect(values.map(readTime)).toEqual([undefined, undefined]);
  });
});

describe('readUnixSeconds', () => {
  test.each([
    [1795176000, NOON],
    ['1795176000', NOON],
    [1795176000.5, NOON + 500],
  ])('%j', (given, expected) => {
    expect(readUnixSeconds(given)).toBe(expected);
  });

  test.each([1795176000000, -5, 'x', null, {}])('%j is no Unix time', (given) => {
    expect(readUnixSeconds(given)).toBeUndefined();
  });
});

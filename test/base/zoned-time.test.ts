import { expect, test } from 'vitest';
import { zonedMinute, zonedTimeMs } from '../../src/base/zoned-time.ts';

test.each([
  ['2026-11-20 09:00', 'America/Sao_Paulo', '2026-11-20T12:00:00.000Z'],
  ['2026-11-20T09:00:30', 'America/Sao_Paulo', '2026-11-20T12:00:30.000Z'],
  ['2026-11-20', 'America/Sao_Paulo', '2026-11-20T03:00:00.000Z'],
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20 09:00', 'Asia/Kolkata', '2026-11-20T03:30:00.000Z'],
  ['2026-07-01 12:00', 'Europe/Lisbon', '2026-07-01T11:00:00.000Z'],
  ['2026-10-25 01:30', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29 12:00', 'Europe/Lisbon', '2026-03-29T11:00:00.000Z'],
  ['2026-10-24 12:00', 'Europe/Lisbon', '2026-10-24T11:00:00.000Z'],
  ['2026-03-29 01:30', 'Europe/Lisbon', '2026-03-29T01:30:00.000Z'],
])('%s in %s is %s', (text, zone, expected) => {
  expect(new Date(zonedTimeMs(text, zone) ?? 0).toISOString()).toBe(expected);
});

test.each(['', '2026-02-30', '2026-11-20 25:00', '20/11/2026', '2026-11-20T09:00:00Z', '1795176000'])(
  '%s is no time of a wall clock',
  (text) => {
    expect(zonedTimeMs(text, 'America/Sao_Paulo')).toBeUndefined();
  },
);

test.each([
  ['America/Sao_Paulo', '2026-11-20T12:00:59Z', '2026-11-20T09:00'],
  ['America/New_York', '2026-07-01T02:30:00Z', '2026-06-30T22:30'],
  ['America/New_York', '2026-12-01T02:30:00Z', '2026-11-30T21:30'],
  ['UTC', '2026-12-01T02:30:00Z', '2026-12-01T02:30'],
])('in %s the clock says of %s %s', (zone, moment, expected) => {
  expect(zonedMinute(Date.parse(moment), zone)).toBe(expected);
});

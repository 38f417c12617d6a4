import { expect, test } from 'vitest';
import { readTypedTime } from '../../src/processing/typed-time.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

test.each([
  ['2026-11-20', 'America/Sao_Paulo', '2026-11-20T03:00:00.000Z', DAY_MS],
  ['20/11/2026', 'America/Sao_Paulo', '2026-11-20T03:00:00.000Z', DAY_MS],
  ['2026-11-20T09:00', 'America/Sao_Paulo', '2026-11-20T12:00:00.000Z', MINUTE_MS],
  ['20/11/2026 09:00', 'America/New_York', '2026-11-20T14:00:00.000Z', MINUTE_MS],
  ['2026-07-01 09:00:30', 'America/New_York', '2026-07-01T13:00:30.000Z', 0],
  ['2026-11-20T09:00-03:00', 'America/New_York', '2026-11-20T12:00:00.000Z', MINUTE_MS],
  ['2026-11-20 09:00-03', 'America/New_York', '2026-11-20T12:00:00.000Z', MINUTE_MS],
  ['2026-11-20 09:00:00-03', 'America/New_York', '2026-11-20T12:00:00.000Z', 0],
  ['2026-11-20T09:00:00.250Z', 'America/New_York', '2026-11-20T09:00:00.250Z', 0],
  ['1795176000', 'America/New_York', '2026-11-20T12:00:00.000Z', 0],
])('%s in %s begins at %s and lasts %d ms', (text, zone, begins, spanMs) => {
  expect(readTypedTime(text, zone)).toEqual({ at: Date.parse(begins), spanMs });
});

test.each([
  ...['', 'ontem', '2026-02-30', '30/02/2026', '2026-02-30 09:00', '2026-11-20 09:00:00.5', '11/2026'],
  ...['2026-02-30T00:00Z', '2026-02-29T09:00:00-03:00', '2026-04-31 09:00:00.5+0000'],
])('%j is no time', (text) => {
  expect(readTypedTime(text, 'America/Sao_Paulo')).toBeUndefined();
});

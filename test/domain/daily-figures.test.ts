import { expect, test } from 'vitest';
import { dailyFigures } from '../../src/domain/daily-figures.ts';

const NOTHING = { leads: 0, failures: 0, timeToLead: { median: null, p95: null } };

/** The requested periods, in order. */
async function spansAt(now: string, zone: string) {
  const spans: (readonly [string, string])[] = [];
  const figures = await dailyFigures(
    async (since, until) => {
      spans.push([new Date(since).toISOString(), new Date(until).toISOString()]);
      return { ...NOTHING, leads: spans.length };
    },
    Date.parse(now),
    zone,
  );
  return { spans, figures };
}

test('fourteen days of the time zone are counted, and the last one ends now', async () => {
  const { spans, figures } = await spansAt('2026-11-20T01:30:00Z', 'America/Sao_Paulo');
  expect(figures.timeZone).toBe('America/Sao_Paulo');
  expect(figures.days.map(({ date }) => date)).toEqual([
    ...['06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19'].map((day) => `2026-11-${day}`),
  ]);
  expect(spans[0]).toEqual(['2026-11-06T03:00:00.000Z', '2026-11-07T03:00:00.000Z']);
  expect(spans[13]).toEqual(['2026-11-19T03:00:00.000Z', '2026-11-20T01:30:00.000Z']);
  expect(figures.days[13]?.leads).toBe(14);
});

test('a week is compared with the one before up to the same time of day', async () => {
  const { spans, figures } = await spansAt('2026-11-20T15:00:00Z', 'UTC');
  expect(spans.slice(14)).toEqual([
    ['2026-11-14T00:00:00.000Z', '2026-11-20T15:00:00.000Z'],
    ['2026-11-07T00:00:00.000Z', '2026-11-13T15:00:00.000Z'],
  ]);
  expect([figures.week.leads, figures.weekBefore.leads]).toEqual([15, 16]);
});

test('up to the same time of day also when clocks were set back in between', async () => {
  const { spans } = await spansAt('2026-10-27T12:00:00Z', 'Europe/Lisbon');
  expect(spans[15]).toEqual(['2026-10-13T23:00:00.000Z', '2026-10-20T11:00:00.000Z']);
});

test('a day on which clocks are set back has 25 hours', async () => {
  const { spans } = await spansAt('2026-10-27T12:00:00Z', 'Europe/Lisbon');
  expect(spans.slice(11, 13)).toEqual([
    ['2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z'],
    ['2026-10-26T00:00:00.000Z', '2026-10-27T00:00:00.000Z'],
  ]);
});

import { describe, expect, test } from 'vitest';
import { judgeSilence, momentsToCompare } from '../../src/domain/source-activity.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Friday, 15:00 UTC. */
const NOW = Date.UTC(2026, 10, 20, 15);

/** A source that sends every `everyMs` during these hours and days of the week, over the 60 days before it falls silent. */
function sender(everyMs: number, [from, to]: readonly [number, number], days: readonly number[]) {
  return (until: number): number | null => {
    for (let at = Math.floor(until / everyMs) * everyMs; at > NOW - 60 * DAY; at -= everyMs) {
      const date = new Date(at);
      const hour = date.getUTCHours();
      if (days.includes(date.getUTCDay()) && hour >= from && hour < to) return at;
    }
    return null;
  };
}

const OFFICE_HOURS = [8, 18] as const;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const WORKDAYS = [1, 2, 3, 4, 5];

function judge(lastBefore: (until: number) => number | null, silentSince: number, now: number) {
  const lastSentAt = lastBefore(silentSince);
  if (lastSentAt === null) throw new Error('never sent');
  const samples = momentsToCompare(lastSentAt, now).map((at) => ({ at, lastSentAt: lastBefore(at) }));
  return judgeSilence(lastSentAt, samples, now);
}

describe('a source that sends every ten minutes of the working day', () => {
  const office = sender(10 * 60_000, OFFICE_HOURS, WORKDAYS);

  test('is not unusually silent while it sends, nor for two hours', () => {
    expect(judge(office, NOW, NOW)).toEqual({ kind: 'usual', longestUsualMs: null });
    expect(judge(office, NOW - 2 * HOUR, NOW).kind).toBe('usual');
  });

  test('is after some hours of an afternoon', () => {
    expect(judge(office, NOW - 5 * HOUR, NOW)).toEqual({ kind: 'unusual', since: NOW - 5 * HOUR, longestUsualMs: 0 });
  });

  test.each([
    ['at night', Date.UTC(2026, 10, 20, 4)],
    ['early on a Monday', Date.UTC(2026, 10, 16, 7)],
    ['on a Sunday', Date.UTC(2026, 10, 15, 15)],
  ])('is not %s', (_when, now) => {
    expect(judge(office, now, now).kind).toBe('usual');
  });

  test('stays so until it sends again, however long that takes', () => {
    const died = Date.UTC(2026, 10, 18, 11);
    for (let hours = 6; hours < 27 * 24; hours += 7) expect(judge(office, died, died + hours * HOUR).kind).toBe('unusual');
  });
});

test('three times the longest usual silence beyond it is the line', () => {
  const usual = 8 * HOUR;
  const judgeAfter = (hours: number) => {
    const lastSentAt = NOW - hours * HOUR;
    return judgeSilence(
      lastSentAt,
      momentsToCompare(lastSentAt, NOW).map((at) => ({ at, lastSentAt: at - usual })),
      NOW,
    );
  };
  expect(judgeAfter(32)).toEqual({ kind: 'usual', longestUsualMs: usual });
  expect(judgeAfter(34)).toEqual({ kind: 'unusual', since: NOW - 34 * HOUR, longestUsualMs: usual });
});

test('the silence of a night does not count against a slow morning', () => {
  // Nothing arrives between 18:00 and 08:00; at 08:00 something always did.
  const morning = Date.UTC(2026, 10, 20, 8);
  const usual = sender(2 * HOUR, OFFICE_HOURS, EVERY_DAY);
  expect(judge(usual, morning - 2 * HOUR, morning)).toEqual({ kind: 'usual', longestUsualMs: 0 });
  expect(judge(usual, morning - 2 * HOUR, morning + 2 * HOUR).kind).toBe('unusual');
});

test('one long silence in the past weeks counts as usual', () => {
  const lastSentAt = NOW - 5 * HOUR;
  const samples = momentsToCompare(lastSentAt, NOW).map((at) => ({ at, lastSentAt: at - 60_000 }));
  expect(judgeSilence(lastSentAt, samples, NOW).kind).toBe('unusual');
  const withOne = samples.map(({ at, lastSentAt: last }) => ({
    at,
    lastSentAt: at > NOW - 8 * DAY && at < NOW - 6 * DAY ? at - 3 * HOUR : last,
  }));
  expect(judgeSilence(lastSentAt, withOne, NOW).kind).toBe('usual');
});

test('days from before the first event say nothing: a new source is not judged, and not on its first weekends either', () => {
  const startedAt = NOW - 6 * DAY;
  const regular = sender(10 * 60_000, [0, 24], EVERY_DAY);
  const fresh = (until: number) => (until < startedAt ? null : regular(until));
  expect(judge(fresh, NOW - 5 * HOUR, NOW).kind).toBe('unknown');
  const older = (until: number) => (until < NOW - 9 * DAY ? null : regular(until));
  expect(judge(older, NOW - 5 * HOUR, NOW).kind).toBe('unusual');
  const saturday = NOW + DAY;
  expect(judge(older, saturday - 5 * HOUR, saturday).kind).toBe('unknown');
});

test('the compared days are those before the silence, so that it does not become usual by lasting', () => {
  const moments = momentsToCompare(NOW - 3 * DAY - HOUR, NOW);
  expect(moments[0]).toBeLessThanOrEqual(NOW - 3 * DAY - HOUR);
  expect(moments.at(-1)).toBeGreaterThan(NOW - 32 * DAY);
  expect(moments.every((at) => (NOW - at) % (2 * HOUR) === 0)).toBe(true);
});

test('random traffic of a few leads a day raises hardly an alarm in a year', () => {
  // A linear congruential generator, so that every run gets the same year.
  let state = 42;
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const times: number[] = [];
  for (let at = NOW; at < NOW + 395 * DAY; at += -Math.log(1 - random()) * 8 * HOUR) times.push(at);
  const lastBefore = (until: number): number | null => times.findLast((at) => at <= until) ?? null;
  let alarms = 0;
  for (let now = NOW + 30 * DAY; now < NOW + 395 * DAY; now += 6 * HOUR) if (judge(lastBefore, now, now).kind === 'unusual') alarms += 1;
  expect(alarms).toBeLessThanOrEqual(1);
});

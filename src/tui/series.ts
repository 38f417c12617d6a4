import { MINUTE_MS } from '../base/time-units.ts';
import type { QueueHistory, QueueSnapshot } from '../domain/queue-status.ts';

export type Measure = 'received' | 'finished' | 'failed' | 'waiting';

/** What happened within one bin of a few seconds or a minute; `null` if unknown. */
type Bin = { readonly /** Number of the bin since 1970. */ index: number } & { readonly [measure in Measure]: number | null };

/** The figures over time. */
export interface Series {
  /** Since the view was opened, in bins of `BIN_MS`; rates are calculated from it. */
  readonly live: readonly Bin[];
  /** The last hour by minute; for the time before the view was opened, from the database. */
  readonly hour: readonly Bin[];
  readonly startedAt: number | null;
  readonly last: QueueSnapshot | null;
}

/** One column of a sparkline. Short enough to look live, long enough that a line is rarely redrawn. */
export const BIN_MS = 5_000;
/** More than a sparkline has columns. */
const BINS_KEPT = 60;
export const HOUR_MINUTES = 60;
/** The time that a rate covers. */
const RATE_MS = 10_000;

export const NO_SERIES: Series = { live: [], hour: [], startedAt: null, last: null };

/**
 * Adds a reading to the series. Differences are spread over the time since the previous one, however long that was. Counts that shrink
 * (jobs pruned, forgotten or retried) are not events.
 */
export function addReading({ live, hour, startedAt, last }: Series, figures: QueueSnapshot): Series {
  return {
    live: grow(live, BIN_MS, BINS_KEPT, last, figures),
    hour: grow(hour, MINUTE_MS, HOUR_MINUTES, last, figures),
    startedAt: startedAt ?? figures.at,
    last: figures,
  };
}

/** Adds what the database knows about the last hour. */
export function addHistory(series: Series, minutes: QueueHistory['minutes']): Series {
  const known = new Map(series.hour.map((bin) => [bin.index, bin]));
  for (const { startsAt, finished, failed } of minutes) {
    const index = Math.floor(startsAt / MINUTE_MS);
    known.set(index, { received: null, waiting: null, ...known.get(index), index, finished, failed });
  }
  return { ...series, hour: [...known.values()].toSorted((a, b) => a.index - b.index).slice(-HOUR_MINUTES) };
}

/** The newest `kept` bins of `binMs` each. */
function grow(bins: readonly Bin[], binMs: number, kept: number, last: QueueSnapshot | null, figures: QueueSnapshot): readonly Bin[] {
  const since = last === null ? figures.at : Math.min(last.at, figures.at);
  const newest = Math.floor(figures.at / binMs);
  const first = Math.max(Math.floor(since / binMs), newest - kept + 1);
  const added: Bin[] = [];
  for (let index = first; index <= newest; index += 1) {
    const before = bins.find((bin) => bin.index === index);
    const share = shareOf(index * binMs, binMs, since, figures.at);
    const grown = (measure: Exclude<Measure, 'waiting'>): number =>
      (before?.[measure] ?? 0) + (last === null ? 0 : Math.max(0, COUNTS[measure](figures) - COUNTS[measure](last)) * share);
    const waiting = index === newest ? figures.waiting : (before?.waiting ?? last?.waiting ?? figures.waiting);
    added.push({ index, received: grown('received'), finished: grown('finished'), failed: grown('failed'), waiting });
  }
  return [...bins.filter((bin) => bin.index < first), ...added].filter((bin) => bin.index > newest - kept);
}

const COUNTS: Readonly<Record<Exclude<Measure, 'waiting'>, (figures: QueueSnapshot) => number>> = {
  received: ({ waiting, parked, running, finished, failed }) => waiting + parked + running + finished + failed,
  finished: ({ finished }) => finished,
  failed: ({ failed }) => failed,
};

/** The share of the time from `since` to `until` that falls into the bin. */
function shareOf(startsAt: number, binMs: number, since: number, until: number): number {
  if (until <= since) return 1;
  const overlap = Math.min(until, startsAt + binMs) - Math.max(since, startsAt);
  return Math.max(0, overlap) / (until - since);
}

/** The newest `count` values up to the last reading, oldest first; `null` before the view was opened. */
export function valuesOf({ live, last }: Series, measure: Measure, count: number): readonly (number | null)[] {
  const newest = last === null ? 0 : Math.floor(last.at / BIN_MS);
  const byIndex = new Map(live.map((bin) => [bin.index, bin[measure]]));
  return Array.from({ length: count }, (_, place) => byIndex.get(newest - count + 1 + place) ?? null);
}

/**
 * The last hour in steps of `stepMinutes`, oldest first: the sum of each step, and for waiting jobs the maximum. Steps begin at full
 * multiples, so that a finished step does not change; the last one is still running.
 */
export function hourOf({ hour, last }: Series, measure: Measure, stepMinutes: number): readonly (number | null)[] {
  const steps = HOUR_MINUTES / stepMinutes;
  const newest = last === null ? 0 : Math.floor(last.at / MINUTE_MS / stepMinutes);
  const sums = Array<number | null>(steps).fill(null);
  for (const bin of hour) {
    const step = Math.floor(bin.index / stepMinutes) - newest + steps - 1;
    const value = bin[measure];
    const before = sums[step];
    if (before === undefined || value === null) continue;
    sums[step] = measure === 'waiting' ? Math.max(before ?? 0, value) : (before ?? 0) + value;
  }
  return sums;
}

/** Events per second, up to the last reading; `null` until enough time was measured. */
export function rateOf({ live, startedAt, last }: Series, measure: Exclude<Measure, 'waiting'>): number | null {
  if (startedAt === null || last === null || last.at - startedAt < 2_000) return null;
  const oldest = Math.floor(last.at / BIN_MS) - RATE_MS / BIN_MS;
  const sum = live.reduce((total, bin) => (bin.index >= oldest ? total + (bin[measure] ?? 0) : total), 0);
  return (sum * 1_000) / Math.min(last.at - startedAt, last.at - oldest * BIN_MS);
}

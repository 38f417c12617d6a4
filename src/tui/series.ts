import type { QueueSnapshot } from '../domain/queue-status.ts';

/** What happened within a few seconds. */
interface Bin {
  /** Number of the bin since 1970. */
  readonly index: number;
  readonly received: number;
  readonly finished: number;
  readonly failed: number;
  /** Waiting at the end of it. */
  readonly waiting: number;
}

export type Measure = 'received' | 'finished' | 'failed' | 'waiting';

/** How the figures moved since the view was opened. */
export interface Series {
  readonly bins: readonly Bin[];
  readonly startedAt: number | null;
  readonly last: QueueSnapshot | null;
}

/** One column of a sparkline. Short enough to look alive, long enough that a line is redrawn seldom. */
export const BIN_MS = 5_000;
/** More than the widest screen shows. */
const BINS_KEPT = 320;
/** A rate is told by what happened within this time. */
const RATE_MS = 10_000;

export const NO_SERIES: Series = { bins: [], startedAt: null, last: null };

/**
 * The series with one more reading. What is new counts for all the time since the last one, however long that was. Counts that shrink
 * (jobs pruned, forgotten or run again) are no events.
 */
export function addReading({ bins, startedAt, last }: Series, figures: QueueSnapshot): Series {
  const since = last === null ? figures.at : Math.min(last.at, figures.at);
  const first = Math.max(binOf(since), binOf(figures.at) - BINS_KEPT + 1);
  const open = bins.filter((bin) => bin.index >= first);
  const added: Bin[] = [];
  for (let index = first; index <= binOf(figures.at); index += 1) {
    const before = open.find((bin) => bin.index === index);
    const share = shareOf(index, since, figures.at);
    const grown = (count: (one: QueueSnapshot) => number): number =>
      last === null ? 0 : Math.max(0, count(figures) - count(last)) * share;
    added.push({
      index,
      received: (before?.received ?? 0) + grown(totalOf),
      finished: (before?.finished ?? 0) + grown((one) => one.finished),
      failed: (before?.failed ?? 0) + grown((one) => one.failed),
      waiting: index === binOf(figures.at) ? figures.waiting : (before?.waiting ?? last?.waiting ?? figures.waiting),
    });
  }
  const kept = bins.filter((bin) => bin.index < first);
  return { bins: [...kept, ...added].slice(-BINS_KEPT), startedAt: startedAt ?? figures.at, last: figures };
}

function binOf(at: number): number {
  return Math.floor(at / BIN_MS);
}

/** How much of the time from `since` to `until` lies in the bin. */
function shareOf(index: number, since: number, until: number): number {
  if (until <= since) return 1;
  const overlap = Math.min(until, (index + 1) * BIN_MS) - Math.max(since, index * BIN_MS);
  return Math.max(0, overlap) / (until - since);
}

function totalOf({ waiting, parked, running, finished, failed }: QueueSnapshot): number {
  return waiting + parked + running + finished + failed;
}

/** The newest `count` values up to the last reading, oldest first; null for times before the view was opened. */
export function valuesOf({ bins, last }: Series, measure: Measure, count: number): readonly (number | null)[] {
  const newest = last === null ? 0 : binOf(last.at);
  const byIndex = new Map(bins.map((bin) => [bin.index, bin[measure]]));
  return Array.from({ length: count }, (_, place) => byIndex.get(newest - count + 1 + place) ?? null);
}

/** Events a second, of late when the last reading was made; null until there has been time to measure. */
export function rateOf({ bins, startedAt, last }: Series, measure: Exclude<Measure, 'waiting'>): number | null {
  if (startedAt === null || last === null || last.at - startedAt < 2_000) return null;
  const oldest = binOf(last.at) - RATE_MS / BIN_MS;
  const sum = bins.reduce((total, bin) => (bin.index >= oldest ? total + bin[measure] : total), 0);
  return (sum * 1_000) / Math.min(last.at - startedAt, last.at - oldest * BIN_MS);
}

/**
 * The values as a line of bars, the highest one full; blank where nothing was measured. As long as nothing happens it is one and the
 * same line, so that an idle screen is not written to.
 */
export function sparkline(values: readonly (number | null)[], levels: string): string {
  const steps = [...levels];
  if (!values.some((value) => value !== null && value > 0)) return (steps[0] ?? ' ').repeat(values.length);
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  return values.map((value) => (value === null ? ' ' : (steps[stepOf(value, highest, steps.length)] ?? ' '))).join('');
}

/** The lowest step is zero and nothing else. */
function stepOf(value: number, highest: number, steps: number): number {
  return value <= 0 ? 0 : Math.max(1, Math.round((value / highest) * (steps - 1)));
}

/** The values as bars of `height` lines, top line first; `parts` are the fillings of one cell, from empty to full. */
export function barChart(values: readonly (number | null)[], height: number, parts: string): readonly string[] {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const fillings = [...parts];
  const full = fillings.length - 1;
  const filled = values.map((value) => (value === null || value <= 0 ? 0 : Math.max(1, Math.round((value / highest) * height * full))));
  return Array.from({ length: height }, (_, row) => {
    const floor = (height - 1 - row) * full;
    return filled.map((units) => fillings[Math.min(full, Math.max(0, units - floor))] ?? ' ').join('');
  });
}

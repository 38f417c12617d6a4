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
/** Ten minutes, more than the widest screen shows. */
const BINS_KEPT = 320;
/** A rate is told by what happened within this time. */
const RATE_MS = 10_000;

export const NO_SERIES: Series = { bins: [], startedAt: null, last: null };

/** The series with one more reading. Counts that shrink (jobs pruned, forgotten or run again) are no events. */
export function addReading(series: Series, figures: QueueSnapshot): Series {
  const index = Math.floor(figures.at / BIN_MS);
  const { last, bins } = series;
  const open = bins.at(-1);
  const before = open !== undefined && open.index === index ? open : { received: 0, finished: 0, failed: 0 };
  const bin: Bin = {
    index,
    received: before.received + (last === null ? 0 : grown(totalOf(last), totalOf(figures))),
    finished: before.finished + (last === null ? 0 : grown(last.finished, figures.finished)),
    failed: before.failed + (last === null ? 0 : grown(last.failed, figures.failed)),
    waiting: figures.waiting,
  };
  const kept = open !== undefined && open.index === index ? bins.slice(0, -1) : bins;
  return { bins: [...kept, bin].slice(-BINS_KEPT), startedAt: series.startedAt ?? figures.at, last: figures };
}

function grown(before: number, after: number): number {
  return Math.max(0, after - before);
}

function totalOf({ waiting, parked, running, finished, failed }: QueueSnapshot): number {
  return waiting + parked + running + finished + failed;
}

/** The newest `count` values, oldest first; null for times before the view was opened. */
export function valuesOf(series: Series, measure: Measure, count: number, now: number): readonly (number | null)[] {
  const newest = Math.floor(now / BIN_MS);
  const first = series.bins[0]?.index ?? Number.POSITIVE_INFINITY;
  const byIndex = new Map(series.bins.map((bin) => [bin.index, bin]));
  const values: (number | null)[] = [];
  let level = 0;
  for (const bin of series.bins) if (bin.index <= newest - count) level = bin.waiting;
  for (let index = newest - count + 1; index <= newest; index += 1) {
    const bin = byIndex.get(index);
    level = bin?.waiting ?? level;
    values.push(index < first ? null : measure === 'waiting' ? level : (bin?.[measure] ?? 0));
  }
  return values;
}

/** Events a second of late; null until there has been time to measure. */
export function rateOf(series: Series, measure: Exclude<Measure, 'waiting'>, now: number): number | null {
  if (series.startedAt === null || now - series.startedAt < 2_000) return null;
  const newest = Math.floor(now / BIN_MS);
  const oldest = newest - RATE_MS / BIN_MS;
  const sum = series.bins.reduce((total, bin) => (bin.index >= oldest ? total + bin[measure] : total), 0);
  const span = Math.min(now - series.startedAt, now - oldest * BIN_MS);
  return (sum * 1_000) / span;
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

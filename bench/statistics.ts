import { median } from '../src/benchmark/statistics.ts';

/** Median of the ratios of each turn, so that noise that affects a whole turn cancels out. */
export function medianRatio(values: readonly number[], bases: readonly number[]): number {
  return median(values.map((value, turn) => value / (bases[turn] ?? Number.NaN)));
}

/** For results: `null` if the value could not be computed. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

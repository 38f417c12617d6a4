/** The value below which the share `quantile` (0 to 1) of the values lies; NaN without values. */
export function percentile(values: readonly number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(quantile * sorted.length) - 1));
  return sorted[index] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** Median of the ratios turn by turn: noise that hits a whole turn cancels out. */
export function medianRatio(values: readonly number[], bases: readonly number[]): number {
  return median(values.map((value, turn) => value / (bases[turn] ?? Number.NaN)));
}

/** For results: what could not be computed is null. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  return { count: values.length, p50: percentile(values, 0.5), p99: percentile(values, 0.99), max: percentile(values, 1) };
}

import { MINUTE_MS } from '../base/time-units.ts';
import { clockTime } from './local-clock.ts';
import { HOUR_MINUTES } from './series.ts';

type Values = readonly (number | null)[];

/**
 * The values as one line of bars, scaled to the highest; blank where nothing was measured. The line stays the same while nothing happens,
 * so that an idle screen is not written to.
 */
export function sparkline(values: Values, levels: string): string {
  const steps = [...levels];
  if (!values.some((value) => value !== null && value > 0)) return (steps[0] ?? ' ').repeat(values.length);
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  return values.map((value) => (value === null ? ' ' : (steps[stepOf(value, highest, steps.length)] ?? ' '))).join('');
}

/** Only zero gets the lowest step. */
function stepOf(value: number, highest: number, steps: number): number {
  return value <= 0 ? 0 : Math.max(1, Math.round((value / highest) * (steps - 1)));
}

/** How an hour is spread over the width of a chart: `stepMinutes` minutes per step, each `stepCells` cells wide. */
export interface TimeScale {
  readonly stepMinutes: number;
  readonly stepCells: number;
}

const STEPS = [1, 2, 3, 5] as const;
/** A finer scale than the widest is chosen if it uses at least this share of the width. */
const WELL_USED = 0.75;

/** The finest scale that uses most of the width, otherwise the one that uses the most; `undefined` if an hour does not fit. */
export function timeScaleFor(width: number): TimeScale | undefined {
  const scales = STEPS.map((stepMinutes) => ({ stepMinutes, stepCells: Math.floor((width * stepMinutes) / HOUR_MINUTES) }));
  const used = ({ stepMinutes, stepCells }: TimeScale): number => (stepCells * HOUR_MINUTES) / stepMinutes;
  const [widest] = scales.toSorted((a, b) => used(b) - used(a));
  return scales.find((scale) => used(scale) >= width * WELL_USED) ?? (widest === undefined || widest.stepCells === 0 ? undefined : widest);
}

/** The values as bars of `height` lines, top line first; `bar` has the glyphs of one cell, from empty to full. */
export function barChart(
  values: Values,
  { height, stepCells }: { readonly height: number; readonly stepCells: number },
  { bar, unknown }: { readonly bar: string; readonly unknown: string },
): readonly string[] {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const fillings = [...bar];
  const full = fillings.length - 1;
  const filled = values.map((value) => (value === null || value <= 0 ? 0 : Math.max(1, Math.round((value / highest) * height * full))));
  return Array.from({ length: height }, (_, row) => {
    const floor = (height - 1 - row) * full;
    const isLowest = row === height - 1;
    return filled
      .map((units, place) => (isLowest && values[place] === null ? unknown : (fillings[Math.min(full, Math.max(0, units - floor))] ?? ' ')))
      .map((cell) => cell.repeat(stepCells))
      .join('');
  });
}

/** Minutes between two labels of an axis: the smallest that leaves room for both. */
const LABEL_MINUTES = [5, 10, 15, 20, 30, 60] as const;
const LABEL_CELLS = 9;

/** The axis of the hour that ends at `now`: round local times, each under the step it begins. */
export function timeAxis(now: number, { stepMinutes, stepCells }: TimeScale, tick: string): string {
  const steps = HOUR_MINUTES / stepMinutes;
  const newest = Math.floor(now / MINUTE_MS / stepMinutes);
  const every = LABEL_MINUTES.find((minutes) => minutes % stepMinutes === 0 && (minutes / stepMinutes) * stepCells >= LABEL_CELLS) ?? 60;
  let axis = '';
  for (let step = 0; step < steps; step += 1) {
    const at = (newest - steps + 1 + step) * stepMinutes * MINUTE_MS;
    const label = tick + clockTime(at);
    const place = step * stepCells;
    const isRound = new Date(at).getMinutes() % every < stepMinutes;
    if (isRound && place + label.length <= steps * stepCells) axis = axis.padEnd(place) + label;
  }
  return axis.padEnd(steps * stepCells);
}

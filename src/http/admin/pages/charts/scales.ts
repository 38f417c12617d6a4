/** Positions in a chart. Horizontal ones are in percent, so that a chart is as wide as its page; vertical ones are in pixels. */

/** Marks for durations, ms: beyond a second, round durations are not powers of ten. */
const TIME_MARKS: readonly (readonly [ms: number, label: string])[] = [
  [1, '1 ms'],
  [10, '10 ms'],
  [100, '100 ms'],
  [1_000, '1 s'],
  [10_000, '10 s'],
  [60_000, '1 min'],
  [600_000, '10 min'],
  [3_600_000, '1 h'],
  [36_000_000, '10 h'],
  [345_600_000, '4 d'],
  [3_456_000_000, '40 d'],
];
/** With fewer, the scale of a single value would look like a cliff. */
const FEWEST_MARKS = 4;
/** Anything above zero is visible, however small. */
const LEAST_PIXELS = 2;

export interface Mark {
  readonly value: number;
  readonly label: string;
}

/** `12.5%`, with at most two decimals. */
export function percent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 10_000) / 100}%`;
}

/** The next 1, 2 or 5 times a power of ten; 1 for zero. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** Height of a bar, px. Anything above zero is at least two pixels high. */
export function barHeight(value: number, max: number, height: number): number {
  if (value <= 0) return 0;
  return Math.max(LEAST_PIXELS, oneDecimal((Math.min(value, max) / max) * height));
}

/** The marks of a logarithmic axis that covers all these durations, ms, shortest first. */
export function timeMarks(values: readonly number[]): readonly Mark[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const last = TIME_MARKS.length - 1;
  const isEmpty = values.length === 0;
  const from = isEmpty
    ? 0
    : Math.max(
        0,
        TIME_MARKS.findLastIndex(([ms]) => ms <= least),
      );
  const found = TIME_MARKS.findIndex(([ms]) => ms >= most);
  const until = isEmpty || found === -1 ? last * Number(!isEmpty) : found;
  const to = Math.min(last, Math.max(until, from + FEWEST_MARKS - 1));
  return TIME_MARKS.slice(Math.max(0, Math.min(from, to - FEWEST_MARKS + 1)), to + 1).map(([value, label]) => ({ value, label }));
}

/** Distance of a value from the top of a logarithmic axis, px; values beyond an end are placed at the end. */
export function logDepth(value: number, marks: readonly Mark[], height: number): number {
  const [first, last] = [marks[0]?.value ?? 1, marks.at(-1)?.value ?? 1];
  if (first === last) return height;
  const inside = Math.min(last, Math.max(first, value));
  return oneDecimal(height * (1 - Math.log(inside / first) / Math.log(last / first)));
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}

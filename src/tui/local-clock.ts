/** A complete time: `2026-11-20 08:23:28`. */
export function fullTime(ms: number | null): string {
  if (ms === null) return '-';
  const then = new Date(ms);
  const day = `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
  return `${day} ${timeOfDay(ms)}`;
}

/** The time of day, to the minute: `08:23`. */
export function clockTime(ms: number): string {
  const then = new Date(ms);
  return `${two(then.getHours())}:${two(then.getMinutes())}`;
}

/** The time of day, to the second: `08:23:28`. */
export function timeOfDay(ms: number): string {
  return `${clockTime(ms)}:${two(new Date(ms).getSeconds())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

import { MINUTE_MS } from '../base/time-units.ts';

/** A complete time: `2026-11-20 08:23:28`. */
export function fullTime(ms: number | null): string {
  if (ms === null) return '-';
  const local = ms - new Date(ms).getTimezoneOffset() * MINUTE_MS;
  return new Date(local).toISOString().slice(0, 19).replace('T', ' ');
}

/** The time of day, to the second: `08:23:28`. */
export function timeOfDay(ms: number): string {
  return fullTime(ms).slice(-8);
}

/** The time of day, to the minute: `08:23`. */
export function clockTime(ms: number): string {
  return timeOfDay(ms).slice(0, 5);
}

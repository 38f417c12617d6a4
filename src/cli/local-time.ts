import { MINUTE_MS } from '../base/time-units.ts';

/** A single time with its offset: `2026-11-20 08:23:28 -03:00`; `-` if none. */
export function renderTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '-';
  const offset = offsetMinutes(ms);
  return `${clockTime(ms, offset)} ${offsetText(offset)}`;
}

/** Minutes east of Greenwich. */
export function offsetMinutes(ms: number): number {
  return -new Date(ms).getTimezoneOffset();
}

export function clockTime(ms: number, offset: number): string {
  const text = new Date(ms + offset * MINUTE_MS).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

export function offsetText(offset: number): string {
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset);
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${digits.join(':')}`;
}

/** Times for people, in the time zone of this machine. JSON keeps UTC. */
import { type Text, type Translated, textIn } from '../base/language.ts';
import { MINUTE_MS } from '../base/time-units.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** A moment that stands alone, with its offset: `2026-11-20 08:23:28 -03:00`; `-` for none. */
export function renderTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '-';
  const offset = offsetMinutes(ms);
  return `${clockTime(ms, offset)} ${offsetText(offset)}`;
}

/**
 * A column of moments: the zone stands in the header only. All rows are told by the offset that is in force now, also those
 * from before a change of the clock, so that no row can be misread.
 */
export function timeColumn<Row>(
  header: Text,
  time: (row: Row) => number | null,
): { readonly header: Translated<string>; readonly cell: (row: Row) => string; readonly whole: true } {
  const offset = offsetMinutes(Date.now());
  const cell = (row: Row): string => {
    const ms = time(row);
    return ms === null ? '-' : clockTime(ms, offset);
  };
  const named = inEveryLanguage((_, language) => `${textIn(language, header)} (${offsetText(offset)})`);
  return { header: named, cell, whole: true };
}

/** Minutes east of Greenwich. */
function offsetMinutes(ms: number): number {
  return -new Date(ms).getTimezoneOffset();
}

function clockTime(ms: number, offset: number): string {
  const text = new Date(ms + offset * MINUTE_MS).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

function offsetText(offset: number): string {
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset);
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${digits.join(':')}`;
}

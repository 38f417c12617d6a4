import { type JsonValue, scalarText } from '../base/exact-json.ts';
import { isoTimeMs } from '../base/iso-time.ts';

/** Smaller numbers are seconds (until the year 5138), larger ones milliseconds (from 1973 on). */
const FIRST_MILLISECONDS = 1e11;
const END_OF_MILLISECONDS = 1e14;

const ISO_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * A time in the formats that senders use, in UTC ms: Unix seconds, Unix milliseconds, or ISO 8601 (the platforms also write `+0000`, PostgreSQL
 * `-03`); a time without an offset is UTC. `undefined` for anything else, including a day that does not exist.
 */
export function readTime(value: JsonValue): number | undefined {
  const text = scalarText(value)?.trim() ?? '';
  if (!/^\d+(?:\.\d+)?$/.test(text)) return isoTime(text);
  const count = Number(text);
  if (count >= END_OF_MILLISECONDS) return undefined;
  return Math.round(count < FIRST_MILLISECONDS ? count * 1_000 : count);
}

/** A Unix time in seconds, in UTC ms. */
export function readUnixSeconds(value: JsonValue): number | undefined {
  const text = scalarText(value)?.trim() ?? '';
  return /^\d+(?:\.\d+)?$/.test(text) && Number(text) < FIRST_MILLISECONDS ? readTime(value) : undefined;
}

function isoTime(text: string): number | undefined {
  const [, date, time = '00:00', offset = 'Z'] = ISO_TIME.exec(text) ?? [];
  if (date === undefined) return undefined;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  return isoTimeMs(`${date}T${time.replace(',', '.')}${zone}`);
}

import { type JsonValue, scalarText } from '../base/exact-json.ts';
import { DAY_MS, MINUTE_MS } from '../base/time-units.ts';
import { zonedTimeMs } from '../base/zoned-time.ts';
import { readTime } from './event-time.ts';

/** When something happened, as a person entered it. */
export interface TypedTime {
  /** UTC ms; the beginning, if only a day or a minute was entered. */
  readonly at: number;
  /** The length of the entered day or minute, ms; 0 for an exact time. */
  readonly spanMs: number;
}

/**
 * Reads a time that a person types: `2026-11-20`, `2026-11-20 09:00` and `20/11/2026 09:00` are in the given zone; ISO 8601 with an offset and
 * Unix times are independent of it. `undefined` for anything else.
 *
 * @param zone IANA name, such as `America/Sao_Paulo`
 */
export function readTypedTime(text: string, zone: string): TypedTime | undefined {
  const at = zonedTimeMs(text, zone) ?? brazilianTime(text, zone) ?? (SAYS_ITS_ZONE.test(text) ? readTime(text) : undefined);
  return at === undefined ? undefined : { at, spanMs: spanOf(text) };
}

/** When something that a sender states began, UTC ms: without an offset, in the given zone. `undefined` if it is no time. */
export function readStart(value: JsonValue, zone: string): number | undefined {
  return readStated(value, zone)?.at;
}

/** When it was over at the latest: the end of a day or minute. */
export function readEnd(value: JsonValue, zone: string): number | undefined {
  const stated = readStated(value, zone);
  return stated === undefined ? undefined : stated.at + Math.max(stated.spanMs - 1, 0);
}

function readStated(value: JsonValue, zone: string): TypedTime | undefined {
  const text =
    scalarText(value)
      ?.trim()
      .replace(/(:\d\d)[.,]\d+$/, '$1') ?? '';
  const at = readTime(value);
  return readTypedTime(text, zone) ?? (at === undefined ? undefined : { at, spanMs: 0 });
}

/** Without an offset, `readTime` would read the text as UTC. */
const SAYS_ITS_ZONE = /^\d+(?:\.\d+)?$|:\d\d.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** The format of Brazilian spreadsheets. */
function brazilianTime(text: string, zone: string): number | undefined {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  return year === undefined ? undefined : zonedTimeMs(`${year}-${month}-${day}${time === undefined ? '' : ` ${time}`}`, zone);
}

function spanOf(text: string): number {
  if (/^(?:\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4})$/.test(text)) return DAY_MS;
  return /^\d+(?:\.\d+)?$|\d\d:\d\d:\d\d/.test(text) ? 0 : MINUTE_MS;
}

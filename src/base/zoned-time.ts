import { DAY_MS } from './time-units.ts';

const PARTS = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * A wall-clock time (`2026-11-20`, `2026-11-20 09:00`, `2026-11-20T09:00:30`) of a time zone, in UTC ms. Of an hour that a change of the
 * clock repeats, the first; one that it skips is moved on by an hour. Undefined for anything else.
 *
 * @param zone such as `America/Sao_Paulo`
 */
export function zonedTimeMs(text: string, zone: string): number | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = PARTS.exec(text) ?? [];
  if (year === undefined) return undefined;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const wall = Date.parse(`${iso}Z`);
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== iso) return undefined;
  // A day is further than any clock is put forward or back.
  const candidates = [offsetMs(wall - DAY_MS, zone), offsetMs(wall + DAY_MS, zone)].map((offset) => wall - offset);
  const exact = candidates.filter((ms) => ms + offsetMs(ms, zone) === wall);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

/** The wall clock of a zone at a moment, to the minute: `2026-11-20T09:00`. The other way round than `zonedTimeMs`. */
export function zonedMinute(ms: number, zone: string): string {
  return new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, 16);
}

/** What the zone's clock is ahead of UTC at that moment, in ms. */
function offsetMs(ms: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '00', seconds = '00'] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  if (hours === undefined) return 0;
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
  return sign === '-' ? -ahead : ahead;
}

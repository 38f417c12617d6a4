import { DAY_MS } from './time-units.ts';

const PARTS = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * A wall-clock time (`2026-11-20`, `2026-11-20 09:00`, `2026-11-20T09:00:30`) in a time zone, as UTC ms. If a clock change repeats the hour, the
 * first one counts; if it skips the hour, the time moves one hour later. `undefined` for anything else.
 *
 * @param zone for example `America/Sao_Paulo`
 */
export function zonedTimeMs(text: string, zone: string): number | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = PARTS.exec(text) ?? [];
  if (year === undefined) return undefined;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const wall = Date.parse(`${iso}Z`);
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== iso) return undefined;
  // A day is further than any clock is moved forward or back.
  const offsetOf = zoneOffset(zone);
  const candidates = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetOf(near));
  const exact = candidates.filter((ms) => ms + offsetOf(ms) === wall);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

/** A zone's wall-clock time at a moment, to the minute: `2026-11-20T09:00`. The inverse of `zonedTimeMs`. */
export function zonedMinute(ms: number, zone: string): string {
  return new Date(ms + zoneOffset(zone)(ms)).toISOString().slice(0, 16);
}

/** How far the zone's clock is ahead of UTC at a moment, in ms. */
export function zoneOffset(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  return (ms) => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes = '00', seconds = '00'] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
    if (hours === undefined) return 0;
    const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
    return sign === '-' ? -ahead : ahead;
  };
}

/**
 * A date or time of ISO 8601 in UTC ms; undefined for anything else, and for a day that no calendar has: `Date.parse` alone takes February 30
 * for March 2. A time without an offset is local, a date alone is of UTC, as the language has it.
 */
export function isoTimeMs(text: string): number | undefined {
  const [, date] = /^(\d{4}-\d\d-\d\d)(?:T|$)/.exec(text) ?? [];
  const at = date === undefined || !isDay(date) ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

function isDay(date: string): boolean {
  return new Date(Date.parse(date)).getUTCDate() === Number(date.slice(8));
}

/**
 * An ISO 8601 date or time in UTC ms; `undefined` for anything else, including a day that does not exist: `Date.parse` alone reads February 30 as
 * March 2. A time without an offset is local, a date alone is UTC, as in JavaScript.
 */
export function isoTimeMs(text: string): number | undefined {
  const [, date] = /^(\d{4}-\d\d-\d\d)(?:T|$)/.exec(text) ?? [];
  const at = date === undefined || !isDay(date) ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

function isDay(date: string): boolean {
  return new Date(Date.parse(date)).getUTCDate() === Number(date.slice(8));
}

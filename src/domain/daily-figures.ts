import { DAY_MS, MINUTE_MS } from '../base/time-units.ts';
import { zonedMinute, zonedTimeMs } from '../base/zoned-time.ts';

const WEEK_DAYS = 7;
const DAYS = 2 * WEEK_DAYS;

/** What happened between two moments. Test leads are not counted. */
export interface SpanFigures {
  /** Leads by time of submission, counted as in lists of leads. */
  readonly leads: number;
  /** Jobs that ended with an error; a job that fails again after a retry counts again. */
  readonly failures: number;
  /** Time in ms from storing an event to creating its lead; if there are many leads, from a sample. `null` if there were none. */
  readonly timeToLead: { readonly median: number | null; readonly p95: number | null };
}

export interface DayFigures extends SpanFigures {
  /** `2026-11-20`, in the time zone of the figures. */
  readonly date: string;
}

/** The last fourteen days, and their two weeks for comparison. */
export interface DailyFigures {
  readonly timeZone: string;
  /** Oldest first; the last one is today. */
  readonly days: readonly DayFigures[];
  /** Today and the six days before it. */
  readonly week: SpanFigures;
  /** The seven days before those, up to the same time of day, so that an unfinished day is not compared with a full one. */
  readonly weekBefore: SpanFigures;
}

/**
 * Collects the figures for each day and week.
 *
 * @param figuresBetween counts what happened from `since` until before `until`, UTC ms
 */
export async function dailyFigures(
  figuresBetween: (since: number, until: number) => Promise<SpanFigures>,
  now: number,
  timeZone: string,
): Promise<DailyFigures> {
  const dates = lastDates(now, timeZone);
  const starts = dates.map((date) => zonedTimeMs(date, timeZone) ?? now);
  const timeOfDay = zonedMinute(now, timeZone).slice('2026-11-20'.length);
  const aWeekAgo = zonedTimeMs(`${dates[WEEK_DAYS - 1]}${timeOfDay}`, timeZone) ?? now;
  const days: DayFigures[] = [];
  for (const [index, date] of dates.entries()) {
    days.push({ date, ...(await figuresBetween(starts[index] ?? now, starts[index + 1] ?? now)) });
  }
  return {
    timeZone,
    days,
    week: await figuresBetween(starts[WEEK_DAYS] ?? now, now),
    // The time of day is in whole minutes.
    weekBefore: await figuresBetween(starts[0] ?? now, aWeekAgo + (now % MINUTE_MS)),
  };
}

function lastDates(now: number, timeZone: string): readonly string[] {
  const today = Date.parse(zonedMinute(now, timeZone).slice(0, 10));
  return Array.from({ length: DAYS }, (_, index) => new Date(today - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10));
}

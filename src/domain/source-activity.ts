import { DAY_MS, HOUR_MS } from '../base/time-units.ts';
import type { Origin } from './origin.ts';
import type { Credential } from './webhook-event.ts';

/** This many of a source's newest events are read to find what was sent last. */
export const NEWEST_EVENTS = 200;

export interface SourceActivity {
  readonly origin: Origin;
  /** When its newest event was received, UTC ms; `null` if there never was one. */
  readonly lastReceivedAt: number | null;
  /** How the newest event's sender was verified. */
  readonly lastVerifiedBy: Credential | null;
  /** Events of the last 24 hours, to the minute. */
  readonly received24h: number;
  /** Whether it has been silent for longer than usual. Fetched or imported events do not end a silence, because nobody sent them. */
  readonly silence: SourceSilence;
}

/** A shorter silence is never reported. */
export const SHORTEST_SILENCE_MS = 2 * HOUR_MS;
/** The days before a silence that define what is usual: each weekday four times. */
const DAYS_COMPARED = 28;
/** The interval between the compared times of day; a day is a whole number of them. */
const STEP_MS = 2 * HOUR_MS;
/** Of a longer silence, only this last part is judged. */
const LONGEST_JUDGED_MS = 30 * DAY_MS;
/** A silence is unusual after it has been longer than usual for this many times the longest usual silence. */
const AGAIN = 3;
/** With fewer events, nothing counts as usual yet. */
export const FEWEST_EVENTS = 20;
/** With fewer days of the same kind, nothing counts as usual for them: a working week, two weekends. */
const FEWEST_DAYS = { workday: 5, weekend: 4 } as const;

/**
 * How a source's silence compares with its own past. The rule: **a source is unusually silent if its silence is longer than it ever was at the
 * same time of day in the four weeks before, and has been for another three times that long (two hours at least); it stays unusual until the
 * source sends again.** Workdays are compared with workdays. Nights and weekends were also quiet before, so they raise no alarm.
 */
export type SourceSilence =
  /** Too few events or days to know what is usual. */
  | { readonly kind: 'unknown' }
  /** `null` if the silence is too short to be checked. */
  | { readonly kind: 'usual'; readonly longestUsualMs: number | null }
  /** Silent since then (UTC ms); at some time of day, `longestUsualMs` was the longest silence before. */
  | { readonly kind: 'unusual'; readonly since: number; readonly longestUsualMs: number };

/** The time of a source's last event as of a moment, both UTC ms; `null` if there was none yet. */
export interface SilenceSample {
  readonly at: number;
  readonly lastSentAt: number | null;
}

/**
 * The moments before a silence for which the source's silence at the time must be known: whole steps before the present, newest first. Days of the
 * silence itself do not count as usual, because then an alarm would end without an event.
 */
export function momentsToCompare(lastSentAt: number, now: number): readonly number[] {
  const stepsSilent = Math.ceil((now - lastSentAt) / STEP_MS);
  return Array.from({ length: (DAYS_COMPARED * DAY_MS) / STEP_MS }, (_, index) => now - (stepsSilent + index) * STEP_MS);
}

/**
 * Judges a source's silence since `lastSentAt` (UTC ms): now, and at earlier times within it, so that an alarm raised in the afternoon does not
 * end at night.
 *
 * @param samples of `momentsToCompare`
 */
export function judgeSilence(lastSentAt: number, samples: readonly SilenceSample[], now: number): SourceSilence {
  if (now - lastSentAt <= SHORTEST_SILENCE_MS) return { kind: 'usual', longestUsualMs: null };
  const days = groupByTime(samples);
  const steps = Math.floor((Math.min(now - lastSentAt, LONGEST_JUDGED_MS) - 1) / STEP_MS);
  let usualUntil = Math.max(lastSentAt, now - (steps + 1) * STEP_MS);
  let judgement: SourceSilence = { kind: 'unknown' };
  for (let at = now - steps * STEP_MS; at <= now; at += STEP_MS) {
    const longestUsualMs = longestPause(days.get(at % DAY_MS) ?? [], kindOfDay(at));
    if (longestUsualMs === null || at - lastSentAt <= longestUsualMs) usualUntil = at;
    const isUnusual = longestUsualMs !== null && at - usualUntil > Math.max(SHORTEST_SILENCE_MS, AGAIN * longestUsualMs);
    if (isUnusual) judgement = { kind: 'unusual', since: lastSentAt, longestUsualMs };
    else if (judgement.kind !== 'unusual') judgement = longestUsualMs === null ? { kind: 'unknown' } : { kind: 'usual', longestUsualMs };
  }
  return judgement;
}

/** How long the source had been silent at a moment. */
interface Pause {
  readonly at: number;
  readonly day: DayKind;
  readonly ms: number;
}

/** By time of day, in ms after midnight UTC; ignores moments before the first event. */
function groupByTime(samples: readonly SilenceSample[]): ReadonlyMap<number, readonly Pause[]> {
  const pauses = samples.flatMap(({ at, lastSentAt }) => (lastSentAt === null ? [] : [{ at, day: kindOfDay(at), ms: at - lastSentAt }]));
  return Map.groupBy(pauses, ({ at }) => at % DAY_MS);
}

/** The longest silence on days of this kind; `null` if too few of them are known. */
function longestPause(pauses: readonly Pause[], day: DayKind): number | null {
  const ofKind = pauses.filter((pause) => pause.day === day);
  if (ofKind.length < FEWEST_DAYS[day]) return null;
  // Weekends are few, and hardly ever busier than workdays, so all days define what is usual for them.
  return Math.max(...(day === 'weekend' ? pauses : ofKind).map(({ ms }) => ms));
}

type DayKind = keyof typeof FEWEST_DAYS;

/** In UTC: if local days are some hours off, they were so in the past, too. */
function kindOfDay(at: number): DayKind {
  const day = new Date(at).getUTCDay();
  return day === 0 || day === 6 ? 'weekend' : 'workday';
}

import { DAY_MS, HOUR_MS } from '../base/time-units.ts';

/** A shorter silence is never worth a word. */
export const SHORTEST_SILENCE_MS = 2 * HOUR_MS;
/** So many days before a silence began tell what is usual: every day of the week four times. */
const DAYS_COMPARED = 28;
/** The times of day that are compared lie so far apart; a day holds a whole number of them. */
const STEP_MS = 2 * HOUR_MS;
/** Of a longer silence the last part is judged. */
const LONGEST_JUDGED_MS = 30 * DAY_MS;
/** Longer than usual for so many times the longest usual silence is remarkable. */
const AGAIN = 3;
/** With fewer events nothing is usual yet. */
export const FEWEST_EVENTS = 20;
/** With fewer days of the same kind nothing is usual for them: a working week, two weekends. */
const FEWEST_DAYS = { workday: 5, weekend: 4 } as const;

/**
 * How the silence of a source compares with its own past. The rule: **a source is unusually silent when its silence is longer than it
 * ever was at the same time of day in the four weeks before, and that for three times as long again (two hours at least); it stays so until it
 * sends.** Workdays are compared with workdays. Nights and weekends were quiet before, too, so they raise no alarm.
 */
export type SourceSilence =
  /** Too few events or days to tell what is usual. */
  | { readonly kind: 'unknown' }
  /** Null: the silence is so short that nobody looked. */
  | { readonly kind: 'usual'; readonly longestUsualMs: number | null }
  /** Silent since then (UTC ms), and there was a time of day at which `longestUsualMs` was the longest before. */
  | { readonly kind: 'unusual'; readonly since: number; readonly longestUsualMs: number };

/** What a source had sent last when a moment came, both UTC ms; null: nothing yet. */
export interface SilenceSample {
  readonly at: number;
  readonly lastSentAt: number | null;
}

/**
 * The moments before a silence at which one has to know how long the source had been silent: the times of day that lie whole steps before
 * the present, newest first. Days of the silence itself say nothing of what is usual, and would make an alarm end by itself.
 */
export function momentsToCompare(lastSentAt: number, now: number): readonly number[] {
  const stepsSilent = Math.ceil((now - lastSentAt) / STEP_MS);
  return Array.from({ length: (DAYS_COMPARED * DAY_MS) / STEP_MS }, (_, index) => now - (stepsSilent + index) * STEP_MS);
}

/**
 * Judges the silence of a source since `lastSentAt` (UTC ms): as it is now, and as it was at earlier times of it, so that an alarm of the
 * afternoon does not end with the night.
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

/** How long the source had been silent at one time of one day. */
interface Pause {
  readonly day: DayKind;
  readonly ms: number;
}

/** By time of day, in ms after midnight UTC; moments from before the first event say nothing. */
function groupByTime(samples: readonly SilenceSample[]): ReadonlyMap<number, readonly Pause[]> {
  const days = new Map<number, Pause[]>();
  for (const { at, lastSentAt } of samples) {
    if (lastSentAt === null) continue;
    const pauses = days.get(at % DAY_MS) ?? [];
    pauses.push({ day: kindOfDay(at), ms: at - lastSentAt });
    days.set(at % DAY_MS, pauses);
  }
  return days;
}

/** The longest silence there was on days of this kind; null: too few of them are known. */
function longestPause(pauses: readonly Pause[], day: DayKind): number | null {
  const ofKind = pauses.filter((pause) => pause.day === day);
  if (ofKind.length < FEWEST_DAYS[day]) return null;
  // Weekends are few, and hardly ever busier than workdays: all days tell what is usual for them.
  return Math.max(...(day === 'weekend' ? pauses : ofKind).map(({ ms }) => ms));
}

type DayKind = keyof typeof FEWEST_DAYS;

/** By UTC: days that begin some hours off begin so in the past, too. */
function kindOfDay(at: number): DayKind {
  const day = new Date(at).getUTCDay();
  return day === 0 || day === 6 ? 'weekend' : 'workday';
}

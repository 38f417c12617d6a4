import { formatDuration } from '../base/duration.ts';
import { currentLanguage } from '../base/language.ts';
import { groupOf, worstFirst } from '../domain/finding.ts';
import { liveWorkers, type QueueSnapshot } from '../domain/queue-status.ts';
import { findInQueue } from '../findings/find-queue.ts';
import { agesAt, findingWords } from '../presentation/finding-text.ts';
import { timeOfDay } from './local-clock.ts';
import type { WatchState } from './state.ts';
import type { Look, Tone } from './theme.ts';

export interface Health {
  readonly word: string;
  /** The worst of it alone, where there is little room. */
  readonly short: string;
  readonly glyph: string;
  readonly tone: Tone;
}

/** Figures older than this are told with their time: a source that works sends new ones every few seconds. */
const STALE_MS = 15_000;

/** How the installation is, in a few words: everything that is wrong with it, by the judgement of `doctor` and the overview. */
export function healthOf(state: WatchState, look: Look): Health {
  const { figures, connection, now } = state;
  const { texts, glyphs } = look;
  if (connection.kind === 'lost') {
    const lost = texts.health.lost({ age: age(now - connection.since) });
    return { word: `${lost}, ${texts.health.since({ time: timeOfDay(connection.since) })}`, short: lost, glyph: glyphs.lost, tone: 'bad' };
  }
  if (figures === null) return simple(texts.health.starting, glyphs.lost, 'dim');
  const health = judge(state, figures, look);
  const since = staleSince(state);
  if (since === null) return health;
  // What was well may not be so any more.
  const asOf = (word: string): string => texts.health.asOf({ time: timeOfDay(since), word });
  const tone = health.tone === 'ok' ? 'dim' : health.tone;
  return { word: asOf(health.word), short: asOf(health.short), glyph: state.isFrozen ? glyphs.paused : glyphs.lost, tone };
}

function judge(state: WatchState, figures: QueueSnapshot, look: Look): Health {
  const { texts, glyphs } = look;
  // The queue that is watched is judged by its newest figures, and everything else as the source said last.
  const others = state.findings.filter((finding) => groupOf(finding) !== 'queue');
  const all = worstFirst([...findInQueue({ ...figures, oldestWaitingMs: oldestAge(state) }), ...others]);
  const findings = all.filter(({ severity }) => severity !== 'note');
  const [worst] = findings;
  if (worst === undefined)
    return isEmpty(figures) ? simple(texts.health.empty, glyphs.live, 'dim') : simple(texts.health.ok, glyphs.live, 'ok');
  const isPaused = figures.pausedAt !== null;
  // Somebody paused it on purpose, and everything else is read in that light.
  const named = isPaused ? findings.toSorted((a, b) => Number(b.code === 'queue.paused') - Number(a.code === 'queue.paused')) : findings;
  const words = [...new Set(named.map((finding) => findingWords(finding, currentLanguage(), agesAt(state.now)).short ?? finding.code))];
  const glyph = isPaused ? glyphs.paused : glyphs.alarm;
  return { word: words.join(', '), short: words[0] ?? '', glyph, tone: worst.severity === 'problem' ? 'bad' : 'warn' };
}

/** When what is shown was true, where that is no longer now: the view is paused, or the source is silent. */
function staleSince({ figures, isFrozen, heardAt, now }: WatchState): number | null {
  return figures !== null && (isFrozen || now - heardAt >= STALE_MS) ? heardAt : null;
}

/** Whether the screen tells an age, which grows from one second to the next. */
export function isAgeShown({ figures, connection, heardAt }: WatchState, now: number): boolean {
  return connection.kind !== 'live' || (figures !== null && figures.oldestWaitingMs !== null) || now - heardAt >= STALE_MS;
}

/** Of a queue without any job nobody can say that it works. */
function isEmpty({ waiting, running, finished, failed, parked }: QueueSnapshot): boolean {
  return waiting + running + finished + failed + parked === 0;
}

function simple(word: string, glyph: string, tone: Tone): Health {
  return { word, short: word, glyph, tone };
}

/** Jobs wait, and nobody is there to take them. */
export function isUnworked(state: WatchState): boolean {
  const { figures } = state;
  return figures !== null && figures.pausedAt === null && figures.waiting > 0 && aliveWorkers(state) === 0;
}

export function aliveWorkers({ figures }: WatchState): number {
  return figures === null ? 0 : liveWorkers(figures).length;
}

/** Age of the oldest due job. It grows with the clock while the source answers; without it nobody knows. */
export function oldestAge({ figures, heardAt, connection, isFrozen, now }: WatchState): number | null {
  if (figures === null || figures.oldestWaitingMs === null) return null;
  return figures.oldestWaitingMs + (connection.kind === 'live' && !isFrozen ? Math.max(0, now - heardAt) : 0);
}

/** Whole seconds, so that the screen changes once in a second at most. */
export function age(ms: number): string {
  return ms < 1_000 ? '0 s' : formatDuration(ms);
}

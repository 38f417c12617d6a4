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
  /** Only the worst finding, for small screens. */
  readonly short: string;
  readonly glyph: string;
  readonly tone: Tone;
}

/** Older figures are shown with their time: a working source sends new ones every few seconds. */
const STALE_MS = 15_000;

/** The health of the installation in a few words: all findings, with the severities of `doctor` and the overview. */
export function healthOf(state: WatchState, look: Look): Health {
  const { figures, connection, now } = state;
  const { texts, glyphs } = look;
  if (connection.kind === 'lost') {
    const lost = texts.health.lost({ age: age(now - connection.since) });
    return { word: `${lost}, ${texts.health.since({ time: timeOfDay(connection.since) })}`, short: lost, glyph: glyphs.lost, tone: 'bad' };
  }
  if (figures === null) return simple(texts.loading, glyphs.lost, 'dim');
  const health = judge(state, figures, look);
  const since = staleSince(state);
  if (since === null) return health;
  // What was healthy may no longer be.
  const asOf = (word: string): string => texts.health.asOf({ time: timeOfDay(since), word });
  const tone = health.tone === 'ok' ? 'dim' : health.tone;
  return { word: asOf(health.word), short: asOf(health.short), glyph: state.isFrozen ? glyphs.paused : glyphs.lost, tone };
}

function judge(state: WatchState, figures: QueueSnapshot, look: Look): Health {
  const { texts, glyphs } = look;
  // The newest figures decide about the watched queue; everything else is what the source last reported.
  const others = state.findings.filter((finding) => groupOf(finding) !== 'queue');
  const all = worstFirst([...findInQueue({ ...figures, oldestWaitingMs: oldestAge(state) }), ...others]);
  const findings = all.filter(({ severity }) => severity !== 'note');
  const [worst] = findings;
  if (worst === undefined)
    return isEmpty(figures) ? simple(texts.health.empty, glyphs.live, 'dim') : simple(texts.health.ok, glyphs.live, 'ok');
  const isPaused = figures.pausedAt !== null;
  // A pause is intentional and affects all other findings, so it comes first.
  const named = isPaused ? findings.toSorted((a, b) => Number(b.code === 'queue.paused') - Number(a.code === 'queue.paused')) : findings;
  const words = [...new Set(named.map((finding) => findingWords(finding, currentLanguage(), agesAt(state.now)).short ?? finding.code))];
  const glyph = isPaused ? glyphs.paused : glyphs.alarm;
  return { word: words.join(', '), short: words[0] ?? '', glyph, tone: worst.severity === 'problem' ? 'bad' : 'warn' };
}

/** The time of the shown data, if it is not current: the view is paused, or the source does not answer. */
function staleSince({ figures, isFrozen, heardAt, now }: WatchState): number | null {
  return figures !== null && (isFrozen || now - heardAt >= STALE_MS) ? heardAt : null;
}

/** Whether the screen shows an age, which changes every second. */
export function isAgeShown({ figures, connection, heardAt }: WatchState, now: number): boolean {
  return connection.kind !== 'live' || (figures !== null && figures.oldestWaitingMs !== null) || now - heardAt >= STALE_MS;
}

/** A queue without any jobs is neither healthy nor unhealthy. */
function isEmpty({ waiting, running, finished, failed, parked }: QueueSnapshot): boolean {
  return waiting + running + finished + failed + parked === 0;
}

function simple(word: string, glyph: string, tone: Tone): Health {
  return { word, short: word, glyph, tone };
}

/** Jobs wait, and no worker is running. */
export function isUnworked(state: WatchState): boolean {
  const { figures } = state;
  return figures !== null && figures.pausedAt === null && figures.waiting > 0 && aliveWorkers(state) === 0;
}

export function aliveWorkers({ figures }: WatchState): number {
  return figures === null ? 0 : liveWorkers(figures).length;
}

/** Age of the oldest due job. It grows with the clock while the source answers; otherwise it is unknown. */
export function oldestAge({ figures, heardAt, connection, isFrozen, now }: WatchState): number | null {
  if (figures === null || figures.oldestWaitingMs === null) return null;
  return figures.oldestWaitingMs + (connection.kind === 'live' && !isFrozen ? Math.max(0, now - heardAt) : 0);
}

/** In whole seconds, so that the screen changes at most once per second. */
export function age(ms: number): string {
  return ms < 1_000 ? '0 s' : formatDuration(ms);
}

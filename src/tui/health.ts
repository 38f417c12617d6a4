import { formatDuration } from '../base/duration.ts';
import { QUEUE_LATE_MS } from '../domain/health-limits.ts';
import { liveWorkers } from '../domain/queue-status.ts';
import type { Look } from './look.ts';
import type { Tone } from './spans.ts';
import type { WatchState } from './state.ts';

export interface Health {
  readonly word: string;
  readonly glyph: string;
  readonly tone: Tone;
}

/** How the queue is, in one word; the worst that is true. */
export function healthOf(state: WatchState, { texts, glyphs }: Look): Health {
  const { figures, connection, now } = state;
  const words = texts.health;
  if (connection.kind === 'lost') return { word: words.lost(age(now - connection.since)), glyph: glyphs.lost, tone: 'bad' };
  if (figures === null) return { word: words.starting, glyph: glyphs.lost, tone: 'dim' };
  if (figures.pausedAt !== null) return { word: words.paused, glyph: glyphs.paused, tone: 'warn' };
  if (isUnworked(state)) return { word: words.noWorker, glyph: glyphs.alarm, tone: 'bad' };
  if ((oldestAge(state) ?? 0) > QUEUE_LATE_MS) return { word: words.late, glyph: glyphs.alarm, tone: 'warn' };
  return { word: words.ok, glyph: glyphs.live, tone: 'ok' };
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
export function oldestAge({ figures, heardAt, connection, now }: WatchState): number | null {
  if (figures === null || figures.oldestWaitingMs === null) return null;
  return figures.oldestWaitingMs + (connection.kind === 'live' ? Math.max(0, now - heardAt) : 0);
}

/** Whole seconds, so that the screen changes once in a second at most. */
export function age(ms: number): string {
  return ms < 1_000 ? '0 s' : formatDuration(ms);
}

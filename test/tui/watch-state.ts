import { stripVTControlCharacters } from 'node:util';
import { renderToString } from 'ink';
import { createElement } from 'react';
import type { QueueSnapshot } from '../../src/domain/queue-status.ts';
import { MESSAGES } from '../../src/messages/messages.ts';
import * as actions from '../../src/tui/actions.ts';
import { Screen } from '../../src/tui/components/screen.tsx';
import { LookContext } from '../../src/tui/components/words.tsx';
import { reduce } from '../../src/tui/reduce.ts';
import { failureGroupRow, type Row, recordRow } from '../../src/tui/rows.ts';
import { initialState, type Size, type WatchState } from '../../src/tui/state.ts';
import { createLook, type Look } from '../../src/tui/theme.ts';

export const NOON = Date.UTC(2026, 10, 20, 12, 0, 0);
const LOOK: Look = createLook(MESSAGES.en, { ascii: false, hasColors: false });

export function figures(overrides: Partial<QueueSnapshot> = {}): QueueSnapshot {
  return {
    queue: 'webhooks',
    at: NOON,
    pausedAt: null,
    waiting: 0,
    delayed: 0,
    parked: 0,
    running: 0,
    finished: 0,
    failed: 0,
    oldestWaitingMs: null,
    lastMinutes: { minutes: 5, finished: 0, failed: 0 },
    workers: [],
    ...overrides,
  };
}

/** A view of this size that has received its first figures. */
export function openView(size: Size = { columns: 100, rows: 30 }, overrides: Partial<QueueSnapshot> = {}): WatchState {
  const setup = { name: 'test.db', version: '1.0.0', readonly: false, texts: MESSAGES.en.terminal };
  return step(initialState(setup, size, NOON), actions.takeFigures(figures(overrides), [], NOON));
}

export function step(state: WatchState, ...taken: readonly actions.Action[]): WatchState {
  return taken.reduce(reduce, state);
}

export function events(...ids: readonly number[]): readonly Row[] {
  return ids.map((id) =>
    recordRow(
      'events',
      { evento_id: String(id), status: id % 2 === 0 ? 'processado' : 'erro', origem: 'search_ads', identidade: `form-${id}` },
      NOON,
    ),
  );
}

export function groups(...codes: readonly string[]): readonly Row[] {
  return codes.map((code) => failureGroupRow({ erro_codigo: code, estacionado: false, total: 3, mais_recente: null }, NOON, 'older'));
}

/** The lines on the screen. */
export function screenOf(state: WatchState, look: Look = LOOK): readonly string[] {
  return draw(state, look).lines;
}

/** The view after a first rendering, which measures what can be scrolled. */
export function laidOut(state: WatchState): WatchState {
  return step(state, actions.measured(draw(state, LOOK).limit));
}

function draw(state: WatchState, look: Look): { readonly lines: readonly string[]; readonly limit: number } {
  let limit = state.scroll.limit;
  const screen = createElement(Screen, {
    state,
    onScrollLimit: (measured) => {
      limit = measured;
    },
  });
  const text = renderToString(createElement(LookContext, { value: look }, screen), { columns: state.size.columns });
  return { lines: stripVTControlCharacters(text).split('\n'), limit };
}

import { describe, expect, test } from 'vitest';
import * as actions from '../../src/tui/actions.ts';
import { commandOf, separateKeys } from '../../src/tui/keys.ts';
import { events, groups, NOON, openView, step } from './watch-state.ts';

const EVENTS = step(
  openView(),
  actions.openTab('events'),
  actions.takeRows('events', { rows: events(2, 1), hasMore: false, searched: null }),
);
const GROUPS = step(
  openView(),
  actions.openTab('failures'),
  actions.takeRows('groups', { rows: groups('a', 'b'), hasMore: false, searched: null }),
);

describe('UPPERCASE keys', () => {
  test('ask for what is selected or marked', () => {
    expect(commandOf(EVENTS, 'R', {})).toEqual({ kind: 'ask', change: { verb: 'retryEvents', ids: ['2'] } });
    const marked = step(GROUPS, actions.markAll);
    const targets = ['a', 'b'].map((errorCode) => ({ kind: { parked: false, errorCode } }));
    expect(commandOf(marked, 'F', {})).toEqual({ kind: 'ask', change: { verb: 'forget', targets, count: 0 } });
    expect(commandOf(EVENTS, 'F', {})).toEqual({ kind: 'refuse', why: 'nothing' });
  });

  test('do nothing read-only, and nothing without a connection', () => {
    const readonly = { ...EVENTS, setup: { ...EVENTS.setup, readonly: true } };
    const lost = step(EVENTS, actions.lose('gone', NOON));
    for (const key of ['R', 'P']) {
      expect(commandOf(readonly, key, {})).toEqual({ kind: 'refuse', why: 'readonly' });
      expect(commandOf(lost, key, {})).toEqual({ kind: 'refuse', why: 'stale' });
    }
  });

  test('only y (or s, sim) agrees; Enter does not', () => {
    const change = { verb: 'setPaused', isPaused: true } as const;
    const asked = step(EVENTS, actions.ask(change));
    for (const key of ['y', 'Y', 's']) expect(commandOf(asked, key, {})).toEqual({ kind: 'perform', change });
    for (const key of ['n', 'q', '', 'R']) expect(commandOf(asked, key, {})).toEqual({ kind: 'cancel' });
    expect(commandOf(asked, '', { return: true })).toEqual({ kind: 'cancel' });
  });
});

test('while a filter is typed, letters are letters', () => {
  const typing = step(EVENTS, actions.openFilter);
  for (const [pressed, typed] of [
    ['q', 'q'],
    ['R\u001b[2J', 'R[2J'],
  ] as const) {
    const command = commandOf(typing, pressed, {});
    expect(command.kind === 'act' && step(typing, command.action).prompt).toMatchObject({ kind: 'filter', text: typed });
  }
  expect(commandOf(typing, 'c', { ctrl: true })).toEqual({ kind: 'quit' });
});

test('keys that arrive together are taken one by one', () => {
  expect(separateKeys('j2\r\x15', {})).toEqual([
    ['j', {}],
    ['2', {}],
    ['', { return: true }],
    ['u', { ctrl: true }],
  ]);
  expect(separateKeys('/', { meta: true })).toEqual([
    ['', { escape: true }],
    ['/', {}],
  ]);
  expect(separateKeys('', { meta: true, return: true })).toEqual([
    ['', { escape: true }],
    ['', { return: true }],
  ]);
  expect(separateKeys('', { meta: true, escape: true })).toEqual([
    ['', { escape: true }],
    ['', { escape: true }],
  ]);
});

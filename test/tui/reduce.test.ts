import { describe, expect, test } from 'vitest';
import * as actions from '../../src/tui/actions.ts';
import { selectedRow, targetRows, type WatchState } from '../../src/tui/state.ts';
import { events, figures, groups, laidOut, NOON, openView, step } from './watch-state.ts';

function rows(...ids: readonly number[]): actions.Action {
  return actions.takeRows('events', { rows: events(...ids), hasMore: false, searched: null });
}

const EVENTS: actions.Action = actions.openTab('events');

function keysOf(list: ReturnType<typeof targetRows>): readonly string[] {
  return list.map((row) => row.key);
}

function selectedKey(state: WatchState): string | undefined {
  return selectedRow(state)?.key;
}

describe('the selection', () => {
  test('follows the newest row while it is on top, and holds its row otherwise', () => {
    const onTop = step(openView(), EVENTS, rows(3, 2, 1));
    expect(selectedKey(step(onTop, rows(4, 3, 2, 1)))).toBe('4');
    const onSecond = step(onTop, actions.move(1));
    expect(selectedKey(onSecond)).toBe('2');
    expect(selectedKey(step(onSecond, rows(5, 4, 3, 2, 1)))).toBe('2');
  });

  test('goes to the neighbour of a row that is gone', () => {
    const state = step(openView(), EVENTS, rows(5, 4, 3, 2, 1), actions.move(2));
    expect(selectedKey(state)).toBe('3');
    expect(selectedKey(step(state, rows(5, 4, 2, 1)))).toBe('2');
    expect(selectedKey(step(state, rows(5, 4)))).toBe('4');
  });

  test('stays on the screen at every size', () => {
    const many = Array.from({ length: 200 }, (_, index) => 200 - index);
    let state = step(openView({ columns: 80, rows: 24 }), EVENTS, rows(...many), actions.toLast);
    expect(selectedKey(state)).toBe('1');
    for (const size of [
      { columns: 20, rows: 5 },
      { columns: 300, rows: 100 },
      { columns: 50, rows: 10 },
    ]) {
      state = step(state, actions.resize(size));
      expect(state.lists.events.top).toBeLessThanOrEqual(199);
      expect(state.lists.events.top).toBeGreaterThan(100 - 1);
    }
  });
});

describe('marks', () => {
  test('are what a key acts on, before the selected row, and only while they are on the list', () => {
    const state = step(openView(), EVENTS, rows(4, 3, 2, 1), actions.mark, actions.mark);
    expect(keysOf(targetRows(state))).toEqual(['4', '3']);
    expect(selectedKey(state)).toBe('2');
    expect(keysOf(targetRows(step(state, rows(4, 2, 1))))).toEqual(['4']);
    expect(keysOf(targetRows(step(state, actions.markAll)))).toEqual(['2']);
  });

  test('never reach rows that the filter hides', () => {
    const state = step(openView(), EVENTS, rows(4, 3, 2, 1), actions.markAll, actions.typeFilter('erro'));
    expect(keysOf(targetRows(state))).toEqual(['3', '1']);
  });
});

describe('the way back', () => {
  test('closes one thing after the other', () => {
    const group = actions.takeRows('groups', { rows: groups('unknown_campaign'), hasMore: false, searched: null });
    const opened = step(openView(), actions.openTab('failures'), group, actions.open);
    expect(opened.group).toEqual({ parked: false, errorCode: 'unknown_campaign' });
    expect(step(opened, actions.back).group).toBeNull();
    const detail = step(openView({ columns: 120, rows: 30 }), EVENTS, rows(2, 1), actions.open, actions.open);
    expect(detail.detail).toMatchObject({ eventId: '2', isFull: true });
    const pane = step(detail, actions.back);
    expect(pane.detail).toMatchObject({ eventId: '2', isFull: false });
    expect(step(pane, actions.move(1)).detail?.eventId).toBe('1');
    expect(step(pane, actions.back).detail).toBeNull();
  });

  test('a group of all older codes cannot be opened or retried: it would mean every failed job', () => {
    const rest = actions.takeRows('groups', { rows: groups(''), hasMore: false, searched: null });
    const state = step(openView(), actions.openTab('failures'), rest, actions.open);
    expect(state.group).toBeNull();
    expect(selectedRow(state)?.kind).toBeUndefined();
  });
});

test('keys of a list do nothing to one that the screen does not show', () => {
  const list = step(openView({ columns: 80, rows: 12 }), EVENTS, rows(2, 1));
  for (const covered of [step(list, actions.open), step(list, actions.toggleHelp)]) {
    for (const action of [actions.mark, actions.markAll, actions.nextSorting, actions.reverseSorting, actions.openFilter]) {
      const after = step(covered, action);
      expect(after.lists).toEqual(covered.lists);
      expect(after.prompt).toBeNull();
    }
  }
});

test('the end of a detail is left by one key', () => {
  const trail = actions.takeTrail('2', { evento: {}, lead: { a: '1', b: '2', c: '3', d: '4' } }, false);
  const opened = laidOut(step(openView({ columns: 60, rows: 10 }), EVENTS, rows(2, 1), actions.open, trail));
  const state = step(opened, actions.toLast);
  const atEnd = state.scroll.offset;
  expect(atEnd).toBeGreaterThan(1);
  expect(step(state, actions.page(1)).scroll.offset).toBe(atEnd);
  expect(step(state, actions.move(-1)).scroll.offset).toBe(atEnd - 1);
  expect(step(state, actions.back).scroll).toEqual({ offset: 0, limit: 0 });
});

describe('a source that is gone', () => {
  test('leaves the last figures, and the time since the last good ones', () => {
    const state = step(openView(undefined, { waiting: 7 }), actions.lose('gone', NOON + 5_000), actions.lose('still gone', NOON + 9_000));
    expect(state.figures?.waiting).toBe(7);
    expect(state.connection).toEqual({ kind: 'lost', since: NOON, reason: 'still gone' });
    expect(step(state, actions.takeFigures(figures(), [], NOON + 10_000)).connection).toEqual({ kind: 'live' });
  });
});

test('a filter that is no expression changes nothing and cannot be kept', () => {
  const state = step(openView(), EVENTS, rows(2, 1), actions.openFilter, actions.typeFilter('/(/'), actions.keepFilter);
  expect(state.prompt).toMatchObject({ kind: 'filter', problem: 'not a regular expression' });
  expect(state.lists.events.filter.text).toBe('');
});

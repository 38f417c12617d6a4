import type { Action } from './actions.ts';
import { layoutOf, whatScrolls } from './layout.ts';
import { NOT_SCROLLED, newDetail, openList, selectedIndex, selectedRow, shownRows, type WatchState, withList } from './state.ts';

/** The state of the view after an action, with everything that follows from it. */
export function reduce(state: WatchState, action: Action): WatchState {
  const next = settleList(followSelection(action(state)));
  return whatScrolls(next) === whatScrolls(state) ? next : { ...next, scroll: NOT_SCROLLED };
}

/** The open detail follows the selection, whatever moved it. */
function followSelection(state: WatchState): WatchState {
  const { detail } = state;
  if (detail === null || layoutOf(state).detail.place === 'full') return state;
  const eventId = selectedRow(state)?.eventId ?? null;
  return eventId === null || eventId === detail.eventId ? state : { ...state, detail: newDetail(eventId) };
}

/** Scrolls the list so that the selected row is visible and the screen is as full as possible. */
function settleList(state: WatchState): WatchState {
  const id = openList(state);
  if (id === null) return state;
  const list = state.lists[id];
  const rows = shownRows(state, id);
  const { lines } = layoutOf(state).list;
  const index = selectedIndex(rows, list.selected);
  const lowest = Math.max(0, rows.length - lines);
  const top = Math.min(Math.max(Math.min(list.top, index), index - lines + 1, 0), lowest);
  return top === list.top ? state : withList(state, id, { top });
}

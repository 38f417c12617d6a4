import type { UserAction } from './actions.ts';
import { COLUMNS, type ListId } from './columns.ts';
import { NO_FILTER, readFilter } from './filter.ts';
import { layoutOf } from './layout.ts';
import type { Row } from './rows.ts';
import { type ListState, naturalSorting, openList, selectedIndex, shownRows, type WatchState } from './state.ts';

/** The state with the open list changed; unchanged on the tab that has no list. */
export function changeList(state: WatchState, change: (list: ListState, rows: readonly Row[], id: ListId) => ListState): WatchState {
  const id = openList(state);
  if (id === null) return state;
  const changed = change(state.lists[id], shownRows(state, id), id);
  return { ...state, lists: { ...state.lists, [id]: changed } };
}

/** What a key does inside a list. */
export function reduceList(state: WatchState, action: UserAction): WatchState {
  switch (action.type) {
    case 'move':
      return select(state, (index) => index + action.by);
    case 'page':
      return select(state, (index) => index + action.by * Math.max(1, layoutOf(state).list.lines - 1));
    case 'edge':
      return select(state, () => (action.edge === 'first' ? 0 : Number.MAX_SAFE_INTEGER));
    case 'mark':
      return select(changeList(state, toggleMark), (index) => index + 1, { keepsSelection: true });
    case 'markAll':
      return changeList(state, (list, rows) => ({
        ...list,
        marked: new Set(list.marked.size > 0 ? [] : rows.map((row) => row.key)),
      }));
    case 'nextSorting':
      return changeList(state, (list, _rows, id) => ({ ...list, sorting: nextSorting(list, id) }));
    case 'reverseSorting':
      return changeList(state, (list, _rows, id) => {
        const sorting = list.sorting ?? naturalSorting(id);
        return { ...list, sorting: { ...sorting, descending: !sorting.descending } };
      });
    case 'typeFilter':
      return typeFilter(state, action.text);
    case 'clearFilter':
      return { ...changeList(state, (list) => ({ ...list, filter: NO_FILTER, selected: null })), prompt: null };
    default:
      return state;
  }
}

/** The first row is followed rather than held, unless something depends on it. */
function select(state: WatchState, move: (index: number) => number, options: { readonly keepsSelection?: true } = {}): WatchState {
  return changeList(state, (list, rows) => {
    const index = Math.min(rows.length - 1, Math.max(0, move(selectedIndex(rows, list.selected))));
    const isFollowed = index <= 0 && state.detail === null && options.keepsSelection !== true;
    return { ...list, selected: isFollowed ? null : (rows[index]?.key ?? null) };
  });
}

function toggleMark(list: ListState, rows: readonly Row[]): ListState {
  const key = rows[selectedIndex(rows, list.selected)]?.key;
  if (key === undefined) return list;
  const marked = new Set(list.marked);
  if (!marked.delete(key)) marked.add(key);
  return { ...list, marked };
}

function nextSorting(list: ListState, id: ListId): ListState['sorting'] {
  const ids = COLUMNS[id].map((column) => column.id);
  const current = list.sorting ?? naturalSorting(id);
  const column = ids[(ids.indexOf(current.column) + 1) % ids.length] ?? current.column;
  // The natural order needs no sorting, and rows that have not been read yet stand in it too.
  return column === naturalSorting(id).column ? null : { column, descending: false };
}

function typeFilter(state: WatchState, text: string): WatchState {
  const reading = readFilter(text);
  const prompt = { kind: 'filter', text, problem: reading.ok ? null : state.setup.texts.notRegex } as const;
  if (!reading.ok) return { ...state, prompt };
  return { ...changeList(state, (list) => ({ ...list, filter: reading.filter, selected: null, top: 0 })), prompt };
}

/** The list with the selected row on the screen, and as much of the screen filled as there are rows. */
export function settleList(state: WatchState): WatchState {
  const id = openList(state);
  if (id === null) return state;
  const list = state.lists[id];
  const rows = shownRows(state, id);
  const { lines } = layoutOf(state).list;
  const index = selectedIndex(rows, list.selected);
  const lowest = Math.max(0, rows.length - lines);
  const top = Math.min(Math.max(Math.min(list.top, index), index - lines + 1, 0), lowest);
  return top === list.top ? state : { ...state, lists: { ...state.lists, [id]: { ...list, top } } };
}

import type { Action, UserAction } from './actions.ts';
import { NO_FILTER, readFilter } from './filter.ts';
import { isAgeShown } from './health.ts';
import { layoutOf } from './layout.ts';
import { COLUMNS, type ListId, type Row } from './rows.ts';
import { addHistory, addReading } from './series.ts';
import {
  EMPTY_LIST,
  type ListState,
  NOT_SCROLLED,
  naturalSorting,
  openList,
  selectedIndex,
  selectedRow,
  shownRows,
  TABS,
  type Tab,
  type WatchState,
} from './state.ts';

/** How long the message about a result stays. */
const NOTICE_MS = 6_000;

/** The state of the view after an action. */
export function reduce(state: WatchState, action: Action): WatchState {
  const next = settleList(followSelection(apply(state, action)));
  return whatScrolls(next) === whatScrolls(state) ? next : { ...next, scroll: NOT_SCROLLED };
}

function apply(state: WatchState, action: Action): WatchState {
  switch (action.type) {
    case 'tick':
      return tick(state, action.now);
    case 'resize':
      return { ...state, size: action.size };
    case 'measured':
      return action.limit === state.scroll.limit
        ? state
        : { ...state, scroll: { offset: Math.min(state.scroll.offset, action.limit), limit: action.limit } };
    case 'figures':
      return takeFigures(state, action);
    case 'history':
      return { ...state, series: addHistory(state.series, action.minutes) };
    case 'lost':
      return lose(state, action.reason, action.now);
    case 'rows':
      return takeRows(state, action);
    case 'trail':
      return takeTrail(state, action);
    case 'notice':
      return { ...state, now: action.now, notice: { text: action.text, isBad: action.isBad, until: action.now + NOTICE_MS } };
    case 'busy':
      return { ...state, isBusy: action.isBusy };
    case 'ask':
      return { ...state, prompt: { kind: 'confirm', change: action.change }, notice: null };
    case 'closePrompt':
      return { ...state, prompt: null };
    default:
      return applyKey(state, action);
  }
}

/** Skips seconds that change nothing on the screen, so that an idle view is not redrawn. */
function tick(state: WatchState, now: number): WatchState {
  if (state.notice !== null && now >= state.notice.until) return { ...state, now, notice: null };
  return isAgeShown(state, now) ? { ...state, now } : state;
}

function takeFigures(state: WatchState, { figures, findings = [], now }: Extract<Action, { type: 'figures' }>): WatchState {
  return { ...state, figures, findings, heardAt: now, series: addReading(state.series, figures), connection: { kind: 'live' }, now };
}

/** The loss is dated back to the last good figures. */
function lose(state: WatchState, reason: string, now: number): WatchState {
  const since = state.connection.kind === 'lost' ? state.connection.since : state.heardAt;
  return { ...state, connection: { kind: 'lost', since, reason }, now };
}

function takeRows(state: WatchState, { list: id, rows, hasMore, searched }: Extract<Action, { type: 'rows' }>): WatchState {
  const list = state.lists[id];
  const marked = new Set(rows.flatMap(({ key }) => (list.marked.has(key) ? [key] : [])));
  const taken: WatchState = { ...state, lists: { ...state.lists, [id]: { ...list, rows, hasMore, searched, marked, isLoaded: true } } };
  return list.selected === null ? taken : keepPlace(taken, id, list.selected, selectedIndex(shownRows(state, id), list.selected));
}

/** If the selected row is gone, selects the row that moved into its place. */
function keepPlace(state: WatchState, id: ListId, selected: string, index: number): WatchState {
  const rows = shownRows(state, id);
  if (rows.some((row) => row.key === selected)) return state;
  const key = rows[Math.min(index, rows.length - 1)]?.key ?? null;
  return { ...state, lists: { ...state.lists, [id]: { ...state.lists[id], selected: key } } };
}

function takeTrail(state: WatchState, { eventId, trail, isRevealed }: Extract<Action, { type: 'trail' }>): WatchState {
  if (state.detail?.eventId !== eventId) return state;
  return { ...state, detail: { ...state.detail, trail, isRevealed } };
}

function applyKey(state: WatchState, action: UserAction): WatchState {
  switch (action.type) {
    case 'tab':
      return openTab(state, action.tab);
    case 'nextTab':
      return openTab(state, TABS[(TABS.indexOf(state.tab) + action.by + TABS.length) % TABS.length] ?? state.tab);
    case 'keepFilter':
      return state.prompt?.kind === 'filter' && state.prompt.problem !== null ? state : { ...state, prompt: null };
    case 'open':
      return open(state);
    case 'back':
      return back(state);
    case 'help':
      return { ...state, isHelpOpen: !state.isHelpOpen };
    case 'freeze':
      return { ...state, isFrozen: !state.isFrozen };
    case 'move':
    case 'page':
    case 'edge':
      return whatScrolls(state) === null ? moveSelection(state, action) : scroll(state, action);
    case 'openFilter':
    case 'mark':
    case 'markAll':
    case 'nextSorting':
    case 'reverseSorting':
      // The operator would not see the change in a hidden list.
      return whatScrolls(state) === null ? applyToList(state, action) : state;
    default:
      return applyToList(state, action);
  }
}

function openTab(state: WatchState, tab: Tab): WatchState {
  // The key of the open tab returns to its start.
  return { ...state, tab, detail: null, group: tab === state.tab ? null : state.group, isHelpOpen: false };
}

function openFilter(state: WatchState): WatchState {
  const id = openList(state);
  if (id === null) return state;
  return { ...state, prompt: { kind: 'filter', text: state.lists[id].filter.text, problem: null } };
}

function open(state: WatchState): WatchState {
  if (state.detail !== null) return { ...state, detail: { ...state.detail, isFull: true } };
  const row = selectedRow(state);
  if (row === undefined) return state;
  if (row.kind !== undefined) return { ...state, group: row.kind, lists: { ...state.lists, jobs: EMPTY_LIST } };
  if (row.eventId === null || row.eventId === '') return state;
  const held = changeList(state, (list) => ({ ...list, selected: row.key }));
  return { ...held, detail: detailOf(row.eventId) };
}

function detailOf(eventId: string): NonNullable<WatchState['detail']> {
  return { eventId, trail: undefined, isRevealed: false, isFull: false };
}

function back(state: WatchState): WatchState {
  if (state.isHelpOpen) return { ...state, isHelpOpen: false };
  if (state.detail !== null) return closeDetail(state, state.detail);
  const id = openList(state);
  if (id !== null && state.lists[id].filter.text !== '') return clearFilter(state);
  return state.group === null ? state : { ...state, group: null };
}

/** From the full screen to the pane beside the list, if there is room for one. */
function closeDetail(state: WatchState, detail: NonNullable<WatchState['detail']>): WatchState {
  const asPane: WatchState = { ...state, detail: { ...detail, isFull: false } };
  return detail.isFull && layoutOf(asPane).detail.place !== 'full' ? asPane : { ...state, detail: null };
}

/** The full-screen content that the movement keys scroll; `null` if they move through the list. */
function whatScrolls(state: WatchState): string | null {
  if (state.isHelpOpen) return 'help';
  return layoutOf(state).detail.place === 'full' ? `event ${state.detail?.eventId}` : null;
}

type Movement = Extract<UserAction, { type: 'move' | 'page' | 'edge' }>;

function scroll(state: WatchState, movement: Movement): WatchState {
  const { offset, limit } = state.scroll;
  const to = moved(movement, offset, layoutOf(state).bodyLines);
  return { ...state, scroll: { offset: Math.max(0, Math.min(limit, to)), limit } };
}

function moved(movement: Movement, from: number, lines: number): number {
  if (movement.type === 'edge') return movement.edge === 'first' ? 0 : Number.MAX_SAFE_INTEGER;
  return from + movement.by * (movement.type === 'page' ? Math.max(1, lines - 1) : 1);
}

function moveSelection(state: WatchState, movement: Movement): WatchState {
  return select(state, (index) => moved(movement, index, layoutOf(state).list.lines));
}

/** The open detail follows the selection, whatever moved it. */
function followSelection(state: WatchState): WatchState {
  const { detail } = state;
  if (detail === null || layoutOf(state).detail.place === 'full') return state;
  const row: Row | undefined = selectedRow(state);
  if (row?.eventId === undefined || row.eventId === null || row.eventId === detail.eventId) return state;
  return { ...state, detail: detailOf(row.eventId) };
}

/** The state with a changed open list; unchanged on a tab without a list. */
function changeList(state: WatchState, change: (list: ListState, rows: readonly Row[], id: ListId) => ListState): WatchState {
  const id = openList(state);
  if (id === null) return state;
  const changed = change(state.lists[id], shownRows(state, id), id);
  return { ...state, lists: { ...state.lists, [id]: changed } };
}

function applyToList(state: WatchState, action: UserAction): WatchState {
  switch (action.type) {
    case 'openFilter':
      return openFilter(state);
    case 'mark':
      return select(changeList(state, toggleMark), (index) => index + 1, { keepsSelection: true });
    case 'markAll':
      return changeList(state, (list, rows) => ({ ...list, marked: new Set(list.marked.size > 0 ? [] : rows.map((row) => row.key)) }));
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
      return clearFilter(state);
    default:
      return state;
  }
}

/** On the first row, the selection follows new rows, unless something depends on the selected one. */
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
  const ids: readonly string[] = COLUMNS[id].map((column) => column.id);
  const current = list.sorting ?? naturalSorting(id);
  const column = ids[(ids.indexOf(current.column) + 1) % ids.length] ?? current.column;
  // The natural order needs no sorting, and includes rows that are not loaded yet.
  return column === naturalSorting(id).column ? null : { column, descending: false };
}

function typeFilter(state: WatchState, text: string): WatchState {
  const reading = readFilter(text);
  const prompt = { kind: 'filter', text, problem: reading.ok ? null : state.setup.texts.notRegex } as const;
  if (!reading.ok) return { ...state, prompt };
  return { ...changeList(state, (list) => ({ ...list, filter: reading.filter, selected: null, top: 0 })), prompt };
}

function clearFilter(state: WatchState): WatchState {
  return { ...changeList(state, (list) => ({ ...list, filter: NO_FILTER, selected: null })), prompt: null };
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
  return top === list.top ? state : { ...state, lists: { ...state.lists, [id]: { ...list, top } } };
}

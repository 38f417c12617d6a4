/** Everything that changes the state of the view. */
import type { JsonObject } from '../base/exact-json.ts';
import type { Finding } from '../domain/finding.ts';
import type { QueueHistory, QueueSnapshot } from '../domain/queue-status.ts';
import type { Change } from './changes.ts';
import { NO_FILTER, readFilter } from './filter.ts';
import { isAgeShown } from './health.ts';
import { layoutOf, whatScrolls } from './layout.ts';
import type { LoadedRows } from './load-rows.ts';
import { COLUMNS, type ListId, type Row } from './rows.ts';
import { addHistory, addReading } from './series.ts';
import {
  type DetailState,
  EMPTY_LIST,
  type ListState,
  naturalSorting,
  newDetail,
  openList,
  type Size,
  selectedIndex,
  selectedRow,
  shownRows,
  TABS,
  type Tab,
  type WatchState,
  withList,
} from './state.ts';

/** Returns the state after the action. */
export type Action = (state: WatchState) => WatchState;

/** How long the message about a result stays. */
const NOTICE_MS = 6_000;

/** Skips seconds that change nothing on the screen, so that an idle view is not redrawn. */
export function tick(now: number): Action {
  return (state) => {
    if (state.notice !== null && now >= state.notice.until) return { ...state, now, notice: null };
    return isAgeShown(state, now) ? { ...state, now } : state;
  };
}

export function resize(size: Size): Action {
  return (state) => ({ ...state, size });
}

/** The scrollable content was laid out; `limit` is the maximum number of lines above the screen. */
export function measured(limit: number): Action {
  return (state) => {
    const { scroll } = state;
    return limit === scroll.limit ? state : { ...state, scroll: { offset: Math.min(scroll.offset, limit), limit } };
  };
}

export function takeFigures(figures: QueueSnapshot, findings: readonly Finding[], now: number): Action {
  return (state) => {
    const series = addReading(state.series, figures);
    return { ...state, figures, findings, heardAt: now, series, connection: { kind: 'live' }, now };
  };
}

export function takeHistory(minutes: QueueHistory['minutes']): Action {
  return (state) => ({ ...state, series: addHistory(state.series, minutes) });
}

/** The loss is dated back to the last good figures. */
export function lose(reason: string, now: number): Action {
  return (state) => {
    const since = state.connection.kind === 'lost' ? state.connection.since : state.heardAt;
    return { ...state, connection: { kind: 'lost', since, reason }, now };
  };
}

export function takeRows(id: ListId, { rows, hasMore, searched }: LoadedRows): Action {
  return (state) => {
    const list = state.lists[id];
    const marked = new Set(rows.flatMap(({ key }) => (list.marked.has(key) ? [key] : [])));
    const taken = withList(state, id, { rows, hasMore, searched, marked, isLoaded: true });
    return list.selected === null ? taken : keepPlace(taken, id, list.selected, selectedIndex(shownRows(state, id), list.selected));
  };
}

/** If the selected row is gone, selects the row that moved into its place. */
function keepPlace(state: WatchState, id: ListId, selected: string, index: number): WatchState {
  const rows = shownRows(state, id);
  if (rows.some((row) => row.key === selected)) return state;
  return withList(state, id, { selected: rows[Math.min(index, rows.length - 1)]?.key ?? null });
}

export function takeTrail(eventId: string, trail: JsonObject | null, isRevealed: boolean): Action {
  return (state) => (state.detail?.eventId === eventId ? { ...state, detail: { ...state.detail, trail, isRevealed } } : state);
}

export function notify(text: string, isBad: boolean, now: number): Action {
  return (state) => ({ ...state, now, notice: { text, isBad, until: now + NOTICE_MS } });
}

export function setBusy(isBusy: boolean): Action {
  return (state) => ({ ...state, isBusy });
}

/** Asks for the confirmation of a change. */
export function ask(change: Change): Action {
  return (state) => ({ ...state, prompt: { kind: 'confirm', change }, notice: null });
}

export function closePrompt(state: WatchState): WatchState {
  return { ...state, prompt: null };
}

export function openTab(tab: Tab): Action {
  // The key of the open tab returns to its start.
  return (state) => ({ ...state, tab, detail: null, group: tab === state.tab ? null : state.group, isHelpOpen: false });
}

export function nextTab(by: number): Action {
  return (state) => openTab(TABS[(TABS.indexOf(state.tab) + by + TABS.length) % TABS.length] ?? state.tab)(state);
}

export function toggleHelp(state: WatchState): WatchState {
  return { ...state, isHelpOpen: !state.isHelpOpen };
}

export function toggleFreeze(state: WatchState): WatchState {
  return { ...state, isFrozen: !state.isFrozen };
}

export function open(state: WatchState): WatchState {
  if (state.detail !== null) return { ...state, detail: { ...state.detail, isFull: true } };
  const row = selectedRow(state);
  if (row === undefined) return state;
  if (row.kind !== undefined) return { ...withList(state, 'jobs', EMPTY_LIST), group: row.kind };
  if (row.eventId === null || row.eventId === '') return state;
  const held = changeList(state, () => ({ selected: row.key }));
  return { ...held, detail: newDetail(row.eventId) };
}

export function back(state: WatchState): WatchState {
  if (state.isHelpOpen) return { ...state, isHelpOpen: false };
  if (state.detail !== null) return closeDetail(state, state.detail);
  const id = openList(state);
  if (id !== null && state.lists[id].filter.text !== '') return clearFilter(state);
  return state.group === null ? state : { ...state, group: null };
}

/** From the full screen to the pane beside the list, if there is room for one. */
function closeDetail(state: WatchState, detail: DetailState): WatchState {
  const asPane: WatchState = { ...state, detail: { ...detail, isFull: false } };
  return detail.isFull && layoutOf(asPane).detail.place !== 'full' ? asPane : { ...state, detail: null };
}

export function move(by: number): Action {
  return moveOrScroll((from) => from + by);
}

export function page(by: number): Action {
  return moveOrScroll((from, lines) => from + by * Math.max(1, lines - 1));
}

export const toFirst: Action = moveOrScroll(() => 0);

export const toLast: Action = moveOrScroll(() => Number.MAX_SAFE_INTEGER);

/** Moves through the list, or scrolls what covers it. */
function moveOrScroll(moved: (from: number, lines: number) => number): Action {
  return (state) => {
    const { bodyLines, list } = layoutOf(state);
    if (whatScrolls(state) === null) return select(state, (index) => moved(index, list.lines));
    const { offset, limit } = state.scroll;
    return { ...state, scroll: { offset: Math.max(0, Math.min(limit, moved(offset, bodyLines))), limit } };
  };
}

/** On the first row, the selection follows new rows, unless something depends on the selected one. */
function select(state: WatchState, move: (index: number) => number, options: { readonly keepsSelection?: true } = {}): WatchState {
  return changeList(state, (list, rows) => {
    const index = Math.min(rows.length - 1, Math.max(0, move(selectedIndex(rows, list.selected))));
    const isFollowed = index <= 0 && state.detail === null && options.keepsSelection !== true;
    return { selected: isFollowed ? null : (rows[index]?.key ?? null) };
  });
}

type ListChange = (list: ListState, rows: readonly Row[], id: ListId) => Partial<ListState>;

/** The state with a changed open list; unchanged on a tab without a list. */
function changeList(state: WatchState, change: ListChange): WatchState {
  const id = openList(state);
  return id === null ? state : withList(state, id, change(state.lists[id], shownRows(state, id), id));
}

/** Does nothing while the list is hidden: the operator would not see the change. */
function ifShown(action: Action): Action {
  return (state) => (whatScrolls(state) === null ? action(state) : state);
}

export const mark = ifShown((state) => select(changeList(state, toggleMark), (index) => index + 1, { keepsSelection: true }));

function toggleMark(list: ListState, rows: readonly Row[]): Partial<ListState> {
  const key = rows[selectedIndex(rows, list.selected)]?.key;
  if (key === undefined) return {};
  const marked = new Set(list.marked);
  if (!marked.delete(key)) marked.add(key);
  return { marked };
}

export const markAll = ifShown((state) =>
  changeList(state, ({ marked }, rows) => ({ marked: new Set(marked.size > 0 ? [] : rows.map(({ key }) => key)) })),
);

export const nextSorting = ifShown((state) =>
  changeList(state, (list, _rows, id) => {
    const ids: readonly string[] = COLUMNS[id].map((column) => column.id);
    const current = list.sorting ?? naturalSorting(id);
    const column = ids[(ids.indexOf(current.column) + 1) % ids.length] ?? current.column;
    // The natural order needs no sorting, and includes rows that are not loaded yet.
    return { sorting: column === naturalSorting(id).column ? null : { column, descending: false } };
  }),
);

export const reverseSorting = ifShown((state) =>
  changeList(state, ({ sorting }, _rows, id) => {
    const { column, descending } = sorting ?? naturalSorting(id);
    return { sorting: { column, descending: !descending } };
  }),
);

export const openFilter = ifShown((state) => {
  const id = openList(state);
  return id === null ? state : { ...state, prompt: { kind: 'filter', text: state.lists[id].filter.text, problem: null } };
});

export function typeFilter(text: string): Action {
  return (state) => {
    const reading = readFilter(text);
    const prompt = { kind: 'filter', text, problem: reading.ok ? null : state.setup.texts.notRegex } as const;
    if (!reading.ok) return { ...state, prompt };
    return { ...changeList(state, () => ({ filter: reading.filter, selected: null, top: 0 })), prompt };
  };
}

export function keepFilter(state: WatchState): WatchState {
  return state.prompt?.kind === 'filter' && state.prompt.problem !== null ? state : closePrompt(state);
}

export function clearFilter(state: WatchState): WatchState {
  return closePrompt(changeList(state, () => ({ filter: NO_FILTER, selected: null })));
}

import type { Action, UserAction } from './actions.ts';
import type { ListId } from './columns.ts';
import { type Layout, layoutOf } from './layout.ts';
import { createLook } from './look.ts';
import { changeList, reduceList, settleList } from './reduce-list.ts';
import type { Row } from './rows.ts';
import { addReading } from './series.ts';
import { type DetailState, EMPTY_LIST, openList, selectedIndex, selectedRow, shownRows, type Tab, type WatchState } from './state.ts';
import { detailScrollLimit } from './view/detail.ts';
import { helpScrollLimit } from './view/help.ts';

/** How long a sentence about what was done stays. */
const NOTICE_MS = 6_000;

/** The view after something happened. */
export function reduce(state: WatchState, action: Action): WatchState {
  return settleList(followSelection(apply(state, action)));
}

function apply(state: WatchState, action: Action): WatchState {
  switch (action.type) {
    case 'tick':
      return { ...state, now: action.now, notice: state.notice !== null && action.now >= state.notice.until ? null : state.notice };
    case 'resize':
      return { ...state, size: action.size };
    case 'figures':
      return {
        ...state,
        figures: action.figures,
        heardAt: action.now,
        series: addReading(state.series, action.figures),
        connection: { kind: 'live' },
        now: action.now,
      };
    case 'lost':
      return lose(state, action.reason, action.now);
    case 'rows':
      return takeRows(state, action);
    case 'trail':
      return takeTrail(state, action);
    case 'notice':
      return { ...state, notice: { text: action.text, isBad: action.isBad, until: state.now + NOTICE_MS } };
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

/** Figures count as lost from the last good ones on. */
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

/** The row that moved up into the place of a selected one that is gone is selected now. */
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
    case 'openFilter':
      return openFilter(state);
    case 'keepFilter':
      return state.prompt?.kind === 'filter' && state.prompt.problem !== null ? state : { ...state, prompt: null };
    case 'open':
      return open(state);
    case 'back':
      return back(state);
    case 'help':
      return { ...state, isHelpOpen: !state.isHelpOpen, helpScroll: 0 };
    case 'freeze':
      return { ...state, isFrozen: !state.isFrozen };
    default:
      return isScrolling(state, action) ? scroll(state, action) : reduceList(state, action);
  }
}

function openTab(state: WatchState, tab: Tab): WatchState {
  // The key of the open tab leads back to its beginning.
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
  return { eventId, trail: undefined, isRevealed: false, isFull: false, scroll: 0 };
}

function back(state: WatchState): WatchState {
  if (state.isHelpOpen) return { ...state, isHelpOpen: false };
  if (state.detail !== null) return closeDetail(state, state.detail);
  const id = openList(state);
  if (id !== null && state.lists[id].filter.text !== '') return reduceList(state, { type: 'clearFilter' });
  return state.group === null ? state : { ...state, group: null };
}

/** From the whole screen to the pane beside the list, where there is room for one. */
function closeDetail(state: WatchState, detail: DetailState): WatchState {
  const asPane: WatchState = { ...state, detail: { ...detail, isFull: false, scroll: 0 } };
  return detail.isFull && layoutOf(asPane).detail.place !== 'full' ? asPane : { ...state, detail: null };
}

function isScrolling(state: WatchState, { type }: UserAction): boolean {
  return (state.isHelpOpen || layoutOf(state).detail.place === 'full') && (type === 'move' || type === 'page' || type === 'edge');
}

function scroll(state: WatchState, action: UserAction): WatchState {
  const layout = layoutOf(state);
  // How much there is to scroll does not depend on the signs it is drawn with.
  const look = createLook(state.setup.texts, { ascii: false });
  if (state.isHelpOpen) return { ...state, helpScroll: scrolled(layout, state.helpScroll, helpScrollLimit(layout, look), action) };
  const { detail } = state;
  if (detail === null) return state;
  const limit = detailScrollLimit(detail, layout.detail, look);
  return { ...state, detail: { ...detail, scroll: scrolled(layout, detail.scroll, limit, action) } };
}

function scrolled({ bodyLines }: Layout, from: number, limit: number, action: UserAction): number {
  if (action.type === 'edge') return action.edge === 'first' ? 0 : limit;
  const by = action.type === 'move' ? action.by : action.type === 'page' ? action.by * Math.max(1, bodyLines - 1) : 0;
  return Math.max(0, Math.min(limit, Math.min(limit, from) + by));
}

/** The open detail belongs to the selected row, whatever moved the selection. */
function followSelection(state: WatchState): WatchState {
  const { detail } = state;
  if (detail === null || layoutOf(state).detail.place === 'full') return state;
  const row: Row | undefined = selectedRow(state);
  if (row?.eventId === undefined || row.eventId === null || row.eventId === detail.eventId) return state;
  return { ...state, detail: detailOf(row.eventId) };
}

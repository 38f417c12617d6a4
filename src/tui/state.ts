import type { JsonObject } from '../base/exact-json.ts';
import type { Finding } from '../domain/finding.ts';
import type { QueueSnapshot } from '../domain/queue-status.ts';
import type { Change } from './changes.ts';
import { type Filter, matches, NO_FILTER } from './filter.ts';
import { COLUMNS, type ListId, type Row, workerRows } from './rows.ts';
import { NO_SERIES, type Series } from './series.ts';
import type { FailureKind } from './source.ts';
import type { WatchTexts } from './theme.ts';

/** In the order of the web's pages. */
export const TABS = ['queue', 'events', 'leads', 'failures', 'workers'] as const;
export type Tab = (typeof TABS)[number];

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Constant while the view is open. */
export interface Setup {
  /** What is watched: a path or a URL. */
  readonly name: string;
  readonly version: string;
  readonly readonly: boolean;
  readonly texts: WatchTexts;
}

export interface Sorting {
  readonly column: string;
  readonly descending: boolean;
}

export interface ListState {
  readonly rows: readonly Row[];
  readonly isLoaded: boolean;
  /** The source has more rows than requested. */
  readonly hasMore: boolean;
  /** How many rows were searched for the filter; `null` if the source applied all of it. */
  readonly searched: number | null;
  /** Key of the selected row; `null` follows the first row. */
  readonly selected: string | null;
  /** Index of the first row on the screen. */
  readonly top: number;
  /** Keys of the marked rows, all of which are among `rows`. */
  readonly marked: ReadonlySet<string>;
  readonly filter: Filter;
  readonly sorting: Sorting | null;
}

type Prompt =
  | { readonly kind: 'filter'; readonly text: string; readonly problem: string | null }
  | { readonly kind: 'confirm'; readonly change: Change };

export interface DetailState {
  readonly eventId: string;
  /** `undefined` while loading; `null` if the event does not exist. */
  readonly trail: JsonObject | null | undefined;
  readonly isRevealed: boolean;
  readonly isFull: boolean;
}

type Connection = { readonly kind: 'starting' | 'live' } | { readonly kind: 'lost'; readonly since: number; readonly reason: string };

export interface WatchState {
  readonly setup: Setup;
  readonly size: Size;
  readonly now: number;
  readonly tab: Tab;
  readonly figures: QueueSnapshot | null;
  /** What is wrong with the installation. */
  readonly findings: readonly Finding[];
  /** When the figures arrived, by this machine's clock: the clock of a remote service may differ. */
  readonly heardAt: number;
  readonly series: Series;
  readonly connection: Connection;
  readonly lists: Readonly<Record<ListId, ListState>>;
  /** The open group of failures; `null` if the groups are shown. */
  readonly group: FailureKind | null;
  readonly detail: DetailState | null;
  readonly prompt: Prompt | null;
  readonly isHelpOpen: boolean;
  /** Lines of full-screen content (the help or a detail) above the screen, and their maximum as measured by the view. */
  readonly scroll: { readonly offset: number; readonly limit: number };
  readonly isFrozen: boolean;
  readonly isBusy: boolean;
  readonly notice: { readonly text: string; readonly isBad: boolean; readonly until: number } | null;
}

export const EMPTY_LIST: ListState = {
  rows: [],
  isLoaded: false,
  hasMore: false,
  searched: null,
  selected: null,
  top: 0,
  marked: new Set(),
  filter: NO_FILTER,
  sorting: null,
};

export function newDetail(eventId: string): DetailState {
  return { eventId, trail: undefined, isRevealed: false, isFull: false };
}

export const NOT_SCROLLED = { offset: 0, limit: 0 } as const;

export function initialState(setup: Setup, size: Size, now: number): WatchState {
  return {
    setup,
    size,
    now,
    tab: 'queue',
    figures: null,
    findings: [],
    heardAt: now,
    series: NO_SERIES,
    connection: { kind: 'starting' },
    lists: { events: EMPTY_LIST, groups: EMPTY_LIST, jobs: EMPTY_LIST, workers: EMPTY_LIST, leads: EMPTY_LIST },
    group: null,
    detail: null,
    prompt: null,
    isHelpOpen: false,
    scroll: NOT_SCROLLED,
    isFrozen: false,
    isBusy: false,
    notice: null,
  };
}

export function withList(state: WatchState, id: ListId, changed: Partial<ListState>): WatchState {
  return { ...state, lists: { ...state.lists, [id]: { ...state.lists[id], ...changed } } };
}

/** The list of the open tab; `null` on the first tab, which has none. */
export function openList({ tab, group }: Pick<WatchState, 'tab' | 'group'>): ListId | null {
  if (tab === 'queue') return null;
  if (tab === 'failures') return group === null ? 'groups' : 'jobs';
  return tab;
}

/** The rows of a list as shown: filtered and sorted. */
export function shownRows(state: WatchState, id: ListId): readonly Row[] {
  const list = state.lists[id];
  const all = id === 'workers' ? workersOf(state) : list.rows;
  return arranged(all, list.filter, list.sorting);
}

function workersOf({ figures, now }: WatchState): readonly Row[] {
  return figures === null ? [] : workerRows(figures, now);
}

/** A thousand rows are filtered and sorted once per change, not per render: 2 ms instead of 20. */
let last: (Pick<ListState, 'rows' | 'filter' | 'sorting'> & { readonly shown: readonly Row[] }) | undefined;

function arranged(rows: readonly Row[], filter: Filter, sorting: Sorting | null): readonly Row[] {
  if (last?.rows === rows && last.filter === filter && last.sorting === sorting) return last.shown;
  const kept = filter.terms.length === 0 ? rows : rows.filter((row) => matches(filter, row.cells));
  const shown = sorting === null ? kept : kept.toSorted((a, b) => compare(a, b, sorting));
  last = { rows, filter, sorting, shown };
  return shown;
}

function compare(a: Row, b: Row, { column, descending }: Sorting): number {
  const [left, right] = [a.cells[column], b.cells[column]];
  const order =
    left?.order !== undefined && right?.order !== undefined
      ? left.order - right.order
      : (left?.text ?? '').localeCompare(right?.text ?? '', undefined, { numeric: true });
  return descending ? -order : order;
}

/** Index of the selected row; -1 if there are no rows. */
export function selectedIndex(rows: readonly Row[], selected: string | null): number {
  const index = rows.findIndex((row) => row.key === selected);
  return rows.length === 0 ? -1 : Math.max(0, index);
}

/** The selected row of the open list. */
export function selectedRow(state: WatchState): Row | undefined {
  const id = openList(state);
  if (id === null) return undefined;
  const rows = shownRows(state, id);
  return rows[selectedIndex(rows, state.lists[id].selected)];
}

/** The rows a key acts on: the marked ones, or the selected one. */
export function targetRows(state: WatchState): readonly Row[] {
  const id = openList(state);
  if (id === null) return [];
  const marked = shownRows(state, id).filter((row) => state.lists[id].marked.has(row.key));
  if (marked.length > 0) return marked;
  const row = selectedRow(state);
  return row === undefined ? [] : [row];
}

/** The default sorting of a list. */
export function naturalSorting(id: ListId): Sorting {
  return { column: COLUMNS[id][0]?.id ?? '', descending: true };
}

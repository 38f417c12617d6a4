import type { JsonObject } from '../base/exact-json.ts';
import type { Finding } from '../domain/finding.ts';
import type { QueueSnapshot } from '../domain/queue-status.ts';
import { COLUMNS, type ListId } from './columns.ts';
import { type Filter, matches, NO_FILTER } from './filter.ts';
import { type Row, workerRows } from './rows.ts';
import { NO_SERIES, type Series } from './series.ts';
import type { FailureKind, JobTarget } from './source.ts';
import type { WatchTexts } from './theme.ts';

export const TABS = ['queue', 'events', 'failures', 'workers', 'leads'] as const;
export type Tab = (typeof TABS)[number];

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What does not change while the view is open. */
export interface Setup {
  /** What is watched: a path or an address. */
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
  /** The source has more rows than were asked for. */
  readonly hasMore: boolean;
  /** How many rows were gone through for the filter; null when the source did all of it. */
  readonly searched: number | null;
  /** Key of the selected row; null follows the first one. */
  readonly selected: string | null;
  /** Index of the first row on the screen. */
  readonly top: number;
  /** Keys of the marked rows, all of which are among `rows`. */
  readonly marked: ReadonlySet<string>;
  readonly filter: Filter;
  readonly sorting: Sorting | null;
}

/** Something an operator asked for that has to be confirmed. */
export type Change =
  | { readonly verb: 'retryJobs' | 'forget'; readonly targets: readonly JobTarget[]; readonly count: number }
  | { readonly verb: 'retryEvents'; readonly ids: readonly string[] }
  | { readonly verb: 'pause' }
  | { readonly verb: 'resume' }
  | { readonly verb: 'reveal'; readonly eventId: string };

type Prompt =
  | { readonly kind: 'filter'; readonly text: string; readonly problem: string | null }
  | { readonly kind: 'confirm'; readonly change: Change };

export interface DetailState {
  readonly eventId: string;
  /** Undefined while it is read; null when the event does not exist. */
  readonly trail: JsonObject | null | undefined;
  readonly isRevealed: boolean;
  readonly isFull: boolean;
}

type Connection = { readonly kind: 'starting' | 'live' } | { readonly kind: 'lost'; readonly since: number; readonly reason: string };

interface Notice {
  readonly text: string;
  readonly isBad: boolean;
  readonly until: number;
}

export interface WatchState {
  readonly setup: Setup;
  readonly size: Size;
  readonly now: number;
  readonly tab: Tab;
  readonly figures: QueueSnapshot | null;
  /** What is not as it should be with the installation. */
  readonly findings: readonly Finding[];
  /** When the figures came, by the clock of this machine: that of a service elsewhere may be another. */
  readonly heardAt: number;
  readonly series: Series;
  readonly connection: Connection;
  readonly lists: Readonly<Record<ListId, ListState>>;
  /** The group of failures that is open; null: the groups are shown. */
  readonly group: FailureKind | null;
  readonly detail: DetailState | null;
  readonly prompt: Prompt | null;
  readonly isHelpOpen: boolean;
  /** Lines above the screen of what fills it, the help or a detail, and how many there can be, as the view measured. */
  readonly scroll: { readonly offset: number; readonly limit: number };
  readonly isFrozen: boolean;
  readonly isBusy: boolean;
  readonly notice: Notice | null;
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

/** The list of the open tab; null on the first tab, which has none. */
export function openList({ tab, group }: Pick<WatchState, 'tab' | 'group'>): ListId | null {
  if (tab === 'queue') return null;
  if (tab === 'failures') return group === null ? 'groups' : 'jobs';
  return tab;
}

/** The rows of a list as they stand on the screen: filtered and sorted. */
export function shownRows(state: WatchState, id: ListId): readonly Row[] {
  const list = state.lists[id];
  const all = id === 'workers' ? workersOf(state) : list.rows;
  return arranged(all, list.filter, list.sorting);
}

function workersOf({ figures, now, setup }: WatchState): readonly Row[] {
  return figures === null ? [] : workerRows(figures, now, setup.texts);
}

interface Arrangement {
  readonly rows: readonly Row[];
  readonly filter: Filter;
  readonly sorting: Sorting | null;
  readonly shown: readonly Row[];
}

/** A thousand rows are filtered and sorted once for each change, not for each look at them: 2 ms instead of ten times that. */
let last: Arrangement | undefined;

function arranged(rows: readonly Row[], filter: Filter, sorting: Sorting | null): readonly Row[] {
  if (last?.rows === rows && last.filter === filter && last.sorting === sorting) return last.shown;
  const kept = filter.terms.length === 0 ? rows : rows.filter((row) => matches(filter, cellTexts(row)));
  const shown = sorting === null ? kept : kept.toSorted((a, b) => compare(a, b, sorting));
  last = { rows, filter, sorting, shown };
  return shown;
}

/** What a filter is tried on. */
export function cellTexts(row: Row): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(row.cells).map(([id, cell]) => [id, cell.text]));
}

function compare(a: Row, b: Row, { column, descending }: Sorting): number {
  const [left, right] = [a.cells[column], b.cells[column]];
  const order =
    left?.order !== undefined && right?.order !== undefined
      ? left.order - right.order
      : (left?.text ?? '').localeCompare(right?.text ?? '', undefined, { numeric: true });
  return descending ? -order : order;
}

/** Index of the selected row; -1 when there is no row. */
export function selectedIndex(rows: readonly Row[], selected: string | null): number {
  if (rows.length === 0) return -1;
  return selected === null
    ? 0
    : Math.max(
        0,
        rows.findIndex((row) => row.key === selected),
      );
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

/** How a list is sorted when nothing else was chosen. */
export function naturalSorting(id: ListId): Sorting {
  return { column: COLUMNS[id][0]?.id ?? '', descending: true };
}

import { type Filter, matches, needsRows, sourceFilterOf } from './filter.ts';
import { failureGroupRow, type ListId, type Row, recordRow } from './rows.ts';
import type { FailureKind, PageRequest, WatchSource } from './source.ts';

/** Rows read in one step while a filter is applied to them. */
const STEP_ROWS = 250;
/** At most this many of the newest rows are searched if the source cannot apply the filter; the screen shows the limit. */
const MOST_SEARCHED = 2_000;

export interface LoadRequest {
  readonly list: ListId;
  readonly filter: Filter;
  readonly kind: FailureKind | null;
  /** How many rows the screen and the next page need. */
  readonly wanted: number;
  readonly now: number;
  readonly olderGroups: string;
}

export interface LoadedRows {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly searched: number | null;
}

/** Reads only what the screen needs of a list. */
export async function loadRows(source: WatchSource, request: LoadRequest): Promise<LoadedRows> {
  const { list, filter, now } = request;
  if (list === 'workers') return { rows: [], hasMore: false, searched: null };
  if (list === 'groups') {
    const groups = await source.failureGroups();
    return { rows: groups.map((group) => failureGroupRow(group, now, request.olderGroups)), hasMore: false, searched: null };
  }
  const read = readerOf(source, list, request);
  const isSearched = list === 'events' ? needsRows(filter) : filter.terms.length > 0;
  return isSearched ? await search(read, request) : await firstPage(read, request.wanted);
}

type Reader = (page: PageRequest) => Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }>;

function readerOf(source: WatchSource, list: 'events' | 'jobs' | 'leads', { filter, kind, now }: LoadRequest): Reader {
  const pages = {
    events: (page: PageRequest) => source.events(sourceFilterOf(filter), page),
    jobs: (page: PageRequest) => source.failedJobs(kind ?? { parked: false, errorCode: null }, page),
    leads: (page: PageRequest) => source.leads(page),
  };
  return async (page) => {
    const { items, nextCursor } = await pages[list](page);
    return { rows: items.map((item) => recordRow(list, item, now)), nextCursor };
  };
}

async function firstPage(read: Reader, wanted: number): Promise<LoadedRows> {
  const { rows, nextCursor } = await read({ limit: wanted });
  return { rows, hasMore: nextCursor !== null, searched: null };
}

async function search(read: Reader, { filter, wanted }: LoadRequest): Promise<LoadedRows> {
  const found: Row[] = [];
  let searched = 0;
  let cursor: string | null | undefined;
  while (cursor !== null && found.length < wanted && searched < MOST_SEARCHED) {
    const page = await read({ limit: STEP_ROWS, ...(cursor === undefined ? {} : { before: cursor }) });
    found.push(...page.rows.filter((row) => matches(filter, row.cells)));
    searched += page.rows.length;
    cursor = page.nextCursor;
  }
  return { rows: found, hasMore: cursor !== null, searched };
}

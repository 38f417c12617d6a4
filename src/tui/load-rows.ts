import type { ListId } from './columns.ts';
import { type Filter, matches, needsRows, sourceFilterOf } from './filter.ts';
import { eventRow, failedJobRow, failureGroupRow, leadRow, type Row } from './rows.ts';
import type { FailureKind, JsonPage, PageRequest, WatchSource } from './source.ts';
import { cellTexts } from './state.ts';

/** Rows read in one step while a filter is tried on them. */
const STEP_ROWS = 250;
/** So many of the newest rows are gone through for a filter the source cannot do; the screen says so. */
const MOST_SEARCHED = 2_000;

export interface LoadRequest {
  readonly list: ListId;
  readonly filter: Filter;
  /** For the jobs of a group: which. */
  readonly kind: FailureKind | null;
  /** How many rows are needed on the screen and for the next page. */
  readonly wanted: number;
  readonly now: number;
  readonly olderGroups: string;
}

export interface LoadedRows {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly searched: number | null;
}

/** Reads what the screen needs of a list, and not more. */
export async function loadRows(source: WatchSource, request: LoadRequest): Promise<LoadedRows> {
  const { list, filter, now } = request;
  if (list === 'workers') return { rows: [], hasMore: false, searched: null };
  if (list === 'groups') {
    const groups = await source.failureGroups();
    return { rows: groups.map((group) => failureGroupRow(group, now, request.olderGroups)), hasMore: false, searched: null };
  }
  const read = readerOf(source, request);
  const isSearched = list === 'events' ? needsRows(filter) : filter.terms.length > 0;
  return isSearched ? await search(read, request) : await firstPage(read, request.wanted);
}

type Reader = (page: PageRequest) => Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }>;

function readerOf(source: WatchSource, { list, filter, kind, now }: LoadRequest): Reader {
  const toRows = (page: JsonPage, toRow: (json: JsonPage['items'][number], now: number) => Row) => ({
    rows: page.items.map((item) => toRow(item, now)),
    nextCursor: page.nextCursor,
  });
  switch (list) {
    case 'jobs':
      return async (page) => toRows(await source.failedJobs(kind ?? { parked: false, errorCode: null }, page), failedJobRow);
    case 'leads':
      return async (page) => toRows(await source.leads(page), leadRow);
    default:
      return async (page) => toRows(await source.events(sourceFilterOf(filter), page), eventRow);
  }
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
    found.push(...page.rows.filter((row) => matches(filter, cellTexts(row))));
    searched += page.rows.length;
    cursor = page.nextCursor;
  }
  return { rows: found, hasMore: cursor !== null, searched };
}

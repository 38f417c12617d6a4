import type { SearchBacklog } from '../../domain/report-ports.ts';
import type { Fragment } from './fragments.ts';
import type { IdWindow } from './queries/id-window.ts';
import type { SearchTerms } from './search-words.ts';

/** One state of the search index. */
export interface SearchIndex {
  /** The rows of the window that the index finds, in descending order; `undefined` if it has nothing to search for. */
  hitStream(table: SearchedTable, terms: SearchTerms, window: IdWindow): Promise<Fragment | undefined>;
  /** Of the newest rows that are not indexed yet, those that have the words. */
  unindexedHits(table: SearchedTable, terms: SearchTerms): Promise<readonly number[]>;
}

export type SearchedTable = 'eventos' | 'leads';

export interface Search {
  /** Runs a search with what is indexed. Not within a transaction: the database must not be read as of an earlier time than the index. */
  withIndex<Result>(search: (index: SearchIndex) => Promise<Result>): Promise<Result>;
  backlog(): Promise<SearchBacklog>;
}

/** Whether there is a search text: blank text does not count. */
export function isSearch(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

import type { SearchBacklog } from '../../domain/report-ports.ts';
import type { Fragment } from './fragments.ts';
import type { IdWindow } from './queries/id-window.ts';

/** The matches of a text: a stream of ids from the index, and ids that were found in other ways, both in descending order. */
export interface Hits {
  readonly stream: Fragment | undefined;
  readonly named: readonly number[];
}

/** One state of the search index. */
export interface SearchIndex {
  /** Among events: the words of their bodies and of their leads, their ids and identities. */
  eventHits(text: string, window: IdWindow): Promise<Hits>;
  /** Among leads: their words, ids and identities. */
  leadHits(text: string, window: IdWindow): Promise<Hits>;
}

export interface Search {
  /** Runs a search with what is indexed. Not within a transaction: the database must not be read as of an earlier time than the index. */
  withIndex<Result>(search: (index: SearchIndex) => Promise<Result>): Promise<Result>;
  backlog(): Promise<SearchBacklog>;
}

/** Whether there is a search text: blank text does not count. */
export function isSearch(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

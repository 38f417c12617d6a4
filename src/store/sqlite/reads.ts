import { type Bound, bound } from '../sql/bound.ts';
import { READS } from '../sql/reads.ts';
import type { SqliteConnection } from './connection.ts';
import { toStoreError } from './errors.ts';
import { hasGaps, indexHolds, removeTraces, rewriteDatabase } from './privacy/traces.ts';
import { emptyIndexLog, holdsBlanked, indexBlanked, mergeIndex } from './search/forget-words.ts';
import { indexMore } from './search/index-more.ts';
import { storeFacts } from './store-facts.ts';

export const SQLITE_READS = {
  ...READS,
  storeFacts,
  // Read the database, and write what they read into the file of the index.
  indexMore,
  indexBlanked,
  holdsBlanked,
  mergeIndex,
  emptyIndexLog,
  // Not reads: they wait for the write lock of the database, in the thread that reads for the search index.
  hasGaps,
  indexHolds,
  removeTraces,
  rewriteDatabase,
};

export type SqliteReads = Bound<typeof SQLITE_READS>;

/** The reads, bound to a connection, on which they run one after the other. They reject with AppErrors of the store. */
export function readsOf(connection: SqliteConnection): SqliteReads {
  return bound(connection, SQLITE_READS, (read) => connection.inTurn(read).catch(rethrowInStoreWords));
}

export function rethrowInStoreWords(error: unknown): never {
  throw toStoreError(error);
}

import { type Bound, bound } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { erasedEvents } from '../privacy/erase-people.ts';
import { erasedCandidates } from '../privacy/find-erased.ts';
import * as expired from '../privacy/find-expired.ts';
import { findPeople, isUser, ownRowsOf, rowsToScan, scanRows, tellingIdentities, unindexedLeads } from '../privacy/find-people.ts';
import { journalEntries, listErasures, openErasures } from '../privacy/stored-erasures.ts';
import { hasGaps, indexHolds, removeTraces, rewriteDatabase } from '../privacy/traces.ts';
import { emptyIndexLog, holdsBlanked, indexBlanked, mergeIndex } from '../search/forget-words.ts';
import { indexMore } from '../search/index-more.ts';
import { claimedJobs } from './claimed-jobs.ts';
import { consentsOfLead } from './consents.ts';
import * as conversions from './conversions.ts';
import * as eventErrors from './event-errors.ts';
import * as events from './events.ts';
import { eventsOfLead } from './events-of-lead.ts';
import * as figures from './figures.ts';
import * as forms from './forms.ts';
import * as jobs from './jobs.ts';
import * as clickIds from './known-click-ids.ts';
import * as leads from './leads.ts';
import * as directory from './list-directory.ts';
import * as platforms from './platforms.ts';
import * as history from './queue-history.ts';
import * as refused from './refused.ts';
import * as savedViews from './saved-views.ts';
import { searchBacklog } from './search.ts';
import * as secrets from './secrets.ts';
import { sourceActivity } from './source-activity.ts';
import { spanFigures } from './span-figures.ts';

export const READS = {
  claimedJobs,
  consentsOfLead,
  ...conversions,
  ...directory,
  ...eventErrors,
  ...events,
  eventsOfLeads: (connection: Connection, leads: readonly number[]) => eventsOfLead(connection, ...leads),
  ...figures,
  ...forms,
  ...jobs,
  ...clickIds,
  ...leads,
  ...platforms,
  ...history,
  // Read the database, and write what they read into the file of the index.
  indexMore,
  indexBlanked,
  holdsBlanked,
  mergeIndex,
  emptyIndexLog,
  ...expired,
  erasedEvents,
  erasedCandidates,
  findPeople,
  journalEntries,
  listErasures,
  openErasures,
  ownRows: ownRowsOf,
  isUser,
  // Not reads: they wait for the write lock of the database, in the thread that reads for the search index.
  hasGaps,
  indexHolds,
  removeTraces,
  rewriteDatabase,
  rowsToScan,
  scanRows,
  tellingIdentities,
  unindexedLeads,
  ...refused,
  ...savedViews,
  searchBacklog,
  ...secrets,
  sourceActivity,
  spanFigures,
};

/** Every read of the program, by name. */
export type Reads = Bound<typeof READS>;

/** The reads, bound to a connection. */
export function readsOf(connection: Connection): Reads {
  return bound(connection, READS);
}

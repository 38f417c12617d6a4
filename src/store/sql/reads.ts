import type { Bound } from './bound.ts';
import type { Connection } from './connection.ts';
import { erasedEvents } from './privacy/erase-people.ts';
import { erasedCandidates } from './privacy/find-erased.ts';
import * as expired from './privacy/find-expired.ts';
import * as people from './privacy/find-people.ts';
import { journalEntries, listErasures, openErasures } from './privacy/stored-erasures.ts';
import { claimedJobs } from './queries/claimed-jobs.ts';
import * as conversions from './queries/conversions.ts';
import * as eventErrors from './queries/event-errors.ts';
import * as events from './queries/events.ts';
import { eventsOfLead } from './queries/events-of-lead.ts';
import * as figures from './queries/figures.ts';
import * as forms from './queries/forms.ts';
import * as jobs from './queries/jobs.ts';
import * as clickIds from './queries/known-clicks.ts';
import * as leads from './queries/leads.ts';
import * as directory from './queries/list-directory.ts';
import * as platforms from './queries/platforms.ts';
import * as history from './queries/queue-history.ts';
import * as refused from './queries/refused.ts';
import * as savedViews from './queries/saved-views.ts';
import * as secrets from './queries/secrets.ts';
import { sourceActivity } from './queries/source-activity.ts';
import { spanFigures } from './queries/span-figures.ts';

export const READS = {
  claimedJobs,
  ...conversions,
  ...directory,
  ...eventErrors,
  ...events,
  eventsOfLeads: async (connection: Connection, leads: readonly number[]) => await eventsOfLead(connection, ...leads),
  ...figures,
  ...forms,
  ...jobs,
  ...clickIds,
  ...leads,
  ...platforms,
  ...history,
  ...expired,
  erasedEvents,
  erasedCandidates,
  journalEntries,
  listErasures,
  openErasures,
  ...people,
  ...refused,
  ...savedViews,
  searchBacklog: async (connection: Connection) => await connection.search.backlog(),
  ...secrets,
  sourceActivity,
  spanFigures,
};

/** Every read that both databases run in the same way, by name. */
export type Reads = Bound<typeof READS>;

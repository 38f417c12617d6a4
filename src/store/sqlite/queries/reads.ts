import { type Bound, bound } from '../bound.ts';
import type { Connection } from '../connection.ts';
import * as conversions from './conversions.ts';
import * as eventErrors from './event-errors.ts';
import * as events from './events.ts';
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
  ...conversions,
  ...directory,
  ...eventErrors,
  ...events,
  ...figures,
  ...forms,
  ...jobs,
  ...clickIds,
  ...leads,
  ...platforms,
  ...history,
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

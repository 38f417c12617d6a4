import { OperatorAction } from '../../../domain/activity.ts';
import { JobState } from '../../../domain/job.ts';
import type { Operator } from '../../../domain/ports.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/row-id.ts';
import { forgetJob, recordActivity, retryJob, targets } from './control.ts';
import { currentJobOfEvent, isPutOff } from './current-job.ts';
import { reopenWithNewJob } from './inbox.ts';

const STATUS = 'select status from webhook_eventos where id = ?';

/** Runs events again, as `QueueControl.retryEvents` says; the caller keeps one step short. */
export function retryEvents(connection: Connection, eventIds: readonly string[], queue: string, operator: Operator): number {
  return changeEvents(connection, OperatorAction.retry, eventIds, operator, (event) => retryEvent(connection, event, queue, operator.now));
}

/** Removes failed and parked jobs of events; the caller keeps one step short. */
export function forgetEvents(connection: Connection, eventIds: readonly string[], operator: Operator): number {
  return changeEvents(connection, OperatorAction.forget, eventIds, operator, (event) => forgetEvent(connection, event, operator.now));
}

function changeEvents(
  connection: Connection,
  action: OperatorAction,
  eventIds: readonly string[],
  operator: Operator,
  change: (event: number) => boolean,
): number {
  const touched = [...new Set(eventIds)].filter((id) => change(rowId(id)));
  if (touched.length > 0) recordActivity(connection, action, targets('evento', touched), '', operator);
  return touched.length;
}

/** Runs one event again unless it runs anyway; a processed one stays as it is. */
export function retryEvent(connection: Connection, event: number, queue: string, now: number): boolean {
  const status = statusOf(connection, event);
  const job = currentJobOfEvent(connection, event);
  if (job?.estado === JobState.pending) return isPutOff(job, now) && retryJob(connection, job.id, now);
  if (job?.estado === JobState.running || status !== EventStatus.failed) return false;
  if (job !== undefined) return retryJob(connection, job.id, now);
  reopenWithNewJob(connection, queue, event, now);
  return true;
}

function forgetEvent(connection: Connection, event: number, now: number): boolean {
  const job = currentJobOfEvent(connection, event);
  if (job === undefined || (job.estado === JobState.failed && statusOf(connection, event) !== EventStatus.failed)) return false;
  return forgetJob(connection, job.id, now);
}

function statusOf(connection: Connection, event: number): EventStatus | undefined {
  return (connection.statement(STATUS).get(event) as { readonly status: EventStatus } | undefined)?.status;
}

import { OperatorAction } from '../../../domain/activity.ts';
import { JobState } from '../../../domain/job.ts';
import type { Operator } from '../../../domain/ports.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { changeEach, forgetJob, retryJob } from './control.ts';
import { queueEventAgain } from './inbox.ts';
import { isPutOff, openJob } from './jobs.ts';

/** Of an event that still has its body. */
const STATUS = "select status from webhook_eventos where id = ? and corpo <> x''";

/** Retries events as described in `QueueControl.retryEvents`; the caller keeps each step short. */
export function retryEvents(connection: Connection, eventIds: readonly string[], queue: string, operator: Operator): number {
  const by = { kind: 'evento', action: OperatorAction.retry, operator } as const;
  return changeEach(connection, eventIds, by, (event) => retryEvent(connection, event, queue, operator.now)).length;
}

/** Removes failed and parked jobs of events; the caller keeps each step short. */
export function forgetEvents(connection: Connection, eventIds: readonly string[], operator: Operator): number {
  const by = { kind: 'evento', action: OperatorAction.forget, operator } as const;
  return changeEach(connection, eventIds, by, (event) => forgetEvent(connection, event, operator.now)).length;
}

/** Retries one event unless its job is due anyway; a processed event stays as it is. */
export function retryEvent(connection: Connection, event: number, queue: string, now: number): boolean {
  const status = statusOf(connection, event);
  const job = openJob(connection, event);
  if (job?.estado === JobState.pending) return isPutOff(job, now) && retryJob(connection, job.id, now);
  if (job?.estado === JobState.running || status !== EventStatus.failed) return false;
  if (job !== undefined) return retryJob(connection, job.id, now);
  queueEventAgain(connection, queue, event, now);
  return true;
}

function forgetEvent(connection: Connection, event: number, now: number): boolean {
  const job = openJob(connection, event);
  return job !== undefined && forgetJob(connection, job.id, now);
}

function statusOf(connection: Connection, event: number): EventStatus | undefined {
  return connection.get<{ readonly status: EventStatus }>(STATUS, event)?.status;
}

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
export async function retryEvents(connection: Connection, eventIds: readonly string[], queue: string, operator: Operator): Promise<number> {
  const by = { kind: 'evento', action: OperatorAction.retry, operator } as const;
  return (await changeEach(connection, eventIds, by, async (event) => await retryEvent(connection, event, queue, operator.now))).length;
}

/** Removes failed and parked jobs of events; the caller keeps each step short. */
export async function forgetEvents(connection: Connection, eventIds: readonly string[], operator: Operator): Promise<number> {
  const by = { kind: 'evento', action: OperatorAction.forget, operator } as const;
  return (await changeEach(connection, eventIds, by, async (event) => await forgetEvent(connection, event, operator.now))).length;
}

/** Retries one event unless its job is due anyway; a processed event stays as it is. */
export async function retryEvent(connection: Connection, event: number, queue: string, now: number): Promise<boolean> {
  const status = await statusOf(connection, event);
  const job = await openJob(connection, event);
  if (job?.estado === JobState.pending) return isPutOff(job, now) && (await retryJob(connection, job.id, now));
  if (job?.estado === JobState.running || status !== EventStatus.failed) return false;
  if (job !== undefined) return await retryJob(connection, job.id, now);
  await queueEventAgain(connection, queue, event, now);
  return true;
}

async function forgetEvent(connection: Connection, event: number, now: number): Promise<boolean> {
  const job = await openJob(connection, event);
  return job !== undefined && (await forgetJob(connection, job.id, now));
}

async function statusOf(connection: Connection, event: number): Promise<EventStatus | undefined> {
  return (await connection.get<{ readonly status: EventStatus }>(STATUS, event))?.status;
}

import { OperatorAction } from '../../../domain/activity.ts';
import { JobState } from '../../../domain/job.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { changing, forgetJob, retryJob } from './control.ts';
import { queueEventAgain } from './inbox.ts';
import { isPutOff, openJob } from './jobs.ts';

/** Of an event that still has its body. */
const STATUS = "select status from webhook_eventos where id = ? and corpo <> x''";

/** As described in `QueueControl`. */
export const retryEvents = changing('evento', OperatorAction.retry, retryEvent);

/** Removes failed and parked jobs of events. */
export const forgetEvents = changing('evento', OperatorAction.forget, async (connection, event, now) => {
  return await forgetJob(connection, event, now, false);
});

/** Retries one event unless its job is due anyway; a processed event stays as it is. */
export async function retryEvent(connection: Connection, event: number, now: number, queue: string): Promise<boolean> {
  const found = await connection.get<{ readonly status: EventStatus }>(STATUS, event);
  const job = await openJob(connection, event);
  if (job?.estado === JobState.pending) return isPutOff(job, now) && (await retryJob(connection, job.id, now));
  if (job?.estado === JobState.running || found?.status !== EventStatus.failed) return false;
  if (job !== undefined) return await retryJob(connection, job.id, now);
  await queueEventAgain(connection, queue, event, now);
  return true;
}

import type { EventTrail, Operator, QueueControl } from '../domain/ports.ts';

/**
 * Puts one event through again: a job that waits goes now; otherwise the event gets a new job, unless a worker is busy with it.
 *
 * @returns false when nothing was to be done
 */
export async function runEventAgain(
  control: Pick<QueueControl, 'replay' | 'retry'>,
  { event, jobs }: Pick<EventTrail, 'event' | 'jobs'>,
  queue: string,
  operator: Operator,
): Promise<boolean> {
  const waiting = jobs.find((job) => job.state === 'pendente');
  const touched =
    waiting === undefined ? await control.replay([event.id], queue, operator) : await control.retry({ ids: [waiting.id] }, operator);
  return touched.length > 0;
}

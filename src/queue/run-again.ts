import type { Operator, QueueControl } from '../domain/ports.ts';

/**
 * Puts one event through again, a processed one too: as `retryEvents` would, or else with a new job. Left alone is one that waits for its
 * turn or is being processed.
 *
 * @returns false when nothing was to be done
 */
export async function runEventAgain(
  control: Pick<QueueControl, 'replay' | 'retryEvents'>,
  eventId: string,
  queue: string,
  operator: Operator,
): Promise<boolean> {
  if ((await control.retryEvents({ ids: [eventId] }, queue, operator)) > 0) return true;
  return (await control.replay([eventId], queue, operator)).length > 0;
}

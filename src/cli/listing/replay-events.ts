import type { Operator, QueueControl, Reports } from '../../domain/ports.ts';

/** What became of one event that should run again. */
export interface ReplayedEvent {
  readonly eventId: string;
  readonly result: 'queued' | 'has_live_job' | 'not_found';
}

/** Enqueues events again, and says of each named one what became of it. */
export async function replayEvents(
  store: Pick<Reports, 'eventTrail'> & Pick<QueueControl, 'replay'>,
  eventIds: readonly string[],
  queue: string,
  operator: Operator,
): Promise<readonly ReplayedEvent[]> {
  const named = [...new Set(eventIds)];
  const enqueued = new Set(await store.replay(named, queue, operator));
  const results: ReplayedEvent[] = [];
  for (const eventId of named) {
    if (enqueued.has(eventId)) results.push({ eventId, result: 'queued' });
    else results.push({ eventId, result: (await store.eventTrail(eventId)) === null ? 'not_found' : 'has_live_job' });
  }
  return results;
}

/** The result as a sentence that says what to do. */
export function replayText({ eventId, result }: ReplayedEvent): string {
  switch (result) {
    case 'queued':
      return `Event ${eventId}: queued again.`;
    case 'has_live_job':
      return `Event ${eventId}: skipped, a job of it waits or runs already. \`lead-intake queue retry\` runs a waiting job at once.`;
    case 'not_found':
      return `Event ${eventId}: there is no such event. \`lead-intake events list\` shows them.`;
  }
}

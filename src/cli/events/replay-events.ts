import type { Operator, QueueControl } from '../../domain/ports.ts';
import type { Reports } from '../../domain/report-ports.ts';
import { say } from '../../messages/messages.ts';

/** The result of replaying one event. */
export interface ReplayedEvent {
  readonly eventId: string;
  readonly result: 'queued' | 'has_live_job' | 'body_deleted' | 'not_found';
}

/** Queues events again, and returns the result of each. */
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
    results.push({ eventId, result: enqueued.has(eventId) ? 'queued' : await whyNot(store, eventId) });
  }
  return results;
}

async function whyNot(store: Pick<Reports, 'eventTrail'>, eventId: string): Promise<ReplayedEvent['result']> {
  const trail = await store.eventTrail(eventId);
  if (trail === null) return 'not_found';
  const { bodyDeletedAt, erasedAt } = trail.event;
  return bodyDeletedAt === null && erasedAt === null ? 'has_live_job' : 'body_deleted';
}

/** The result as a sentence that says what to do. */
export function replayText({ eventId, result }: ReplayedEvent): string {
  switch (result) {
    case 'queued':
      return say((m) => m.cli.listing.queuedAgain({ eventId }));
    case 'has_live_job':
      return say((m) => m.cli.listing.skipped({ eventId }));
    case 'body_deleted':
      return say((m) => m.cli.listing.bodyDeleted({ eventId }));
    case 'not_found':
      return say((m) => m.cli.listing.noSuchEvent({ eventId }));
  }
}

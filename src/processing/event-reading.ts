import type { NewConversion } from '../domain/conversion.ts';
import type { RoutingRequest } from '../domain/directory.ts';
import type { EventKind } from '../domain/event-kind.ts';
import type { ClaimedJob } from '../domain/job.ts';
import type { LeadFields } from '../domain/lead.ts';

/** What processing needs of a claimed job. */
export type ProcessableEvent = Pick<
  ClaimedJob,
  'eventId' | 'origin' | 'eventType' | 'identity' | 'body' | 'receivedAt' | 'refusedAt' | 'limitedTo'
>;

/** An event, understood: the same form for every origin and payload. */
export interface EventReading {
  readonly kind: EventKind;
  /** The platform's id of the lead; null when the event names none. The own form knows none besides its event's `id`. */
  readonly leadId: string | null;
  readonly routing: RoutingRequest;
  readonly fields: LeadFields;
  readonly conversion: NewConversion | null;
}

import type { NewConversion } from '../domain/conversion.ts';
import type { RoutingRequest } from '../domain/directory.ts';
import { createEventKinds, type EventKind, type EventKinds } from '../domain/event-kind.ts';
import type { ClaimedJob } from '../domain/job.ts';
import type { LeadFields } from '../domain/lead.ts';
import { Origin } from '../domain/origin.ts';

/** What processing needs from a claimed job. */
export type ProcessableEvent = Pick<
  ClaimedJob,
  'eventId' | 'origin' | 'eventType' | 'identity' | 'body' | 'receivedAt' | 'refusedAt' | 'limitedTo'
>;

/** An event after reading: the same form for every origin and payload. */
export interface EventReading {
  readonly kind: EventKind;
  /** The platform's lead id; `null` if the event has none. Of own-form events, only a withdrawal of consent names another event's `id`. */
  readonly leadId: string | null;
  readonly routing: RoutingRequest;
  readonly fields: LeadFields;
  readonly conversion: NewConversion | null;
}

/** The settings for processing. */
export interface ProcessingRules {
  /** Event types beyond the built-in ones (the setting EVENT_TYPES), in any spelling. */
  readonly eventTypes: ReadonlyMap<string, EventKind>;
  /** The zone (IANA) of days and times without an offset (CONVERSIONS_TIME_ZONE). Default: UTC. */
  readonly timeZone?: string;
}

// The table for a configuration is built once, not for each event.
const kindsOfRules = new WeakMap<ProcessingRules['eventTypes'], EventKinds>();

/** The kind of an event type; `undefined` if neither the program nor the settings define it. */
export function eventKindOf(eventType: string, { eventTypes }: Pick<ProcessingRules, 'eventTypes'>): EventKind | undefined {
  const known = kindsOfRules.get(eventTypes) ?? createEventKinds(eventTypes);
  kindsOfRules.set(eventTypes, known);
  return known(eventType);
}

/** Ids of leads of instant forms have 15 to 17 digits. */
export const LEADGEN_ID = /^[1-9]\d{14,16}$/;

/**
 * Whether the event creates a lead of an instant form. Meta wants all of its stages reported, "including the initial lead stage" (Conversions
 * API, Conversion Leads, Payload Specification).
 */
export function beginsStages({ origin }: ProcessableEvent, { kind, leadId, fields }: EventReading): boolean {
  return origin === Origin.socialAds && kind === 'lead' && leadId !== null && LEADGEN_ID.test(leadId) && !fields.isTest;
}

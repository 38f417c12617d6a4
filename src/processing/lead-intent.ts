import type { Routing } from '../domain/directory.ts';
import type { Fault } from '../domain/fault.ts';
import { type LeadIntent, submissionTime } from '../domain/lead.ts';
import { Origin } from '../domain/origin.ts';
import { beginsStages, type EventReading, type ProcessableEvent } from './event-reading.ts';
import { leadNotFound } from './faults.ts';
import { carriesClickId, carriesContact } from './lead-fields.ts';

/** What to do with an event that belongs to a client. */
export function leadIntent(event: ProcessableEvent, reading: EventReading, routing: Routing): LeadIntent {
  const { fields } = reading;
  const submittedAt = submissionTime(fields.submittedAt, event.refusedAt ?? event.receivedAt);
  return {
    match: { byContact: reading.kind !== 'lead' },
    identity: leadIdentity(event, reading),
    limitedTo: event.limitedTo,
    origin: event.origin,
    ...routing,
    fields: { ...fields, submittedAt },
    onMatch: reading.kind === 'update' ? 'merge' : 'fill',
    ifMissing: ifMissing(event, reading),
    conversion: reading.conversion,
    ...(beginsStages(event, reading) ? { initialStageAt: submittedAt } : {}),
  };
}

/**
 * Event ids and the platforms' lead ids are chosen by different parties and may be equal by chance. On the ad routes, an event without a lead id
 * therefore gets an identity that no lead id can equal. Senders number sales and leads separately, so a conversion never uses the lead of an event
 * with the same number; an update does refer to the lead with its number.
 */
function leadIdentity(event: ProcessableEvent, { leadId, kind }: EventReading): string {
  if (event.origin === Origin.ownForm) return event.identity;
  return leadId ?? `${kind === 'conversion' ? 'conversao' : 'evento'}:${event.identity}`;
}

/** A website form always creates its lead: a person has just filled it in. Ad routes need something to create one from. */
function ifMissing(event: ProcessableEvent, { kind, fields }: EventReading): 'create' | Fault {
  if (kind === 'lead' || event.origin === Origin.ownForm || carriesContact(fields)) return 'create';
  if (kind === 'update') return leadNotFound('contact');
  return carriesClickId(fields) ? 'create' : leadNotFound('contact_or_click_id');
}

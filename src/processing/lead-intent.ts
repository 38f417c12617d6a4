import type { Routing } from '../domain/directory.ts';
import type { Fault } from '../domain/fault.ts';
import { type LeadIntent, submissionTime } from '../domain/lead.ts';
import { Origin } from '../domain/origin.ts';
import type { EventReading, ProcessableEvent } from './event-reading.ts';
import { leadNotFound } from './faults.ts';
import { beginsStages } from './initial-stage.ts';
import { carriesClickId, carriesContact } from './lead-fields.ts';

/** What is to be done with an event whose lead belongs to somebody. */
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
 * Ids of events and the platforms' ids of leads are chosen by different parties and may be equal by chance. On the ad
 * routes an event that names no lead therefore has an identity that no lead id looks like. Senders number sales apart from leads, so a
 * conversion never takes the lead of an event that only has the same number; an update is about the lead of its number.
 */
function leadIdentity(event: ProcessableEvent, { leadId, kind }: EventReading): string {
  if (event.origin === Origin.ownForm) return event.identity;
  return leadId ?? `${kind === 'conversion' ? 'conversao' : 'evento'}:${event.identity}`;
}

/** The own form always makes its lead: a person has just filled it in. On the ad routes there must be something to make one from. */
function ifMissing(event: ProcessableEvent, { kind, fields }: EventReading): 'create' | Fault {
  if (kind === 'lead' || event.origin === Origin.ownForm || carriesContact(fields)) return 'create';
  if (kind === 'update') return leadNotFound('contact');
  return carriesClickId(fields) ? 'create' : leadNotFound('contact_or_click_id');
}

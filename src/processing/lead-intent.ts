import { field } from '../base/exact-json.ts';
import type { Routing } from '../domain/directory.ts';
import type { EventKind } from '../domain/event-kind.ts';
import type { Fault } from '../domain/fault.ts';
import { type LeadIntent, submissionTime } from '../domain/lead.ts';
import { testLeadId } from '../domain/lead-id.ts';
import { Origin } from '../domain/origin.ts';
import { newConsents } from './consent.ts';
import { beginsStages, type EventReading, type ProcessableEvent } from './event-reading.ts';
import { leadNotFound } from './faults.ts';
import { carriesClickId, carriesContact } from './lead-fields.ts';

/** What to do with an event that belongs to a client. */
export function leadIntent(event: ProcessableEvent, reading: EventReading, routing: Routing, timeZone: string): LeadIntent {
  const { fields } = reading;
  const arrivedAt = event.refusedAt ?? event.receivedAt;
  const submittedAt = submissionTime(fields.submittedAt, arrivedAt);
  const consents = newConsents(reading, { submittedAt, arrivedAt, timeZone });
  return {
    match: reading.kind === 'lead' ? { byContact: false } : { byContact: true, namesLead: reading.leadId !== null },
    identity: leadIdentity(event, reading),
    limitedTo: event.limitedTo,
    origin: event.origin,
    ...routing,
    fields: { ...fields, submittedAt },
    clickedBy: submittedAt,
    onMatch: ON_MATCH[reading.kind],
    ifMissing: ifMissing(event, reading),
    conversion: reading.conversion,
    ...(beginsStages(event, reading) ? { initialStageAt: submittedAt } : {}),
    ...(consents.length === 0 ? {} : { consents }),
  };
}

const ON_MATCH: Readonly<Record<EventKind, LeadIntent['onMatch']>> = {
  lead: 'fill',
  update: 'merge',
  conversion: 'fill',
  withdrawal: 'withdraw',
};

/**
 * Event ids and the platforms' lead ids are chosen by different parties and may be equal by chance. On the ad routes, an event without a lead id
 * therefore gets an identity that no lead id can equal. Senders number sales and leads separately, so a conversion never uses the lead of an event
 * with the same number; an update does refer to the lead with its number.
 */
function leadIdentity(event: ProcessableEvent, { leadId, kind, fields }: EventReading): string {
  if (event.origin === Origin.ownForm) return leadId ?? event.identity;
  // Then intake took it for a test of that form.
  if (leadId !== null && fields.isTest && event.identity === testLeadId(leadId, field(fields.platform, 'form_id'))) return event.identity;
  return leadId ?? `${kind === 'conversion' ? 'conversao' : 'evento'}:${event.identity}`;
}

/**
 * A website form always creates its lead: a person has just filled it in. Ad routes need something to create one from. Nobody becomes a lead
 * by withdrawing consent.
 */
function ifMissing(event: ProcessableEvent, { kind, fields }: EventReading): 'create' | Fault {
  if (kind === 'withdrawal') return leadNotFound('nothing');
  if (kind === 'lead' || event.origin === Origin.ownForm || carriesContact(fields)) return 'create';
  if (kind === 'update') return leadNotFound('contact');
  return carriesClickId(fields) ? 'create' : leadNotFound('contact_or_click_id');
}

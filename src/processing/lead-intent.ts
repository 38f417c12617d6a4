import type { Routing } from '../domain/directory.ts';
import type { Fault } from '../domain/job.ts';
import type { LeadIntent, LeadMatch } from '../domain/lead.ts';
import type { EventReading, ProcessableEvent } from './event-reading.ts';
import { leadNotFound } from './faults.ts';
import { carriesClickId, carriesContact } from './lead-fields.ts';

/** What is to be done with an event whose lead belongs to somebody. */
export function leadIntent(event: ProcessableEvent, reading: EventReading, routing: Routing): LeadIntent {
  return {
    match: leadMatch(event, reading),
    identity: reading.leadId ?? event.identity,
    origin: event.origin,
    ...routing,
    fields: reading.fields,
    onMatch: reading.kind === 'lead' ? 'keep' : 'merge',
    ifMissing: ifMissing(event, reading),
    conversion: reading.conversion,
  };
}

function leadMatch(event: ProcessableEvent, { kind, leadId }: EventReading): LeadMatch {
  const own = leadId ?? event.identity;
  if (kind === 'lead') return { identities: [own], byContact: false };
  return { identities: own === event.identity ? [own] : [own, event.identity], byContact: true };
}

/** The own form always makes its lead: a person has just filled it in. On the ad routes there must be something to make one from. */
function ifMissing(event: ProcessableEvent, { kind, fields }: EventReading): 'create' | Fault {
  if (kind === 'lead' || event.origin === 'formulario_proprio' || carriesContact(fields)) return 'create';
  if (kind === 'update') return leadNotFound('name, e-mail or phone');
  return carriesClickId(fields) ? 'create' : leadNotFound('name, e-mail, phone or click id');
}

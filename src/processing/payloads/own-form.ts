import type { EventKind } from '../../domain/event-kind.ts';
import { leadIdText } from '../../domain/lead-id.ts';
import { readConversion } from '../conversion.ts';
import type { EventReading, ProcessableEvent } from '../event-reading.ts';
import { readUnixSeconds } from '../event-time.ts';
import { completeLeadFields, type LeadDraft } from '../lead-fields.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { readConsents, readContact } from './contact.ts';
import { readVisit } from './visit.ts';

/** Reads a submission of a website form. Unknown keys become extras and are never an error. */
export function readOwnForm(reader: PayloadReader, kind: EventKind, event: ProcessableEvent, timeZone: string): EventReading {
  reader.place('event_type', 'id');
  // The form that creates a lead may have a field of this name.
  const leadId = kind === 'lead' ? null : reader.read(['lead_id'], leadIdText);
  const submittedAt = reader.read(['timestamp'], readUnixSeconds);
  const campaignId = reader.text('campanha_id');
  const draft: LeadDraft = {
    name: reader.text('nome'),
    email: readContact(reader, 'email', 'email', 'e-mail'),
    phone: readContact(reader, 'telefone', 'telefone', 'telephone'),
    message: reader.text('mensagem', 'message'),
    ...readVisit(reader),
    consents: readConsents(reader),
    submittedAt,
  };
  const conversion = kind === 'conversion' ? readConversion(reader, event, timeZone) : null;
  return {
    kind,
    leadId,
    routing: { campaignId, links: [], clientId: null },
    fields: completeLeadFields(draft, reader.rest()),
    conversion,
  };
}

import { scalarText } from '../../base/exact-json.ts';
import type { EventKind } from '../../domain/event-kind.ts';
import { leadIdText } from '../../domain/lead-id.ts';
import { readConversion } from '../conversion.ts';
import type { EventReading, ProcessableEvent } from '../event-reading.ts';
import { readTime } from '../event-time.ts';
import type { FormMeanings } from '../form-meanings.ts';
import { completeLeadFields, type LeadDraft } from '../lead-fields.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { readEnd, readStart } from '../typed-time.ts';
import { AD_FORMATS, type AdOrigin } from './ad-formats.ts';
import { readConsents, readContact } from './contact.ts';
import { readPlatformForm } from './platform-form.ts';
import { markText, readAdRouting } from './platform-marks.ts';
import { readDisclaimerResponses } from './social-ads-lead.ts';
import { readVisit } from './visit.ts';

const LEAD_TIME_KEYS = ['timestamp', 'occurred_at', 'ocorrida_em', 'conversion_time'];

/** Reads a flat event of an ad route: the seed's sample and similar ones. An `id` that is not the event's identity stays in the extras. */
export function readFlatEvent(
  reader: PayloadReader,
  origin: AdOrigin,
  {
    kind,
    event,
    meanings,
    timeZone,
  }: { readonly kind: EventKind; readonly event: ProcessableEvent; readonly meanings: FormMeanings; readonly timeZone: string },
): EventReading {
  reader.place('event_type');
  reader.read(['id'], (id) => (scalarText(id) === event.identity ? event.identity : undefined));
  const leadId = reader.read(AD_FORMATS[origin].flatLeadId, leadIdText);
  const draft = readFlatDraft(reader, origin, meanings);
  const routing = readAdRouting(reader, origin, draft.platform ?? {});
  const hasOwnTime = kind === 'lead' || kind === 'withdrawal';
  const submittedAt = hasOwnTime
    ? (reader.read(LEAD_TIME_KEYS, (value) => (kind === 'withdrawal' ? readEnd : readStart)(value, timeZone)) ?? createdAt(draft))
    : null;
  const isReported = kind === 'conversion' && draft.isTest !== true;
  const conversion = isReported ? readConversion(reader, event, timeZone) : null;
  return { kind, leadId, routing, fields: completeLeadFields({ ...draft, submittedAt }, reader.rest()), conversion };
}

/** When the lead was created, according to Meta. */
function createdAt({ platform = {} }: LeadDraft): number | null {
  return readTime(markText(platform, 'created_time')) ?? null;
}

function readFlatDraft(reader: PayloadReader, origin: AdOrigin, meanings: FormMeanings): LeadDraft {
  const contact = {
    name: reader.text('full_name', 'nome', 'name'),
    email: readContact(reader, 'email', 'email', 'e-mail'),
    phone: readContact(reader, 'telefone', 'telefone', 'phone', 'phone_number', 'telephone'),
  };
  return {
    ...readPlatformForm(reader, origin, contact, meanings),
    ...readVisit(reader, AD_FORMATS[origin].clicks),
    message: reader.text('mensagem', 'message'),
    consents: readConsents(reader) ?? readDisclaimerResponses(reader),
  };
}

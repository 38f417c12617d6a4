import type { JsonObject, JsonValue } from '../base/exact-json.ts';
import { MAPPED_FIELDS } from '../domain/form-mapping.ts';
import type { Answer, FieldChange, LeadChange, LeadView } from '../domain/lead.ts';
import { LEAD_CURSOR } from '../domain/lead-cursor.ts';
import { maskEmail, maskIdentity, maskMark, maskName, maskPhone, maskText, maskValue } from './masking.ts';
import {
  anyJson,
  anyObject,
  count,
  list,
  matching,
  oneOf,
  origin,
  pageOf,
  record,
  rowId,
  text,
  time,
  type Visibility,
  word,
  yes,
} from './record.ts';

const answerRecord = record<Answer, Visibility>()({
  chave: text.of('key'),
  pergunta: text.nullable.of('question'),
  valores: list(text.masked(maskText)).of('values'),
  campo: oneOf(MAPPED_FIELDS).nullable.of(
    ({ field }) => field ?? null,
    'What an operator or the platform says that the answer is; null: nobody does, and its key may say it.',
  ),
});

const maskObject = (object: JsonObject): JsonObject => maskValue(object) as JsonObject;

const email = text.masked(maskEmail).nullable;
const phone = word.masked(maskPhone).nullable;
const mark = text.masked(maskMark).nullable;

export const leadRecord = record<LeadView, Visibility>()(
  {
    lead_id: rowId.of('id'),
    origem: origin.of('origin'),
    identidade: text.of((lead, { reveal }) => (reveal ? lead.identity : maskIdentity(lead))),
    cliente_id: rowId.of('clientId'),
    cliente: text.of('clientName'),
    usuario_id: rowId.nullable.of('userId'),
    usuario: text.nullable.of('userEmail'),
    campanha_id: text.nullable.of('campaignId'),
    campanha: text.nullable.of('campaignName'),
    nome: text.masked(maskName).nullable.of('name'),
    email: email.of('email'),
    email_normalizado: email.of('emailNormalized'),
    telefone: phone.of('phone'),
    telefone_e164: phone.of('phoneE164'),
    telefone_tipo: oneOf(['movel', 'fixo', 'ambiguo', 'outro', 'invalido']).nullable.of('phoneKind'),
    utm_source: mark.of(({ utm }) => utm.source),
    utm_medium: mark.of(({ utm }) => utm.medium),
    utm_campaign: mark.of(({ utm }) => utm.campaign),
    utm_term: mark.of(({ utm }) => utm.term),
    utm_content: mark.of(({ utm }) => utm.content),
    search_click_id: text.nullable.of('searchClickId'),
    gbraid: text.nullable.of('gbraid'),
    wbraid: text.nullable.of('wbraid'),
    social_click_id: text.nullable.of('socialClickId'),
    fbc: text.nullable.of('fbc'),
    fbp: text.nullable.of('fbp'),
    mensagem: text.masked(maskText).nullable.of('message'),
    consentimentos: anyJson.masked(maskValue).of('consents'),
    respostas: list(answerRecord).of('answers'),
    plataforma: anyObject.of('platform'),
    extras: anyObject.masked(maskObject).of('extras'),
    teste: yes.of('isTest'),
    conversoes: count.of('conversions'),
    evento_id: rowId.of('eventId'),
    enviado_em: time.of(
      ({ submittedAt, createdAt }) => submittedAt ?? createdAt,
      'When the person submitted the form; if unknown, when the lead first arrived. Lists, filters and exports use this time.',
    ),
    criado_em: time.of('createdAt', 'When the lead was created.'),
    atualizado_em: time.of('updatedAt'),
    apagado_em: time.nullable.of('erasedAt', 'When its person was erased; nothing of the person is left then.'),
  },
  'Lead',
  'A lead. Personal data is masked unless requested.',
);

export const leadPage = pageOf(leadRecord, matching(LEAD_CURSOR));

/** A value as shown in the lead, masked or not. */
function asInLead(field: string, value: JsonValue, context: Visibility): JsonValue {
  const known = Object.hasOwn(leadRecord.fields, field) ? leadRecord.fields[field as keyof typeof leadRecord.fields] : undefined;
  return known === undefined ? value : known.kind.emit(value, context);
}

const fieldChange = record<FieldChange, Visibility>()({
  campo: word.of('field', 'The name of the field in `Lead`.'),
  antes: anyJson.of(({ field, before }, context) => asInLead(field, before, context)),
  depois: anyJson.of(({ field, after }, context) => asInLead(field, after, context)),
});

export const leadChangeRecord = record<LeadChange, Visibility>()(
  {
    evento_id: rowId.of('eventId'),
    lead_id: rowId.of('leadId'),
    em: time.of('at'),
    campos: list(fieldChange).of('fields'),
  },
  'LeadChange',
  'A change of an existing lead by an event.',
);

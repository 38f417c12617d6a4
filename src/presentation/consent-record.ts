import { ConsentAct, type ConsentProof, type ConsentRecord } from '../domain/consent.ts';
import { consentRuleRecord } from './account-record.ts';
import { conversionRecord } from './conversion-record.ts';
import { faultFields } from './fault-record.ts';
import { leadRecord } from './lead-record.ts';
import { maskMark, maskText } from './masking.ts';
import { list, oneOf, record, rowId, text, time, type Visibility, word, yes } from './record.ts';
import { credential } from './trail-record.ts';

const masked = text.nullable.masked((value) => (value === null ? null : maskText(value)));

/** One thing that a person agreed to, refused or withdrew. */
export const consentLine = record<ConsentRecord, Visibility>()(
  {
    consentimento_id: rowId.of('id'),
    finalidade: text.nullable.masked((purpose) => (purpose === null ? null : maskMark(purpose))).of('purpose', 'null: every purpose.'),
    decisao: oneOf(Object.values(ConsentAct)).of('act'),
    ocorrida_em: time.nullable.of('at', 'When the person did it, as the sender states; null: it does not.'),
    vale_desde: time.of('since', 'The same; if it is missing or in the future, when the event was submitted.'),
    texto: masked.of('text', 'The text that the person saw, or its version.'),
    ip_pessoa: masked.of('ip', 'The IP address of the person, if the sender states it.'),
    formulario_id: text.nullable.of('formId'),
    evento_id: rowId.nullable.of(({ event }) => event?.id ?? null, 'null: an operator recorded it.'),
    recebido_em: time.nullable.of(({ event }) => event?.receivedAt ?? null),
    credencial: credential.nullable.of(({ event }) => event?.credential ?? null, 'What verified the sender of the event.'),
    segredo: text.nullable.of(
      ({ event }) => event?.secret ?? null,
      'Fingerprint of the secret that verified it; null: none, or the token is read-only.',
    ),
    ip: text.nullable.of(({ event }) => event?.remoteAddress ?? null, 'The IP address that sent the event.'),
    registrado_em: time.of('recordedAt'),
    registrado_por: text.nullable.of('operator', 'The operator who recorded it; null: it came with an event.'),
    motivo: masked.of('reason', 'Why, as the operator wrote it.'),
  },
  'Consent',
  'Something that a person agreed to, refused or withdrew.',
);

export const consentProofRecord = record<ConsentProof, Visibility>()(
  {
    lead: leadRecord.of('lead'),
    consentimentos: list(consentLine).of('consents', 'In the order in which they apply.'),
    regra: consentRuleRecord.of('rule', 'What the conversions of the client need.'),
    conversoes_permitidas: yes.of(({ objection }) => objection === null, 'Whether these consents allow conversions to be sent.'),
    erro_codigo: word.nullable.of(({ objection }) => objection?.code ?? null, 'Why they are not sent.'),
    ...faultFields<ConsentProof, Visibility>(({ objection }) => objection?.params ?? null),
    conversoes: list(conversionRecord).of('conversions'),
  },
  'ConsentProof',
  'What a person agreed to, how that is known, and what follows for the conversions of the lead.',
);

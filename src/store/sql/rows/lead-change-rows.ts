import { field, type JsonObject, type JsonValue, writeJson } from '../../../base/exact-json.ts';
import { type Answer, type FieldChange, type Lead, type LeadChange, type LeadFields, UTM_FIELDS } from '../../../domain/lead.ts';
import { id, reading, storedJson } from './fields.ts';

interface StoredChange {
  readonly campo: string;
  readonly antes: string;
  readonly depois: string;
}

/** The parts of a lead that an event can change. */
type Changeable = LeadFields & Pick<Lead, 'userId' | 'campaignId'>;

/** The change of each field, by its JSON name. `telefone_chave` is derived from the phone number, for matching only, and never shown. */
const CHANGES: readonly ((before: Changeable, after: Changeable) => FieldChange | null)[] = [
  changeOf('usuario_id', ({ userId }) => userId),
  changeOf('campanha_id', ({ campaignId }) => campaignId),
  changeOf('nome', ({ name }) => name),
  changeOf('email', ({ email }) => email),
  changeOf('email_normalizado', ({ emailNormalized }) => emailNormalized),
  changeOf('telefone', ({ phone }) => phone),
  changeOf('telefone_e164', ({ phoneE164 }) => phoneE164),
  changeOf('telefone_tipo', ({ phoneKind }) => phoneKind),
  ...UTM_FIELDS.map((part) => changeOf(`utm_${part}`, ({ utm }) => utm[part])),
  changeOf('search_click_id', ({ searchClickId }) => searchClickId),
  changeOf('gbraid', ({ gbraid }) => gbraid),
  changeOf('wbraid', ({ wbraid }) => wbraid),
  changeOf('social_click_id', ({ socialClickId }) => socialClickId),
  changeOf('fbc', ({ fbc }) => fbc),
  changeOf('fbp', ({ fbp }) => fbp),
  changeOf('mensagem', ({ message }) => message),
  changeOf('consentimentos', ({ consents }) => consents),
  (before, after) => answersChange(before.answers, after.answers),
  (before, after) => objectChange('plataforma', before.platform, after.platform),
  (before, after) => objectChange('extras', before.extras, after.extras),
  changeOf('enviado_em', ({ submittedAt }) => submittedAt),
];

/** The fields that differ, by their JSON names. */
export function changedFields(before: Changeable, after: Changeable): readonly FieldChange[] {
  return CHANGES.map((change) => change(before, after)).filter((change) => change !== null);
}

function changeOf(name: string, of: (lead: Changeable) => JsonValue) {
  return (before: Changeable, after: Changeable): FieldChange | null => fieldChange(name, of(before), of(after));
}

function fieldChange(name: string, before: JsonValue, after: JsonValue): FieldChange | null {
  return writeJson(before) === writeJson(after) ? null : { field: name, before, after };
}

/** Only the keys that differ: of an object with thirty keys one may be new. A different order of the same keys is not a change. */
function objectChange(name: string, before: JsonObject, after: JsonObject): FieldChange | null {
  return fieldChange(name, without(before, after), without(after, before));
}

function without(object: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => textOf(field(other, key)) !== textOf(value)));
}

function answersChange(before: readonly Answer[], after: readonly Answer[]): FieldChange | null {
  return fieldChange('respostas', answersWithout(before, after), answersWithout(after, before));
}

function answersWithout(answers: readonly Answer[], others: readonly Answer[]): JsonValue {
  const known = new Set(others.map((answer) => JSON.stringify(answer)));
  return answers.filter((answer) => !known.has(JSON.stringify(answer))) as unknown as JsonValue;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : writeJson(value);
}

/** The changes as stored: each value is a separate JSON text, because the nesting limit applies to each value alone. */
export function toChangesText(changes: readonly FieldChange[]): string {
  return writeJson(changes.map(({ field: name, before, after }) => ({ campo: name, antes: writeJson(before), depois: writeJson(after) })));
}

/** The names of the changed fields, of a text as stored. */
export function namesOfChanges(text: string): readonly string[] {
  return (JSON.parse(text) as readonly StoredChange[]).map(({ campo }) => campo);
}

/** Whether a field had a value before: of an object, one of the keys that changed. */
export function isReplaced({ before }: FieldChange): boolean {
  return before !== null && !['{}', '[]'].includes(writeJson(before));
}

export const toLeadChange = reading<LeadChange>({
  eventId: id('evento_id'),
  leadId: id('lead_id'),
  at: 'em',
  fields: ({ mudancas }) =>
    (JSON.parse(mudancas as string) as readonly StoredChange[]).map(({ campo, antes, depois }) => ({
      field: campo,
      before: storedJson(antes),
      after: storedJson(depois),
    })),
});

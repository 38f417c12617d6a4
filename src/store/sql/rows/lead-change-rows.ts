import { field, isJsonArray, type JsonObject, type JsonValue, writeJson } from '../../../base/exact-json.ts';
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

const NO_EMAIL = { email: null, emailNormalized: null };
const NO_PHONE = { phone: null, phoneE164: null, phoneKey: null, phoneKind: null };
const NO_SOCIAL_CLICK = { socialClickId: null, fbc: null };

/** A lead without what a change of the field, by its JSON name, concerns: what is derived from a contact goes with it, and `fbc` with its click. */
const WITHOUT: Readonly<Record<string, Partial<LeadFields>>> = {
  nome: { name: null },
  email: NO_EMAIL,
  email_normalizado: NO_EMAIL,
  telefone: NO_PHONE,
  telefone_e164: NO_PHONE,
  telefone_tipo: NO_PHONE,
  search_click_id: { searchClickId: null },
  gbraid: { gbraid: null },
  wbraid: { wbraid: null },
  social_click_id: NO_SOCIAL_CLICK,
  fbc: NO_SOCIAL_CLICK,
  fbp: { fbp: null },
  mensagem: { message: null },
  consentimentos: { consents: null },
};

/** The fields without those that were changed according to texts as stored; of answers, `plataforma` and `extras`, without the changed keys. */
export function withoutChanged(fields: LeadFields, texts: readonly string[]): LeadFields {
  const changes = texts.flatMap((text) => JSON.parse(text) as readonly StoredChange[]);
  const names = new Set(changes.map(({ campo }) => campo));
  const keysOf = (name: string): ReadonlySet<string> =>
    new Set(changes.filter(({ campo }) => campo === name).flatMap(({ depois }) => entryKeys(storedJson(depois))));
  const unchanged = (name: string, object: JsonObject): JsonObject => {
    const keys = keysOf(name);
    return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
  };
  const answered = keysOf('respostas');
  return Object.assign({}, fields, ...changes.map(({ campo }) => WITHOUT[campo]), {
    utm: Object.fromEntries(UTM_FIELDS.map((part) => [part, names.has(`utm_${part}`) ? null : fields.utm[part]])),
    answers: fields.answers.filter(({ key }) => !answered.has(key)),
    platform: unchanged('plataforma', fields.platform),
    extras: unchanged('extras', fields.extras),
  }) as LeadFields;
}

function entryKeys(value: JsonValue): readonly string[] {
  return isJsonArray(value) ? (value as unknown as readonly Answer[]).map(({ key }) => key) : Object.keys(value as JsonObject);
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

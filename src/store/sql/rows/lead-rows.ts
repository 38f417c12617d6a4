import { field, type JsonObject, type JsonValue, scalarText, writeJson } from '../../../base/exact-json.ts';
import type { Answer, Lead, LeadFields, LeadIntent, LeadView, PhoneKind } from '../../../domain/lead.ts';
import type { SqlValue } from '../connection.ts';
import { type Fields, flag, id, idOrNull, oneOrNull, reading, storedJson } from './fields.ts';

/** Exact numbers would not survive the transfer to another thread, so their JSON is stored and sent as text. */
interface JsonTexts {
  readonly consents: string | null;
  readonly answers: string;
  readonly platform: string;
  readonly extras: string;
}

export function toJsonTexts({ consents, answers, platform, extras }: Pick<LeadFields, keyof JsonTexts>): JsonTexts {
  return {
    consents: consents === null ? null : writeJson(consents),
    answers: writeJson(answers as unknown as JsonValue),
    platform: writeJson(platform),
    extras: writeJson(extras),
  };
}

export function fromJsonTexts({ consents, answers, platform, extras }: JsonTexts): Pick<LeadFields, keyof JsonTexts> {
  return {
    consents: consents === null ? null : storedJson(consents),
    answers: storedJson(answers) as unknown as readonly Answer[],
    platform: storedJson(platform) as JsonObject,
    extras: storedJson(extras) as JsonObject,
  };
}

type Text = string | null;
type Utm = readonly [source: Text, medium: Text, campaign: Text, term: Text, content: Text];

/** The array in `dados`; the view `leads` names its places. */
type Details = readonly [
  ...[name: Text, phoneKind: PhoneKind | null, ...utm: Utm, fbp: Text],
  ...[message: Text, consents: Text, answers: string, platform: string, extras: string],
];

/** `dados` without its places that may be as long as the request itself. */
export const BRIEF_DETAILS = `json_set(dados, '$[8]', null, '$[9]', null, '$[10]', '[]', '$[11]', '{}', '$[12]', '{}')`;

/** The column of each field that leads are found, filtered or attributed by; the others are in `details`. */
const COLUMNS = {
  email: 'email',
  emailNormalized: 'email_normalizado',
  phone: 'telefone',
  phoneE164: 'telefone_e164',
  phoneKey: 'telefone_chave',
  searchClickId: 'search_click_id',
  gbraid: 'gbraid',
  wbraid: 'wbraid',
  socialClickId: 'social_click_id',
  fbc: 'fbc',
  formId: 'formulario_id',
  isTest: 'teste',
  submittedAt: 'enviado_em',
  details: 'dados',
} as const;

type FoundBy = Pick<LeadFields, Exclude<keyof typeof COLUMNS, 'formId' | 'details'>>;

/** The fields of a lead as stored and as sent to the writer. */
export interface StoredFields extends FoundBy {
  /** The platform's form. */
  readonly formId: string | null;
  readonly details: string;
}

/** An intent as stored. */
export interface StoredIntent extends Omit<LeadIntent, 'fields'> {
  readonly fields: StoredFields;
  /** The hash of its identity. */
  readonly identityKey: number;
  /** The hashes of its contacts. */
  readonly contactKeys: readonly number[];
}

const FIELDS = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];

/** The columns of a lead that its fields fill, in the order of `leadFieldValues`. */
export const LEAD_FIELD_COLUMNS: readonly string[] = Object.values(COLUMNS);

/** All columns of a lead. */
export const LEAD_COLUMNS: readonly string[] = [
  ...['id', 'origem', 'identidade', 'cliente_limite', 'cliente_id', 'usuario_id', 'campanha_id', 'evento_id'],
  ...LEAD_FIELD_COLUMNS,
  ...['search_click_id_visto_em', 'social_click_id_visto_em', 'criado_em', 'atualizado_em', 'apagado_em'],
];

/** Named one by one: copying what remains of an object costs three times as much. */
export function toStoredFields(fields: LeadFields): StoredFields {
  const { email, emailNormalized, phone, phoneE164, phoneKey, searchClickId, gbraid, wbraid, socialClickId, fbc } = fields;
  const contacts = { email, emailNormalized, phone, phoneE164, phoneKey };
  const formId = scalarText(field(fields.platform, 'form_id')) ?? null;
  const { isTest, submittedAt } = fields;
  return { ...contacts, searchClickId, gbraid, wbraid, socialClickId, fbc, formId, isTest, submittedAt, details: detailsOf(fields) };
}

function detailsOf(fields: LeadFields): string {
  const { name, phoneKind, utm, fbp, message } = fields;
  const { consents, answers, platform, extras } = toJsonTexts(fields);
  const campaign = [utm.source, utm.medium, utm.campaign, utm.term, utm.content] as const;
  const details: Details = [name, phoneKind, ...campaign, fbp, message, consents, answers, platform, extras];
  return JSON.stringify(details);
}

export function fromStoredFields({ formId: _, details, ...found }: StoredFields): LeadFields {
  const [name, phoneKind, source, medium, campaign, term, content, fbp, message, ...json] = JSON.parse(details) as Details;
  const [consents, answers, platform, extras] = json;
  const utm = { source, medium, campaign, term, content };
  return { ...found, name, phoneKind, utm, fbp, message, ...fromJsonTexts({ consents, answers, platform, extras }) };
}

export function leadFieldValues(fields: StoredFields): readonly SqlValue[] {
  return FIELDS.map((name) => (name === 'isTest' ? Number(fields.isTest) : fields[name]));
}

const toFields = reading<StoredFields>({ ...COLUMNS, isTest: flag(COLUMNS.isTest) });

const OWN_FIELDS: Fields<Omit<Lead, keyof LeadFields>> = {
  id: id('id'),
  origin: 'origem',
  identity: 'identidade',
  limitedTo: idOrNull('cliente_limite'),
  clientId: id('cliente_id'),
  userId: idOrNull('usuario_id'),
  campaignId: 'campanha_id',
  eventId: id('evento_id'),
  searchClickSeenAt: 'search_click_id_visto_em',
  socialClickSeenAt: 'social_click_id_visto_em',
  createdAt: 'criado_em',
  updatedAt: 'atualizado_em',
  erasedAt: 'apagado_em',
};

const toOwnFields = reading(OWN_FIELDS);

const toViewFields = reading<Omit<LeadView, keyof LeadFields>>({
  ...OWN_FIELDS,
  clientName: 'cliente_nome',
  userEmail: 'usuario_email',
  campaignName: 'campanha_nome',
  conversions: 'conversoes',
});

export function toLead(row: object): Lead {
  return { ...fromStoredFields(toFields(row)), ...toOwnFields(row) };
}

export const leadById = oneOrNull('select * from lead_linhas where id = ?', toLead);

export function toLeadView(row: object): LeadView {
  return { ...fromStoredFields(toFields(row)), ...toViewFields(row) };
}

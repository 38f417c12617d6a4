import { type JsonObject, type JsonValue, writeJson } from '../../../base/exact-json.ts';
import type { Answer, Lead, LeadFields, LeadIntent, LeadView } from '../../../domain/lead.ts';
import type { SqlValue } from '../driver.ts';
import { type Fields, flag, id, idOrNull, reading, storedJson } from './fields.ts';

const UTM_COLUMNS = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
} as const satisfies Record<keyof LeadFields['utm'], string>;

/** The column of each field that events fill. */
const COLUMNS = {
  name: 'nome',
  email: 'email',
  emailNormalized: 'email_normalizado',
  phone: 'telefone',
  phoneE164: 'telefone_e164',
  phoneKey: 'telefone_chave',
  phoneKind: 'telefone_tipo',
  utm: UTM_COLUMNS,
  searchClickId: 'search_click_id',
  gbraid: 'gbraid',
  wbraid: 'wbraid',
  socialClickId: 'social_click_id',
  fbc: 'fbc',
  fbp: 'fbp',
  message: 'mensagem',
  consents: 'consentimentos',
  answers: 'respostas',
  platform: 'plataforma',
  extras: 'extras',
  isTest: 'teste',
  submittedAt: 'enviado_em',
} as const satisfies Record<keyof LeadFields, string | typeof UTM_COLUMNS>;

type UtmField = keyof typeof UTM_COLUMNS;
type PlainField = Exclude<keyof LeadFields, 'utm'>;

interface FilledColumn {
  readonly name: string;
  readonly of: (fields: StoredFields) => SqlValue | boolean;
}

const FILLED_COLUMNS: readonly FilledColumn[] = Object.entries(COLUMNS).flatMap(([field, column]): readonly FilledColumn[] =>
  typeof column === 'string'
    ? [{ name: column, of: (fields) => fields[field as PlainField] }]
    : Object.entries(column).map(([part, name]) => ({ name, of: (fields) => fields.utm[part as UtmField] })),
);

/** The columns of a lead that its fields fill, in the order of `leadFieldValues`. */
export const LEAD_FIELD_COLUMNS: readonly string[] = FILLED_COLUMNS.map(({ name }) => name);

/** All columns of a lead. */
export const LEAD_COLUMNS: readonly string[] = [
  ...['id', 'origem', 'identidade', 'cliente_limite', 'cliente_id', 'usuario_id', 'campanha_id', 'evento_id'],
  ...LEAD_FIELD_COLUMNS,
  ...['search_click_id_visto_em', 'social_click_id_visto_em', 'criado_em', 'atualizado_em'],
];

type JsonField = 'consents' | 'answers' | 'platform' | 'extras';

/** The fields of a lead with JSON as text, as stored: exact numbers would not survive the transfer to another thread. */
export type StoredFields = Omit<LeadFields, JsonField> & {
  readonly [field in JsonField]: field extends 'consents' ? string | null : string;
};

/** An intent as sent to the writer. */
export type StoredIntent = Omit<LeadIntent, 'fields'> & { readonly fields: StoredFields };

export function toStoredFields(fields: LeadFields): StoredFields {
  return {
    ...fields,
    consents: fields.consents === null ? null : writeJson(fields.consents),
    answers: writeJson(fields.answers as unknown as JsonValue),
    platform: writeJson(fields.platform),
    extras: writeJson(fields.extras),
  };
}

export function fromStoredFields(fields: StoredFields): LeadFields {
  return {
    ...fields,
    consents: fields.consents === null ? null : storedJson(fields.consents),
    answers: storedJson(fields.answers) as unknown as readonly Answer[],
    platform: storedJson(fields.platform) as JsonObject,
    extras: storedJson(fields.extras) as JsonObject,
  };
}

export function leadFieldValues(fields: StoredFields): readonly SqlValue[] {
  return FILLED_COLUMNS.map(({ of }) => {
    const value = of(fields);
    return typeof value === 'boolean' ? Number(value) : value;
  });
}

const toFields = reading<StoredFields>({
  ...COLUMNS,
  utm: (row) =>
    Object.fromEntries(Object.entries(UTM_COLUMNS).map(([part, column]) => [part, row[column]])) as unknown as LeadFields['utm'],
  isTest: flag(COLUMNS.isTest),
});

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

export function toLeadView(row: object): LeadView {
  return { ...fromStoredFields(toFields(row)), ...toViewFields(row) };
}

import type { FormFields } from '../domain/form-fields.ts';
import type { MappedField } from '../domain/form-mapping.ts';
import { toNfc } from './contact-values.ts';
import { type KnownKey, knownKey } from './known-keys.ts';

/** The meaning of the answers under a key, and who decided it. `known` is `null` if they are only answers. */
export interface Meaning {
  readonly decidedBy: 'operator' | 'platform';
  readonly known: KnownKey | null;
}

/** Key, normalized by `formKey` → its meaning. */
export type FormMeanings = ReadonlyMap<string, Meaning>;

export const NO_MEANINGS: FormMeanings = new Map();

/** The meanings of a form's answers: from operators first, then from the platform. */
export function formMeanings({ questions, mapping }: Pick<FormFields, 'questions' | 'mapping'>): FormMeanings {
  const meanings = new Map<string, Meaning>();
  for (const { key, type } of questions ?? []) {
    const known = meaningOfType(type);
    if (known !== undefined) meanings.set(formKey(key), { decidedBy: 'platform', known });
  }
  for (const [key, field] of Object.entries(mapping)) meanings.set(formKey(key), { decidedBy: 'operator', known: mapped(key, field) });
  return meanings;
}

/** Keys are compared ignoring case, Unicode composition and surrounding blanks. */
export function formKey(key: string): string {
  return toNfc(key).trim().toLowerCase();
}

/** A mapped key for contact data at work still ranks after private ones. */
function mapped(key: string, field: MappedField): KnownKey | null {
  return field === 'nenhum' ? null : { field, isAtWork: knownKey(key)?.isAtWork ?? false };
}

const atHome = (field: KnownKey['field']): KnownKey => ({ field, isAtWork: false });
const atWork = (field: KnownKey['field']): KnownKey => ({ field, isAtWork: true });

/**
 * The fields for Meta's question types: `LeadGenQuestion` of its business SDKs, whose values the Graph API lists in the error for a wrong one.
 * `null`: something else about the person, so its key is not interpreted.
 */
const TYPES: Readonly<Record<string, KnownKey | null>> = {
  FULL_NAME: atHome('nome'),
  FIRST_NAME: atHome('primeiro_nome'),
  LAST_NAME: atHome('sobrenome'),
  EMAIL: atHome('email'),
  WORK_EMAIL: atWork('email'),
  PHONE: atHome('telefone'),
  PHONE_OTP: atHome('telefone'),
  USER_PROVIDED_PHONE_NUMBER: atHome('telefone'),
  WHATSAPP_NUMBER: atHome('telefone'),
  WORK_PHONE_NUMBER: atWork('telefone'),
  CITY: atHome('cidade'),
  STATE: atHome('estado'),
  PROVINCE: atHome('estado'),
  ZIP: atHome('cep'),
  POST_CODE: atHome('cep'),
  COUNTRY: atHome('pais'),
  COMPANY_NAME: atHome('empresa'),
  JOB_TITLE: atHome('cargo'),
  ...Object.fromEntries(
    [
      ...['STREET_ADDRESS', 'ADDRESS_LINE_TWO', 'DOB', 'GENDER', 'MARITAL_STATUS', 'MARITIAL_STATUS', 'RELATIONSHIP_STATUS'],
      ...['MILITARY_STATUS', 'EDUCATION_LEVEL', 'WEBSITE', 'DATE_TIME', 'STORE_LOOKUP', 'STORE_LOOKUP_WITH_TYPEAHEAD', 'EMAIL_ALIAS'],
      ...['ID_CPF', 'CPF', 'ID_AR_DNI', 'ID_CL_RUT', 'ID_CO_CC', 'ID_EC_CI', 'ID_PE_DNI', 'ID_MX_RFC', 'VIN', 'LICENSE_PLATE', 'JOIN_CODE'],
    ].map((type) => [type, null]),
  ),
};

/** The meaning of a question type; `undefined` for custom questions and unknown types: their keys may have one. */
function meaningOfType(type: string | null): KnownKey | null | undefined {
  return type === null ? undefined : TYPES[type.toUpperCase()];
}

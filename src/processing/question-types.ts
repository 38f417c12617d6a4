import type { KnownKey } from './known-keys.ts';

const atHome = (field: KnownKey['field']): KnownKey => ({ field, isAtWork: false });
const atWork = (field: KnownKey['field']): KnownKey => ({ field, isAtWork: true });

/**
 * What the social-ads platform's types of questions ask for: `LeadGenQuestion` of its business SDKs, whose values the Graph API lists when it is
 * given a wrong one. Null: something else about the person, so that its key is not guessed at.
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

/** What a question of this type asks for; undefined for custom questions and types nobody knows: their keys may say it. */
export function meaningOfType(type: string | null): KnownKey | null | undefined {
  return type === null ? undefined : TYPES[type.toUpperCase()];
}

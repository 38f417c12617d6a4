import type { Translated } from '../../base/language.ts';
import { searchableText } from '../../base/text.ts';

/** What a column of the export holds: a key of the lead-form payload, or one of the platform's standard questions. */
export interface LeadColumn {
  readonly kind: 'mark' | 'question';
  readonly key: string;
  /** How people call it. */
  readonly label: Translated<string>;
  /** The header is Portuguese or Spanish, and not English: both write the day before the month. */
  readonly suggestsDayFirst: boolean;
}

/** Headers of one column, the usual one first in each language. */
interface Names {
  readonly en: readonly [string, ...string[]];
  readonly pt: readonly [string, ...string[]];
  readonly es?: readonly string[];
}

/** The headers that Google Ads and its users write. Google documents none of them, and they differ by the language of the account. */
const MARKS: Readonly<Record<string, Names>> = {
  lead_id: {
    en: ['lead ID', 'lead identifier'],
    pt: ['ID do lead', 'ID de lead', 'identificador do lead', 'código do lead'],
    es: ['ID del lead', 'ID de lead', 'ID de cliente potencial', 'ID del cliente potencial', 'identificador del lead'],
  },
  gcl_id: {
    en: ['GCLID', 'GCL ID', 'Google click ID', 'Google Click ID (GCLID)', 'click ID'],
    pt: ['GCLID', 'ID de clique do Google', 'ID do clique do Google'],
    es: ['GCLID', 'ID de clic de Google', 'ID del clic de Google'],
  },
  form_id: {
    en: ['form ID', 'lead form ID', 'lead form asset ID', 'asset ID'],
    pt: ['ID do formulário', 'ID do formulário de lead', 'ID do formulário de leads', 'ID do recurso'],
    es: [
      'ID del formulario',
      'ID del formulario de lead',
      'ID del formulario de clientes potenciales',
      'ID del recurso',
      'ID de formulario',
    ],
  },
  form_name: {
    en: ['form name', 'lead form name', 'lead form', 'form'],
    pt: ['nome do formulário', 'formulário', 'formulário de lead', 'nome do formulário de lead'],
    es: ['nombre del formulario', 'formulario', 'formulario de clientes potenciales'],
  },
  campaign_id: { en: ['campaign ID'], pt: ['ID da campanha'], es: ['ID de la campaña', 'ID de campaña'] },
  campaign_name: {
    en: ['campaign', 'campaign name'],
    pt: ['campanha', 'nome da campanha'],
    es: ['campaña', 'nombre de la campaña', 'nombre de campaña'],
  },
  adgroup_id: {
    en: ['ad group ID', 'adgroup ID'],
    pt: ['ID do grupo de anúncios'],
    es: ['ID del grupo de anuncios', 'ID de grupo de anuncios'],
  },
  adgroup_name: {
    en: ['ad group', 'ad group name'],
    pt: ['grupo de anúncios', 'nome do grupo de anúncios'],
    es: ['grupo de anuncios', 'nombre del grupo de anuncios'],
  },
  creative_id: {
    en: ['creative ID', 'ad ID'],
    pt: ['ID do anúncio', 'ID do criativo'],
    es: ['ID del anuncio', 'ID de anuncio', 'ID de la creatividad'],
  },
  asset_group_id: {
    en: ['asset group ID'],
    pt: ['ID do grupo de recursos'],
    es: ['ID del grupo de recursos', 'ID de grupo de recursos'],
  },
  lead_stage: {
    en: ['lead stage', 'lead status'],
    pt: ['estágio do lead', 'status do lead'],
    es: ['etapa del lead', 'estado del lead', 'etapa del cliente potencial'],
  },
  lead_submit_time: {
    en: [
      'submit time',
      'lead submit time',
      'submission time',
      'lead submission time',
      'submission date',
      'submitted at',
      'date submitted',
      'date',
    ],
    pt: [
      'data de envio',
      'data do envio',
      'hora do envio',
      'hora de envio',
      'horário de envio',
      'horário do envio',
      'horário de envio do lead',
      'data de envio do lead',
      'data e hora do envio',
      'data e hora de envio',
      'data hora de envio',
      'enviado em',
      'data',
    ],
    es: [
      'fecha de envío',
      'fecha del envío',
      'hora de envío',
      'hora del envío',
      'hora de envío del lead',
      'fecha y hora de envío',
      'fecha y hora del envío',
      'enviado el',
      'fecha',
    ],
  },
  is_test: { en: ['test', 'is test', 'test lead'], pt: ['teste', 'lead de teste'], es: ['prueba', 'lead de prueba', 'es prueba'] },
};

const QUESTIONS: Readonly<Record<string, Names>> = {
  FULL_NAME: {
    en: ['full name', 'name', 'user name'],
    pt: ['nome completo', 'nome'],
    es: ['nombre completo', 'nombre', 'nombre y apellidos', 'nombre y apellido'],
  },
  FIRST_NAME: { en: ['first name', 'given name'], pt: ['primeiro nome'], es: ['primer nombre', 'nombre de pila'] },
  LAST_NAME: { en: ['last name', 'family name', 'surname'], pt: ['sobrenome', 'último nome'], es: ['apellido', 'apellidos'] },
  EMAIL: {
    en: ['email', 'e-mail', 'user email', 'email address'],
    pt: ['e-mail', 'endereço de email', 'endereço de e-mail'],
    es: ['correo electrónico', 'correo', 'dirección de correo electrónico', 'dirección de correo'],
  },
  WORK_EMAIL: {
    en: ['work email', 'company email', 'business email'],
    pt: ['e-mail comercial', 'email comercial', 'email corporativo', 'e-mail corporativo', 'email de trabalho', 'e-mail de trabalho'],
    es: ['correo electrónico del trabajo', 'correo electrónico de trabajo', 'correo corporativo', 'correo electrónico laboral'],
  },
  PHONE_NUMBER: {
    en: ['phone number', 'phone', 'user phone', 'mobile', 'mobile phone'],
    pt: ['telefone', 'número de telefone', 'celular', 'WhatsApp'],
    es: ['teléfono', 'número de teléfono', 'móvil', 'teléfono móvil'],
  },
  WORK_PHONE: {
    en: ['work phone', 'work phone number', 'business phone'],
    pt: ['telefone comercial', 'telefone de trabalho'],
    es: ['teléfono del trabajo', 'teléfono de trabajo', 'teléfono laboral'],
  },
  POSTAL_CODE: { en: ['postal code', 'zip code', 'zip'], pt: ['CEP', 'código postal'], es: ['código postal'] },
  STREET_ADDRESS: { en: ['street address', 'address'], pt: ['endereço'], es: ['dirección', 'calle'] },
  CITY: { en: ['city'], pt: ['cidade'], es: ['ciudad'] },
  REGION: { en: ['state', 'region', 'province', 'state province'], pt: ['estado', 'região', 'UF'], es: ['región', 'provincia', 'estado'] },
  COUNTRY: { en: ['country'], pt: ['país'], es: ['país'] },
  COMPANY_NAME: { en: ['company name', 'company'], pt: ['empresa', 'nome da empresa'], es: ['nombre de la empresa', 'empresa'] },
  JOB_TITLE: { en: ['job title'], pt: ['cargo'], es: ['puesto', 'cargo', 'puesto de trabajo'] },
  GOVERNMENT_ISSUED_ID_CPF_BR: { en: ['CPF'], pt: ['CPF'] },
};

const KNOWN: ReadonlyMap<string, LeadColumn> = new Map([...entries(QUESTIONS, 'question'), ...entries(MARKS, 'mark')]);

/** What the columns of a header hold, in its order; undefined: nothing that is known by its name, and an answer to a question of the form. */
export function leadColumns(header: readonly string[]): readonly (LeadColumn | undefined)[] {
  const columns = header.map((cell) => KNOWN.get(headerWords(cell)));
  const hasLastName = columns.some((column) => column?.key === 'LAST_NAME');
  // Beside a column of surnames, "nome" is the first name.
  return columns.map((column) => (column?.key === 'FULL_NAME' && hasLastName ? KNOWN.get('first name') : column));
}

/** Without accents, upper case and signs: `E-mail` and `e_mail` are `e mail`. */
function headerWords(cell: string): string {
  return searchableText(cell)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The payload's own keys are headers too: `user_email`, `FULL_NAME`. */
function entries(all: Readonly<Record<string, Names>>, kind: LeadColumn['kind']): readonly (readonly [string, LeadColumn])[] {
  return Object.entries(all).flatMap(([key, { en, pt, es = [] }]) => {
    const label = { en: en[0], pt: pt[0] };
    const english = new Set([key, ...en].map(headerWords));
    const dayFirst = [...pt, ...es].map(headerWords).filter((words) => !english.has(words));
    const column = (suggestsDayFirst: boolean): LeadColumn => ({ kind, key, label, suggestsDayFirst });
    return [...[...english].map((words) => [words, column(false)] as const), ...dayFirst.map((words) => [words, column(true)] as const)];
  });
}

import type { Translated } from '../../base/language.ts';
import { searchableText } from '../../base/text.ts';

/** The content of an export's column: a key of the lead-form payload, or one of the platform's standard questions. */
export interface LeadColumn {
  readonly kind: 'mark' | 'question';
  readonly key: string;
  /** Its name for people. */
  readonly label: Translated<string>;
  /** True if the header is Portuguese or Spanish and not English: both put the day before the month. */
  readonly suggestsDayFirst: boolean;
}

/** Headers of one column, separated by `|`, the usual one first, in English, Portuguese and Spanish. */
type Names = readonly [english: string, portuguese: string, spanish?: string];

/** The headers that Google Ads and its users write. Google documents none of them, and they depend on the language of the account. */
const MARKS: Readonly<Record<string, Names>> = {
  lead_id: [
    'lead ID|lead identifier',
    'ID do lead|ID de lead|identificador do lead|código do lead',
    'ID del lead|ID de lead|ID de cliente potencial|ID del cliente potencial|identificador del lead',
  ],
  gcl_id: [
    'GCLID|GCL ID|Google click ID|Google Click ID (GCLID)|click ID',
    'GCLID|ID de clique do Google|ID do clique do Google',
    'GCLID|ID de clic de Google|ID del clic de Google',
  ],
  form_id: [
    'form ID|lead form ID|lead form asset ID|asset ID',
    'ID do formulário|ID do formulário de lead|ID do formulário de leads|ID do recurso',
    'ID del formulario|ID del formulario de lead|ID del formulario de clientes potenciales|ID del recurso|ID de formulario',
  ],
  form_name: [
    'form name|lead form name|lead form|form',
    'nome do formulário|formulário|formulário de lead|nome do formulário de lead',
    'nombre del formulario|formulario|formulario de clientes potenciales',
  ],
  campaign_id: ['campaign ID', 'ID da campanha', 'ID de la campaña|ID de campaña'],
  campaign_name: ['campaign|campaign name', 'campanha|nome da campanha', 'campaña|nombre de la campaña|nombre de campaña'],
  adgroup_id: ['ad group ID|adgroup ID', 'ID do grupo de anúncios', 'ID del grupo de anuncios|ID de grupo de anuncios'],
  adgroup_name: ['ad group|ad group name', 'grupo de anúncios|nome do grupo de anúncios', 'grupo de anuncios|nombre del grupo de anuncios'],
  creative_id: ['creative ID|ad ID', 'ID do anúncio|ID do criativo', 'ID del anuncio|ID de anuncio|ID de la creatividad'],
  asset_group_id: ['asset group ID', 'ID do grupo de recursos', 'ID del grupo de recursos|ID de grupo de recursos'],
  lead_stage: ['lead stage|lead status', 'estágio do lead|status do lead', 'etapa del lead|estado del lead|etapa del cliente potencial'],
  lead_submit_time: [
    'submit time|lead submit time|submission time|lead submission time|submission date|submitted at|date submitted|date',
    'data de envio|data do envio|hora do envio|hora de envio|horário de envio|horário do envio|horário de envio do lead|' +
      'data de envio do lead|data e hora do envio|data e hora de envio|data hora de envio|enviado em|data',
    'fecha de envío|fecha del envío|hora de envío|hora del envío|hora de envío del lead|fecha y hora de envío|' +
      'fecha y hora del envío|enviado el|fecha',
  ],
  is_test: ['test|is test|test lead', 'teste|lead de teste', 'prueba|lead de prueba|es prueba'],
};

const QUESTIONS: Readonly<Record<string, Names>> = {
  FULL_NAME: ['full name|name|user name', 'nome completo|nome', 'nombre completo|nombre|nombre y apellidos|nombre y apellido'],
  FIRST_NAME: ['first name|given name', 'primeiro nome', 'primer nombre|nombre de pila'],
  LAST_NAME: ['last name|family name|surname', 'sobrenome|último nome', 'apellido|apellidos'],
  EMAIL: [
    'email|e-mail|user email|email address',
    'e-mail|endereço de email|endereço de e-mail',
    'correo electrónico|correo|dirección de correo electrónico|dirección de correo',
  ],
  WORK_EMAIL: [
    'work email|company email|business email',
    'e-mail comercial|email comercial|email corporativo|e-mail corporativo|email de trabalho|e-mail de trabalho',
    'correo electrónico del trabajo|correo electrónico de trabajo|correo corporativo|correo electrónico laboral',
  ],
  PHONE_NUMBER: [
    'phone number|phone|user phone|mobile|mobile phone',
    'telefone|número de telefone|celular|WhatsApp',
    'teléfono|número de teléfono|móvil|teléfono móvil',
  ],
  WORK_PHONE: [
    'work phone|work phone number|business phone',
    'telefone comercial|telefone de trabalho',
    'teléfono del trabajo|teléfono de trabajo|teléfono laboral',
  ],
  POSTAL_CODE: ['postal code|zip code|zip', 'CEP|código postal', 'código postal'],
  STREET_ADDRESS: ['street address|address', 'endereço', 'dirección|calle'],
  CITY: ['city', 'cidade', 'ciudad'],
  REGION: ['state|region|province|state province', 'estado|região|UF', 'región|provincia|estado'],
  COUNTRY: ['country', 'país', 'país'],
  COMPANY_NAME: ['company name|company', 'empresa|nome da empresa', 'nombre de la empresa|empresa'],
  JOB_TITLE: ['job title', 'cargo', 'puesto|cargo|puesto de trabajo'],
  GOVERNMENT_ISSUED_ID_CPF_BR: ['CPF', 'CPF'],
};

const KNOWN: ReadonlyMap<string, LeadColumn> = new Map([...entries(QUESTIONS, 'question'), ...entries(MARKS, 'mark')]);

/** The content of each column of a header, in order; `undefined` for an unknown name, which is a question of the form. */
export function leadColumns(header: readonly string[]): readonly (LeadColumn | undefined)[] {
  const columns = header.map((cell) => KNOWN.get(headerWords(cell)));
  const hasLastName = columns.some((column) => column?.key === 'LAST_NAME');
  // Next to a column of surnames, "nome" is the first name.
  return columns.map((column) => (column?.key === 'FULL_NAME' && hasLastName ? KNOWN.get('first name') : column));
}

/** Without accents, upper case and punctuation: `E-mail` and `e_mail` become `e mail`. */
function headerWords(cell: string): string {
  return searchableText(cell)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The payload's own keys are headers too: `user_email`, `FULL_NAME`. */
function entries(all: Readonly<Record<string, Names>>, kind: LeadColumn['kind']): readonly (readonly [string, LeadColumn])[] {
  return Object.entries(all).flatMap(([key, names]) => {
    const [en = [], pt = [], es = []] = names.map((headers) => headers?.split('|'));
    const label = { en: en[0] ?? key, pt: pt[0] ?? key };
    const english = new Set([key, ...en].map(headerWords));
    const dayFirst = [...pt, ...es].map(headerWords).filter((words) => !english.has(words));
    const column = (suggestsDayFirst: boolean): LeadColumn => ({ kind, key, label, suggestsDayFirst });
    return [...[...english].map((words) => [words, column(false)] as const), ...dayFirst.map((words) => [words, column(true)] as const)];
  });
}

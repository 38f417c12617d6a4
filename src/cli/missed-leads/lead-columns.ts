import { searchableText } from '../../base/text.ts';

/** What a column of the export holds: a key of the lead-form payload, or one of the platform's standard questions. */
export type LeadColumn = { readonly kind: 'mark'; readonly key: string } | { readonly kind: 'question'; readonly key: string };

/** The headers the search-ads platform and its users write, English and Portuguese, as `headerWords` leaves them. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  lead_id: ['lead id', 'id do lead', 'id de lead', 'identificador do lead', 'codigo do lead', 'lead identifier'],
  gcl_id: ['gclid', 'gcl id', 'google click id', 'google click id gclid', 'id de clique do google', 'id do clique do google', 'click id'],
  form_id: [
    'form id',
    'lead form id',
    'lead form asset id',
    'asset id',
    'id do formulario',
    'id do formulario de lead',
    'id do formulario de leads',
    'id do recurso',
  ],
  form_name: [
    'form name',
    'lead form name',
    'lead form',
    'form',
    'nome do formulario',
    'formulario',
    'formulario de lead',
    'nome do formulario de lead',
  ],
  campaign_id: ['campaign id', 'id da campanha'],
  campaign_name: ['campaign', 'campaign name', 'campanha', 'nome da campanha'],
  adgroup_id: ['ad group id', 'adgroup id', 'id do grupo de anuncios'],
  adgroup_name: ['ad group', 'ad group name', 'grupo de anuncios', 'nome do grupo de anuncios'],
  creative_id: ['creative id', 'ad id', 'id do anuncio', 'id do criativo'],
  asset_group_id: ['asset group id', 'id do grupo de recursos'],
  lead_stage: ['lead stage', 'lead status', 'estagio do lead', 'status do lead'],
  lead_submit_time: [
    ...[
      'lead submit time',
      'submit time',
      'submission time',
      'lead submission time',
      'submission date',
      'submitted at',
      'date submitted',
      'date',
    ],
    ...[
      'data de envio',
      'data do envio',
      'hora do envio',
      'hora de envio',
      'horario de envio',
      'horario do envio',
      'data e hora do envio',
      'data e hora de envio',
      'data hora de envio',
      'data',
    ],
  ],
  is_test: ['is test', 'test', 'test lead', 'teste', 'lead de teste'],
};

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  FULL_NAME: ['full name', 'name', 'user name', 'nome completo', 'nome'],
  FIRST_NAME: ['first name', 'given name', 'primeiro nome'],
  LAST_NAME: ['last name', 'family name', 'surname', 'sobrenome', 'ultimo nome'],
  EMAIL: ['email', 'e mail', 'user email', 'email address', 'endereco de email', 'endereco de e mail'],
  WORK_EMAIL: [
    'work email',
    'company email',
    'business email',
    'email comercial',
    'e mail comercial',
    'email corporativo',
    'e mail corporativo',
    'email de trabalho',
    'e mail de trabalho',
  ],
  PHONE_NUMBER: ['phone number', 'phone', 'user phone', 'mobile', 'mobile phone', 'telefone', 'numero de telefone', 'celular', 'whatsapp'],
  WORK_PHONE: ['work phone', 'work phone number', 'business phone', 'telefone comercial', 'telefone de trabalho'],
  POSTAL_CODE: ['postal code', 'zip code', 'zip', 'cep', 'codigo postal'],
  STREET_ADDRESS: ['street address', 'address', 'endereco'],
  CITY: ['city', 'cidade'],
  REGION: ['region', 'state', 'province', 'state province', 'estado', 'regiao', 'uf'],
  COUNTRY: ['country', 'pais'],
  COMPANY_NAME: ['company name', 'company', 'empresa', 'nome da empresa'],
  JOB_TITLE: ['job title', 'cargo'],
  GOVERNMENT_ISSUED_ID_CPF_BR: ['cpf'],
};

const KNOWN: ReadonlyMap<string, LeadColumn> = new Map([...entries(MARKS, 'mark'), ...entries(QUESTIONS, 'question')]);

/** What the columns of a header hold, in its order; undefined: nothing that is known by its name, and an answer to a question of the form. */
export function leadColumns(header: readonly string[]): readonly (LeadColumn | undefined)[] {
  const columns = header.map((cell) => KNOWN.get(headerWords(cell)));
  const hasLastName = columns.some((column) => column?.key === 'LAST_NAME');
  // Beside a column of surnames, "nome" is the first name.
  return columns.map((column) => (column?.key === 'FULL_NAME' && hasLastName ? { kind: 'question', key: 'FIRST_NAME' } : column));
}

/** Without accents, upper case and signs: `E-mail` and `e_mail` are `e mail`. */
function headerWords(cell: string): string {
  return searchableText(cell)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The payload's own keys are headers too: `user_email`, `FULL_NAME`. */
function entries(names: Readonly<Record<string, readonly string[]>>, kind: LeadColumn['kind']): readonly (readonly [string, LeadColumn])[] {
  return Object.entries(names).flatMap(([key, headers]) =>
    [headerWords(key), ...headers].map((header) => [header, { kind, key }] as const),
  );
}

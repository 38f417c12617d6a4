import type { FormSummary, MappedFields } from '../domain/form-fields.ts';
import {
  type FormFilled,
  type FormKey,
  type FormView,
  type LeadGain,
  type ListedForm,
  MAPPED_FIELDS,
  type MappingPreview,
} from '../domain/form-mapping.ts';
import { faultFields } from './fault-record.ts';
import { maskFieldText, maskText } from './masking.ts';
import {
  count,
  dictionary,
  itemsOf,
  list,
  oneOf,
  origin,
  record,
  rowId,
  text,
  time,
  type Visibility,
  within,
  word,
  wordFor,
  yes,
} from './record.ts';

const field = oneOf(MAPPED_FIELDS);

const mapped = record<readonly [key: string, field: MappedFields[string]]>()({
  chave: text.of(([key]) => key),
  campo: field.of(([, to]) => to),
});

const formSummaryRecord = record<FormSummary>()({
  origem: origin.of('origin'),
  formulario_id: word.of('formId'),
  nome: text.nullable.of('name'),
  pagina_id: word.nullable.of('pageId'),
  cliente_id: rowId.nullable.of('clientId', 'The client of its newest lead.'),
  cliente: text.nullable.of('clientName'),
  leads: count.of('leads'),
  sem_contato: count.of('withoutContact', 'Leads without an email address and phone number.'),
  perguntas: count.nullable.of(
    ({ questions }) => questions?.filter(({ type }) => type !== null).length ?? null,
    'Number of questions fetched from the platform; null: not fetched yet.',
  ),
  perguntas_em: time.nullable.of('fetchedAt'),
  pedido_em: time.nullable.of('askedAt', 'When they were last fetched.'),
  erro_codigo: word.nullable.of(({ fault }) => fault?.code ?? null, 'Why the last fetch failed.'),
  ...faultFields<FormSummary>(({ fault }) => fault?.params ?? null),
  mapa: list(mapped).of(({ mapping }) => Object.entries(mapping), 'The mapping by operators.'),
  mapeado_em: time.nullable.of('mappedAt'),
  a_preencher: yes.of('isToFill', 'Whether a worker still has to update the stored leads.'),
});

export const listedFormRecord = record<ListedForm>()(
  {
    ...formSummaryRecord.fields,
    chaves_sem_leitura: list(text).of('unreadKeys', 'Unmapped keys of its newest leads without contact data.'),
  },
  'ListedForm',
  'A lead form of Google Ads or Meta.',
);

export const listedFormsRecord = itemsOf(listedFormRecord);

export const formKeyRecord = record<FormKey, Visibility>()({
  chave: text.of('key'),
  pergunta: text.nullable.of('label'),
  tipo: text.nullable.of('type', 'The platform’s own word for what the question asks for.'),
  campo: field.nullable.of('field', 'What its answers are read as; null: nothing.'),
  dito_por: wordFor({ operator: 'operador', platform: 'plataforma', key: 'chave' }).nullable.of('decidedBy'),
  respondida: count.of('answered', 'Leads that answered it, of those that were looked at.'),
  exemplos: list(text.masked(maskText)).of('examples'),
});

export const formViewRecord = record<FormView, Visibility>()(
  {
    ...within(formSummaryRecord, ({ form }: FormView) => form),
    chaves: list(formKeyRecord).of('keys'),
    leads_examinados: count.of('lookedAt'),
  },
  'Form',
  'A lead form with its field mapping. Examples are masked unless personal data is requested.',
);

type Unusable = MappingPreview['unusable'][number];
type Gained = LeadGain['gained'][number];

const gain = record<LeadGain, Visibility>()({
  lead_id: rowId.of('leadId'),
  ganha: list(record<Gained>()({ campo: field.of('field'), valor: text.of('value') })).of(
    (lead, { reveal }) => (reveal ? lead : maskLeadGain(lead)).gained,
  ),
});

export const mappingPreviewRecord = record<MappingPreview, Visibility>()(
  {
    leads: count.of('leads', 'Leads that were checked.'),
    mudam: count.of('changed'),
    ganhos: dictionary(count).of('gained', 'Number of leads that would get a value, by field.'),
    sem_contato_antes: count.of(({ withoutContact }) => withoutContact.before),
    sem_contato_depois: count.of(({ withoutContact }) => withoutContact.after),
    inaproveitaveis: list(record<Unusable>()({ chave: text.of('key'), campo: field.of('field'), leads: count.of('leads') })).of(
      'unusable',
      'Answers that are not valid values of their field; they stay answers.',
    ),
    exemplos: list(gain).of('examples'),
    completo: yes.of('isComplete', 'False: there was no time to check all leads.'),
  },
  'MappingPreview',
  'The effect of a mapping on the stored leads.',
);

/** The values a lead would gain, masked as in lists. */
export function maskLeadGain({ leadId, gained }: LeadGain): LeadGain {
  return { leadId, gained: gained.map(({ field, value }) => ({ field, value: maskFieldText(field, value) })) };
}

/** The result of reading the stored leads again. */
export const formRefilledRecord = record<FormFilled>()({
  leads: count.of('leads', 'Leads that were checked.'),
  mudaram: count.of('changed'),
  completo: yes.of('isComplete', 'False: there was no time for all leads; a worker continues.'),
});

export const formFilledRecord = record<FormFilled & { readonly isNew: boolean }>()(
  { alterado: yes.of('isNew', 'False: the mapping was already the same.'), ...formRefilledRecord.fields },
  'FormFilled',
  'The result of saving a mapping.',
);

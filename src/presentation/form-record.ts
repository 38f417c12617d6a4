import { MAPPED_FIELDS } from '../domain/answer-field.ts';
import type { FormSummary, MappedFields } from '../domain/form-fields.ts';
import type { FormFilled, FormKey, FormView, LeadGain, ListedForm, MappingPreview } from '../domain/form-mapping.ts';
import { faultFields } from './fault-record.ts';
import { maskAnswerText, maskFieldText } from './masking.ts';
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
  pagina_id: text.nullable.of('pageId'),
  cliente_id: rowId.nullable.of('clientId', 'Whose its newest lead is.'),
  cliente: text.nullable.of('clientName'),
  leads: count.of('leads'),
  sem_contato: count.of('withoutContact', 'Leads with neither an e-mail address nor a phone number.'),
  perguntas: count.nullable.of(
    ({ questions }) => questions?.filter(({ type }) => type !== null).length ?? null,
    'How many questions the platform told; null: none yet.',
  ),
  perguntas_em: time.nullable.of('fetchedAt'),
  pedido_em: time.nullable.of('askedAt', 'When the platform was asked for them last.'),
  erro_codigo: text.nullable.of(({ fault }) => fault?.code ?? null, 'Why it did not tell them then.'),
  ...faultFields<FormSummary>(({ fault }) => fault?.message ?? null),
  mapa: list(mapped).of(({ mapping }) => Object.entries(mapping), 'What operators say about its answers.'),
  mapeado_em: time.nullable.of('mappedAt'),
  a_preencher: yes.of('isToFill', 'A worker is still to read its stored leads again.'),
});

export const listedFormsRecord = itemsOf(
  record<ListedForm>()(
    {
      ...formSummaryRecord.fields,
      chaves_sem_leitura: list(text).of('unreadKeys', 'Keys of its newest leads without contact that nobody says anything about.'),
    },
    'ListedForm',
    'A lead form of a platform.',
  ),
);

const formKey = record<FormKey, Visibility>()({
  chave: text.of('key'),
  pergunta: text.nullable.of('label'),
  tipo: text.nullable.of('type', 'The platform’s own word for what the question asks for.'),
  campo: field.nullable.of('field', 'What its answers are read as; null: nothing.'),
  dito_por: wordFor({ operator: 'operador', platform: 'plataforma', key: 'chave' }).nullable.of('saidBy'),
  respondida: count.of('answered', 'Leads that answered it, of those that were looked at.'),
  exemplos: list(text.masked(maskAnswerText)).of('examples'),
});

export const formViewRecord = record<FormView, Visibility>()(
  {
    ...within(formSummaryRecord, ({ form }: FormView) => form),
    chaves: list(formKey).of('keys'),
    leads_examinados: count.of('lookedAt'),
  },
  'Form',
  'A lead form with how its answers are read. Examples are masked unless they were asked for.',
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
    leads: count.of('leads', 'Leads that were looked at.'),
    mudam: count.of('changed'),
    ganhos: dictionary(count).of('gained', 'Field → leads that would gain it.'),
    sem_contato_antes: count.of(({ withoutContact }) => withoutContact.before),
    sem_contato_depois: count.of(({ withoutContact }) => withoutContact.after),
    inaproveitaveis: list(record<Unusable>()({ chave: text.of('key'), campo: field.of('field'), leads: count.of('leads') })).of(
      'unusable',
      'Answers that cannot be what they are mapped to; they stay answers.',
    ),
    exemplos: list(gain).of('examples'),
    completo: yes.of('isComplete', 'False: there was no time for all leads.'),
  },
  'MappingPreview',
  'What a mapping would do to the stored leads.',
);

/** What a lead would gain, masked as lists mask it. */
export function maskLeadGain({ leadId, gained }: LeadGain): LeadGain {
  return { leadId, gained: gained.map(({ field, value }) => ({ field, value: maskFieldText(field, value) })) };
}

/** What reading the stored leads again did to them. */
export const formRefilledRecord = record<FormFilled>()({
  leads: count.of('leads', 'Leads that were looked at.'),
  mudaram: count.of('changed'),
  completo: yes.of('isComplete', 'False: there was no time for all leads; a worker goes on.'),
});

export const formFilledRecord = record<FormFilled & { readonly isNew: boolean }>()(
  { alterado: yes.of('isNew', 'False: the mapping was like this already.'), ...formRefilledRecord.fields },
  'FormFilled',
  'What saving a mapping did to the stored leads.',
);

import type { FormName } from '../../src/domain/form-fields.ts';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';
import type { Store } from '../../src/domain/ports.ts';
import { formDelivery } from '../support/factories.ts';
import { decideJobs } from '../support/lead-processor.ts';

const PAGE = '138124712925158';

/** Its question for the e-mail address cannot be recognised. */
export const SAMPLE_FORM: FormName = { origin: 'social_ads', formId: '551200733' };

const QUESTIONS = [
  { key: 'nome_completo', label: 'Nome completo', type: 'FULL_NAME' },
  { key: 'onde_podemos_te_escrever?', label: 'Onde podemos te escrever?', type: 'CUSTOM' },
  {
    key: 'qual_é_o_número_do_seu_zap_com_ddd_para_a_gente_conversar?',
    label: 'Qual é o número do seu zap, com DDD, para a gente conversar?',
    type: 'CUSTOM',
  },
  { key: 'qual_plano_te_interessa?', label: 'Qual plano te interessa?', type: 'CUSTOM' },
  { key: 'cidade', label: 'Cidade', type: 'CITY' },
];

const PEOPLE = [
  ['Camila Nogueira', 'camila.nogueira@example.com', '(31) 95555-0181', 'Anual', 'Belo Horizonte'],
  ['Otávio Teixeira', 'não uso e-mail', '(41) 95555-7720', 'Mensal', 'Curitiba'],
  ['Karina Esteves', 'karina.esteves@example.com', 'prefiro e-mail', 'Anual', 'Niterói'],
] as const;

/** A page's form whose leads have no contact data, because its questions are not mapped yet. */
export async function addSampleForms(store: Store, now: number): Promise<void> {
  for (const [index, values] of PEOPLE.entries()) {
    const leadgenId = `7${String(330_045_671_000_000 + index)}`;
    const field_data = QUESTIONS.map(({ key }, at) => ({ name: key, values: [values[at]] }));
    const value = { leadgen_id: leadgenId, page_id: PAGE, form_id: SAMPLE_FORM.formId, created_time: Math.floor(now / 1_000), field_data };
    const body = Buffer.from(JSON.stringify({ object: 'page', entry: [{ id: PAGE, changes: [{ field: 'leadgen', value }] }] }));
    const events = [{ eventType: 'leadgen', identity: leadgenId }];
    await store.accept(formDelivery(leadgenId, { origin: 'social_ads', body, receivedAt: now, queue: DEFAULT_QUEUE, events }));
  }
  const jobs = await store.claim({ queue: DEFAULT_QUEUE, workerId: 'atendimento-1:2214', limit: 10, leaseMs: 60_000, now });
  await store.finish(await decideJobs(store, jobs), now);
  await store.noteForm(SAMPLE_FORM, { kind: 'fetched', name: 'Orçamento de check-up', questions: QUESTIONS }, now);
  await store.mapForm(SAMPLE_FORM, { 'qual_plano_te_interessa?': 'nenhum' }, { name: 'ana', now });
}

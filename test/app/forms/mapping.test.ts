import { describe, expect, test } from 'vitest';
import { fillForm, mapAndFill, previewMapping } from '../../../src/app/forms/fill-form.ts';
import { listForms, viewForm } from '../../../src/app/forms/view-forms.ts';
import { runOnce } from '../../../src/app/run-worker.ts';
import type { FormName } from '../../../src/domain/form-fields.ts';
import type { Lead } from '../../../src/domain/lead.ts';
import { socialEmailHash, socialPhoneHash } from '../../platforms/social/hashes.ts';
import { processEvent } from '../../store-contract/steps.ts';
import { leadFields, leadIntent, newConversion, operator, QUEUE, T0 } from '../../support/factories.ts';
import { ConversionsUnderTest } from '../conversions/conversions-under-test.ts';
import { AnswersUnderTest, PAGE } from '../lead-answers/answers-under-test.ts';

const META: FormName = { origin: 'social_ads', formId: '172036835026334' };
const GOOGLE: FormName = { origin: 'search_ads', formId: '40000000000' };
const MINUTE = 60_000;

const answer = (key: string, value: string) => ({ key, question: null, values: [value] });
const ANSWERS = [
  answer('como_te_chamamos', 'Ana da Silva'),
  answer('onde_escrevemos', 'Ana@example.com'),
  answer('por_onde_falamos', '84 98888-7777'),
];
const ANA = { name: 'Ana da Silva', email: 'ana@example.com', phone: '+5584988887777' };
const MAPPING = { como_te_chamamos: 'nome', onde_escrevemos: 'email', por_onde_falamos: 'telefone' } as const;
const CONTACT = { name: 'Ana da Silva', emailNormalized: 'ana@example.com', phoneE164: '+5584988887777' };

type Place = Pick<AnswersUnderTest, 'store' | 'now'>;

/** A stored lead of the form whose answers are not mapped to any field. */
async function addLead({ store }: Place, identity: string, form: FormName = GOOGLE): Promise<void> {
  const fields = leadFields({ answers: ANSWERS, platform: { form_id: form.formId } });
  await processEvent(store, identity, leadIntent(identity, { origin: form.origin, fields }));
}

async function leads(at: Place): Promise<readonly Lead[]> {
  return (await at.store.listLeads({ limit: 100 })).items;
}

/** A later `queue once`. */
async function look(at: AnswersUnderTest, now: number): Promise<void> {
  await at.onceAt(now);
}

describe('a mapping that was set', () => {
  test.each([
    ['Google Ads', GOOGLE, {}],
    ['Google Ads, where Meta is not connected', GOOGLE, { WEBHOOK_SOCIALADS_TOKENS: '', CREDENTIALS_KEY: '' }],
    ['Meta', META, {}],
  ] as const)('fills the stored leads of a form of %s by a worker, and again half a minute later', async (_name, form, env) => {
    await using at = await AnswersUnderTest.create();
    at.set(env);
    await addLead(at, 'a', form);
    await at.store.mapForm(form, MAPPING, operator(T0));
    await look(at, T0 + MINUTE / 4);
    expect(await leads(at)).toMatchObject([{ name: null, email: null, phone: null }]);
    await look(at, T0 + MINUTE);
    expect(await leads(at)).toMatchObject([CONTACT]);
    expect(await at.store.formsToSee(T0 + MINUTE)).toEqual([]);
  });

  test('in the future, by a clock that was ahead, waits for nothing', async () => {
    await using at = await AnswersUnderTest.create();
    await addLead(at, 'a');
    await at.store.mapForm(GOOGLE, MAPPING, operator(T0 + 9 * MINUTE));
    await look(at, T0);
    expect(await leads(at)).toMatchObject([CONTACT]);
  });

  test('is noticed by a worker that runs, though Meta is not connected', async () => {
    await using at = await AnswersUnderTest.create();
    at.set({ WEBHOOK_SOCIALADS_TOKENS: '', CREDENTIALS_KEY: '' });
    await addLead(at, 'a');
    await at.store.mapForm(GOOGLE, MAPPING, operator(T0 - MINUTE));
    const working = at.work();
    await at.until(async () => (await leads(at))[0]?.phoneE164 === CONTACT.phoneE164);
    at.stop.abort();
    await working;
  });

  test('reads the leads that come from then on, before the platform’s questions', async () => {
    await using at = await AnswersUnderTest.create();
    const questions = [{ key: 'onde_escrevemos', label: 'Onde escrevemos?', type: 'PHONE' }];
    at.platform.directory.addForm({ id: META.formId, pageId: PAGE, questions });
    await at.store.mapForm(META, MAPPING, operator(T0));
    const platformAnswers = ANSWERS.map(({ key, values }) => ({ name: key, values }));
    await at.notifyOf(at.platform.directory.seedLead({ formId: META.formId, answers: platformAnswers }));
    await at.once();
    expect(await leads(at)).toMatchObject([{ ...CONTACT, answers: [{ field: 'nome' }, { field: 'email' }, { field: 'telefone' }] }]);
  });

  test('wrongly, and corrected, does not take back what leads got; what was missed comes', async () => {
    await using at = await AnswersUnderTest.create();
    await addLead(at, 'a');
    const map = (change: Parameters<typeof previewMapping>[2]) =>
      mapAndFill(at.store, { name: GOOGLE, change, operator: operator(T0) }, () => T0);
    expect(await map({ por_onde_falamos: 'nome', como_te_chamamos: 'nome' })).toEqual({
      leads: 1,
      changed: 1,
      isComplete: true,
      isNew: true,
    });
    expect(await map(MAPPING)).toMatchObject({ changed: 1, isNew: true });
    expect(await map(MAPPING)).toMatchObject({ changed: 0, isNew: false });
    expect(await leads(at)).toMatchObject([CONTACT]);
  });
});

describe('the preview', () => {
  test('changes nothing, and tells what saving does then', async () => {
    await using at = await AnswersUnderTest.create();
    for (let count = 0; count < 230; count += 1) await addLead(at, `lead-${count}`);
    const preview = await previewMapping(at.store, GOOGLE, { onde_escrevemos: 'email' });
    expect(preview).toMatchObject({
      leads: 230,
      changed: 230,
      gained: new Map([['email', 230]]),
      withoutContact: { before: 230, after: 0 },
    });
    expect((await leads(at)).every(({ email }) => email === null)).toBe(true);
    expect(await at.store.findForms([GOOGLE])).toEqual([]);
    const change = { onde_escrevemos: 'email' } as const;
    expect(await mapAndFill(at.store, { name: GOOGLE, change, operator: operator() }, () => T0)).toMatchObject({
      leads: 230,
      changed: 230,
    });
    expect(await previewMapping(at.store, GOOGLE, {})).toMatchObject({ changed: 0, withoutContact: { before: 0, after: 0 } });
  });

  test('and the filling end when their time is over, and say so', async () => {
    await using at = await AnswersUnderTest.create();
    await addLead(at, 'a');
    const over = AbortSignal.abort();
    expect(await previewMapping(at.store, GOOGLE, MAPPING, over)).toMatchObject({ leads: 0, isComplete: false });
    expect(await fillForm(at.store, GOOGLE, () => T0, over)).toEqual({ leads: 0, changed: 0, isComplete: false });
  });
});

test('forms with leads nobody can reach are told with the keys that nobody reads', async () => {
  await using at = await AnswersUnderTest.create();
  await addLead(at, 'a');
  await processEvent(
    at.store,
    'b',
    leadIntent('b', {
      origin: 'search_ads',
      fields: leadFields({ email: 'b@x.com', platform: { form_id: '41' }, answers: [answer('plano', 'x')] }),
    }),
  );
  expect(await listForms(at.store)).toMatchObject([
    { formId: GOOGLE.formId, withoutContact: 1, unreadKeys: ['como_te_chamamos', 'onde_escrevemos', 'por_onde_falamos'] },
    { formId: '41', withoutContact: 0, unreadKeys: [] },
  ]);
  expect(await viewForm(at.store, GOOGLE)).toMatchObject({
    lookedAt: 1,
    keys: ANSWERS.map(({ key, values }) => ({ key, examples: values })),
  });
  await expect(viewForm(at.store, { ...GOOGLE, formId: '4' })).rejects.toMatchObject({ code: 'not_found' });
});

/** What was reported to Meta or Google. */
describe('conversions of leads whose form was not understood', () => {
  test('are sent to Meta hashed, where the keys of the form are Portuguese', async () => {
    await using it = await ConversionsUnderTest.create();
    const submitted = T0 - 3_600_000;
    const lead = it.social.directory.seedLead({
      formId: '200',
      createdAt: submitted,
      person: ANA,
      answers: [
        { name: 'nome_completo', values: ['Ana da Silva'] },
        { name: 'e-mail', values: [' Ana@Example.com'] },
        { name: 'número_de_telefone', values: ['(84) 98888-7777'] },
      ],
    });
    it.env = { ...it.env, WEBHOOK_SOCIALADS_TOKENS: `100=page-token` };
    it.social.directory.addToken({ token: 'page-token', pageIds: ['100'] });
    await it.store.linkCampaign({ campaignId: '42', origin: 'social_ads', kind: 'form', value: '200' }, operator());
    const value = { leadgen_id: lead.id, page_id: '100', form_id: '200', created_time: submitted / 1_000 };
    await acceptSocial(it, lead.id, { object: 'page', entry: [{ id: '100', changes: [{ field: 'leadgen', value }] }] }, 'leadgen');
    await acceptSocial(
      it,
      'venda-1',
      { event_type: 'sale', id: 'venda-1', lead_id: lead.id, campanha_id: '42', valor: 10, moeda: 'BRL' },
      'sale',
    );
    const work = () => runOnce(it.context(), { queue: QUEUE, batch: 100 }, new AbortController().signal);
    // The sale was reported together with its lead, and waits for it.
    expect(await work()).toMatchObject({ processed: 1 });
    it.now += 4 * MINUTE;
    expect(await work()).toMatchObject({ processed: 1 });
    await it.send();
    expect(it.social.conversions.accepted.map(({ leadId, event }) => [leadId, event['user_data']])).toMatchObject([
      [lead.id, { em: [socialEmailHash('ana@example.com')], ph: [socialPhoneHash('+5584988887777')] }],
    ]);
  });

  test('and that were rejected for want of a contact are sent when a mapping finds it', async () => {
    await using it = await ConversionsUnderTest.create();
    it.social.directory.seedLead({ formId: '200', person: ANA });
    const fields = leadFields({ answers: ANSWERS, platform: { form_id: META.formId }, submittedAt: T0 - 3_600_000 });
    await processEvent(it.store, 'crm', leadIntent('crm-7', { origin: 'social_ads', fields, conversion: newConversion() }));
    const [sale] = (await it.store.listConversions({ limit: 1 })).items;
    const id = sale?.id ?? '';
    await it.send();
    expect(await it.states([id])).toEqual(['rejeitada conversion_no_identifier']);
    const map = (change: Parameters<typeof previewMapping>[2]) =>
      mapAndFill(it.store, { name: META, change, operator: operator(it.now) }, () => it.now);
    await map({ como_te_chamamos: 'nome' });
    await it.send();
    expect(await it.states([id])).toEqual(['rejeitada conversion_no_identifier']);
    await map({ onde_escrevemos: 'email', por_onde_falamos: 'telefone' });
    expect(it.socialRequests()).toEqual([]);
    await it.send();
    expect(await it.states([id])).toEqual(['enviada']);
    expect(it.social.conversions.accepted.map(({ event }) => event['user_data'])).toMatchObject([
      { em: [socialEmailHash('ana@example.com')], ph: [socialPhoneHash('+5584988887777')] },
    ]);
    await it.send();
    expect(it.socialRequests()).toEqual([1]);
  });
});

async function acceptSocial(it: ConversionsUnderTest, identity: string, json: object, eventType: string): Promise<void> {
  await it.store.accept({
    origin: 'social_ads',
    body: Buffer.from(JSON.stringify(json)),
    headers: '[]',
    remoteAddress: '203.0.113.7',
    requestId: identity,
    credential: 'hmac',
    receivedAt: it.now,
    queue: QUEUE,
    events: [{ eventType, identity }],
  });
}

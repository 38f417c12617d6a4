import { describe, expect, test } from 'vitest';
import type { Lead } from '../../../src/domain/lead.ts';
import type { FieldAnswer, FormQuestion } from '../../platforms/social/directory.ts';
import { T0 } from '../../support/factories.ts';
import { AnswersUnderTest, OTHER_PAGE, PAGE } from '../lead-answers/answers-under-test.ts';

const FORM = '172036835026334';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Keys as integrators choose them; the key does not show what the question asks for. */
const QUESTIONS: readonly FormQuestion[] = [
  { key: 'como_podemos_te_chamar?', label: 'Como podemos te chamar?', type: 'FULL_NAME' },
  { key: 'onde_te_escrevemos?', label: 'Onde te escrevemos?', type: 'EMAIL' },
  { key: 'por_onde_falamos?', label: 'Por onde falamos?', type: 'PHONE' },
  { key: 'onde_mora?', label: 'Onde mora?', type: 'CITY' },
  { key: 'qual_plano?', label: 'Qual plano?', type: 'CUSTOM' },
];

const ANSWERS: readonly FieldAnswer[] = [
  { name: 'como_podemos_te_chamar?', values: ['Ana da Silva'] },
  { name: 'onde_te_escrevemos?', values: ['Ana@example.com'] },
  { name: 'por_onde_falamos?', values: ['(84) 98888-7777'] },
  { name: 'onde_mora?', values: ['Natal'] },
  { name: 'qual_plano?', values: ['Anual'] },
];

async function place(questions: readonly FormQuestion[] = QUESTIONS, tokens?: string): Promise<AnswersUnderTest> {
  const made = await AnswersUnderTest.create(tokens === undefined ? {} : { tokens });
  made.platform.directory.addForm({ id: FORM, pageId: PAGE, questions });
  return made;
}

async function submit(at: AnswersUnderTest, answers: readonly FieldAnswer[] = ANSWERS): Promise<void> {
  await at.notifyOf(at.platform.directory.seedLead({ formId: FORM, answers }));
}

async function leads(at: AnswersUnderTest): Promise<readonly Lead[]> {
  return (await at.store.listLeads({ limit: 100 })).items;
}

function asked(at: AnswersUnderTest): number {
  return at.platform.server.calls.filter(({ request }) => (request.query.get('fields') ?? '').includes('questions')).length;
}

const CONTACT = { name: 'Ana da Silva', emailNormalized: 'ana@example.com', phoneE164: '+5584988887777' };

test('leads of a form in Portuguese get name, e-mail and phone by the types of its questions, asked for once', async () => {
  await using at = await place();
  for (let count = 0; count < 20; count += 1) await submit(at);
  await at.once();
  const found = await leads(at);
  expect(found).toHaveLength(20);
  for (const lead of found) {
    expect(lead).toMatchObject(CONTACT);
    expect(lead.answers.map(({ key, field }) => [key, field])).toEqual([
      ['como_podemos_te_chamar?', 'nome'],
      ['onde_te_escrevemos?', 'email'],
      ['por_onde_falamos?', 'telefone'],
      ['onde_mora?', 'cidade'],
      ['qual_plano?', undefined],
    ]);
  }
  expect(asked(at)).toBe(1);
  await submit(at);
  await at.onceAt(T0 + 2 * HOUR);
  expect([(await leads(at))[0], asked(at)]).toMatchObject([CONTACT, 1]);
});

test('what a stored lead is given is a change of its event', async () => {
  await using at = await place();
  const [eventId = ''] = await at.notifyOf(at.platform.directory.seedLead({ formId: FORM, answers: ANSWERS }));
  await at.once();
  const { changes } = await at.trail(eventId);
  expect(changes?.fields.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['nome', 'email', 'email_normalizado', 'telefone', 'telefone_e164']),
  );
});

test('the page’s own token is used where a system user’s is connected', async () => {
  await using at = await place(QUESTIONS, `${PAGE}=EAA-system,${OTHER_PAGE}=EAA-system`);
  at.platform.directory.addToken({ token: 'EAA-system', pageIds: '*' });
  await submit(at);
  await at.once();
  expect((await leads(at))[0]).toMatchObject(CONTACT);
  expect(at.errors()).toEqual([]);
});

describe('questions that cannot be had', () => {
  test('delay no lead; keys say what they can; the leads are filled when the questions come', async () => {
    await using at = await place();
    using fault = at.platform.fail({ code: 2 }, { path: `/${FORM}`, method: 'GET' });
    await submit(at, [...ANSWERS.slice(0, 2), { name: 'celular', values: ['84988887777'] }]);
    expect(await at.once()).toMatchObject({ processed: 1 });
    expect(fault.hits).toBe(1);
    expect((await leads(at))[0]).toMatchObject({ name: null, email: null, phoneE164: '+5584988887777' });
    expect(await at.store.findForms([{ origin: 'social_ads', formId: FORM }])).toMatchObject([
      { questions: null, fault: { code: 'platform_unavailable' } },
    ]);
    fault[Symbol.dispose]();
    await at.onceAt(T0 + 5 * MINUTE);
    expect(asked(at)).toBe(1);
    await at.onceAt(T0 + 16 * MINUTE);
    expect([(await leads(at))[0], asked(at)]).toMatchObject([CONTACT, 2]);
  });

  test('because the page throttles: the page rests, and nobody asks before', async () => {
    await using at = await place();
    await submit(at);
    await submit(at);
    using _fault = at.platform.fail({ code: 80005 }, { path: `/${FORM}`, method: 'GET' });
    await at.once();
    expect((await leads(at)).length).toBeGreaterThan(0);
    expect((await at.account())?.pausedUntil).toBeGreaterThan(T0);
    await submit(at);
    await at.onceAt(T0 + MINUTE);
    expect(asked(at)).toBe(1);
  });

  test('where nothing answers, a worker that is stopped ends', async () => {
    await using at = await place();
    using silence = at.platform.server.fault({ when: ({ path }) => path.endsWith(FORM), effect: 'silence' });
    await submit(at);
    const working = at.work();
    await at.until(() => silence.hits === 1);
    await at.until(async () => (await leads(at)).length === 1);
    at.stop.abort();
    expect(await working).toMatchObject({ reason: 'stopped' });
  });
});

describe('a key nobody knows', () => {
  test('has the form asked again, once an hour', async () => {
    await using at = await place(QUESTIONS.filter(({ type }) => type !== 'PHONE'));
    await submit(
      at,
      ANSWERS.filter(({ name }) => name !== 'por_onde_falamos?'),
    );
    await at.once();
    at.platform.directory.addForm({ id: FORM, pageId: PAGE, questions: QUESTIONS });
    for (let count = 0; count < 5; count += 1) await submit(at);
    await at.onceAt(T0 + 10 * MINUTE);
    expect([(await leads(at))[0]?.phone, asked(at)]).toEqual([null, 1]);
    await submit(at);
    await at.onceAt(T0 + 61 * MINUTE);
    expect(asked(at)).toBe(2);
    expect((await leads(at)).filter(({ phoneE164 }) => phoneE164 === CONTACT.phoneE164)).toHaveLength(6);
  });

  test('and that is no question is not asked about again', async () => {
    await using at = await place();
    const marked = [...ANSWERS, { name: 'utm_campaign', values: ['verao'] }];
    await submit(at, marked);
    await at.once();
    for (const hours of [2, 4, 6]) {
      await submit(at, marked);
      await at.onceAt(T0 + hours * HOUR);
    }
    expect(asked(at)).toBe(1);
  });
});

test('a running worker asks by itself', async () => {
  await using at = await place();
  const working = at.work();
  await submit(at);
  await at.until(async () => (await leads(at))[0]?.phoneE164 === CONTACT.phoneE164);
  at.stop.abort();
  await working;
  expect(asked(at)).toBe(1);
});

test('a form whose keys are all the platform’s own is not asked', async () => {
  await using at = await place();
  await submit(at, [
    { name: 'full_name', values: ['Ana'] },
    { name: 'email', values: ['ana@example.com'] },
  ]);
  await at.once();
  expect([(await leads(at)).length, asked(at)]).toEqual([1, 0]);
});

test('a form whose asking was cut off is asked again without another lead', async () => {
  await using at = await place();
  await at.store.noteForm({ origin: 'social_ads', formId: FORM }, { kind: 'asked', pageId: PAGE, unlessSince: 0 }, T0);
  await at.onceAt(T0 + HOUR);
  expect(asked(at)).toBe(0);
  await at.onceAt(T0 + HOUR + 1);
  expect(asked(at)).toBe(1);
});

import { describe, expect, test } from 'vitest';
import { accept } from '../../store-contract/steps.ts';
import { T0 } from '../../support/factories.ts';
import { saying } from '../../support/saying.ts';
import { AnswersUnderTest, OTHER_PAGE, PAGE, TOKEN } from './answers-under-test.ts';

const MINUTE = 60_000;
/** Here, ids of leads have 17 digits; ids of pages and forms, which tokens and questions are requested for, have 15. */
const FETCHES = /^GET \/v26\.0\/\d{17}$/;

describe('a lead of which only the id came', () => {
  test('is made with everything the platform knows of it', async () => {
    await using underTest = await AnswersUnderTest.create();
    underTest.platform.ids = 'number';
    const lead = underTest.platform.directory.seedLead({
      id: '98765432109876543',
      formId: '172036835026334',
      answers: [{ name: 'full_name', values: ['João da Silva'] }, { name: 'quais_servicos?', values: ['A', 'B'] }, { name: 'observacao' }],
      consents: [
        { checkbox_key: 'ok', is_checked: '1' },
        { checkbox_key: 'news', is_checked: '' },
      ],
    });
    const [eventId = ''] = await underTest.notifyOf(lead);
    expect(await underTest.once()).toMatchObject({ processed: 1 });
    const { lead: made, jobs } = await underTest.trail(eventId);
    expect(made).toMatchObject({
      identity: '98765432109876543',
      campaignId: '42',
      name: 'João da Silva',
      answers: [
        { key: 'quais_servicos?', values: ['A', 'B'] },
        { key: 'observacao', values: [] },
      ],
      consents: [
        { checkbox_key: 'ok', is_checked: true },
        { checkbox_key: 'news', is_checked: false },
      ],
      platform: { page_id: PAGE, leadgen_id: '98765432109876543', ad_name: 'Anúncio 1', platform: 'ig', is_organic: false },
    });
    expect(jobs).toMatchObject([{ state: 'concluido', attempts: 1 }]);
    expect(await underTest.account()).toMatchObject({ lastUsedAt: T0, refusedSince: null });
  });

  test('is fetched once: what was fetched is kept, whatever becomes of the event', async () => {
    await using underTest = await AnswersUnderTest.create();
    const lead = underTest.platform.directory.seedLead({ formId: '172036835026334' });
    await underTest.store.unlinkCampaign({ origin: 'social_ads', kind: 'form', value: lead.formId }, { name: 'cli:ana', now: T0 });
    const [eventId = ''] = await underTest.notifyOf(lead);
    expect(await underTest.once()).toMatchObject({ failed: 1 });
    await underTest.store.linkCampaign(
      { campaignId: '42', origin: 'social_ads', kind: 'form', value: lead.formId },
      { name: 'cli:ana', now: T0 },
    );
    underTest.platform.directory.leads.delete(lead.id);
    await underTest.store.retryEvents({ ids: [eventId] }, 'webhooks', { name: 'cli:ana', now: T0 });
    expect(await underTest.once()).toMatchObject({ processed: 1 });
    expect((await underTest.trail(eventId)).lead).toMatchObject({ name: lead.person.name });
    expect(underTest.platform.server.count(FETCHES)).toBe(1);
  });

  test('waits while there is no token for its page, and the platform is not asked', async () => {
    await using underTest = await AnswersUnderTest.create({ tokens: `${OTHER_PAGE}=${TOKEN}` });
    const [eventId = ''] = await underTest.notify(1);
    await underTest.once();
    expect(await underTest.job(eventId)).toMatchObject({
      availableAt: null,
      attempts: 0,
      waitReason: 'platform_not_connected',
      errorParams: saying(`source connect social-ads --page ${PAGE}`),
    });
    expect(underTest.platform.server.count()).toBe(0);
  });

  test('of any page is fetched with the token for all pages, unless the page has one of its own', async () => {
    await using underTest = await AnswersUnderTest.create({ tokens: 'EAAsystem-user' });
    underTest.platform.directory.addToken({ token: 'EAAsystem-user', pageIds: '*' });
    await underTest.connect(TOKEN, PAGE);
    await underTest.notify(1, PAGE);
    await underTest.notify(1, OTHER_PAGE);
    expect(await underTest.once()).toMatchObject({ processed: 2 });
    const fetches = underTest.platform.server.calls.filter(({ request }) => FETCHES.test(`${request.method} ${request.path}`));
    const used = fetches.map(({ request }) => request.headers.authorization).toSorted();
    expect(used).toEqual(['Bearer EAAsystem-user', `Bearer ${TOKEN}`]);
  });
});

describe('many leads', () => {
  test('are fetched at most 8 at a time for a page', async () => {
    await using underTest = await AnswersUnderTest.create();
    await underTest.notify(40);
    underTest.platform.server.delay = 15;
    expect(await underTest.once()).toMatchObject({ processed: 40 });
    expect(underTest.platform.server.mostAtOnce(FETCHES)).toBe(8);
  });

  test('of one page do not hold up those of another', async () => {
    await using underTest = await AnswersUnderTest.create();
    await underTest.notify(30, PAGE);
    await underTest.notify(1, OTHER_PAGE);
    const released = Promise.withResolvers<void>();
    const lastId = [...underTest.platform.directory.leads.keys()].at(-1) ?? '';
    underTest.platform.server.delay = async ({ path }) => {
      if (!path.endsWith(lastId)) await released.promise;
    };
    const working = underTest.work();
    await underTest.until(async () => (await underTest.store.listLeads({ limit: 5 })).items.length === 1);
    released.resolve();
    await underTest.until(async () => (await underTest.store.listLeads({ limit: 50 })).items.length === 31);
    underTest.stop.abort();
    await working;
  });

  test('that hang keep no lead of the own form waiting, and are given back at a stop', async () => {
    await using underTest = await AnswersUnderTest.create({ SOCIALADS_RECONCILE_HOURS: '0' });
    const [eventId = ''] = await underTest.notify(20);
    using silence = underTest.platform.server.fault({ effect: 'silence' });
    const working = underTest.work();
    await underTest.until(() => silence.hits === 8);
    await accept(underTest.store, 'own-1', 'own-2');
    await underTest.until(async () => (await underTest.store.listLeads({ limit: 5 })).items.length === 2);
    underTest.stop.abort();
    expect(await working).toMatchObject({ processed: 2, reason: 'stopped' });
    expect(await underTest.job(eventId)).toMatchObject({ state: 'pendente', attempts: 0, availableAt: T0 });
    expect(await underTest.store.queueSnapshot('webhooks', T0)).toMatchObject({ waiting: 20, running: 0, finished: 2 });
  });
});

test('hundreds of leads that hang keep no lead of the own form waiting that came after them', async () => {
  await using underTest = await AnswersUnderTest.create();
  const events = await underTest.notify(350);
  using silence = underTest.platform.server.fault({ effect: 'silence' });
  await accept(underTest.store, 'own-1');
  const working = underTest.work();
  await underTest.until(async () => (await underTest.store.listLeads({ limit: 5 })).items.length === 1);
  expect(silence.hits).toBeLessThanOrEqual(8);
  underTest.stop.abort();
  await working;
  const jobs = await Promise.all(events.map((eventId) => underTest.job(eventId)));
  // Claims alternate between groups: the website form ran before all of the others were delayed.
  const putOff = jobs.filter(({ errorCode }) => errorCode === 'platform_busy').length;
  expect(putOff).toBeGreaterThan(0);
  expect(putOff).toBeLessThan(250);
  expect(jobs.every(({ state, attempts }) => state === 'pendente' && attempts === 0)).toBe(true);
});

describe('a page that is throttled', () => {
  test('rests, and the others go on; its jobs come back one after the other', async () => {
    await using underTest = await AnswersUnderTest.create();
    const throttled = await underTest.notify(30, PAGE);
    await underTest.notify(5, OTHER_PAGE);
    underTest.platform.throttlePage(PAGE, 10);
    expect(await underTest.once()).toMatchObject({ processed: 5, waiting: 30 });
    expect(underTest.platform.server.count(FETCHES)).toBeLessThanOrEqual(5 + 8);
    const dueAt = await Promise.all(throttled.map(async (eventId) => (await underTest.job(eventId)).availableAt ?? 0));
    expect(Math.min(...dueAt)).toBeGreaterThanOrEqual(T0 + 10 * MINUTE);
    expect(Math.max(...dueAt)).toBeLessThanOrEqual(T0 + 11 * MINUTE);
    expect(new Set(dueAt).size).toBeGreaterThan(20);
    const asked = underTest.platform.server.count(FETCHES);
    await underTest.notify(3, PAGE);
    await underTest.onceAt(T0 + 5 * MINUTE);
    expect(underTest.platform.server.count(FETCHES)).toBe(asked);
    expect(await underTest.onceAt(T0 + 12 * MINUTE)).toMatchObject({ processed: 33 });
    expect(await underTest.account()).toMatchObject({ pausedUntil: null });
    for (const eventId of throttled) expect(await underTest.job(eventId)).toMatchObject({ state: 'concluido', attempts: 1 });
  });
});

describe('a token that dies', () => {
  test('parks the leads of its page once, raises one alarm, and the others go on', async () => {
    await using underTest = await AnswersUnderTest.create();
    const parked = await underTest.notify(30, PAGE);
    await underTest.notify(2, OTHER_PAGE);
    underTest.platform.refuseToken(TOKEN, 460);
    expect(await underTest.once()).toMatchObject({ processed: 2, waiting: 30 });
    const asked = underTest.platform.server.count(FETCHES);
    expect(asked).toBeLessThanOrEqual(2 + 8);
    await underTest.notify(3, PAGE);
    await underTest.onceAt(T0 + 30_000);
    expect(underTest.platform.server.count(FETCHES)).toBe(asked);
    expect(underTest.errors()).toHaveLength(1);
    for (const eventId of parked)
      expect(await underTest.job(eventId)).toMatchObject({ availableAt: null, waitReason: 'credential_refused', attempts: 0 });
  });

  test('is replaced by another process, and a worker that runs goes on by itself', async () => {
    await using underTest = await AnswersUnderTest.create();
    await underTest.notify(12);
    underTest.platform.refuseToken(TOKEN);
    underTest.platform.directory.addToken({ token: 'EAAreplacement', pageIds: [PAGE] });
    const working = underTest.work();
    await underTest.until(async () => (await underTest.store.queueSnapshot('webhooks', T0)).parked === 12);
    expect(await underTest.connect('EAAreplacement')).toBe(12);
    await underTest.until(async () => (await underTest.store.listLeads({ limit: 50 })).items.length === 12);
    expect(await underTest.account()).toMatchObject({ refusedSince: null, refusedCredential: null });
    underTest.stop.abort();
    await working;
    expect(underTest.errors()).toHaveLength(1);
  });

  test('that was saved without running anything again is noticed by a worker that runs', async () => {
    await using underTest = await AnswersUnderTest.create({ tokens: '' });
    await underTest.notify(3);
    const working = underTest.work();
    await underTest.until(async () => (await underTest.store.queueSnapshot('webhooks', T0)).parked === 3);
    await underTest.saveOnly(TOKEN);
    await underTest.until(async () => (await underTest.store.listLeads({ limit: 50 })).items.length === 3);
    underTest.stop.abort();
    await working;
  });

  test('is replaced in the settings, and the next worker goes on by itself', async () => {
    await using underTest = await AnswersUnderTest.create();
    await underTest.notify(3);
    underTest.platform.refuseToken(TOKEN);
    await underTest.once();
    underTest.platform.directory.addToken({ token: 'EAAreplacement', pageIds: [PAGE] });
    expect(await underTest.once()).toMatchObject({ processed: 0, waiting: 0 });
    underTest.set({ WEBHOOK_SOCIALADS_TOKENS: `${PAGE}=EAAreplacement` });
    expect(await underTest.once()).toMatchObject({ processed: 3 });
  });

  test('is replaced while the platform refuses it: the lead does not wait for anybody', async () => {
    await using underTest = await AnswersUnderTest.create();
    const [eventId = ''] = await underTest.notify(1);
    underTest.platform.refuseToken(TOKEN);
    underTest.platform.directory.addToken({ token: 'EAAreplacement', pageIds: [PAGE] });
    let isFirst = true;
    underTest.platform.server.delay = async () => {
      if (isFirst) await underTest.saveOnly('EAAreplacement');
      isFirst = false;
    };
    expect(await underTest.once()).toMatchObject({ processed: 1 });
    expect(await underTest.job(eventId)).toMatchObject({ state: 'concluido', attempts: 1 });
    expect(underTest.errors()).toEqual([]);
  });

  test('is taken again later: an operator runs a job again, and the others follow', async () => {
    await using underTest = await AnswersUnderTest.create();
    const [first = ''] = await underTest.notify(5);
    underTest.platform.refuseToken(TOKEN);
    await underTest.once();
    underTest.platform.acceptToken(TOKEN);
    underTest.now = T0 + 2 * MINUTE;
    await underTest.store.retryEvents({ ids: [first] }, 'webhooks', { name: 'cli:ana', now: underTest.now });
    await underTest.once();
    expect(await underTest.once()).toMatchObject({ waiting: 0 });
    expect((await underTest.store.listLeads({ limit: 50 })).items).toHaveLength(5);
  });

  test('in the database that cannot be opened with this key is said once, and the one in the settings is used', async () => {
    await using underTest = await AnswersUnderTest.create();
    await underTest.connect('EAAunreadable');
    underTest.set({ CREDENTIALS_KEY: 'another key that seals what is kept elsewhere' });
    await underTest.notify(2);
    expect(await underTest.once()).toMatchObject({ processed: 2 });
    expect(underTest.errors()).toHaveLength(1);
    expect(JSON.stringify(underTest.log)).not.toContain('EAAunreadable');
  });
});

test('a notification that came before its page was connected is fetched when it is', async () => {
  await using underTest = await AnswersUnderTest.create({ tokens: '' });
  await underTest.notify(4);
  expect(await underTest.once()).toMatchObject({ waiting: 4 });
  expect(await underTest.connect(TOKEN)).toBe(4);
  expect(await underTest.once()).toMatchObject({ processed: 4 });
});

test('leads of an app that begins to require a proof wait, and go on after a start with its secret', async () => {
  await using place = await AnswersUnderTest.create();
  place.platform.directory.app = { id: '188559381496048', secret: 'the-secret-of-the-app', requiresProof: true };
  const [eventId = ''] = await place.notify(1);
  await place.once();
  expect(await place.job(eventId)).toMatchObject({ availableAt: null, waitReason: 'credential_refused', attempts: 0 });
  expect(place.errors()).toHaveLength(1);
  place.set({ WEBHOOK_SOCIALADS_SECRET: 'the-secret-of-the-app' });
  await place.onceAt(place.now + 120_000);
  expect((await place.store.listLeads({ limit: 10 })).items).toHaveLength(1);
});

import { describe, expect, test } from 'vitest';
import { runOnce } from '../../../src/app/run-worker.ts';
import { AppError } from '../../../src/base/app-error.ts';
import { LocalServer } from '../../delivery/local-server.ts';
import { formBody, formDelivery, operator } from '../../support/factories.ts';
import { english, inWords } from '../../support/saying.ts';
import { ADVERTISER, ConversionsUnderTest, DATASET, TOKEN } from './conversions-under-test.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The result of a request to Google Ads is requested after this time. */
const ASK_AFTER = 30 * MINUTE;

async function many(count: number, make: () => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await make());
  return ids;
}

describe('sending conversions', () => {
  test('each goes to its platform once, together with others, and ends as sent', async () => {
    await using it = await ConversionsUnderTest.create();
    const social = await many(3, () => it.socialConversion());
    const search = await many(2, () => it.searchConversion());
    expect(await it.send()).toMatchObject({ processed: 3, failed: 0, waiting: 2 });
    expect(await it.states(social)).toEqual(['enviada', 'enviada', 'enviada']);
    expect(it.socialRequests()).toEqual([3]);
    expect(it.searchRequests()).toEqual([2]);
    expect(await it.states(search)).toEqual(['pendente', 'pendente']);
    await it.send(ASK_AFTER);
    expect(await it.states(search)).toEqual(['pendente', 'pendente']);
    expect(await it.send(ASK_AFTER)).toMatchObject({ processed: 2, failed: 0, waiting: 0 });
    expect(await it.states(search)).toEqual(['enviada', 'enviada']);
    expect((await it.conversion(social[0] as string)).sentAt).toBe(it.now - 2 * ASK_AFTER);
    expect(it.search.server.count(/requestStatus/)).toBe(2);
    expect([it.social.conversions.accepted.length, it.search.conversions.accepted.length]).toEqual([3, 2]);
    expect(await it.send(HOUR)).toMatchObject({ processed: 0, failed: 0, waiting: 0 });
    expect([it.socialRequests(), it.searchRequests()]).toEqual([[3], [2]]);
  });

  test('one that the platform refuses is found by halves, and the others are taken', async () => {
    await using it = await ConversionsUnderTest.create();
    const good = await many(7, () => it.socialConversion());
    const bad = await it.socialConversion();
    it.social.directory.leads.delete((await it.conversion(bad)).lead.identity);
    const better = await many(2, () => it.socialConversion());
    await it.send();
    expect(await it.states([...good, ...better])).toEqual(Array(9).fill('enviada'));
    const refused = await it.conversion(bad);
    expect([refused.state, refused.fault?.code]).toEqual(['rejeitada', 'conversion_refused']);
    expect(english(refused.fault?.params)).toContain('lead_id is not a valid lead');
    expect(it.socialRequests()).toEqual([10, 5, 5, 3, 2, 1, 2]);
    expect(it.social.conversions.accepted.length).toBe(9);
    expect(it.social.conversions.duplicates).toEqual([]);
  });

  test('a batch of nothing but refused ones ends after a bounded number of requests, and the rest travels alone', async () => {
    await using it = await ConversionsUnderTest.create();
    const ids = await many(80, () => it.socialConversion());
    it.social.directory.leads.clear();
    expect(await it.send()).toMatchObject({ processed: 0, failed: 80 });
    const requests = it.socialRequests();
    expect(requests.length).toBeLessThan(170);
    expect(requests.slice(-20)).toEqual(Array(20).fill(1));
    expect(new Set(await it.states(ids))).toEqual(new Set(['rejeitada conversion_refused']));
  });

  test('a slow account ends its batch after 20 seconds, so that others can run, and the next batches finish the work', async () => {
    await using it = await ConversionsUnderTest.create();
    const good = await many(8, () => it.socialConversion());
    const bad = await many(8, () => it.socialConversion());
    for (const id of bad) it.social.directory.leads.delete((await it.conversion(id)).lead.identity);
    it.social.server.delay = async () => {
      it.now += 5_000;
    };
    await it.send();
    expect(it.socialRequests()).toEqual([16, 8, 8, 4]);
    await it.send();
    await it.send();
    await it.send();
    // The four that were refused last travel alone; the other four, which were not tried yet, stay together.
    expect(it.socialRequests().slice(4)).toEqual([4, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1]);
    expect(await it.states([...good, ...bad])).toEqual([...Array(8).fill('enviada'), ...Array(8).fill('rejeitada conversion_refused')]);
    expect(it.social.conversions.accepted.length).toBe(8);
  });

  test.each([
    ['first', 0],
    ['last', 15],
  ])('of 16 at an account that takes 20 seconds for each answer, the good half stays together if the %s is bad', async (_which, at) => {
    await using it = await ConversionsUnderTest.create();
    const ids = await many(16, () => it.socialConversion());
    it.social.directory.leads.delete((await it.conversion(ids[at] as string)).lead.identity);
    it.social.server.delay = async () => {
      it.now += 20_000;
    };
    for (let turns = 0; turns < 11; turns += 1) await it.send();
    expect(it.socialRequests()).toEqual([16, 8, 8, ...Array(8).fill(1)]);
    expect(await it.states(ids)).toEqual(ids.map((_id, index) => (index === at ? 'rejeitada conversion_refused' : 'enviada')));
    expect(it.social.conversions.accepted.length).toBe(15);
  });

  test('of a request that came out mixed each is sent again alone, and what was taken counts once', async () => {
    await using it = await ConversionsUnderTest.create();
    const good = await many(2, () => it.searchConversion());
    const bad = await it.searchConversion({ searchClickId: 'unknown-click' });
    await it.send();
    await it.send(ASK_AFTER);
    await it.send(ASK_AFTER);
    expect(it.searchRequests()).toEqual([3, 1, 1, 1]);
    for (let turns = 0; turns < 2; turns += 1) await it.send(ASK_AFTER);
    expect(await it.states(good)).toEqual(['enviada', 'enviada']);
    const rejected = await it.conversion(bad);
    expect(rejected.state).toBe('rejeitada');
    expect(english(rejected.fault?.params)).toContain('INVALID_GCLID');
    expect(it.search.conversions.accepted.length).toBe(2);
  });

  test('one that was sent before a crash is sent again with the same key, and counts once', async () => {
    await using it = await ConversionsUnderTest.create();
    const social = await it.socialConversion();
    const search = await it.searchConversion();
    const { finish } = it.store;
    // The process ends between the platform's answer and the write to the store.
    it.store.finish = async () => {
      throw Object.assign(new Error('gone'), { code: 'store_closed' });
    };
    const [job] = await Promise.allSettled([it.send()]);
    expect(job?.status).toBe('fulfilled');
    it.store.finish = finish;
    await it.send(2 * MINUTE);
    for (let turns = 0; turns < 3; turns += 1) await it.send(ASK_AFTER);
    expect(await it.states([social, search])).toEqual(['enviada', 'enviada']);
    expect(it.socialRequests()).toEqual([1, 1]);
    expect(it.searchRequests()).toEqual([1, 1]);
    expect([it.social.conversions.accepted.length, it.social.conversions.duplicates.length]).toEqual([1, 1]);
    expect(it.search.conversions.accepted.length).toBe(1);
  });
});

test('a request that the platform never decides is not asked about for ever', async () => {
  await using it = await ConversionsUnderTest.create();
  const id = await it.searchConversion();
  const isAsking = ({ path }: { path: string }): boolean => path.includes('requestStatus');
  it.search.server.fault({ when: isAsking, effect: { status: 200, body: '{}' } });
  await it.send();
  await it.send(7 * 24 * HOUR);
  expect(await it.states([id])).toEqual(['pendente']);
  await it.send(6 * HOUR);
  expect(await it.states([id])).toEqual(['pendente conversion_outcome_unknown']);
  expect((await it.store.queueSnapshot('conversoes', it.now)).parked).toBe(1);
  expect(await it.conversion(id)).toMatchObject({ requestId: null, requestedAt: null });
  await it.store.retryConversions([id], operator(it.now));
  await it.send();
  expect(it.searchRequests()).toEqual([1, 1]);
});

describe('conversions that Meta never answered', () => {
  /** Meta drops every call for 50 hours. */
  async function unanswered(it: ConversionsUnderTest): Promise<string> {
    const id = await it.socialConversion();
    using _fault = it.social.server.fault({ effect: 'hang_up' });
    for (const until = it.now + 53 * HOUR; it.now < until; ) await it.send(HOUR);
    return id;
  }

  test('wait for a person after 48 hours, who may send them again after looking', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await unanswered(it);
    expect(await it.states([id])).toEqual(['pendente conversion_outcome_unknown']);
    expect(english((await it.conversion(id)).fault?.params)).toContain(`\`lead-intake conversions retry ${id}\``);
    expect((await it.store.queueSnapshot('conversoes', it.now)).parked).toBe(1);
    // Only an operator can send it again: neither a success of the account nor the hourly probe does.
    const other = await it.socialConversion();
    for (let hours = 0; hours < 3; hours += 1) await it.send(HOUR);
    expect(await it.states([id, other])).toEqual(['pendente conversion_outcome_unknown', 'enviada']);
    expect(await it.store.retryConversions([id], operator(it.now))).toEqual([id]);
    await it.send();
    expect(await it.states([id])).toEqual(['enviada']);
  });

  test('are sent again when their job is named, and not with all others that are parked', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await unanswered(it);
    const parked = { queue: 'conversoes', parked: true } as const;
    expect(await it.store.retry(parked, operator(it.now))).toHaveLength(1);
    await it.send();
    expect(await it.states([id])).toEqual(['pendente conversion_outcome_unknown']);
    const [job] = await it.store.retry({ ...parked, errorCode: 'conversion_outcome_unknown' }, operator(it.now));
    expect(await it.conversion(id)).toMatchObject({ fault: null, uncertainSince: null });
    expect(await it.store.retry({ ids: [job ?? ''] }, operator(it.now))).toEqual([job]);
    await it.send();
    expect(await it.states([id])).toEqual(['enviada']);
  });
});

test('stages that come by event are sent like any other', async () => {
  await using it = await ConversionsUnderTest.create();
  it.search.directory.addClick({ id: 'Cj0-1', advertiserId: '1234567890', clickedAt: it.now - HOUR });
  const keys = { gclid: 'Cj0-1', email: 'ana@example.com' };
  for (const [id, event_type, more] of [
    ['e1', 'lead', {}],
    ['e2', 'lead_qualified', { occurred_at: it.now / 1_000 - 60 }],
    ['e3', 'sale', { order_id: 'p-9', valor: '2.600,50', occurred_at: it.now / 1_000 }],
  ] as const) {
    const body = formBody(id, { ...keys, ...more, event_type });
    await it.store.accept(formDelivery(id, { body, events: [{ eventType: event_type, identity: id }], receivedAt: it.now }));
  }
  await runOnce(it.context(), { queue: 'webhooks', batch: 10 }, new AbortController().signal);
  await it.send();
  for (let turns = 0; turns < 2; turns += 1) await it.send(ASK_AFTER);
  const { items } = await it.store.listConversions({ limit: 10 });
  expect(items.map(({ name, key, value, state, leadId }) => [name, key, value, state, leadId])).toEqual([
    ['sale', 'p-9', 2600.5, 'enviada', '1'],
    ['lead_qualified', 'e2', null, 'enviada', '1'],
  ]);
  expect(it.search.conversions.accepted.map(({ event }) => event['conversionValue'])).toEqual([undefined, 2600.5]);
});

describe('what is never sent', () => {
  test('conversions without consent, too old ones, and those nobody could be found by', async () => {
    await using it = await ConversionsUnderTest.create();
    const denied = await it.socialConversion({ consents: { ads: false } });
    const old = await it.socialConversion({}, it.now - 8 * 24 * HOUR);
    await it.send();
    expect(await it.states([denied, old])).toEqual(['rejeitada consent_denied', 'rejeitada conversion_too_old']);
    it.env = { ...it.env, CONVERSIONS_CONSENT: 'required' };
    const silent = await it.searchConversion();
    const granted = await it.searchConversion({ consents: { ads: true } });
    await it.send();
    expect(await it.states([silent, granted])).toEqual(['rejeitada consent_missing', 'pendente']);
    expect(it.socialRequests()).toEqual([]);
    expect(it.searchRequests()).toEqual([1]);
  });

  test('conversions of a person who withdrew consent before they were sent; what is reported after a new consent is sent', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await it.socialConversion({ consents: { ads: true } });
    const leadId = (await it.store.conversionTrail(id))?.conversion.leadId ?? '';
    const change = { leadId, purpose: null, act: 'retirado', at: it.now, reason: 'asked by email' } as const;
    await it.store.changeConsent(change, operator(it.now));
    await it.send();
    expect(await it.states([id])).toEqual(['rejeitada consent_denied']);
    expect(it.socialRequests()).toEqual([]);
    await it.store.changeConsent({ ...change, purpose: 'ads', act: 'concedido', at: it.now + 1 }, operator(it.now + 1));
    await it.store.retryConversions([id], operator(it.now + 1));
    await it.send();
    expect(await it.states([id])).toEqual(['enviada']);
  });

  test.each([
    [
      'withdraws consent',
      'rejeitada consent_denied',
      async (it: ConversionsUnderTest, leadId: string) =>
        await it.store.changeConsent({ leadId, purpose: null, act: 'retirado', at: it.now, reason: 'asked by email' }, operator(it.now)),
    ],
    [
      'is erased',
      // The request that was on its way then may have reached the platform.
      'enviada',
      async (it: ConversionsUnderTest, leadId: string) =>
        await it.store.erasePerson(
          { emails: [], phones: [], clickIds: [], leadIds: [leadId], clientId: null },
          'asked by email',
          operator(it.now),
          () => it.now,
        ),
    ],
  ])('a person who %s while a batch is being sent is in none of its later requests', async (_what, state, change) => {
    await using it = await ConversionsUnderTest.create();
    const [bad, good, person] = [await it.socialConversion(), await it.socialConversion(), await it.socialConversion()];
    it.social.directory.leads.delete((await it.conversion(bad)).lead.identity);
    const { lead } = await it.conversion(person);
    let changing: Promise<unknown> | undefined;
    it.social.server.delay = () => (changing ??= change(it, lead.id));
    await it.send();
    expect(await it.states([good, person])).toEqual(['enviada', state]);
    expect(it.social.conversions.accepted.length).toBe(1);
  });

  test('what a person withdraws for another purpose while a batch is being sent is told in its later requests', async () => {
    await using it = await ConversionsUnderTest.create();
    // Its result is requested first.
    await it.searchConversion();
    await it.send();
    const person = await it.searchConversion({ consents: { ad_personalization: true } });
    const { lead } = await it.conversion(person);
    const change = { leadId: lead.id, purpose: 'ad_personalization', act: 'retirado', at: it.now, reason: 'asked by email' } as const;
    let changing: Promise<unknown> | undefined;
    it.search.server.delay = () => (changing ??= it.store.changeConsent(change, operator(it.now)));
    await it.send(ASK_AFTER);
    const [, later] = it.search.server.calls.filter(({ request }) => request.path.endsWith('events:ingest'));
    expect(JSON.parse(later?.request.body.toString() ?? '')).toMatchObject({
      events: [{ consent: { adPersonalization: 'CONSENT_DENIED' } }],
    });
  });

  test('conversions of a platform that is not connected make no jobs, and wait', async () => {
    await using it = await ConversionsUnderTest.create();
    const { SOCIALADS_CONVERSIONS_TOKEN: _token, SEARCHADS_ACCOUNT_ID: _account, ...without } = it.env;
    const connected = it.env;
    it.env = without;
    const id = await it.socialConversion();
    expect(await it.send()).toMatchObject({ processed: 0, waiting: 0 });
    expect(it.logged.map(({ msg }) => msg).filter((line) => line.startsWith('no platform is connected'))).toHaveLength(1);
    expect((await it.store.queueSnapshot('conversoes', it.now)).waiting).toBe(0);
    it.env = connected;
    await it.send();
    expect(await it.states([id])).toEqual(['enviada']);
  });

  test('what was queued before its platform was disconnected waits for it, and goes on by itself', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await it.socialConversion();
    await it.store.enqueueConversions(['social_ads'], 500, it.now);
    const connected = it.env;
    it.env = { ...it.env, SOCIALADS_CONVERSIONS_TOKEN: '', SOCIALADS_DATASET_ID: '' };
    delete it.env['SOCIALADS_DATASET_ID'];
    await it.send();
    expect(await it.states([id])).toEqual(['pendente platform_not_connected']);
    it.env = connected;
    await it.send();
    expect(await it.states([id])).toEqual(['enviada']);
  });
});

describe('trouble of an account', () => {
  test('what never left this machine, or Meta itself answered with an error, is known not to be there; without its answer it may be', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await it.socialConversion();
    const { SOCIALADS_API_URL: url = '' } = it.env;
    const nobody = await LocalServer.http(() => undefined);
    it.env = { ...it.env, SOCIALADS_API_URL: nobody.origin };
    await nobody[Symbol.asyncDispose]();
    await it.send();
    expect(await it.conversion(id)).toMatchObject({ fault: { code: 'platform_unavailable' }, uncertainSince: null });
    it.env = { ...it.env, SOCIALADS_API_URL: url };
    it.social.fail({ code: 2 }, { times: 1 });
    await it.send(HOUR);
    expect(await it.conversion(id)).toMatchObject({ fault: { code: 'platform_unavailable' }, uncertainSince: null });
    it.social.server.fault({ times: 1, effect: { status: 502, body: 'Bad gateway' } });
    await it.send(4 * HOUR);
    expect(await it.conversion(id)).toMatchObject({ fault: { code: 'platform_unavailable' }, uncertainSince: it.now });
  });

  test('a conversion outlives 60 hours in which Meta answers that it is out of order', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await it.socialConversion();
    const fault = it.social.fail({ code: 2 });
    for (const until = it.now + 60 * HOUR; it.now < until; ) await it.send(HOUR);
    expect(await it.states([id])).toEqual(['pendente platform_unavailable']);
    fault.end();
    await it.send(5 * HOUR);
    expect(await it.states([id])).toEqual(['enviada']);
  });

  test('a database that cannot note it costs no conversion what the platform said, and none is sent twice for it', async () => {
    await using it = await ConversionsUnderTest.create();
    const ids = await many(3, () => it.socialConversion());
    const { noteAccount } = it.store;
    it.store.noteAccount = () => Promise.reject(new AppError('store_busy', 'Another process has locked the database.'));
    await it.send();
    it.store.noteAccount = noteAccount;
    expect(await it.states(ids)).toEqual(Array(3).fill('enviada'));
    expect(it.socialRequests()).toEqual([3]);
    expect(it.logged.map(({ msg }) => msg)).toContain('what the platform said of this account was not noted');
  });

  test('an error that is not about them costs no conversion: they wait for a person, and are sent when it is corrected', async () => {
    await using it = await ConversionsUnderTest.create();
    const ids = await many(3, () => it.socialConversion());
    it.env = { ...it.env, SOCIALADS_API_VERSION: 'v99.0' };
    await it.send();
    expect(await it.states(ids)).toEqual(Array(3).fill('pendente conversion_on_hold'));
    expect(english((await it.conversion(ids[0] as string)).fault?.params)).toMatch(/Unknown path components.*SOCIALADS_API_VERSION.*retry/);
    it.env = { ...it.env, SOCIALADS_API_VERSION: 'v26.0' };
    await it.store.retryConversions(ids, operator(it.now));
    await it.send();
    expect(await it.states(ids)).toEqual(Array(3).fill('enviada'));
  });

  test('a database that is busy while an unreachable account is to be tried makes no other account get anything twice', async () => {
    await using it = await ConversionsUnderTest.create();
    const away = await many(3, () => it.socialConversion());
    const ids = await many(2, () => it.searchConversion());
    const { noteAccount } = it.store;
    const fault = { code: 'platform_unavailable', params: inWords('Nobody answers.') };
    await noteAccount({ platform: 'social_ads', kind: 'dataset', id: DATASET }, { kind: 'away', until: it.now, fault }, it.now);
    it.store.noteAccount = (account, update, now) =>
      update.kind === 'probed'
        ? Promise.reject(new AppError('store_busy', 'Another process has locked the database.'))
        : noteAccount(account, update, now);
    await it.send();
    it.store.noteAccount = noteAccount;
    expect(it.searchRequests()).toEqual([2]);
    expect(await it.states([...ids, ...away])).toEqual(['pendente', 'pendente', ...Array(3).fill('pendente platform_unavailable')]);
    await it.send(HOUR);
    expect(await it.states(away)).toEqual(Array(3).fill('enviada'));
  });

  test('a throttled account is left alone until its pause is over, and no attempt is spent', async () => {
    await using it = await ConversionsUnderTest.create();
    const ids = await many(2, () => it.socialConversion());
    const other = await it.searchConversion();
    using _fault = it.social.fail({ code: 80_005, message: 'There have been too many calls.' }, { times: 1 });
    await it.send();
    expect(await it.states([...ids, other])).toEqual(['pendente platform_throttled', 'pendente platform_throttled', 'pendente']);
    ids.push(await it.socialConversion());
    await it.send(MINUTE);
    expect(it.socialRequests()).toEqual([2]);
    await it.send(10 * MINUTE);
    expect(await it.states(ids)).toEqual(['enviada', 'enviada', 'enviada']);
    expect(it.socialRequests()).toEqual([2, 3]);
    expect(await attempts(it, ids)).toEqual([1, 1, 1]);
  });

  test('a pause of an account ends when a clock that was ahead is set back', async () => {
    await using it = await ConversionsUnderTest.create();
    const happenedAt = it.now;
    it.now += 20 * HOUR;
    const ids = [await it.socialConversion({}, happenedAt), await it.searchConversion({}, happenedAt)];
    it.social.server.fault({ times: 1, effect: { status: 429, body: 'slow', headers: { 'retry-after': '60' } } });
    const fault = { code: 'platform_unavailable', params: inWords('Nobody answers.') };
    const advertiser = { platform: 'search_ads', kind: 'ads_account', id: ADVERTISER } as const;
    await it.store.noteAccount(advertiser, { kind: 'away', until: it.now + MINUTE, fault }, it.now);
    await it.send();
    expect([it.socialRequests(), it.searchRequests()]).toEqual([[1], []]);
    it.now -= 20 * HOUR;
    await it.send();
    expect([it.socialRequests(), it.searchRequests()]).toEqual([[1, 1], [1]]);
    expect(await it.states(ids)).toEqual(['enviada', 'pendente']);
    // Otherwise it would count as unreachable once the clock is there again.
    expect((await it.store.listAccounts()).map(({ awaySince }) => awaySince)).toEqual([null, null]);
  });

  test('a credential that is replaced while it is refused is not taken for a refused one', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await it.searchConversion();
    const isToken = ({ path }: { path: string }): boolean => it.search.tokenUrl.endsWith(path);
    const when = (request: { path: string }): boolean => {
      if (isToken(request)) it.writeCredentials();
      return isToken(request);
    };
    it.search.server.fault({ when, times: 1, effect: { status: 400, body: '{"error":"invalid_grant"}' } });
    await it.send();
    await it.send(1);
    expect((await it.store.listAccounts()).filter(({ refusedSince }) => refusedSince !== null)).toEqual([]);
    expect(it.searchRequests()).toEqual([1]);
    expect(await it.conversion(id)).toMatchObject({ state: 'pendente', fault: null });
  });

  test('a dead token parks its conversions with one alarm, and they go on when it is replaced', async () => {
    await using it = await ConversionsUnderTest.create();
    const ids = await many(2, () => it.socialConversion());
    it.social.refuseToken(TOKEN);
    await it.send();
    ids.push(await it.socialConversion());
    await it.send(30_000);
    expect(await it.states(ids)).toEqual(Array(3).fill('pendente credential_refused'));
    expect(it.socialRequests()).toEqual([2]);
    expect(it.logged.filter(({ level }) => level === 50)).toHaveLength(1);
    expect((await it.store.queueSnapshot('conversoes', it.now)).parked).toBe(3);
    it.social.directory.addToken({ token: 'dataset-token-0002', datasetIds: '*' });
    it.env = { ...it.env, SOCIALADS_CONVERSIONS_TOKEN: 'dataset-token-0002' };
    await it.send(HOUR);
    expect(await it.states(ids)).toEqual(Array(3).fill('enviada'));
    expect(it.social.conversions.accepted.length).toBe(3);
  });

  test('a permission that is given back needs no other token: the next conversion asks again, and frees the others', async () => {
    await using it = await ConversionsUnderTest.create();
    const first = await it.socialConversion();
    const fault = it.social.fail({ code: 10, message: 'Application does not have permission for this action' });
    await it.send();
    const second = await it.socialConversion();
    await it.send(2 * MINUTE);
    expect(it.socialRequests()).toEqual([1, 1]);
    fault.end();
    const third = await it.socialConversion();
    await it.send(2 * MINUTE);
    await it.send();
    expect(await it.states([first, second, third])).toEqual(Array(3).fill('enviada'));
    expect(it.logged.filter(({ level }) => level === 50)).toHaveLength(1);
  });

  test('conversions outlive an outage of six hours, with few attempts allowed', async () => {
    await using it = await ConversionsUnderTest.create();
    it.env = { ...it.env, QUEUE_MAX_ATTEMPTS: '3' };
    const ids = [...(await many(3, () => it.socialConversion())), await it.searchConversion()];
    const faults = [it.social, it.search].map(({ server }) => server.fault({ effect: 'hang_up' }));
    for (const until = it.now + 6 * HOUR; it.now < until; ) await it.send(MINUTE);
    expect(await it.states(ids)).toEqual(Array(4).fill('pendente platform_unavailable'));
    for (const fault of faults) fault.end();
    // After six hours the longest pause is four hours, and the result from Google Ads takes another one or two.
    for (const until = it.now + 8 * HOUR; it.now < until; ) await it.send(MINUTE * 10);
    expect(await it.states(ids)).toEqual(Array(4).fill('enviada'));
    expect(it.social.conversions.accepted.length).toBe(3);
  });

  test('an outage of six hours is found out by a few requests for five hundred conversions, with one alarm', async () => {
    await using it = await ConversionsUnderTest.create();
    const ids = await many(500, () => it.searchConversion());
    const fault = it.search.server.fault({ effect: 'hang_up' });
    for (const until = it.now + 6 * HOUR; it.now < until; ) await it.send(5 * MINUTE, 20);
    expect(fault.hits).toBeGreaterThan(20);
    expect(fault.hits).toBeLessThan(60);
    expect(it.logged.filter(({ level }) => level === 50)).toHaveLength(1);
    fault.end();
    await it.send(20 * MINUTE);
    await it.send(MINUTE);
    expect(it.searchRequests().reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(500);
    for (const until = it.now + 2 * HOUR; it.now < until; ) await it.send(30 * MINUTE);
    expect(new Set(await it.states(ids))).toEqual(new Set(['enviada']));
  });

  test('one that alone upsets the platform takes no other with it, and ends after 72 hours', async () => {
    await using it = await ConversionsUnderTest.create();
    it.env = { ...it.env, QUEUE_MAX_ATTEMPTS: '4' };
    const ids = await many(3, () => it.searchConversion());
    const poison = (await it.conversion(ids[1] as string)).lead.searchClickId ?? '';
    using fault = it.search.server.fault({ when: ({ body }) => body.includes(poison), effect: { status: 500, body: '{}' } });
    const statesAfter = async (hours: number): Promise<readonly string[]> => {
      for (const until = it.now + hours * HOUR; it.now < until; ) await it.send(HOUR);
      return await it.states(ids);
    };
    expect(await statesAfter(12)).toEqual(['enviada', 'pendente platform_unavailable', 'enviada']);
    expect(await statesAfter(58)).toEqual(['enviada', 'pendente platform_unavailable', 'enviada']);
    expect(await statesAfter(8)).toEqual(['enviada', 'rejeitada platform_unavailable', 'enviada']);
    expect(english((await it.conversion(ids[1] as string)).fault?.params)).toContain('lead-intake stopped after 72 hours.');
    expect(fault.hits).toBeGreaterThan(20);
  });
});

/** The attempt of each conversion's last job that sent it. */
async function attempts(it: ConversionsUnderTest, ids: readonly string[]): Promise<readonly (number | undefined)[]> {
  const trails = await Promise.all(ids.map((id) => it.store.conversionTrail(id)));
  return trails.map((trail) => trail?.jobs.at(-1)?.attempts);
}

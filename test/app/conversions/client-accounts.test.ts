import { expect, test } from 'vitest';
import { clientConnections } from '../../../src/app/client-accounts/client-connections.ts';
import { connectClientAccount } from '../../../src/app/client-accounts/connect-client-account.ts';
import { runWorker } from '../../../src/app/run-worker.ts';
import type { NewClientAccount } from '../../../src/domain/client-connections.ts';
import { CONVERSION_QUEUE } from '../../../src/domain/job.ts';
import { claimOne, finishLead, processEvent } from '../../store-contract/steps.ts';
import { leadFields, leadIntent, newConversion, operator, QUEUE } from '../../support/factories.ts';
import { english } from '../../support/saying.ts';
import { ACTION, ADVERTISER, ConversionsUnderTest, DATASET, TOKEN } from './conversions-under-test.ts';

const MINUTE = 60_000;
const OTHER_DATASET = '990011223344557';
const OTHER_TOKEN = 'dataset-token-of-the-other-client';
const OTHER_ADVERTISER = '2223334445';
const OTHER_ACTION = '88';
const WAITS = 'pendente client_not_connected';

/** Clients 1, 2 and 3, and the accounts they could be connected to. */
async function threeClients(): Promise<ConversionsUnderTest> {
  const it = await ConversionsUnderTest.create();
  for (const id of ['2', '3']) await it.store.addClient({ id, name: `Cliente ${id}` }, operator());
  it.social.directory.addDataset({ id: OTHER_DATASET, token: OTHER_TOKEN });
  it.search.directory.addAdvertiser({ id: OTHER_ADVERTISER, actions: [OTHER_ACTION] });
  it.env = { ...it.env, CREDENTIALS_KEY: 'a-key-of-at-least-thirty-two-characters' };
  return it;
}

function connect(it: ConversionsUnderTest, given: Partial<NewClientAccount> & { readonly clientId: string }) {
  const account = { platform: 'social_ads', kind: 'dataset', id: OTHER_DATASET } as const;
  const defaults = {
    account,
    credential: OTHER_TOKEN,
    loginAccountId: null,
    conversionActions: new Map<string, string>(),
    isChecked: false,
  };
  return connectClientAccount(it.context(), { ...defaults, ...given }, operator(it.now));
}

function connectAdvertiser(
  it: ConversionsUnderTest,
  clientId: string,
  credential: string | null = null,
  choices: Pick<NewClientAccount, 'enhancedLeads'> = {},
) {
  const account = { platform: 'search_ads', kind: 'ads_account', id: OTHER_ADVERTISER } as const;
  return connect(it, { clientId, account, credential, conversionActions: new Map([['*', OTHER_ACTION]]), ...choices });
}

async function ofClient(it: ConversionsUnderTest, clientId: string, make = () => it.socialConversion()): Promise<string> {
  it.clientId = clientId;
  return await make();
}

/** What each dataset and each Google Ads account received, by conversion id. */
function received(it: ConversionsUnderTest): Record<string, number> {
  const places = [
    ...it.social.conversions.accepted.map((one) => one.datasetId),
    ...it.search.conversions.accepted.map((one) => one.advertiserId),
  ];
  return Object.fromEntries([...Map.groupBy(places, (place) => place)].map(([place, all]) => [place, all.length]));
}

async function settle(it: ConversionsUnderTest): Promise<void> {
  for (let rounds = 0; rounds < 4; rounds += 1) await it.send(MINUTE * 60);
}

test('each conversion goes to the account of its own client, in requests that carry no other client', async () => {
  await using it = await threeClients();
  it.env = { ...it.env, ACCOUNTS_CLIENT: '1' };
  await connect(it, { clientId: '2' });
  await connectAdvertiser(it, '2');
  const ids: string[] = [];
  for (const clientId of ['1', '2', '3', '1', '2']) {
    ids.push(await ofClient(it, clientId));
    const advertiser = clientId === '2' ? OTHER_ADVERTISER : ADVERTISER;
    ids.push(await ofClient(it, clientId, () => it.searchConversion({}, it.now, advertiser)));
  }
  await settle(it);
  const sent = ['enviada', 'enviada'];
  expect(await it.states(ids)).toEqual([...sent, ...sent, WAITS, WAITS, ...sent, ...sent]);
  expect(received(it)).toEqual({ [DATASET]: 2, [OTHER_DATASET]: 2, [ADVERTISER]: 2, [OTHER_ADVERTISER]: 2 });
  expect(it.socialRequests()).toEqual([2, 2]);
  expect(it.search.conversions.accepted.map(({ advertiserId, actionId }) => `${advertiserId} ${actionId}`).toSorted()).toEqual([
    ...Array(2).fill(`${ADVERTISER} ${ACTION}`),
    ...Array(2).fill(`${OTHER_ADVERTISER} ${OTHER_ACTION}`),
  ]);
});

test('an account that is connected while another one is being sent to gets what waited for it', async () => {
  await using it = await threeClients();
  it.env = { ...it.env, ACCOUNTS_CLIENT: '1' };
  const ids = [await ofClient(it, '1'), await ofClient(it, '2'), await ofClient(it, '3')];
  let connecting: Promise<unknown> | undefined;
  it.social.server.delay = () => (connecting ??= connect(it, { clientId: '2' }));
  await it.send();
  expect(await it.states(ids)).toEqual(['enviada', 'enviada', WAITS]);
  expect(received(it)).toEqual({ [DATASET]: 1, [OTHER_DATASET]: 1 });
});

test('several clients and no word whose the accounts of the settings are: nothing is sent, and each conversion says what to do', async () => {
  await using it = await threeClients();
  const ids = [await ofClient(it, '1'), await ofClient(it, '2')];
  await it.send();
  expect(await it.states(ids)).toEqual([WAITS, WAITS]);
  expect(english((await it.conversion(ids[1] ?? '')).fault?.params)).toMatch(
    /^Client 2 has no Meta dataset .*client connect 2 --dataset ID`, or set ACCOUNTS_CLIENT/,
  );
  expect(await it.store.countWaitingForAccount()).toEqual([
    { clientId: '1', count: 1 },
    { clientId: '2', count: 1 },
  ]);
  it.env = { ...it.env, ACCOUNTS_CLIENT: '2' };
  await it.send(MINUTE);
  expect(await it.states(ids)).toEqual([WAITS, 'enviada']);
  it.env = { ...it.env, ACCOUNTS_CLIENT: 'all' };
  await it.send(MINUTE);
  expect(await it.states(ids)).toEqual(['enviada', 'enviada']);
  expect(received(it)).toEqual({ [DATASET]: 2 });
});

test('a client with accounts of its own says what is told of its leads, and the settings say it for the others', async () => {
  await using it = await ConversionsUnderTest.create({ attribution: 'every', enhancedLeads: 'all', initialStage: 'lead' });
  for (const id of ['2', '3']) await it.store.addClient({ id, name: `Cliente ${id}` }, operator());
  it.env = { ...it.env, CREDENTIALS_KEY: 'a-key-of-at-least-thirty-two-characters' };
  const dataset = { platform: 'social_ads', kind: 'dataset', id: OTHER_DATASET } as const;
  await connect(it, { clientId: '2', account: dataset, initialStage: 'new_lead' });
  await connectAdvertiser(it, '3');
  const begins = { origin: 'social_ads', initialStageAt: it.now } as const;
  const contact = { fields: leadFields({ email: 'ana@example.com', emailNormalized: 'ana@example.com' }), conversion: newConversion() };
  for (const clientId of ['1', '2', '3']) {
    const owner = { clientId, userId: null, campaignId: null };
    await processEvent(it.store, `form-${clientId}`, leadIntent(`form-${clientId}`, { ...owner, ...begins }), it.now);
    await processEvent(it.store, `own-${clientId}`, leadIntent(`own-${clientId}`, { ...owner, ...contact }), it.now);
  }
  const told = async (): Promise<readonly string[]> =>
    (await it.store.listConversions({ limit: 20 })).items
      .map(({ clientId, platform, name }) => `${clientId} ${platform} ${name}`)
      .toReversed();
  expect(await told()).toEqual([
    '1 social_ads lead',
    '1 search_ads venda',
    '2 social_ads new_lead',
    '2 search_ads venda',
    '3 social_ads lead',
    '3 null venda',
  ]);
  // Reconnecting without options keeps what was set before.
  await connectAdvertiser(it, '3', null, { enhancedLeads: true });
  await connectAdvertiser(it, '3');
  await connect(it, { clientId: '2', account: dataset });
  expect((await it.store.listClientAccounts()).map(({ enhancedLeads, initialStage }) => [enhancedLeads, initialStage])).toEqual([
    [false, 'new_lead'],
    [true, null],
  ]);
  await connect(it, { clientId: '2', account: dataset, initialStage: null });
  const more = { clientId: '2', userId: null, campaignId: null, ...begins };
  await processEvent(it.store, 'form-4', leadIntent('form-4', more), it.now);
  const owner = { clientId: '3', userId: null, campaignId: null };
  await processEvent(it.store, 'own-4', leadIntent('own-4', { ...owner, ...contact }), it.now);
  expect((await told()).slice(6)).toEqual(['3 search_ads venda']);
});

test('whether a lead begins with a stage is up to its own client, also when its event runs again after its campaign went to another', async () => {
  await using it = await ConversionsUnderTest.create({ attribution: 'every', enhancedLeads: [], initialStage: null });
  await it.store.addClient({ id: '2', name: 'Cliente 2' }, operator());
  it.env = { ...it.env, CREDENTIALS_KEY: 'a-key-of-at-least-thirty-two-characters' };
  await connect(it, { clientId: '2', account: { platform: 'social_ads', kind: 'dataset', id: OTHER_DATASET }, initialStage: 'new_lead' });
  const of = (clientId: string) => leadIntent('a', { clientId, origin: 'social_ads', initialStageAt: it.now });
  const { eventId } = await processEvent(it.store, 'a', of('1'), it.now);
  await it.store.replay([eventId], QUEUE, operator(it.now));
  expect(await finishLead(it.store, await claimOne(it.store, { now: it.now }), of('2'), it.now)).toBe('processed');
  expect((await it.store.listConversions({ limit: 20 })).items).toEqual([]);
});

test('an account that works again brings back its own conversions only', async () => {
  await using it = await threeClients();
  it.env = { ...it.env, ACCOUNTS_CLIENT: '1' };
  await connect(it, { clientId: '2' });
  const ids = [await ofClient(it, '1'), await ofClient(it, '2')];
  const refused = [DATASET, OTHER_DATASET].map((path) => it.social.fail({ code: 10, message: 'No permission.' }, { path }));
  await it.send();
  expect(await it.states(ids)).toEqual(Array(2).fill('pendente credential_refused'));
  refused[0]?.end();
  ids.push(await ofClient(it, '1'));
  await it.send(2 * MINUTE);
  await it.send();
  expect(await it.states(ids)).toEqual(['enviada', 'pendente credential_refused', 'enviada']);
  // The other account was not called.
  expect(refused[1]?.hits).toBe(1);
});

test('what waited for an account that nobody uses any more goes to the one that took its place', async () => {
  await using it = await ConversionsUnderTest.create();
  it.env = { ...it.env, SOCIALADS_DATASET_ID: '12345', CREDENTIALS_KEY: 'a-key-of-at-least-thirty-two-characters' };
  const ids = [await it.socialConversion(), await it.socialConversion()];
  await it.send();
  expect(await it.states(ids)).toEqual(Array(2).fill('pendente credential_refused'));
  // The dataset id was wrong.
  it.env = { ...it.env, SOCIALADS_DATASET_ID: DATASET };
  await it.send(MINUTE);
  expect(await it.states(ids)).toEqual(Array(2).fill('enviada'));
  it.social.directory.addDataset({ id: OTHER_DATASET, token: OTHER_TOKEN });
  await connect(it, { clientId: '1' });
  it.social.fail({ code: 10, message: 'No permission.' }, { path: OTHER_DATASET });
  ids.push(await it.socialConversion(), await it.socialConversion());
  await it.send(MINUTE);
  const client = { id: '1', name: 'Um', createdAt: it.now };
  await clientConnections(it.context()).disconnect(
    { platform: 'social_ads', kind: 'dataset', id: OTHER_DATASET },
    client,
    operator(it.now),
  );
  await it.send(MINUTE);
  expect(await it.states(ids)).toEqual(Array(4).fill('enviada'));
});

test('an agency may open the accounts of its clients with the credential of the settings', async () => {
  await using it = await threeClients();
  it.social.directory.addToken({ token: TOKEN, datasetIds: '*' });
  const { SOCIALADS_DATASET_ID: _dataset, SEARCHADS_ACCOUNT_ID: _account, ...env } = it.env;
  it.env = env;
  await connect(it, { clientId: '2', credential: null });
  await connectAdvertiser(it, '3');
  const ids = [await ofClient(it, '2'), await ofClient(it, '3', () => it.searchConversion({}, it.now, OTHER_ADVERTISER))];
  await settle(it);
  expect(await it.states(ids)).toEqual(['enviada', 'enviada']);
  it.env = { ...env, SOCIALADS_CONVERSIONS_TOKEN: '' };
  delete it.env['SOCIALADS_CONVERSIONS_TOKEN'];
  const later = await ofClient(it, '2');
  await it.send();
  expect(await it.states([later])).toEqual([WAITS]);
  expect(english((await it.conversion(later)).fault?.params)).toContain('SOCIALADS_CONVERSIONS_TOKEN is not set');
});

test('a sealed credential that the key does not open keeps the conversions, and no other credential is used instead', async () => {
  await using it = await threeClients();
  it.social.directory.addToken({ token: TOKEN, datasetIds: '*' });
  await connect(it, { clientId: '2' });
  it.env = { ...it.env, CREDENTIALS_KEY: 'another-key-of-at-least-thirty-two-letters' };
  const id = await ofClient(it, '2');
  await it.send();
  expect(await it.states([id])).toEqual([WAITS]);
  expect(received(it)).toEqual({});
  it.env = { ...it.env, CREDENTIALS_KEY: 'a-key-of-at-least-thirty-two-characters' };
  await it.send(MINUTE);
  expect(received(it)).toEqual({ [OTHER_DATASET]: 1 });
});

test("a worker that runs takes over what is connected, replaced and disconnected, and never asks another client's account", async () => {
  await using it = await threeClients();
  it.env = { ...it.env, ACCOUNTS_CLIENT: '1' };
  const stop = new AbortController();
  const work = { queue: CONVERSION_QUEUE, concurrency: 1, batch: 100, sleepMs: 3_000, stopWhenEmpty: false };
  const running = runWorker(it.context(), work, stop.signal);
  const reaches = async (id: string, state: string): Promise<void> => {
    for (;;) {
      const since = it.store.changeToken();
      if ((await it.states([id]))[0] === state) return;
      await it.store.waitForChange({ since, timeoutMs: 5_000, signal: stop.signal });
    }
  };
  const first = await ofClient(it, '2');
  await reaches(first, WAITS);
  expect(await connect(it, { clientId: '2' })).toMatchObject({ resumed: 1 });
  await reaches(first, 'enviada');
  const third = '990011223344558';
  it.social.directory.addDataset({ id: third, token: 'dataset-token-0003' });
  await connect(it, { clientId: '2', account: { platform: 'social_ads', kind: 'dataset', id: third }, credential: 'dataset-token-0003' });
  await reaches(await ofClient(it, '2'), 'enviada');
  await it.store.disconnectClientAccount({ platform: 'social_ads', kind: 'dataset', id: third }, operator());
  await reaches(await ofClient(it, '2'), WAITS);
  stop.abort();
  await running;
  expect(received(it)).toEqual({ [OTHER_DATASET]: 1, [third]: 1 });
});

test('a request that the account before took is not asked of the new one: the conversion is sent to it', async () => {
  await using it = await threeClients();
  it.env = { ...it.env, ACCOUNTS_CLIENT: '1' };
  const third = '3334445556';
  it.search.directory.addAdvertiser({ id: third, actions: ['99'] });
  await connectAdvertiser(it, '2');
  const id = await ofClient(it, '2', () => it.searchConversion({}, it.now, third));
  await it.send();
  expect(await it.conversion(id)).toMatchObject({ requestId: expect.any(String), account: `search_ads/ads_account/${OTHER_ADVERTISER}` });
  const account = { platform: 'search_ads', kind: 'ads_account', id: third } as const;
  await connect(it, {
    clientId: '2',
    account,
    credential: JSON.stringify(it.search.oauth.serviceAccount()),
    conversionActions: new Map([['*', '99']]),
  });
  await settle(it);
  expect(await it.states([id])).toEqual(['enviada']);
  expect(received(it)[third]).toBe(1);
});

test('the consent rule of a client counts for its leads, and that of the settings for all others', async () => {
  await using it = await threeClients();
  it.env = { ...it.env, ACCOUNTS_CLIENT: 'all' };
  await it.store.setClientConsent('2', { mode: 'required', keys: ['marketing_x'] }, operator());
  const silent = [await ofClient(it, '1'), await ofClient(it, '2')];
  const agreed = await ofClient(it, '2', () => it.socialConversion({ consents: { marketing_x: true } }));
  const refused = await ofClient(it, '1', () => it.socialConversion({ consents: { marketing_x: false } }));
  await it.send();
  expect(await it.states([...silent, agreed, refused])).toEqual(['enviada', 'rejeitada consent_missing', 'enviada', 'enviada']);
  expect(english((await it.conversion(silent[1] ?? '')).fault?.params)).toContain("which the client's consent rule requires");
});

test('a refused account of one client holds up no other, and is asked again with a conversion of its own', async () => {
  await using it = await threeClients();
  it.env = { ...it.env, ACCOUNTS_CLIENT: '1' };
  await connect(it, { clientId: '2' });
  const isOther = ({ path }: { path: string }): boolean => path.includes(OTHER_DATASET);
  const body = JSON.stringify({ error: { message: 'Application does not have permission for this action', code: 10 } });
  const fault = it.social.server.fault({ when: isOther, effect: { status: 403, body } });
  const waiting = await ofClient(it, '2');
  const sent = await ofClient(it, '1');
  await it.send();
  expect(await it.states([waiting, sent])).toEqual(['pendente credential_refused', 'enviada']);
  fault.end();
  await it.send(60 * MINUTE);
  expect(await it.states([waiting])).toEqual(['enviada']);
  expect(it.logged.filter(({ level }) => level === 50)).toHaveLength(1);
});

test("what cannot be connected says so: no key, no credential in the settings, no credential at all, another client's account", async () => {
  await using it = await threeClients();
  it.env = { ...it.env, ACCOUNTS_CLIENT: '1' };
  const account = { platform: 'social_ads', kind: 'dataset', id: DATASET } as const;
  await expect(connect(it, { clientId: '2', account })).rejects.toMatchObject({ code: 'conflict' });
  await expect(connectAdvertiser(it, '2', '{"type":"other"}')).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(connect(it, { clientId: '9' })).rejects.toMatchObject({ code: 'not_found' });
  delete it.env['CREDENTIALS_KEY'];
  await expect(connect(it, { clientId: '2' })).rejects.toMatchObject({ code: 'configuration_invalid' });
  delete it.env['SOCIALADS_CONVERSIONS_TOKEN'];
  await expect(connect(it, { clientId: '2', credential: null })).rejects.toMatchObject({ code: 'configuration_invalid' });
  expect(await it.store.listClientAccounts()).toEqual([]);
});

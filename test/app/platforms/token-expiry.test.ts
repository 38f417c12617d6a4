import { expect, test } from 'vitest';
import { TOKEN_EXPIRY_TASK, watchTokenExpiry } from '../../../src/app/platforms/token-expiry.ts';
import { APP_ID } from '../../platforms/social/directory.ts';
import { T0 } from '../../support/factories.ts';
import { AnswersUnderTest, OTHER_PAGE, PAGE, TOKEN } from '../lead-answers/answers-under-test.ts';

const DAY = 86_400_000;
const SECRET = 'the-secret-of-the-app';
const APP = { SOCIALADS_APP_ID: APP_ID, WEBHOOK_SOCIALADS_SECRET: SECRET };

/** Runs one round; the wait for the next one ends with the test. */
async function asked(place: AnswersUnderTest): Promise<void> {
  const stop = new AbortController();
  await watchTokenExpiry(place.context(), stop.signal, { random: () => 0, wait: async () => stop.abort() });
}

/** A round one hour after the next one was due. */
function laterRound(place: AnswersUnderTest): Promise<void> {
  place.now += 7 * 3_600_000;
  return asked(place);
}

async function place(settings: Readonly<Record<string, string>> = {}): Promise<AnswersUnderTest> {
  const it = await AnswersUnderTest.create({ ...APP, ...settings });
  it.platform.directory.app = { id: APP_ID, secret: SECRET, requiresProof: false };
  it.platform.directory.addToken({ token: TOKEN, pageIds: [PAGE], expiresAt: T0 + 60 * DAY, dataAccessExpiresAt: T0 + 3 * DAY });
  return it;
}

const PAGE_ACCOUNT = { platform: 'social_ads', kind: 'page', id: PAGE } as const;

test('what ends soon is said, what was renewed is not, and no token is shown; also where leads are never compared', async () => {
  await using it = await place({ SOCIALADS_RECONCILE_HOURS: '0' });
  await asked(it);
  expect([(await it.account(PAGE))?.expiresAt, (await it.account(OTHER_PAGE))?.expiresAt ?? null]).toEqual([T0 + 3 * DAY, null]);
  const said = it.log.filter(({ line }) => JSON.stringify(line).includes('expires soon'));
  expect(said).toMatchObject([{ level: 'warn', line: [{ page: PAGE, days: 3 }, expect.any(String)] }]);
  expect(JSON.stringify(it.log)).not.toContain(TOKEN);
  expect(await it.store.taskDoneAt(TOKEN_EXPIRY_TASK)).toBe(T0);
  it.platform.directory.addToken({ token: TOKEN, pageIds: [PAGE] });
  await laterRound(it);
  expect((await it.account(PAGE))?.expiresAt).toBeNull();
});

test('a worker asks, though SOCIALADS_RECONCILE_HOURS is 0', async () => {
  await using it = await place({ SOCIALADS_RECONCILE_HOURS: '0' });
  const working = it.work();
  await it.until(async () => (await it.account(PAGE))?.expiresAt === T0 + 3 * DAY);
  it.stop.abort();
  await working;
});

test('a token of the settings that another app made takes the place of one that ended: nothing is known of its end', async () => {
  await using it = await place();
  await asked(it);
  it.platform.directory.addToken({ token: TOKEN, pageIds: [PAGE], isOfAnotherApp: true });
  await laterRound(it);
  expect((await it.account(PAGE))?.expiresAt).toBeNull();
});

test('of a token that nobody may inspect any more, because the app is not set, no end is known', async () => {
  await using it = await place({ SOCIALADS_APP_ID: '' });
  await it.store.noteAccount(PAGE_ACCOUNT, { kind: 'expires', at: T0 + 3 * DAY }, T0);
  await asked(it);
  expect((await it.account(PAGE))?.expiresAt).toBeNull();
  expect(it.platform.server.count(/debug_token/)).toBe(0);
});

test('a wrong app secret, or a platform that is away, says nothing of a token: what was known is kept', async () => {
  await using it = await place();
  await asked(it);
  it.platform.directory.app = { id: APP_ID, secret: 'another-secret', requiresProof: false };
  await laterRound(it);
  expect((await it.account(PAGE))?.expiresAt).toBe(T0 + 3 * DAY);
  const doneAt = await it.store.taskDoneAt(TOKEN_EXPIRY_TASK);
  using _away = it.platform.server.fault({ effect: 'hang_up' });
  await laterRound(it);
  expect((await it.account(PAGE))?.expiresAt).toBe(T0 + 3 * DAY);
  expect(await it.store.taskDoneAt(TOKEN_EXPIRY_TASK)).toBe(doneAt);
});

test('whoever lost the work over something slow asks no further', async () => {
  await using it = await place({ SOCIALADS_DATASET_ID: '990000000000001', SOCIALADS_CONVERSIONS_TOKEN: 'EAA-dataset-token' });
  it.platform.directory.addToken({ token: 'EAA-dataset-token', datasetIds: ['990000000000001'], expiresAt: T0 + 5 * DAY });
  await using other = it.openStore();
  const noteAccount: AnswersUnderTest['store']['noteAccount'] = async (...noted) => {
    const isNews = await it.store.noteAccount(...noted);
    it.now += 700_000;
    await other.takeTask(TOKEN_EXPIRY_TASK, 'other', it.now + DAY, it.now);
    return isNews;
  };
  const stop = new AbortController();
  const context = { ...it.context(), store: { ...it.store, noteAccount } };
  await watchTokenExpiry(context, stop.signal, { random: () => 0, wait: async () => stop.abort() });
  expect(it.platform.server.count(/debug_token/)).toBe(1);
  expect(await it.store.taskDoneAt(TOKEN_EXPIRY_TASK)).toBeNull();
});

test('tokens of datasets are asked about too, those of clients included', async () => {
  await using it = await place({ SOCIALADS_DATASET_ID: '990000000000001', SOCIALADS_CONVERSIONS_TOKEN: 'EAA-dataset-token' });
  it.platform.directory.addToken({ token: 'EAA-dataset-token', datasetIds: ['990000000000001'], expiresAt: T0 + 5 * DAY });
  await asked(it);
  const datasets = (await it.store.listAccounts()).filter(({ kind }) => kind === 'dataset');
  expect(datasets).toMatchObject([{ id: '990000000000001', expiresAt: T0 + 5 * DAY }]);
});

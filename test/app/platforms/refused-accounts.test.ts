import { expect, test } from 'vitest';
import { openConversionSenders } from '../../../src/app/conversions/conversion-senders.ts';
import { type AskedAccount, RefusedAccounts } from '../../../src/app/platforms/refused-accounts.ts';
import { AppError } from '../../../src/base/app-error.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../../src/domain/job.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { T0 } from '../../support/factories.ts';
import { ConversionsUnderTest, TOKEN } from '../conversions/conversions-under-test.ts';
import { AnswersUnderTest, OTHER_PAGE, PAGE } from '../lead-answers/answers-under-test.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;

const FORBIDDEN = { code: 10, message: 'Application does not have permission for this action' };
const SWITCHED_OFF = { code: 403, status: 'PERMISSION_DENIED', message: 'Data Manager API is disabled.', reason: 'SERVICE_DISABLED' };

/** As another process sees them. */
function asSeenBy(it: ConversionsUnderTest, accounts: () => readonly AskedAccount[], store: Store = it.store): RefusedAccounts {
  const { clock, log } = it.context();
  return new RefusedAccounts({ store, queue: CONVERSION_QUEUE, clock, log, accounts, onTrouble: () => {} });
}

async function parked(it: ConversionsUnderTest): Promise<number> {
  return (await it.store.queueSnapshot(CONVERSION_QUEUE, it.now)).parked;
}

/** Three conversions that wait because the platform withdrew a permission. */
async function refused(it: ConversionsUnderTest) {
  const ids = [await it.socialConversion(), await it.socialConversion(), await it.socialConversion()];
  const fault = it.social.fail(FORBIDDEN);
  await it.send();
  expect(await it.states(ids)).toEqual(Array(3).fill('pendente credential_refused'));
  return { ids, fault };
}

test('a permission that is given back is found within the hour, without a new conversion, and frees all that waited', async () => {
  await using it = await ConversionsUnderTest.create();
  const { ids, fault } = await refused(it);
  fault.end();
  await it.send(HOUR - 1);
  expect(it.socialRequests()).toEqual([3]);
  await it.send(1);
  expect(it.socialRequests()).toEqual([3, 1, 2]);
  expect(await it.states(ids)).toEqual(Array(3).fill('enviada'));
  expect(it.social.conversions.accepted.length).toBe(3);
  expect((await it.store.listAccounts()).filter(({ refusedSince }) => refusedSince !== null)).toEqual([]);
});

test('an interface that is switched on at the other platform does the same', async () => {
  await using it = await ConversionsUnderTest.create();
  const ids = [await it.searchConversion(), await it.searchConversion()];
  const fault = it.search.fail(SWITCHED_OFF, { path: 'events:ingest' });
  await it.send();
  expect(await parked(it)).toBe(2);
  fault.end();
  await it.send(HOUR);
  expect(it.searchRequests()).toEqual([2, 1, 1]);
  for (let turns = 0; turns < 2; turns += 1) await it.send(HOUR);
  expect(await it.states(ids)).toEqual(['enviada', 'enviada']);
});

test('while it is refused the platform is asked once an hour with one conversion, and there is one alarm', async () => {
  await using it = await ConversionsUnderTest.create();
  const { ids } = await refused(it);
  for (const until = it.now + 5 * HOUR; it.now < until; ) await it.send(10 * MINUTE);
  expect(it.socialRequests()).toEqual([3, 1, 1, 1, 1, 1]);
  expect(await it.states(ids)).toEqual(Array(3).fill('pendente credential_refused'));
  expect(it.logged.filter(({ level }) => level === 50)).toHaveLength(1);
});

test('each account is asked with a conversion of its own; one that works is not', async () => {
  await using it = await ConversionsUnderTest.create();
  const { fault } = await refused(it);
  const other = await it.searchConversion();
  it.search.fail(SWITCHED_OFF, { path: 'events:ingest' });
  await it.send(MINUTE);
  fault.end();
  await it.send(HOUR);
  expect(it.searchRequests().slice(0, 2)).toEqual([1, 1]);
  expect(it.social.conversions.accepted.length).toBe(3);
  expect((await it.conversion(other)).state).toBe('pendente');
});

test('processes that look at the same time ask once, and the one after them not again', async () => {
  await using it = await ConversionsUnderTest.create();
  await refused(it);
  await using open = await openConversionSenders(it.context());
  const accounts = () => open.senders.map(({ sender, clientIds }) => ({ account: sender.account, clientIds }));
  await using store = openSqliteStore(it.env['DATABASE_URL'] ?? '', it.now);
  it.now += HOUR;
  await Promise.all([undefined, store, undefined].map((seen) => asSeenBy(it, accounts, seen).retry()));
  expect(await parked(it)).toBe(2);
  await asSeenBy(it, accounts, store).retry();
  expect(await parked(it)).toBe(2);
});

test('a process that goes on looks again and again, also after trouble; a clock that was ahead stops nobody', async () => {
  await using it = await ConversionsUnderTest.create();
  await refused(it);
  await using open = await openConversionSenders(it.context());
  const accounts = () => open.senders.map(({ sender, clientIds }) => ({ account: sender.account, clientIds }));
  const left: number[] = [];
  const store = new Proxy(it.store, {
    get: (target, name) => {
      if (name !== 'listAccounts' || left.length > 0) return Reflect.get(target, name);
      return () => Promise.reject(new AppError('store_busy', 'Another process has locked the database.'));
    },
  });
  const process = asSeenBy(it, accounts, store);
  for (const pause of [10 * HOUR, -9 * HOUR, MINUTE, MINUTE]) {
    await process.retry();
    left.push(await parked(it));
    it.now += pause;
  }
  expect(left).toEqual([3, 2, 1, 1]);
  expect(it.logged.filter(({ msg }) => msg.includes('not asked again'))).toHaveLength(1);
});

test('a token that is dead is not brought back by asking', async () => {
  await using it = await ConversionsUnderTest.create();
  const id = await it.socialConversion();
  it.social.refuseToken(TOKEN);
  await it.send();
  await it.send(HOUR);
  expect(await it.states([id])).toEqual(['pendente credential_refused']);
  it.social.acceptToken(TOKEN);
  await it.send(HOUR);
  expect(await it.states([id])).toEqual(['enviada']);
});

test.each([
  ['a permission', 200],
  ['a block', 368],
])('%s that is resolved at Meta resumes the leads of a page, without another lead, token or comparison', async (_what, code) => {
  await using it = await AnswersUnderTest.create();
  const ids = [...(await it.notify(3, OTHER_PAGE)), ...(await it.notify(2, PAGE))];
  const fault = it.platform.fail({ code });
  await it.once();
  const asked = it.platform.server.count();
  await it.onceAt(T0 + HOUR);
  expect(it.platform.server.count()).toBe(asked + 2);
  fault.end();
  await it.onceAt(T0 + 2 * HOUR);
  await it.once();
  expect((await Promise.all(ids.map((id) => it.job(id)))).map(({ state }) => state)).toEqual(Array(5).fill('concluido'));
});

test('a worker that goes on resumes them too', async () => {
  await using it = await AnswersUnderTest.create();
  await it.notify(3);
  const fault = it.platform.fail({ code: 368 });
  await it.once();
  fault.end();
  it.now += HOUR;
  const working = it.work();
  await it.until(async () => (await it.store.queueSnapshot(DEFAULT_QUEUE, it.now)).finished === 3);
  it.stop.abort();
  await working;
});

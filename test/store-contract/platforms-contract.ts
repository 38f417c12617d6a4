import { describe, expect } from 'vitest';
import { type ClaimedJob, CONVERSION_QUEUE, type JobOutcome } from '../../src/domain/job.ts';
import type { LeadFields } from '../../src/domain/lead.ts';
import { type AccountName, accountTarget, type PlatformAccount } from '../../src/domain/platform-account.ts';
import type { Store } from '../../src/domain/ports.ts';
import { batchDelivery, formDelivery, leadFields, leadIntent, operator, QUEUE, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { convert, enqueue } from './conversion-jobs-contract.ts';
import { accept, acceptAndClaim, addCampaign, claim, claimOne, eventOf, failEvent, finish, processEvent, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const PAGE: AccountName = { platform: 'social_ads', kind: 'page', id: '9007199254740993' };
const THROTTLED = { code: 'platform_throttled', params: inWords('Too many calls.') };
const DEAD = { code: 'credential_refused', params: inWords('The token has expired.') };
const MINUTE = 60_000;
const DAY = 86_400_000;

async function page(store: Store): Promise<PlatformAccount> {
  const [account, ...others] = await store.listAccounts();
  if (account === undefined || others.length > 0) throw new Error('expected one account');
  return account;
}

async function parkAll(store: Store, codes: readonly string[]): Promise<void> {
  for (const [index, code] of codes.entries()) {
    await finish(store, await acceptAndClaim(store, `parked-${index}`), { kind: 'parked', fault: { code, params: inWords('') } });
  }
}

async function parkConversions(store: Store, targets: readonly Partial<LeadFields>[]): Promise<void> {
  await addCampaign(store);
  for (const [index, target] of targets.entries()) await convert(store, `c${index}`, target);
  await enqueue(store);
  for (const job of await claim(store, { queue: CONVERSION_QUEUE })) await finish(store, job, { kind: 'parked', fault: DEAD });
}

export function platformsContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('the requests of a credential', () => {
    test('of two processes count together, and another credential has its own', async (store, { reopen }) => {
      const stores = [store, await reopen()];
      const waits = await Promise.all(Array.from({ length: 302 }, (_, at) => (at % 2 === 0 ? stores[0] : stores[1])?.takeRequest('a', T0)));
      const free = Math.floor(T0 / 5_000) * 5_000 + 65_000;
      expect(waits.filter((wait) => wait === 0)).toHaveLength(300);
      expect(waits.filter((wait) => wait === free - T0)).toHaveLength(2);
      expect(await store.takeRequest('a', free - 1)).toBe(1);
      expect(await store.takeRequest('b', free - 1)).toBe(0);
      expect(await store.takeRequest('a', free)).toBe(0);
    });

    test('do not count if a clock that was ahead made them', async (store) => {
      for (let made = 0; made < 300; made += 1) await store.takeRequest('a', T0);
      expect(await store.takeRequest('a', T0 - 60 * MINUTE)).toBe(0);
    });
  });

  describe('accounts', () => {
    test('a pause that was noted while the clock was ahead gives way to a true one, and to a use', async (store) => {
      const ahead = T0 + 365 * 86_400_000;
      await store.noteAccount(PAGE, { kind: 'throttled', until: ahead, fault: THROTTLED }, ahead - MINUTE);
      await store.noteAccount(PAGE, { kind: 'throttled', until: T0 + MINUTE, fault: THROTTLED }, T0);
      expect(await store.listAccounts()).toMatchObject([{ pausedUntil: T0 + MINUTE }]);
      const other = { ...PAGE, id: 'other' };
      await store.noteAccount(other, { kind: 'throttled', until: ahead, fault: THROTTLED }, ahead - MINUTE);
      await store.noteAccount(other, { kind: 'used' }, T0);
      expect((await store.listAccounts()).find(({ id }) => id === other.id)).toMatchObject({ pausedUntil: null, fault: null });
    });

    test('a pause is never shortened, and a later use ends it', async (store) => {
      expect(await store.listAccounts()).toEqual([]);
      await store.noteAccount(PAGE, { kind: 'throttled', until: T0 + 2 * MINUTE, fault: THROTTLED }, T0);
      const paused = {
        ...PAGE,
        pausedUntil: T0 + 2 * MINUTE,
        refusedSince: null,
        refusedCredential: null,
        awaySince: null,
        fault: THROTTLED,
      };
      expect(await page(store)).toEqual({ ...paused, lastUsedAt: null, expiresAt: null });
      await store.noteAccount(PAGE, { kind: 'throttled', until: T0 + MINUTE, fault: THROTTLED }, T0);
      expect(await page(store)).toMatchObject({ pausedUntil: T0 + 2 * MINUTE });
      await store.noteAccount(PAGE, { kind: 'used' }, T0 + MINUTE);
      expect(await page(store)).toEqual({ ...paused, lastUsedAt: T0 + MINUTE, expiresAt: null });
      await store.noteAccount(PAGE, { kind: 'throttled', until: T0 + 3 * MINUTE, fault: THROTTLED }, T0);
      await store.noteAccount(PAGE, { kind: 'used' }, T0 + 3 * MINUTE);
      expect(await page(store)).toMatchObject({ pausedUntil: null, fault: null, lastUsedAt: T0 + 3 * MINUTE });
    });

    test('one that does not answer is known once, asked by one caller, and what waited for it comes back', async (store) => {
      const away = { code: 'platform_unavailable', params: inWords('Nobody answers.') };
      const job = await acceptAndClaim(store, 'waits');
      await finish(store, job, { kind: 'retry', fault: away, availableAt: T0 + 60 * MINUTE, spendsAttempt: false });
      expect(await store.noteAccount(PAGE, { kind: 'probed', until: T0 + MINUTE }, T0)).toBe(false);
      expect(await store.noteAccount(PAGE, { kind: 'away', until: T0 + MINUTE, fault: away }, T0)).toBe(true);
      expect(await store.noteAccount(PAGE, { kind: 'away', until: T0 + MINUTE, fault: away }, T0 + 1)).toBe(false);
      expect(await page(store)).toMatchObject({ awaySince: T0, pausedUntil: T0 + MINUTE, fault: away });
      expect(await store.noteAccount(PAGE, { kind: 'probed', until: T0 + 2 * MINUTE }, T0 + 1)).toBe(false);
      expect(await store.noteAccount(PAGE, { kind: 'probed', until: T0 + 2 * MINUTE }, T0 + MINUTE)).toBe(true);
      expect(await store.noteAccount(PAGE, { kind: 'probed', until: T0 + 2 * MINUTE }, T0 + MINUTE)).toBe(false);
      expect([await store.noteAccount(PAGE, { kind: 'answers' }, T0), await store.noteAccount(PAGE, { kind: 'answers' }, T0)]).toEqual([
        true,
        false,
      ]);
      expect(await page(store)).toMatchObject({ awaySince: null, pausedUntil: null, fault: null });
      expect(await store.bringBack(QUEUE, { code: away.code, account: PAGE }, 1_000, T0 + MINUTE)).toBe(1);
      expect(await store.bringBack(QUEUE, { code: away.code, account: PAGE }, 1_000, T0 + MINUTE)).toBe(0);
      expect(await claim(store, { now: T0 + MINUTE + 1_000 })).toHaveLength(1);
    });

    test('what waits for another account does not come back with it', async (store) => {
      const of = (id: string) => ({ code: 'platform_unavailable', params: inWords(''), named: accountTarget({ ...PAGE, id }) });
      for (const id of [PAGE.id, '2']) {
        const job = await acceptAndClaim(store, `waits-${id}`);
        await finish(store, job, { kind: 'retry', fault: of(id), availableAt: T0 + 60 * MINUTE, spendsAttempt: false });
      }
      expect(await store.bringBack(QUEUE, { code: 'platform_unavailable', account: PAGE }, 1_000, T0)).toBe(1);
      const [back, ...others] = await claim(store, { now: T0 + 1_000 });
      expect([back?.identity, others]).toEqual([`waits-${PAGE.id}`, []]);
    });

    test('what waited for an account comes back once, however many other jobs wait for the same moment', async (store) => {
      await Promise.all(Array.from({ length: 1_200 }, (_, index) => store.accept(formDelivery(`e${index}`))));
      const jobs = await claim(store, { limit: 2_000 });
      const code = (index: number) => (index % 3 === 0 ? 'platform_unavailable' : 'other');
      await store.finish(
        jobs.map((job, index) => ({
          claim: job,
          outcome: { kind: 'retry', fault: { code: code(index), params: inWords('') }, availableAt: T0 + MINUTE, spendsAttempt: false },
        })),
        T0,
      );
      expect(await store.bringBack(QUEUE, { code: 'platform_unavailable', account: PAGE }, 1_000, T0)).toBe(400);
      expect(await claim(store, { now: T0 + 1_000, limit: 2_000 })).toHaveLength(400);
      expect(await claim(store, { now: T0 + MINUTE, limit: 2_000 })).toHaveLength(800);
    });

    test('a credential that is refused is told once, another one again, and a use ends it', async (store) => {
      expect(await store.noteAccount(PAGE, { kind: 'refused', credential: 'print-1', fault: DEAD }, T0)).toBe(true);
      expect(
        await store.noteAccount(PAGE, { kind: 'refused', credential: 'print-1', fault: { ...DEAD, code: 'account_blocked' } }, T0 + 1),
      ).toBe(false);
      expect(await page(store)).toMatchObject({ refusedSince: T0, refusedCredential: 'print-1', fault: { code: 'account_blocked' } });
      expect(await store.noteAccount(PAGE, { kind: 'refused', credential: 'print-2', fault: DEAD }, T0 + 2)).toBe(true);
      expect(await page(store)).toMatchObject({ refusedSince: T0 + 2, refusedCredential: 'print-2', fault: DEAD });
      await store.noteAccount(PAGE, { kind: 'throttled', until: T0 + MINUTE, fault: THROTTLED }, T0 + 2);
      expect(await page(store)).toMatchObject({ pausedUntil: T0 + MINUTE, fault: DEAD });
      await store.noteAccount(PAGE, { kind: 'used' }, T0 + MINUTE);
      const nothing = { pausedUntil: null, refusedSince: null, refusedCredential: null, awaySince: null, fault: null };
      expect(await page(store)).toEqual({ ...PAGE, ...nothing, lastUsedAt: T0 + MINUTE, expiresAt: null });
      expect(await store.noteAccount(PAGE, { kind: 'refused', credential: 'print-2', fault: DEAD }, T0 + 2 * MINUTE)).toBe(true);
    });

    test('uses are noted a minute apart; one that ends a refusal at once', async (store) => {
      await store.noteAccount(PAGE, { kind: 'used' }, T0);
      await store.noteAccount(PAGE, { kind: 'used' }, T0 + MINUTE - 1);
      expect(await page(store)).toMatchObject({ lastUsedAt: T0 });
      await store.noteAccount(PAGE, { kind: 'used' }, T0 + MINUTE);
      expect(await page(store)).toMatchObject({ lastUsedAt: T0 + MINUTE });
      await store.noteAccount(PAGE, { kind: 'refused', credential: 'print', fault: DEAD }, T0 + MINUTE);
      await store.noteAccount(PAGE, { kind: 'used' }, T0 + MINUTE + 1);
      expect(await page(store)).toMatchObject({ lastUsedAt: T0 + MINUTE + 1, refusedSince: null, fault: null });
    });

    test('are told apart by platform, kind and id', async (store) => {
      for (const account of [PAGE, { ...PAGE, id: '2' }, { ...PAGE, kind: 'dataset' }, { ...PAGE, platform: 'search_ads' }] as const) {
        await store.noteAccount(account, { kind: 'used' }, T0);
      }
      expect(await store.listAccounts()).toHaveLength(4);
    });
  });

  describe('credentials', () => {
    const sealed = (byte: number) => ({ ...PAGE, sealed: Buffer.from([0, byte, 255]), createdAt: T0 + byte });

    test('are kept byte for byte, in place of an older one, whose refusal is forgotten', async (store, { reopen }) => {
      await store.saveCredential(sealed(1), operator());
      await store.noteAccount(PAGE, { kind: 'refused', credential: 'print-1', fault: DEAD }, T0);
      await store.saveCredential(sealed(2), operator(T0 + 5));
      const [kept, ...others] = await (await reopen()).listCredentials();
      expect(others).toEqual([]);
      expect({ ...kept, sealed: [...(kept?.sealed ?? [])] }).toEqual({ ...PAGE, sealed: [0, 2, 255], createdAt: T0 + 2 });
      expect(await page(store)).toMatchObject({ refusedSince: null, refusedCredential: null, fault: null });
      expect((await store.listActivity({ action: 'conectar', limit: 1 })).items[0]).toMatchObject({
        target: 'social_ads/page/9007199254740993',
        detail: '',
        at: T0 + 5,
      });
    });

    test('a pause outlives a new credential', async (store) => {
      await store.noteAccount(PAGE, { kind: 'throttled', until: T0 + MINUTE, fault: THROTTLED }, T0);
      await store.saveCredential(sealed(1), operator());
      expect(await page(store)).toMatchObject({ pausedUntil: T0 + MINUTE, fault: THROTTLED });
    });

    test('what is connected anew or disconnected does not count as unanswered any more', async (store) => {
      const nothing = { awaySince: null, pausedUntil: null, refusedSince: null, fault: null };
      await store.noteAccount(PAGE, { kind: 'away', until: T0 + MINUTE, fault: DEAD }, T0);
      await store.saveCredential(sealed(1), operator());
      expect(await page(store)).toMatchObject(nothing);
      await store.noteAccount(PAGE, { kind: 'refused', credential: 'print-1', fault: DEAD }, T0);
      await store.noteAccount(PAGE, { kind: 'away', until: T0 + MINUTE, fault: DEAD }, T0);
      await store.removeCredential(PAGE, operator());
      expect(await page(store)).toMatchObject(nothing);
    });

    test('are removed once', async (store) => {
      await store.saveCredential(sealed(1), operator());
      await store.noteAccount(PAGE, { kind: 'refused', credential: 'print-1', fault: DEAD }, T0);
      expect(await store.removeCredential({ ...PAGE, id: '2' }, operator())).toBe(false);
      expect(await store.removeCredential(PAGE, operator())).toBe(true);
      expect(await store.removeCredential(PAGE, operator())).toBe(false);
      expect(await store.listCredentials()).toEqual([]);
      expect(await page(store)).toMatchObject({ refusedSince: null });
      expect((await store.listActivity({ limit: 10, action: 'desconectar' })).items).toHaveLength(1);
    });
  });

  describe('resumeParked', () => {
    test('runs the jobs again that are parked for one of the faults, with their attempts', async (store) => {
      const [first = ''] = await accept(store, 'tried');
      await finish(store, await claimOne(store), { kind: 'retry', fault: DEAD, availableAt: T0, spendsAttempt: true });
      await finish(store, await claimOne(store), { kind: 'parked', fault: DEAD });
      await parkAll(store, ['lead_not_available', 'account_blocked']);
      expect(await store.resumeParked(QUEUE, ['nothing'], T0 + 5)).toBe(0);
      expect(await store.resumeParked(QUEUE, ['credential_refused', 'account_blocked'], T0 + 5)).toBe(2);
      expect(await store.resumeParked(QUEUE, ['credential_refused', 'account_blocked'], T0 + 5)).toBe(0);
      expect(await store.queueSnapshot(QUEUE, T0 + 5)).toMatchObject({ waiting: 2, parked: 1 });
      expect(await claim(store)).toEqual([]);
      const jobs = await claim(store, { now: T0 + 5 });
      expect(jobs.map(({ eventId, attempt }) => ({ eventId, attempt }))).toEqual([
        { eventId: first, attempt: 2 },
        { eventId: '3', attempt: 1 },
      ]);
    });

    test('runs those of one account only, and those that name none', async (store) => {
      const of = (id: string) => ({ ...DEAD, named: accountTarget({ ...PAGE, id }) });
      for (const [index, fault] of [of(PAGE.id), of('2'), DEAD].entries()) {
        await accept(store, `parked-${index}`);
        await finish(store, await claimOne(store), { kind: 'parked', fault });
      }
      expect(await store.resumeParked(QUEUE, [DEAD.code], T0, { account: PAGE })).toBe(2);
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 2, parked: 1 });
      expect(await store.resumeParked(QUEUE, [DEAD.code], T0)).toBe(1);
    });

    test('runs those of accounts that are none of these, and not those that name none', async (store) => {
      const of = (id: string) => ({ ...DEAD, named: accountTarget({ ...PAGE, id }) });
      for (const [index, fault] of [of(PAGE.id), of('2'), DEAD].entries()) {
        await accept(store, `parked-${index}`);
        await finish(store, await claimOne(store), { kind: 'parked', fault });
      }
      expect(await store.resumeParked(QUEUE, [DEAD.code], T0, { noneOf: [PAGE] })).toBe(1);
      expect((await claim(store, { now: T0 })).map(({ identity }) => identity)).toEqual(['parked-1']);
    });

    test('runs those of one queue only: a token of a page sends no conversion', async (store) => {
      await parkConversions(store, [{ searchClickId: 'g' }]);
      await parkAll(store, [DEAD.code]);
      expect(await store.resumeParked(QUEUE, [DEAD.code], T0)).toBe(1);
      expect(await store.queueSnapshot(CONVERSION_QUEUE, T0)).toMatchObject({ waiting: 0, parked: 1 });
      expect(await store.resumeParked(CONVERSION_QUEUE, [DEAD.code], T0)).toBe(1);
    });

    test('finds them however many others are parked', async (store) => {
      await Promise.all(Array.from({ length: 1_200 }, (_, index) => store.accept(formDelivery(`e${index}`))));
      const jobs = await claim(store, { limit: 2_000 });
      const parkedFor = (index: number) => ({ code: index % 2 === 0 ? 'credential_refused' : 'other', params: inWords('') });
      await store.finish(
        jobs.map((job, index) => ({ claim: job, outcome: { kind: 'parked', fault: parkedFor(index) } })),
        T0,
      );
      expect(await store.resumeParked(QUEUE, ['credential_refused'], T0)).toBe(600);
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 600, parked: 600 });
    });
  });

  describe('resumeParked, for the newest of a platform alone', () => {
    test('runs one conversion of the platform, the newest, and no lead that waits for the same', async (store) => {
      await parkConversions(store, [{ searchClickId: 'g' }, { searchClickId: 'h' }, { fbc: 'f' }]);
      await parkAll(store, [DEAD.code]);
      expect(await store.resumeParked(CONVERSION_QUEUE, ['account_blocked'], T0, { newestFor: 'search_ads' })).toBe(0);
      expect(await store.resumeParked(CONVERSION_QUEUE, [DEAD.code, 'account_blocked'], T0, { newestFor: 'search_ads' })).toBe(1);
      expect((await claim(store, { queue: CONVERSION_QUEUE })).map(({ conversionId }) => conversionId)).toEqual(['2']);
      expect(await claim(store)).toEqual([]);
      expect(await store.resumeParked(CONVERSION_QUEUE, [DEAD.code], T0, { newestFor: 'search_ads' })).toBe(1);
      expect(await store.resumeParked(CONVERSION_QUEUE, [DEAD.code], T0, { newestFor: 'search_ads' })).toBe(0);
      expect(await store.queueSnapshot(CONVERSION_QUEUE, T0)).toMatchObject({ parked: 1 });
    });

    test('finds it however many others are parked', async (store) => {
      await parkConversions(store, [{ fbc: 'f' }]);
      await Promise.all(Array.from({ length: 600 }, (_, index) => store.accept(formDelivery(`e${index}`))));
      const jobs = await claim(store, { limit: 1_000 });
      await store.finish(
        jobs.map((job) => ({ claim: job, outcome: { kind: 'parked', fault: DEAD } })),
        T0,
      );
      expect(await store.resumeParked(CONVERSION_QUEUE, [DEAD.code], T0, { newestFor: 'social_ads' })).toBe(1);
    });
  });

  describe('resumeFetched', () => {
    const NOT_THERE = { code: 'lead_not_available', params: inWords('') };
    const body = Buffer.from([0, 1, 127, 128, 255]);
    const found = (...identities: readonly string[]) => identities.map((identity) => ({ identity, body }));

    test('keeps what was found for events in trouble, whatever their state, and runs them; the others stay as they are', async (store) => {
      await addCampaign(store);
      const names = ['parked', 'failed', 'put off', 'pruned', 'forgotten', 'made', 'worked on', 'waits'];
      await store.accept(batchDelivery(names.slice(0, -1)));
      const jobs = new Map((await claim(store)).map((job) => [job.identity, job]));
      await store.accept(batchDelivery(names.slice(-1)));
      const end = (name: string, outcome: JobOutcome) => finish(store, jobs.get(name) as ClaimedJob, outcome);
      await end('pruned', { kind: 'failed', fault: NOT_THERE });
      await store.prune({ queue: QUEUE, kind: 'failed', before: T0 + 1 }, operator());
      await end('parked', { kind: 'parked', fault: DEAD });
      await end('failed', { kind: 'failed', fault: NOT_THERE });
      await end('put off', { kind: 'retry', fault: NOT_THERE, availableAt: T0 + MINUTE, spendsAttempt: true });
      await end('forgotten', { kind: 'parked', fault: NOT_THERE });
      await store.forgetEvents({ ids: [jobs.get('forgotten')?.eventId ?? ''] }, operator());
      await end('made', { kind: 'lead', intent: leadIntent('6') });
      const all = found(...names, 'unknown');
      expect(await store.resumeFetched('search_ads', all, T0 + 5)).toBe(0);
      expect(await store.resumeFetched('social_ads', [], T0 + 5)).toBe(0);
      expect(await store.resumeFetched('social_ads', all, T0 + 5)).toBe(4);
      expect(await store.resumeFetched('social_ads', all, T0 + 5)).toBe(0);
      const kept = await store.fetchedLeads(['1', '2', '3', '4', '5', '6', '7', '8']);
      expect(new Set(kept.keys())).toEqual(new Set(['1', '2', '3', '4']));
      for (const bytes of kept.values()) expect([...bytes]).toEqual([...body]);
      const due = await claim(store, { now: T0 + 5, limit: 20 });
      expect(due.map(({ identity }) => identity).toSorted()).toEqual(['failed', 'parked', 'pruned', 'put off', 'waits']);
    });
  });

  describe('what was fetched for an event', () => {
    const bytes = Buffer.from([0, 1, 127, 128, 255]);

    test('is kept whatever comes of the job, the newest in place of the others', async (store) => {
      await addCampaign(store);
      const outcomes = [
        { kind: 'parked', fault: DEAD },
        { kind: 'failed', fault: DEAD },
        { kind: 'retry', fault: DEAD, availableAt: T0, spendsAttempt: true },
        { kind: 'lead', intent: leadIntent('3') },
        { kind: 'lead', intent: leadIntent('4', { clientId: '999' }) },
      ] as const;
      for (const index of outcomes.keys()) await accept(store, `e${index}`);
      const jobs = await claim(store);
      const requests = jobs.map((job, index) => {
        const outcome = outcomes[index] ?? outcomes[0];
        return { claim: job, outcome, fetched: Buffer.concat([bytes, Buffer.from([index])]) };
      });
      expect(await store.finish(requests, T0)).toEqual(['waiting', 'failed', 'waiting', 'processed', 'rejected']);
      const fetched = await store.fetchedLeads(['5', '1', '2', '3', '4', '99', 'x']);
      expect([...fetched.keys()].toSorted()).toEqual(['1', '2', '3', '4', '5']);
      expect([...(fetched.get('5') ?? [])]).toEqual([...bytes, 4]);
      const again = await claimOne(store);
      await store.finish([{ claim: again, outcome: { kind: 'failed', fault: DEAD }, fetched: Buffer.from('newer') }], T0);
      expect(Buffer.from((await store.fetchedLeads(['3'])).get('3') ?? []).toString()).toBe('newer');
    });

    test('is not kept for a claim that is lost, and nothing is there where nothing was fetched', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      const outcome = { kind: 'failed', fault: DEAD } as const;
      expect(await store.finish([{ claim: { ...job, lease: job.lease + 1 }, outcome, fetched: bytes }], T0)).toEqual(['lease_lost']);
      expect(await finish(store, job, outcome)).toBe('failed');
      expect(await store.fetchedLeads([job.eventId])).toEqual(new Map());
    });
  });

  describe('tasks', () => {
    test('are done by one holder at a time, who may take them again', async (store, { reopen }) => {
      const other = await reopen();
      expect(await store.taskDoneAt('reconcile')).toBeNull();
      expect(await store.takeTask('reconcile', 'a', T0 + 10, T0)).toBe(true);
      expect(await other.takeTask('reconcile', 'b', T0 + 20, T0 + 9)).toBe(false);
      expect(await other.takeTask('backfill', 'b', T0 + 20, T0 + 9)).toBe(true);
      expect(await store.takeTask('reconcile', 'a', T0 + 30, T0 + 9)).toBe(true);
      expect(await other.takeTask('reconcile', 'b', T0 + 50, T0 + 29)).toBe(false);
      expect(await store.taskDoneAt('reconcile')).toBeNull();
      await store.finishTask('reconcile', 'a', T0 + 29);
      expect(await other.taskDoneAt('reconcile')).toBe(T0 + 29);
      expect(await other.takeTask('reconcile', 'b', T0 + 50, T0 + 29)).toBe(true);
      expect(await other.taskDoneAt('reconcile')).toBe(T0 + 29);
    });

    test('that were taken or given up while the clock was ahead are held by nobody', async (store) => {
      await store.takeTask('reconcile', 'a', T0 + 2 * DAY + 10, T0 + 2 * DAY);
      expect(await store.takeTask('reconcile', 'b', T0 + 10, T0)).toBe(true);
      await store.takeTask('reconcile', 'b', T0 + 2 * DAY, T0 + 2 * DAY);
      expect(await store.takeTask('reconcile', 'c', T0 + 20, T0 + 1)).toBe(true);
    });

    test('go to another holder when the time is over, and who lost one finishes nothing', async (store) => {
      await store.takeTask('reconcile', 'a', T0 + 10, T0);
      expect(await store.takeTask('reconcile', 'b', T0 + 20, T0 + 10)).toBe(true);
      await store.finishTask('reconcile', 'a', T0 + 11);
      expect(await store.taskDoneAt('reconcile')).toBeNull();
      expect(await store.takeTask('reconcile', 'a', T0 + 30, T0 + 11)).toBe(false);
    });
  });

  describe('form checks', () => {
    test('are kept one for each form, the newest in place of the others', async (store) => {
      const check = {
        platform: 'social_ads',
        formId: '9007199254740993',
        pageId: '7',
        storedUntil: T0,
        checkedAt: T0 + 1,
        found: 3,
        missing: 1,
        recovered: 0,
        fault: null,
      } as const;
      const search = { ...check, platform: 'search_ads', pageId: null, fault: DEAD } as const;
      await store.saveFormCheck(check);
      await store.saveFormCheck(search);
      await store.saveFormCheck({ ...check, storedUntil: T0 + 9, missing: 0 });
      expect(await store.listFormChecks()).toEqual([search, { ...check, storedUntil: T0 + 9, missing: 0 }]);
    });
  });

  describe('knownClicks', () => {
    const event = (identity: string, clickId: string, origin: 'search_ads' | 'social_ads' = 'search_ads') =>
      formDelivery(identity, { origin, body: Buffer.from(JSON.stringify({ lead_id: identity, gcl_id: clickId })) });

    test('are those of leads of the source, of any client, and of its events that are no leads yet', async (store) => {
      await addCampaign(store);
      const lead = leadIntent('l1', {
        origin: 'search_ads',
        fields: leadFields({ searchClickId: 'Cj-lead', emailNormalized: 'ana@example.com', phoneKey: '1187654321' }),
      });
      await processEvent(store, 'l1', lead);
      await processEvent(store, 'own', leadIntent('own', { fields: leadFields({ searchClickId: 'Cj-own-form' }) }));
      await store.accept(event('e1', 'Cj-waiting'));
      await store.accept(event('e2', 'Cj-other-source', 'social_ads'));
      await store.accept({ ...event('sale', 'Cj-sale'), events: [{ eventType: 'sale', identity: 'sale', kind: 'conversion' }] });
      await store.accept({ ...event('update', 'Cj-update'), events: [{ eventType: 'update', identity: 'update', kind: 'update' }] });
      const asked = ['Cj-sale', 'Cj-update', 'Cj-lead', 'Cj-own-form', 'Cj-waiting', 'Cj-other-source', 'cj-lead', 'Cj-none'];
      const found = await store.knownClicks('search_ads', asked);
      expect(found.map(({ clickId, contacts, body }) => [clickId, contacts, JSON.parse(Buffer.from(body).toString())])).toEqual([
        ['Cj-lead', ['ana@example.com', '1187654321'], expect.anything()],
        ['Cj-waiting', [], { lead_id: 'e1', gcl_id: 'Cj-waiting' }],
      ]);
      expect(await store.knownClicks('search_ads', [])).toEqual([]);
    });
  });

  test('when a credential ends is kept until there is another one', async (store) => {
    await store.noteAccount(PAGE, { kind: 'expires', at: T0 + MINUTE }, T0);
    expect(await page(store)).toMatchObject({ ...PAGE, expiresAt: T0 + MINUTE, refusedSince: null });
    await store.noteAccount(PAGE, { kind: 'used' }, T0);
    expect(await page(store)).toMatchObject({ expiresAt: T0 + MINUTE, lastUsedAt: T0 });
    await store.noteAccount(PAGE, { kind: 'expires', at: null }, T0);
    expect(await page(store)).toMatchObject({ expiresAt: null });
    await store.noteAccount(PAGE, { kind: 'expires', at: T0 + MINUTE }, T0);
    await store.saveCredential({ ...PAGE, sealed: Buffer.from('x'), createdAt: T0 }, operator());
    expect(await page(store)).toMatchObject({ expiresAt: null });
  });

  describe('the page’s own token', () => {
    const own = { pageId: PAGE.id, credential: 'print-1', sealed: Buffer.from('sealed-1') };

    test('is kept in place of an older one, and forgotten with the credential it was made with', async (store) => {
      expect(await store.findPageToken(PAGE.id)).toBeNull();
      await store.savePageToken(own);
      await store.savePageToken({ ...own, pageId: '7' });
      await store.savePageToken({ ...own, credential: 'print-2', sealed: Buffer.from('sealed-2') });
      const kept = await store.findPageToken(PAGE.id);
      expect(kept).toMatchObject({ pageId: PAGE.id, credential: 'print-2' });
      expect(Buffer.from(kept?.sealed ?? []).toString()).toBe('sealed-2');

      await store.saveCredential({ ...PAGE, sealed: Buffer.from('x'), createdAt: T0 }, operator());
      expect(await store.findPageToken(PAGE.id)).toBeNull();
      await store.savePageToken(own);
      await store.removeCredential(PAGE, operator());
      expect([await store.findPageToken(PAGE.id), (await store.findPageToken('7'))?.credential]).toEqual([null, 'print-1']);
    });
  });

  describe('knownIdentities', () => {
    test('tells those of a source that are stored', async (store) => {
      await store.accept(batchDelivery(['l1', 'l2']));
      await accept(store, 'l3');
      expect(await store.knownIdentities('social_ads', ['l1', 'l3', 'l2', 'l4'])).toEqual(new Set(['l1', 'l2']));
      expect(await store.knownIdentities('social_ads', [])).toEqual(new Set());
    });
  });

  describe('a delivery of what is new only', () => {
    const fetched = (...identities: readonly string[]) => batchDelivery(identities, { credential: 'backfill', onlyNew: true });

    test('leaves known events as they are, in whatever state, and stores the others', async (store) => {
      await addCampaign(store);
      const known = await failEvent(store, 'failed');
      await accept(store, 'waiting');
      const waiting = await claimOne(store);
      await finish(store, waiting, { kind: 'parked', fault: DEAD });
      await processEvent(store, 'done', leadIntent('done'));
      const identities = ['failed', 'waiting', 'done'];
      const before = await Promise.all(['1', '2', '3'].map((id) => trailOf(store, id)));
      for (const identity of identities) {
        const [receipt] = await store.accept(
          formDelivery(identity, { onlyNew: true, credential: 'backfill', body: Buffer.from('{"other":1}') }),
        );
        expect(receipt).toMatchObject({ status: 'already_accepted', isNew: false, conflict: false });
      }
      expect(await Promise.all(['1', '2', '3'].map((id) => trailOf(store, id)))).toEqual(before);
      expect(known.eventId).toBe('1');
      const [first, second] = await store.accept(fetched('l1', 'l2'));
      expect([first?.isNew, second?.isNew]).toEqual([true, true]);
      const receipts = await store.accept(fetched('l2', 'l3'));
      expect(receipts).toMatchObject([
        { eventId: second?.eventId, isNew: false, status: 'already_accepted' },
        { isNew: true, status: 'accepted' },
      ]);
      expect(await claim(store)).toHaveLength(3);
    });

    test('what the platform sends later counts as a resend and is no conflict', async (store) => {
      const [receipt] = await store.accept(fetched('l1'));
      const [later] = await store.accept(formDelivery('l1', { origin: 'social_ads', body: Buffer.from('{"pointer":1}') }));
      expect(later).toEqual({ eventId: receipt?.eventId, status: 'accepted', isNew: false, conflict: false, typeDiffers: false });
      expect(await eventOf(store, receipt?.eventId ?? '')).toMatchObject({ resends: 1, conflicts: 0 });
    });
  });
}

import { describe, expect } from 'vitest';
import { formBody, formDelivery, operator, QUEUE, T0 } from '../support/factories.ts';
import { accept, acceptAndClaim, claim, claimOne, FAULT, finish, jobOf, LEASE_MS } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

export function claimContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('claim', () => {
    test('hands out what processing needs, counts the attempt and holds the job', async (store) => {
      const [eventId = ''] = await accept(store, 'a');
      const job = await claimOne(store, { now: T0 + 1_000 });
      expect(job).toMatchObject({
        workerId: 'worker-1',
        attempt: 1,
        eventId,
        origin: 'formulario_proprio',
        eventType: 'lead',
        identity: 'a',
      });
      expect(job).toMatchObject({ receivedAt: T0, requestId: 'req-a' });
      expect(Buffer.from(job.body)).toEqual(formBody('a'));
      expect(await jobOf(store, eventId)).toMatchObject({
        id: job.jobId,
        state: 'processando',
        attempts: 1,
        workerId: 'worker-1',
        leaseUntil: T0 + 1_000 + LEASE_MS,
        startedAt: T0 + 1_000,
      });
    });

    test('takes the jobs due longest first, and no more than asked', async (store) => {
      for (const [identity, receivedAt] of [
        ['late', T0 + 30],
        ['early', T0 + 10],
        ['middle', T0 + 20],
        ['middle-2', T0 + 20],
      ] as const) {
        await store.accept(formDelivery(identity, { receivedAt }));
      }
      const first = await claim(store, { limit: 3, now: T0 + 100 });
      expect(first.map((job) => job.identity)).toEqual(['early', 'middle', 'middle-2']);
      expect((await claim(store, { now: T0 + 100 })).map((job) => job.identity)).toEqual(['late']);
      expect(await claim(store, { now: T0 + 100 })).toEqual([]);
    });

    test('hands out the jobs of one claim in the order in which their events arrived, whatever they waited for', async (store) => {
      const job = await acceptAndClaim(store, 'form');
      await finish(store, job, { kind: 'retry', fault: FAULT, availableAt: T0 + 3_000, spendsAttempt: true });
      await store.accept(formDelivery('sale', { receivedAt: T0 + 2_000 }));
      await store.accept(formDelivery('not-asked-for', { receivedAt: T0 + 4_000 }));
      const jobs = await claim(store, { limit: 2, now: T0 + 10_000 });
      expect(jobs.map(({ identity }) => identity)).toEqual(['form', 'sale']);
    });

    test('lets a single job of another source, campaign or client go first behind a long backlog, each in its own order', async (store) => {
      const backlog = Array.from({ length: 60 }, (_, index) => `big-${index}`);
      await accept(store, ...backlog);
      await store.accept(formDelivery('other-campaign', { body: formBody('other-campaign', { campanha_id: '77' }) }));
      await store.accept(formDelivery('other-source', { origin: 'search_ads', body: formBody('other-source') }));
      const first = (await claim(store, { limit: 10 })).map((job) => job.identity);
      expect(first).toEqual([...backlog.slice(0, 8), 'other-campaign', 'other-source']);
      const rest = (await claim(store)).map((job) => job.identity);
      expect(rest).toEqual(backlog.slice(8));
    });

    test('comes to every group within a few claims, however many there are', async (store) => {
      await accept(store, ...Array.from({ length: 40 }, (_, index) => `big-${index}`));
      const others = Array.from({ length: 20 }, (_, index) => `other-${index}`);
      for (const identity of others) await store.accept(formDelivery(identity, { body: formBody(identity, { campanha_id: identity }) }));
      const claimed: string[] = [];
      for (let turn = 0; turn < 3; turn++) claimed.push(...(await claim(store, { limit: 16 })).map((job) => job.identity));
      expect(others.filter((identity) => !claimed.includes(identity))).toEqual([]);
    });

    test('hands out large bodies a few at a time, so that a batch never takes the memory of its worker', async (store) => {
      const body = Buffer.alloc(6_000_000, 'x');
      for (const identity of ['a', 'b', 'c', 'd']) await store.accept(formDelivery(identity, { body }));
      expect((await claim(store)).map((job) => job.identity)).toEqual(['a', 'b']);
      expect((await claim(store)).map((job) => job.identity)).toEqual(['c', 'd']);
    });

    test('leaves what is not due yet', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      await finish(store, job, { kind: 'retry', fault: FAULT, availableAt: T0 + 5_000, spendsAttempt: true });
      expect(await claim(store, { now: T0 + 4_999 })).toEqual([]);
      expect(await claim(store, { now: T0 + 5_000 })).toMatchObject([{ jobId: job.jobId, attempt: 2 }]);
    });

    test('takes only what was due by the given time, whatever time it is now', async (store) => {
      await store.accept(formDelivery('before', { receivedAt: T0 }));
      await store.accept(formDelivery('after', { receivedAt: T0 + 2 }));
      const jobs = await claim(store, { now: T0 + 1_000, dueBy: T0 + 1 });
      expect(jobs.map((job) => job.identity)).toEqual(['before']);
      expect(await jobOf(store, jobs[0]?.eventId ?? '')).toMatchObject({ leaseUntil: T0 + 1_000 + LEASE_MS });
    });

    test('never hands one job to two claimers, of one handle or of two', async (store, underTest) => {
      await accept(store, ...Array.from({ length: 200 }, (_, index) => `e${index}`));
      const other = await underTest.reopen();
      const claims = Array.from({ length: 20 }, (_, index) => claim(index % 2 === 0 ? store : other, { workerId: `w${index}`, limit: 15 }));
      const jobs = (await Promise.all(claims)).flat();
      expect(jobs).toHaveLength(200);
      expect(new Set(jobs.map((job) => job.jobId)).size).toBe(200);
    });

    test('leaves the jobs of other queues', async (store) => {
      await store.accept(formDelivery('a', { queue: 'other' }));
      expect(await claim(store)).toEqual([]);
      expect(await claim(store, { queue: 'other' })).toHaveLength(1);
    });

    test('takes nothing while the queue is paused, and everything after', async (store) => {
      await accept(store, 'a');
      expect(await store.setPaused(QUEUE, true, operator())).toBe(true);
      expect(await claim(store)).toEqual([]);
      expect(await store.setPaused(QUEUE, false, operator())).toBe(true);
      expect(await claim(store)).toHaveLength(1);
    });

    test('of a paused queue is no change: whoever waits for changes would wake for ever', async (store) => {
      await accept(store, 'a');
      await store.setPaused(QUEUE, true, operator());
      store.changeToken();
      const token = store.changeToken();
      expect(await claim(store)).toEqual([]);
      expect(store.changeToken()).toBe(token);
    });
  });

  describe('nextDueAt', () => {
    test('tells when the next job that is not due yet will be', async (store) => {
      expect(await store.nextDueAt(QUEUE, T0)).toBeNull();
      await accept(store, 'due');
      expect(await store.nextDueAt(QUEUE, T0)).toBeNull();
      await claim(store);
      for (const [identity, availableAt] of [
        ['x', T0 + 9_000],
        ['y', T0 + 3_000],
      ] as const) {
        const job = await acceptAndClaim(store, identity);
        await finish(store, job, { kind: 'retry', fault: FAULT, availableAt, spendsAttempt: true });
      }
      expect(await store.nextDueAt(QUEUE, T0)).toBe(T0 + 3_000);
      expect(await store.nextDueAt(QUEUE, T0 + 3_000)).toBe(T0 + 9_000);
      expect(await store.nextDueAt('other', T0)).toBeNull();
    });
  });
}

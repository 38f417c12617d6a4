import { describe, expect } from 'vitest';
import type { Store } from '../../src/domain/ports.ts';
import { formDelivery, leadIntent, operator, QUEUE, T0 } from '../support/factories.ts';
import { acceptAndClaim, addCampaign, claim, claimOne, FAULT, finish, finishLead, LEASE_MS } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const MINUTE = 60_000;

/** One job with this waiting time and run time that ended at `endsAt`. */
async function jobOfTimes(store: Store, identity: string, waitMs: number, runMs: number, endsAt: number): Promise<void> {
  await store.accept(formDelivery(identity, { receivedAt: endsAt - runMs - waitMs }));
  const job = await claimOne(store, { now: endsAt - runMs });
  await finish(store, job, { kind: 'failed', fault: FAULT }, endsAt);
}

export function queueHistoryContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('queueHistory', () => {
    test('of an empty queue is an hour of zeros', async (store) => {
      const now = T0 + 90_000;
      const history = await store.queueHistory(QUEUE, now);
      expect(history.minutes).toHaveLength(60);
      expect(history.minutes[0]).toEqual({ startsAt: T0 + MINUTE - 59 * MINUTE, finished: 0, failed: 0 });
      expect(history.minutes[59]).toEqual({ startsAt: T0 + MINUTE, finished: 0, failed: 0 });
      const nothing = { count: 0, p50: null, p95: null, p99: null };
      expect(history).toMatchObject({ at: now, stepMs: 5 * MINUTE });
      for (const steps of [history.waits, history.runs]) {
        expect(steps.map((step) => step.startsAt)).toEqual(Array.from({ length: 12 }, (_, index) => T0 + (index - 11) * 5 * MINUTE));
        expect(steps[0]).toEqual({ startsAt: T0 - 55 * MINUTE, ...nothing });
      }
      expect(history.lastHour).toEqual({
        wait: { startsAt: T0 - 58 * MINUTE, ...nothing },
        run: { startsAt: T0 - 58 * MINUTE, ...nothing },
      });
    });

    test('counts what ended in each minute, and tells how long jobs waited and ran', async (store) => {
      await addCampaign(store);
      await jobOfTimes(store, 'old', 5, 5, T0 - 60 * MINUTE);
      await jobOfTimes(store, 'first', 1_000, 15, T0 - 59 * MINUTE + 500);
      await jobOfTimes(store, 'before', 7, 3, T0 - 1);
      await store.accept(formDelivery('done', { receivedAt: T0 - 4 }));
      await finishLead(store, await claimOne(store, { now: T0 + 5 }), leadIntent('done'), T0 + 17);
      const history = await store.queueHistory(QUEUE, T0 + 59_999);
      expect(history.minutes.filter(({ finished, failed }) => finished + failed > 0)).toEqual([
        { startsAt: T0 - 59 * MINUTE, finished: 0, failed: 1 },
        { startsAt: T0 - MINUTE, finished: 0, failed: 1 },
        { startsAt: T0, finished: 1, failed: 0 },
      ]);
      expect(history.waits.slice(-2)).toEqual([
        { startsAt: T0 - 5 * MINUTE, count: 1, p50: 7, p95: 7, p99: 7 },
        { startsAt: T0, count: 1, p50: 9, p95: 9, p99: 9 },
      ]);
      expect(history.runs.slice(-2)).toMatchObject([
        { count: 1, p50: 3 },
        { count: 1, p50: 12 },
      ]);
      expect(history.lastHour).toMatchObject({ wait: { count: 3, p50: 9 }, run: { count: 3, p50: 12, p99: 15 } });
      expect(Math.abs((history.lastHour.wait.p99 ?? 0) - 1_000)).toBeLessThanOrEqual(1_000 / 16);
    });

    test('tells the wait of the first attempt and the run of the last one', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      await finish(store, job, { kind: 'retry', fault: FAULT, availableAt: T0 + 9_000, spendsAttempt: true }, T0 + 10);
      const again = await claimOne(store, { now: T0 + 9_500 });
      await store.release([again]);
      await finish(store, await claimOne(store, { now: T0 + 9_700 }), { kind: 'failed', fault: FAULT }, T0 + 9_704);
      await store.retry({ ids: [job.jobId] }, operator(T0 + 10_000));
      await claimOne(store, { now: T0 + 11_000 });
      expect((await store.queueHistory(QUEUE, T0 + 11_000)).lastHour).toMatchObject({
        wait: { count: 1, p50: 0 },
        run: { count: 1, p50: 4 },
      });
    });

    test('counts the run of a job whose worker died for good until it was given up', async (store) => {
      await acceptAndClaim(store, 'a');
      await store.recover([], T0 + LEASE_MS + 1, 1);
      await claimOne(store, { now: T0 + LEASE_MS + 2 });
      await store.recover([], T0 + 2 * LEASE_MS + 3, 1);
      const { lastHour } = await store.queueHistory(QUEUE, T0 + 2 * LEASE_MS + 3);
      expect(lastHour.run.count).toBe(1);
      expect(Math.abs((lastHour.run.p50 ?? 0) - LEASE_MS)).toBeLessThanOrEqual(LEASE_MS / 16);
    });

    test('is of one queue, and leaves out what clocks ahead of ours have written', async (store) => {
      await store.accept(formDelivery('other', { queue: 'other' }));
      await claim(store, { queue: 'other' });
      await jobOfTimes(store, 'ahead', 1, 1, T0 + 5 * MINUTE);
      const history = await store.queueHistory(QUEUE, T0);
      expect(history.lastHour).toMatchObject({ wait: { count: 0 }, run: { count: 0 } });
      expect(history.minutes.every(({ finished, failed }) => finished + failed === 0)).toBe(true);
      expect((await store.queueHistory('other', T0)).lastHour).toMatchObject({ wait: { count: 1 }, run: { count: 0 } });
    });

    test('counts neither an outcome that was refused nor one of a lost lease', async (store) => {
      await addCampaign(store);
      const job = await acceptAndClaim(store, 'a');
      expect(await finishLead(store, job, leadIntent('a', { clientId: '999' }))).toBe('rejected');
      expect((await store.queueHistory(QUEUE, T0)).lastHour.run.count).toBe(0);
      await finishLead(store, job, leadIntent('a'));
      await finishLead(store, job, leadIntent('a'));
      expect((await store.queueHistory(QUEUE, T0)).lastHour.run.count).toBe(1);
    });
  });
}

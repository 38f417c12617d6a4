import { describe, expect } from 'vitest';
import { newestAttempt } from '../../src/domain/job.ts';
import type { Store } from '../../src/domain/ports.ts';
import { formDelivery, leadIntent, operator, QUEUE, T0 } from '../support/factories.ts';
import {
  accept,
  acceptAndClaim,
  addCampaign,
  claim,
  claimOne,
  eventOf,
  FAULT,
  failEvent,
  finish,
  finishLead,
  jobOf,
  processEvent,
  trailOf,
} from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

async function parkEvent(store: Store, identity: string): Promise<{ jobId: string; eventId: string }> {
  const job = await acceptAndClaim(store, identity);
  await finish(store, job, { kind: 'parked', fault: FAULT });
  return job;
}

export function controlContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('retry', () => {
    test('runs a failed job again from attempt 1 and keeps how it failed', async (store) => {
      const job = await failEvent(store, 'a');
      expect(await store.retry({ ids: [job.jobId] }, operator(T0 + 100))).toEqual([job.jobId]);
      const trail = await trailOf(store, job.eventId);
      expect(trail.event).toMatchObject({ status: 'recebido', errorCode: null, processedAt: null });
      expect(trail.jobs).toMatchObject([{ state: 'pendente', attempts: 0, availableAt: T0 + 100, errorCode: null, finishedAt: null }]);
      expect(trail.attempts).toMatchObject([{ result: 'failed', attempt: 1, errorCode: FAULT.code }]);
      expect(await claimOne(store, { now: T0 + 100 })).toMatchObject({ jobId: job.jobId, attempt: 1 });
    });

    test('numbers the attempts at a job over retries', async (store) => {
      const job = await failEvent(store, 'a');
      await store.retry({ ids: [job.jobId] }, operator());
      await finish(store, await claimOne(store), { kind: 'failed', fault: FAULT });
      await store.retry({ ids: [job.jobId] }, operator());
      await finish(store, await claimOne(store), { kind: 'failed', fault: FAULT });
      const { jobs, attempts } = await trailOf(store, job.eventId);
      expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(jobs.map((one) => newestAttempt(one, attempts))).toEqual([3]);
    });

    test('takes an event from erro to processado after the campaign was added', async (store) => {
      const job = await failEvent(store, 'a');
      await addCampaign(store);
      await store.retry({ errorCode: FAULT.code }, operator());
      expect(await finishLead(store, await claimOne(store), leadIntent('a', { campaignId: '42' }))).toBe('processed');
      expect(await eventOf(store, job.eventId)).toMatchObject({ status: 'processado' });
    });

    test('runs parked jobs, and jobs that wait for a later time, now', async (store) => {
      const parked = await parkEvent(store, 'parked');
      const delayed = await acceptAndClaim(store, 'delayed');
      await finish(store, delayed, { kind: 'retry', fault: FAULT, availableAt: T0 + 1e9, spendsAttempt: true });
      expect(await store.retry({ ids: [parked.jobId, delayed.jobId] }, operator(T0 + 1))).toEqual([parked.jobId, delayed.jobId]);
      const jobs = await claim(store, { now: T0 + 1 });
      expect(jobs.map((job) => [job.identity, job.attempt])).toEqual([
        ['parked', 1],
        ['delayed', 1],
      ]);
      expect(await jobOf(store, parked.eventId)).toMatchObject({ waitReason: null });
    });

    test('by filter concerns failed jobs only, of the origin, code, queue and time asked', async (store) => {
      await parkEvent(store, 'parked');
      const old = await failEvent(store, 'old', T0 - 1_000);
      const recent = await failEvent(store, 'recent', T0);
      expect(await store.countSelected({})).toBe(2);
      expect([await store.countSelected({}, 1), await store.countSelected({}, 2), await store.countSelected({}, 3)]).toEqual([1, 2, 2]);
      expect(await store.countSelected({ origin: 'search_ads' }, 1)).toBe(0);
      expect(await store.countSelected({ origin: 'search_ads' })).toBe(0);
      expect(await store.countSelected({ errorCode: 'other' })).toBe(0);
      expect(await store.countSelected({ queue: 'other' })).toBe(0);
      expect(await store.countSelected({ since: T0 })).toBe(1);
      expect(await store.retry({ since: T0, origin: 'formulario_proprio', errorCode: FAULT.code, queue: QUEUE }, operator())).toEqual([
        recent.jobId,
      ]);
      expect(await store.retry({}, operator())).toEqual([old.jobId]);
    });

    test('leaves jobs alone that run, are done, do not exist or were named before', async (store) => {
      await addCampaign(store);
      const done = await processEvent(store, 'done', leadIntent('done'));
      const failed = await failEvent(store, 'failed');
      const running = await acceptAndClaim(store, 'running');
      const ids = [done.jobId, running.jobId, '999', 'abc', '', failed.jobId, failed.jobId];
      expect(await store.retry({ ids }, operator())).toEqual([failed.jobId]);
      expect(await jobOf(store, running.eventId)).toMatchObject({ state: 'processando', attempts: 1 });
    });

    test('runs all parked jobs when asked for them', async (store) => {
      const parked = await parkEvent(store, 'parked');
      await failEvent(store, 'failed');
      expect(await store.retry({ parked: true, errorCode: FAULT.code }, operator())).toEqual([parked.jobId]);
      expect(await claimOne(store)).toMatchObject({ identity: 'parked' });
    });

    test('never makes a second job of an event that was resent meanwhile', async (store) => {
      const first = await failEvent(store, 'a');
      await store.accept(formDelivery('a'));
      expect(await store.retry({ ids: [first.jobId] }, operator())).toEqual([first.jobId]);
      expect(await claim(store)).toHaveLength(1);
    });

    test('leaves the old failure of an event alone that a resend has brought through', async (store) => {
      await addCampaign(store);
      const first = await failEvent(store, 'a');
      await store.accept(formDelivery('a'));
      await finishLead(store, await claimOne(store), leadIntent('a'));
      expect(await store.retry({}, operator())).toEqual([]);
      expect(await eventOf(store, first.eventId)).toMatchObject({ status: 'processado' });
    });
  });

  describe('forget', () => {
    test('removes failed jobs for good; their events stay in error', async (store) => {
      const job = await failEvent(store, 'a');
      expect(await store.forget({ ids: [job.jobId] }, operator())).toEqual([job.jobId]);
      const trail = await trailOf(store, job.eventId);
      expect(trail.jobs).toEqual([]);
      expect(trail.event).toMatchObject({ status: 'erro', errorCode: FAULT.code });
    });

    test('removes nothing that is due, delayed or running', async (store) => {
      const delayed = await acceptAndClaim(store, 'delayed');
      await finish(store, delayed, { kind: 'retry', fault: FAULT, availableAt: T0 + 1e9, spendsAttempt: true });
      const running = await acceptAndClaim(store, 'running');
      expect(await store.forget({ ids: [delayed.jobId, running.jobId, '999'] }, operator())).toEqual([]);
      expect(await store.forget({}, operator())).toEqual([]);
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ delayed: 1, running: 1 });
    });

    test('removes parked jobs too; their events end in error, so that nothing seems to wait', async (store) => {
      const parked = await parkEvent(store, 'parked');
      expect(await store.countSelected({ parked: true })).toBe(1);
      expect((await store.listFailedJobs({ parked: true, limit: 10 })).items).toMatchObject([{ id: parked.jobId, state: 'pendente' }]);
      expect(await store.forget({ parked: true }, operator())).toEqual([parked.jobId]);
      expect(await eventOf(store, parked.eventId)).toMatchObject({ status: 'erro', errorCode: 'forgotten' });
    });

    test('of thousands of jobs goes in steps, all of them', async (store) => {
      await accept(store, ...Array.from({ length: 2_500 }, (_, index) => `f${index}`));
      const jobs = await claim(store, { limit: 5_000 });
      await store.finish(
        jobs.map((job) => ({ claim: job, eventId: job.eventId, outcome: { kind: 'failed', fault: FAULT } })),
        T0,
      );
      expect(await store.retry({}, operator())).toHaveLength(2_500);
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 2_500, failed: 0 });
    });

    test('a resend of an event whose job was forgotten runs again', async (store) => {
      const job = await failEvent(store, 'a');
      await store.forget({}, operator());
      expect(await store.accept(formDelivery('a'))).toMatchObject([{ eventId: job.eventId, status: 'accepted' }]);
      expect(await claim(store)).toHaveLength(1);
    });
  });

  describe('replay', () => {
    test('enqueues processed and failed events again, and leaves those with a live job alone', async (store) => {
      await addCampaign(store);
      const done = await processEvent(store, 'done', leadIntent('done'));
      const failed = await failEvent(store, 'failed');
      const [waiting = ''] = await accept(store, 'waiting');
      const ids = [done.eventId, failed.eventId, waiting, '999', 'abc', done.eventId];
      expect(await store.replay(ids, QUEUE, operator(T0 + 1))).toEqual([done.eventId, failed.eventId]);
      expect(await eventOf(store, done.eventId)).toMatchObject({ status: 'recebido', processedAt: null });
      const jobs = await claim(store, { now: T0 + 1 });
      expect(jobs.map((job) => job.identity)).toEqual(['done', 'failed', 'waiting']);
      for (const job of jobs) await finishLead(store, job, leadIntent(job.identity));
      const again = await trailOf(store, done.eventId);
      expect(again.jobs).toMatchObject([{ id: done.jobId, state: 'concluido', attempts: 1 }]);
      expect(again.attempts).toMatchObject([{ result: 'processed', attempt: 1, workerId: done.workerId, endedAt: T0 }]);
      expect((await trailOf(store, failed.eventId)).attempts).toMatchObject([{ result: 'failed', attempt: 1 }]);
      const leads = (await store.listLeads({ limit: 10 })).items.map((lead) => lead.identity);
      expect(leads.sort()).toEqual(['done', 'failed', 'waiting']);
    });
  });

  describe('pause and resume', () => {
    test('tell whether they changed anything', async (store) => {
      expect(await store.setPaused(QUEUE, false, operator())).toBe(false);
      expect(await store.setPaused(QUEUE, true, operator(T0 + 1))).toBe(true);
      expect(await store.setPaused(QUEUE, true, operator(T0 + 2))).toBe(false);
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ pausedAt: T0 + 1 });
      expect(await store.setPaused(QUEUE, false, operator())).toBe(true);
      expect(await store.setPaused(QUEUE, false, operator())).toBe(false);
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ pausedAt: null });
    });

    test('a paused queue still takes events in', async (store) => {
      await store.setPaused(QUEUE, true, operator());
      expect(await store.accept(formDelivery('a'))).toMatchObject([{ status: 'accepted' }]);
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 1 });
    });
  });

  describe('prune', () => {
    const finishedBefore = (before: number, queue = QUEUE) => ({ queue, kind: 'finished', before }) as const;
    const failedBefore = (before: number) => ({ queue: QUEUE, kind: 'failed', before }) as const;

    test('deletes jobs that were done before the time, and nothing that failed or waits', async (store) => {
      await addCampaign(store);
      for (const identity of ['a', 'b', 'c', 'd']) await processEvent(store, identity, leadIntent(identity), T0 + 10);
      const failed = await failEvent(store, 'failed', T0 + 10);
      const fresh = await processEvent(store, 'fresh', leadIntent('fresh'), T0 + 20);
      const parked = await parkEvent(store, 'parked');
      expect(await store.countPrunable(finishedBefore(T0 + 10))).toBe(0);
      expect(await store.countPrunable(finishedBefore(T0 + 20))).toBe(4);
      expect(await store.prune(finishedBefore(T0 + 20, 'other'), operator())).toBe(0);
      const told: number[] = [];
      expect(await store.prune(finishedBefore(T0 + 20), operator(), (deleted) => told.push(deleted))).toBe(4);
      expect(await store.prune(finishedBefore(T0 + 20), operator())).toBe(0);
      expect(told).toEqual([4]);
      expect((await trailOf(store, failed.eventId)).jobs).toHaveLength(1);
      expect((await store.listFailedJobs({ limit: 10 })).items).toHaveLength(1);
      expect((await trailOf(store, fresh.eventId)).jobs).toHaveLength(1);
      expect((await trailOf(store, parked.eventId)).jobs).toHaveLength(1);
      expect((await store.listLeads({ limit: 10 })).items).toHaveLength(5);
    });

    test('deletes failed jobs only when they are asked for; their events stay', async (store) => {
      const { eventId } = await failEvent(store, 'failed', T0 + 10);
      expect(await store.countPrunable(failedBefore(T0 + 10))).toBe(0);
      expect(await store.countPrunable(failedBefore(T0 + 20))).toBe(1);
      expect(await store.prune(failedBefore(T0 + 20), operator())).toBe(1);
      expect((await trailOf(store, eventId)).jobs).toEqual([]);
      expect(await eventOf(store, eventId)).toMatchObject({ status: 'erro' });
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ failed: 0 });
    });

    test('leaves a job alone that runs again', async (store) => {
      const { eventId } = await failEvent(store, 'again', T0 + 10);
      await store.replay([eventId], QUEUE, operator());
      expect(await store.countPrunable(failedBefore(T0 + 20))).toBe(0);
      expect(await store.countPrunable(finishedBefore(T0 + 20))).toBe(0);
      expect(await store.prune(finishedBefore(T0 + 20), operator())).toBe(0);
      expect((await trailOf(store, eventId)).jobs).toHaveLength(1);
    });

    test('lets no late worker finish a job that was deleted and is queued again', async (store) => {
      const late = await failEvent(store, 'late');
      expect(await store.prune(failedBefore(T0 + 1), operator())).toBe(1);
      await store.accept(formDelivery('late'));
      const now = await claimOne(store);
      expect(now).toMatchObject({ jobId: late.jobId, workerId: late.workerId, attempt: 1 });
      expect(await finish(store, late, { kind: 'failed', fault: FAULT })).toBe('lease_lost');
      expect(await finish(store, now, { kind: 'failed', fault: FAULT })).toBe('failed');
    });

    test('deletes the attempts of a job with it', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      await finish(store, job, { kind: 'retry', fault: FAULT, availableAt: T0, spendsAttempt: true });
      await finish(store, await claimOne(store), { kind: 'failed', fault: FAULT }, T0);
      expect((await trailOf(store, job.eventId)).attempts).toHaveLength(1);
      expect(await store.prune(failedBefore(T0 + 1), operator())).toBe(1);
      expect((await trailOf(store, job.eventId)).attempts).toEqual([]);
    });
  });
}

import { describe, expect } from 'vitest';
import { batchDelivery, formDelivery, leadIntent, operator, QUEUE, T0, worker } from '../support/factories.ts';
import { accept, acceptAndClaim, claim, claimOne, FAULT, finish, finishLead, jobOf, LEASE_MS, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const AFTER_LEASE = T0 + LEASE_MS + 1;

export function leasesContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('extendLeases', () => {
    test('renews what is held and names what is lost', async (store) => {
      await accept(store, 'a', 'b');
      const [a, b] = await claim(store);
      if (a === undefined || b === undefined) throw new Error('expected two jobs');
      await finish(store, b, { kind: 'failed', fault: FAULT });
      expect(await store.extendLeases([a, b], T0 + 999_999)).toEqual([b]);
      expect(await jobOf(store, a.eventId)).toMatchObject({ leaseUntil: T0 + 999_999 });
      expect(await store.recover([], AFTER_LEASE, 10)).toBe(0);
    });

    test('does not renew a claim that another worker has taken over', async (store) => {
      const stale = await acceptAndClaim(store, 'a');
      await store.recover([], AFTER_LEASE, 10);
      const held = await claimOne(store, { workerId: 'worker-2', now: AFTER_LEASE });
      expect(await store.extendLeases([stale], AFTER_LEASE + 999_999)).toEqual([stale]);
      expect(await jobOf(store, held.eventId)).toMatchObject({ workerId: 'worker-2', leaseUntil: AFTER_LEASE + LEASE_MS });
    });
  });

  describe('release', () => {
    test('gives the job back to its old place, and the attempt with it', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      await store.accept(formDelivery('b', { receivedAt: T0 + 1 }));
      await store.release([job]);
      expect(await jobOf(store, job.eventId)).toMatchObject({ state: 'pendente', attempts: 0, availableAt: T0, leaseUntil: null });
      expect(await claim(store, { now: T0 + 1 })).toMatchObject([{ identity: 'a', attempt: 1 }, { identity: 'b' }]);
    });

    test('leaves a job alone that another worker has taken over', async (store) => {
      const stale = await acceptAndClaim(store, 'a');
      await store.recover([], AFTER_LEASE, 10);
      await claimOne(store, { workerId: 'worker-2', now: AFTER_LEASE });
      await store.release([stale]);
      expect(await jobOf(store, stale.eventId)).toMatchObject({ state: 'processando', workerId: 'worker-2', attempts: 2 });
    });
  });

  describe('recoverExpired', () => {
    test('leaves jobs whose lease holds', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      expect(await store.recover([], T0 + LEASE_MS, 10)).toBe(0);
      expect(await jobOf(store, job.eventId)).toMatchObject({ state: 'processando' });
    });

    test('gives a job back to its old place, counts the attempt and keeps it', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      expect(await store.recover([], AFTER_LEASE, 10)).toBe(1);
      const trail = await trailOf(store, job.eventId);
      expect(trail.jobs).toMatchObject([{ state: 'pendente', attempts: 1, availableAt: T0, leaseUntil: null }]);
      expect(trail.attempts).toMatchObject([
        { result: 'lease_expired', attempt: 1, workerId: 'worker-1', startedAt: T0, endedAt: AFTER_LEASE },
      ]);
      expect(trail.event.status).toBe('recebido');
      expect(await claimOne(store, { now: AFTER_LEASE })).toMatchObject({ attempt: 2 });
    });

    test('gives back all of them, however many there are', async (store) => {
      await store.accept(batchDelivery(Array.from({ length: 1_100 }, (_, index) => `e${index}`)));
      await claim(store, { limit: 1_100 });
      expect(await store.recover([], AFTER_LEASE, 10)).toBe(1_100);
    });

    test('of a batch that died blames nobody yet: each job is claimed again, alone, and has an attempt left', async (store) => {
      await accept(store, 'a', 'b', 'c');
      await claim(store);
      await accept(store, 'later');
      expect(await store.recover([], AFTER_LEASE, 1)).toBe(3);
      const alone = await claim(store, { now: AFTER_LEASE });
      expect(alone.map((job) => [job.identity, job.attempt])).toEqual([['a', 1]]);
      // Alone means alone in that worker, across all its lanes; another worker claims the next job.
      expect(await claim(store, { now: AFTER_LEASE })).toEqual([]);
      expect((await claim(store, { now: AFTER_LEASE, workerId: 'worker-2' })).map((job) => job.identity)).toEqual(['b']);
      await store.release(alone);
      expect((await claim(store, { now: AFTER_LEASE })).map((job) => [job.identity, job.attempt])).toEqual([['a', 1]]);
    });

    test('a worker that holds other jobs takes no suspected one, but goes on with the rest', async (store) => {
      await accept(store, 'suspect');
      await claim(store, { workerId: 'dead' });
      await store.accept(formDelivery('busy', { receivedAt: T0 - 1 }));
      await claim(store, { limit: 1 });
      await store.recover(['dead'], T0, 10);
      await accept(store, 'innocent');
      expect((await claim(store)).map((job) => job.identity)).toEqual(['innocent']);
    });

    test('a suspected job that has waited long holds up what came after it, so that busy lanes do not leave it for ever', async (store) => {
      await accept(store, 'suspect');
      await claim(store, { workerId: 'dead' });
      await store.accept(formDelivery('busy', { receivedAt: T0 - 1 }));
      const busy = await claim(store, { limit: 1 });
      await store.recover(['dead'], T0, 10);
      await accept(store, 'innocent');
      const now = T0 + 5_001;
      expect(await claim(store, { now })).toEqual([]);
      await store.finish([{ claim: busy[0] as (typeof busy)[0], outcome: { kind: 'parked', fault: FAULT } }], now);
      const [suspect] = await claim(store, { now });
      expect(suspect?.identity).toBe('suspect');
      expect(await claim(store, { now })).toEqual([]);
      await finish(store, suspect as (typeof busy)[0], { kind: 'parked', fault: FAULT }, now);
      expect((await claim(store, { now })).map((job) => job.identity)).toEqual(['innocent']);
    });

    test('ends the job that was alone when its attempts are used up, and its event, with worker_died', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      await store.recover([], AFTER_LEASE, 1);
      await claimOne(store, { now: AFTER_LEASE });
      const later = AFTER_LEASE + LEASE_MS + 1;
      expect(await store.recover([], later, 1)).toBe(1);
      const trail = await trailOf(store, job.eventId);
      expect(trail.event).toMatchObject({ status: 'erro', errorCode: 'worker_died', processedAt: later });
      expect(trail.jobs).toMatchObject([{ state: 'falhou', errorCode: 'worker_died', finishedAt: later }]);
      expect(await finishLead(store, job, leadIntent('a'))).toBe('lease_lost');
    });

    test('a job that was suspected and then went well is like any other again', async (store) => {
      await accept(store, 'a', 'b');
      await claim(store);
      await store.recover([], AFTER_LEASE, 10);
      for (const _ of ['a', 'b']) {
        const [job] = await claim(store, { now: AFTER_LEASE });
        if (job === undefined) throw new Error('expected a job');
        await finish(store, job, { kind: 'retry', fault: FAULT, availableAt: AFTER_LEASE, spendsAttempt: true });
      }
      expect(await claim(store, { now: AFTER_LEASE })).toHaveLength(2);
    });

    test('a job that kills each worker comes to an end', async (store) => {
      await accept(store, 'poison');
      let now = T0;
      for (let round = 1; round <= 3; round += 1) {
        await claimOne(store, { now });
        now += LEASE_MS + 1;
        expect(await store.recover([], now, 3)).toBe(1);
      }
      expect(await claim(store, { now })).toEqual([]);
      const [event] = (await store.listEvents({ status: 'erro', limit: 1 })).items;
      expect(event).toMatchObject({ errorCode: 'worker_died' });
    });
  });

  describe('recoverWorkers', () => {
    test('frees the jobs of the named workers whatever their lease, and no others', async (store) => {
      await accept(store, 'a', 'b');
      const dead = await claimOne(store, { limit: 1, workerId: 'dead' });
      const alive = await claimOne(store, { limit: 1, workerId: 'alive' });
      expect(await store.recover(['dead', 'unheard-of'], T0 + 1, 10)).toBe(1);
      expect(await jobOf(store, dead.eventId)).toMatchObject({ state: 'pendente', availableAt: T0, attempts: 1 });
      expect(await jobOf(store, alive.eventId)).toMatchObject({ state: 'processando' });
    });

    test('ends a job whose attempts are used up', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      await store.recover(['worker-1'], T0 + 1, 1);
      await claimOne(store);
      expect(await store.recover(['worker-1'], T0 + 2, 1)).toBe(1);
      expect(await jobOf(store, job.eventId)).toMatchObject({ state: 'falhou', errorCode: 'worker_died' });
    });
  });

  describe('bringForward', () => {
    const DAY_MS = 86_400_000;

    test('makes due what was stored or tried while the clock was ahead, and leaves what waits by the clock as it is', async (store) => {
      const waiting = await acceptAndClaim(store, 'waiting');
      await finish(store, waiting, { kind: 'retry', fault: FAULT, availableAt: T0 + DAY_MS, spendsAttempt: true });
      const parked = await acceptAndClaim(store, 'parked');
      await finish(store, parked, { kind: 'parked', fault: FAULT });
      await accept(store, 'tried');
      const tried = await claimOne(store, { now: T0 + DAY_MS - 1 });
      await finish(store, tried, { kind: 'retry', fault: FAULT, availableAt: T0 + DAY_MS + 5_000, spendsAttempt: true });
      await store.accept(formDelivery('stored', { receivedAt: T0 + DAY_MS }));
      expect(await claim(store, { now: T0 + 1 })).toEqual([]);

      expect(await store.bringForward('other', T0 + 1)).toBe(0);
      expect(await store.bringForward(QUEUE, T0 + 1)).toBe(2);
      expect((await claim(store, { now: T0 + 1 })).map((job) => job.identity)).toEqual(['tried', 'stored']);
      expect(await jobOf(store, waiting.eventId)).toMatchObject({ availableAt: T0 + DAY_MS });
      expect(await jobOf(store, parked.eventId)).toMatchObject({ availableAt: null });
      expect(await store.bringForward(QUEUE, T0 + 1)).toBe(0);
    });

    test('makes due what was only made due while the clock was ahead', async (store) => {
      const job = await acceptAndClaim(store, 'retried');
      await finish(store, job, { kind: 'failed', fault: FAULT });
      await store.retry({ ids: [job.jobId] }, { ...operator(), now: T0 + DAY_MS });
      expect(await claim(store, { now: T0 + 1 })).toEqual([]);
      expect(await store.bringForward(QUEUE, T0 + 1)).toBe(1);
      expect(await claim(store, { now: T0 + 1 })).toHaveLength(1);
    });

    test('does many jobs in steps', async (store) => {
      const receivedAt = T0 + DAY_MS;
      await Promise.all(Array.from({ length: 1_001 }, (_, index) => store.accept(formDelivery(`e${index}`, { receivedAt }))));
      expect(await store.bringForward(QUEUE, T0)).toBe(1_001);
      expect(await claim(store, { limit: 2_000 })).toHaveLength(1_001);
    });
  });

  describe('workers', () => {
    test('are visible from their first heartbeat until they are removed', async (store) => {
      await store.heartbeat(worker('w1'));
      await store.heartbeat(worker('w2', { startedAt: T0 + 1, queue: 'other' }));
      await store.heartbeat(worker('w1', { seenAt: T0 + 10_000, processed: 5, failed: 2 }));
      expect(await store.listWorkers()).toEqual([
        worker('w1', { seenAt: T0 + 10_000, processed: 5, failed: 2 }),
        worker('w2', { startedAt: T0 + 1, queue: 'other' }),
      ]);
      expect((await store.queueSnapshot(QUEUE, T0)).workers.map((one) => one.id)).toEqual(['w1']);
      await store.removeWorkers(['w1', 'unheard-of']);
      expect((await store.listWorkers()).map((one) => one.id)).toEqual(['w2']);
    });

    test('a pause concerns one queue', async (store) => {
      await store.setPaused('other', true, operator());
      await accept(store, 'a');
      expect(await claim(store)).toHaveLength(1);
    });
  });
}

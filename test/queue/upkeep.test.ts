import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import type { ClaimedJob, JobOutcome } from '../../src/domain/job.ts';
import type { Store } from '../../src/domain/ports.ts';
import type { Worker } from '../../src/domain/queue-status.ts';
import { Upkeep } from '../../src/queue/upkeep.ts';
import { type Driver, openDriver } from '../../src/store/sqlite/driver.ts';
import { accept, claim, claimOne, jobOf } from '../store-contract/steps.ts';
import { formDelivery, QUEUE, T0, worker } from '../support/factories.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { leadOutcome, SELF, WorkerUnderTest } from './worker-under-test.ts';

const DAY_MS = 86_400_000;

async function leaveClaimed(underTest: WorkerUnderTest, left: Worker): Promise<string> {
  const [eventId = ''] = await accept(underTest.store, 'orphan');
  await underTest.store.heartbeat(left);
  await claimOne(underTest.store, { workerId: left.id });
  return eventId;
}

/** The lock of another process; always released at the end of the test. */
class RivalLock implements Disposable {
  readonly #driver: Driver;

  constructor(path: string) {
    this.#driver = openDriver(path, { readonly: false });
  }

  take(): void {
    this.#driver.exec('begin immediate');
  }

  release(): void {
    if (this.#driver.isInTransaction()) this.#driver.exec('rollback');
  }

  [Symbol.dispose](): void {
    this.#driver.close();
  }
}

/** A claim whose first call meets the rival's lock, which is then released. */
function refusedOnce(store: Store, rival: RivalLock): { readonly claim: Store['claim']; readonly tries: number } {
  let tries = 0;
  return {
    get tries() {
      return tries;
    },
    claim: (request) => {
      tries += 1;
      if (tries === 1) rival.take();
      return store.claim(request).finally(() => rival.release());
    },
  };
}

describe('the heartbeat of a worker', () => {
  test('makes it visible while it works, and it is gone at the end', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, 'a');
    let seen: readonly Worker[] = [];
    const outcome = async (job: ClaimedJob): Promise<JobOutcome> => {
      seen = await underTest.store.listWorkers();
      return leadOutcome(job);
    };
    await underTest.run({ outcome });
    expect(seen).toEqual([{ ...SELF, queue: QUEUE, startedAt: T0, seenAt: T0, processed: 0, failed: 0 }]);
    expect(await underTest.store.listWorkers()).toEqual([]);
  });
});

test('the counts of a worker are told when they changed, without waiting for its heartbeat', async () => {
  const told: number[] = [];
  let processed = 0;
  const queue = { heartbeat: async (one: Worker) => void told.push(one.processed) } as unknown as Store;
  const self = (): Worker => ({ ...SELF, queue: QUEUE, startedAt: T0, seenAt: T0, processed, failed: 0 });
  const rest = { clock: () => T0, log: silentLogger(), leaseMs: 1_000, maxAttempts: 3, heldClaims: () => [], isProcessAlive: () => true };
  const upkeep = new Upkeep({ queue, self, ...rest });
  await upkeep.publishCounts();
  processed = 1_904;
  await upkeep.publishCounts();
  await upkeep.publishCounts();
  expect(told).toEqual([1_904]);
});

describe('jobs of a worker that is dead', () => {
  test('run again at the start of the next worker of the host, whatever their lease', async () => {
    await using underTest = await WorkerUnderTest.create();
    const eventId = await leaveClaimed(underTest, worker('dead', { host: SELF.host }));
    expect(await underTest.run({ deps: { isProcessAlive: () => false } })).toMatchObject({ processed: 1 });
    expect(await jobOf(underTest.store, eventId)).toMatchObject({ state: 'concluido', attempts: 2 });
    expect(await underTest.store.listWorkers()).toEqual([]);
  });

  test('stay while its process runs', async () => {
    await using underTest = await WorkerUnderTest.create();
    const eventId = await leaveClaimed(underTest, worker('alive', { host: SELF.host }));
    await underTest.run({ deps: { isProcessAlive: () => true } });
    expect(await jobOf(underTest.store, eventId)).toMatchObject({ state: 'processando', workerId: 'alive' });
  });

  test('on another host run again when the lease has passed, not before', async () => {
    await using underTest = await WorkerUnderTest.create();
    const eventId = await leaveClaimed(underTest, worker('remote', { host: 'host-2' }));
    await underTest.run({ deps: { isProcessAlive: () => false } });
    expect(await jobOf(underTest.store, eventId)).toMatchObject({ state: 'processando' });
    underTest.now += 60_001;
    expect(await underTest.run({})).toMatchObject({ processed: 1 });
  });

  test('end in worker_died when their attempts are used up', async () => {
    await using underTest = await WorkerUnderTest.create();
    const eventId = await leaveClaimed(underTest, worker('dead', { host: SELF.host }));
    await underTest.store.recover(['dead'], T0, 1);
    await underTest.store.heartbeat(worker('dead-too', { host: SELF.host }));
    await underTest.store.claim({ queue: QUEUE, workerId: 'dead-too', limit: 10, leaseMs: 60_000, now: T0 });
    await underTest.run({ options: { maxAttempts: 1 }, deps: { isProcessAlive: () => false } });
    expect(await jobOf(underTest.store, eventId)).toMatchObject({ state: 'falhou', errorCode: 'worker_died' });
  });

  test('a worker of another host that was not seen for a day is forgotten', async () => {
    await using underTest = await WorkerUnderTest.create();
    await underTest.store.heartbeat(worker('remote', { host: 'host-2' }));
    underTest.now = T0 + DAY_MS;
    await underTest.run({});
    expect(await underTest.store.listWorkers()).toHaveLength(1);
    underTest.now = T0 + DAY_MS + 1;
    await underTest.run({});
    expect(await underTest.store.listWorkers()).toEqual([]);
  });
});

describe('after the clock was set back', () => {
  test.each([false, true])('jobs that it put off run at the start of the next worker; only what is due now: %j', async (onlyDueNow) => {
    await using underTest = await WorkerUnderTest.create();
    await underTest.store.accept(formDelivery('stored ahead', { receivedAt: T0 + DAY_MS }));
    const clock = (): number => (underTest.now += 1);
    expect(await underTest.run({ options: { onlyDueNow }, deps: { clock } })).toMatchObject({ processed: 1 });
  });

  test('a worker that goes on notices it, and does not look again until it is set back again', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    const looks: number[] = [];
    const bringForward: typeof store.bringForward = (queue, now) => {
      looks.push(now - T0);
      return store.bringForward(queue, now);
    };
    underTest.now = T0 + DAY_MS;
    const upkeep = underTest.upkeep({ bringForward });
    await upkeep.beat();
    const [eventId = ''] = (await store.accept(formDelivery('stored ahead', { receivedAt: underTest.now }))).map(
      (receipt) => receipt.eventId,
    );
    await upkeep.beat();
    underTest.now = T0;
    await upkeep.beat();
    expect(await jobOf(store, eventId)).toMatchObject({ availableAt: T0 });
    await upkeep.beat();
    expect(looks).toEqual([DAY_MS, 0]);
  });

  test('what the database was too busy for is done by the next beat', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    await store.accept(formDelivery('stored ahead', { receivedAt: T0 + DAY_MS }));
    let isBusy = true;
    const upkeep = underTest.upkeep({
      bringForward: (queue, now) => (isBusy ? Promise.reject(new Error('busy')) : store.bringForward(queue, now)),
    });
    await expect(upkeep.beat()).rejects.toThrow('busy');
    isBusy = false;
    await upkeep.beat();
    expect(await claim(store)).toHaveLength(1);
  });
});

describe('leases', () => {
  test('are renewed while a job takes long', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    const [eventId = ''] = await accept(store, 'a');
    const renewed = Promise.withResolvers<void>();
    const extendLeases: typeof store.extendLeases = async (claims, leaseUntil) => {
      const lost = await store.extendLeases(claims, leaseUntil);
      renewed.resolve();
      return lost;
    };
    const outcome = async (job: ClaimedJob): Promise<JobOutcome> => {
      underTest.now += 20;
      await renewed.promise;
      expect(await jobOf(store, eventId)).toMatchObject({ leaseUntil: T0 + 20 + 30 });
      return leadOutcome(job);
    };
    expect(await underTest.run({ options: { leaseMs: 30 }, queue: { extendLeases }, outcome })).toMatchObject({ processed: 1 });
  });
});

describe('while another process holds the database', () => {
  test('results are stored as soon as it lets go', async () => {
    await using underTest = await WorkerUnderTest.create();
    using rival = new RivalLock(underTest.path);
    const { store } = underTest;
    await accept(store, 'a');
    const refusals: unknown[] = [];
    const finish: typeof store.finish = async (requests, now) => {
      if (refusals.length === 0) rival.take();
      try {
        return await store.finish(requests, now);
      } catch (error) {
        refusals.push(error);
        rival.release();
        throw error;
      }
    };
    expect(await underTest.run({ queue: { finish } })).toMatchObject({ processed: 1 });
    expect(refusals).toMatchObject([{ code: 'store_busy' }]);
  });

  test('a queue that cannot be claimed from is not taken for an empty one', async () => {
    await using underTest = await WorkerUnderTest.create();
    using rival = new RivalLock(underTest.path);
    const { store } = underTest;
    await accept(store, 'a');
    let tries = 0;
    const claimLate: typeof store.claim = (request) => {
      tries += 1;
      if (tries === 1) rival.take();
      return store.claim(request);
    };
    await expect(underTest.run({ queue: { claim: claimLate } })).rejects.toMatchObject({ code: 'store_busy' });
    expect(tries).toBe(4);
    rival.release();
    expect(await claim(store)).toHaveLength(1);
  });

  test('a worker that ends with the queue asks again before it gives up', async () => {
    await using underTest = await WorkerUnderTest.create();
    using rival = new RivalLock(underTest.path);
    const { store } = underTest;
    await accept(store, 'a');
    const claimLate = refusedOnce(store, rival);
    expect(await underTest.run({ queue: { claim: claimLate.claim } })).toMatchObject({ processed: 1 });
  });

  test('a worker that could not say that it lives begins a little later', async () => {
    await using underTest = await WorkerUnderTest.create();
    using rival = new RivalLock(underTest.path);
    const { store } = underTest;
    await accept(store, 'a');
    rival.take();
    const heartbeat: typeof store.heartbeat = (self) => store.heartbeat(self).finally(() => rival.release());
    expect(await underTest.run({ queue: { heartbeat } })).toMatchObject({ processed: 1 });
  });

  test('a worker that stays begins although the database is away; one that ends with the queue does not', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store, stop } = underTest;
    await accept(store, 'a');
    const heartbeat = (): Promise<void> => Promise.reject(new AppError('store_unavailable', 'away'));
    await expect(underTest.run({ queue: { heartbeat } })).rejects.toMatchObject({ code: 'store_unavailable' });
    const finish: typeof store.finish = (requests, now) => store.finish(requests, now).finally(() => stop.abort());
    expect(await underTest.run({ options: { stopWhenEmpty: false }, queue: { heartbeat, finish } })).toMatchObject({ processed: 1 });
  });

  test('a worker that goes on tries again', async () => {
    await using underTest = await WorkerUnderTest.create();
    using rival = new RivalLock(underTest.path);
    const { store } = underTest;
    await accept(store, 'a');
    const claimLate = refusedOnce(store, rival);
    const outcome = (job: ClaimedJob): JobOutcome => {
      underTest.stop.abort();
      return leadOutcome(job);
    };
    const options = { stopWhenEmpty: false, sleepMs: 1 };
    expect(await underTest.run({ options, queue: { claim: claimLate.claim }, outcome })).toMatchObject({ processed: 1 });
    expect(claimLate.tries).toBeGreaterThan(1);
  });

  test('a store that is closed ends the worker with store_closed', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    const waitForChange: typeof store.waitForChange = (options) => {
      void store.close();
      return store.waitForChange(options);
    };
    await expect(underTest.run({ options: { stopWhenEmpty: false }, queue: { waitForChange } })).rejects.toMatchObject({
      code: 'store_closed',
    });
  });
});

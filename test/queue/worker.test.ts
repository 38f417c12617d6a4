import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import type { ClaimedJob, JobOutcome } from '../../src/domain/job.ts';
import type { Store } from '../../src/domain/ports.ts';
import type { Handled } from '../../src/queue/work-options.ts';
import { accept, claimOne, eventOf, FAULT, finishLead, jobOf, trailOf } from '../store-contract/steps.ts';
import { leadFields, leadIntent, QUEUE, T0 } from '../support/factories.ts';
import { saying } from '../support/saying.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { leadOutcome, WorkerUnderTest } from './worker-under-test.ts';

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `e${index}`);
}

const MAX_ATTEMPTS = 3;

const UNAVAILABLE = new AppError('store_unavailable', 'The server is read-only.');

/** Rejects, and ends the pause that follows. */
function refused(error: Error): Promise<never> {
  setImmediate(() => vi.advanceTimersByTime(3_200));
  return Promise.reject(error);
}

/** A database that stores everything but leads. */
function refusingLeads(store: Store): Store['finish'] {
  return (requests, now) => (requests.some(({ outcome }) => outcome.kind === 'lead') ? refused(UNAVAILABLE) : store.finish(requests, now));
}

const LATER: JobOutcome = { kind: 'retry', fault: FAULT, availableAt: T0 + 1_000, spendsAttempt: true };

describe('a worker', () => {
  test('handles what is due in batches, and ends when the queue is empty', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, ...names(5));
    expect(await underTest.run({ options: { batch: 2 } })).toEqual({ processed: 5, failed: 0, waiting: 0, durationMs: 0, reason: 'empty' });
    expect(underTest.handled).toEqual([['e0', 'e1'], ['e2', 'e3'], ['e4']]);
    expect((await underTest.store.listLeads({ limit: 10 })).items).toHaveLength(5);
  });

  test('ends at once on an empty queue', async () => {
    await using underTest = await WorkerUnderTest.create();
    expect(await underTest.run({})).toMatchObject({ processed: 0, reason: 'empty' });
  });

  test('handles only what was due at its start', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, 'due');
    const outcome = () => {
      underTest.now = T0 + 10;
      return { ...LATER, availableAt: T0 + 5 };
    };
    expect(await underTest.run({ options: { onlyDueNow: true }, outcome })).toMatchObject({ waiting: 1, reason: 'empty' });
    expect(underTest.handled).toEqual([['due']]);
  });

  test('tells processed, failed and waiting apart', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, 'a', 'b', 'c', 'd');
    const outcomes: Record<string, JobOutcome> = { b: { kind: 'failed', fault: FAULT }, c: { kind: 'parked', fault: FAULT }, d: LATER };
    const summary = await underTest.run({ outcome: (job) => outcomes[job.identity] ?? leadOutcome(job) });
    expect(summary).toMatchObject({ processed: 1, failed: 1, waiting: 2 });
    expect(await underTest.store.queueSnapshot(QUEUE, T0)).toMatchObject({ finished: 1, failed: 1, parked: 1, delayed: 1 });
  });

  test('does not let a job that throws disturb its neighbours', async () => {
    await using underTest = await WorkerUnderTest.create();
    const [, bad = ''] = await accept(underTest.store, 'a', 'bad', 'c');
    const outcome = (job: Parameters<typeof leadOutcome>[0]): JobOutcome => {
      if (job.identity === 'bad') throw new TypeError('secret of ana@example.com');
      return leadOutcome(job);
    };
    expect(await underTest.run({ outcome })).toMatchObject({ processed: 2, waiting: 1 });
    const job = await jobOf(underTest.store, bad);
    expect(job).toMatchObject({ state: 'pendente', attempts: 1, waitReason: 'processing_failed' });
    expect(job.availableAt).toBeGreaterThan(T0);
    expect(JSON.stringify(await trailOf(underTest.store, bad))).not.toContain('ana@example.com');
  });

  test('treats a missing outcome like a throw', async () => {
    await using underTest = await WorkerUnderTest.create();
    const [eventId = ''] = await accept(underTest.store, 'a');
    await underTest.run({ deps: { handle: async () => [] } });
    expect(await jobOf(underTest.store, eventId)).toMatchObject({ waitReason: 'processing_failed' });
  });

  test('tries a passing fault again, later each time, until the attempts are used up', async () => {
    await using underTest = await WorkerUnderTest.create();
    const [eventId = ''] = await accept(underTest.store, 'a');
    const outcome = (): never => {
      throw new Error('not reachable');
    };
    const pauses: number[] = [];
    for (let round = 1; round <= 2; round += 1) {
      expect(await underTest.run({ outcome })).toMatchObject({ waiting: 1 });
      const next = (await underTest.store.nextDueAt(QUEUE, underTest.now)) ?? 0;
      pauses.push(next - underTest.now);
      underTest.now = next;
    }
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
    expect(await underTest.run({ outcome })).toMatchObject({ failed: 1, waiting: 0 });
    expect(await eventOf(underTest.store, eventId)).toMatchObject({
      status: 'erro',
      errorCode: 'processing_failed',
      errorParams: saying('Stopped after 3 attempts'),
    });
    expect((await trailOf(underTest.store, eventId)).attempts.map((attempt) => attempt.attempt)).toEqual([1, 2]);
  });

  test('spends no attempt on being throttled', async () => {
    await using underTest = await WorkerUnderTest.create();
    const [eventId = ''] = await accept(underTest.store, 'a');
    for (let round = 0; round < 10; round += 1) {
      const availableAt = underTest.now + 1_000;
      await underTest.run({ outcome: () => ({ ...LATER, availableAt, spendsAttempt: false }) });
      underTest.now = availableAt;
    }
    expect(underTest.handled).toHaveLength(10);
    expect(await jobOf(underTest.store, eventId)).toMatchObject({ state: 'pendente', attempts: 0 });
    expect(await underTest.run({})).toMatchObject({ processed: 1 });
  });

  test('leaves a parked job until somebody says so', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, 'a');
    await underTest.run({ outcome: () => ({ kind: 'parked', fault: FAULT }) });
    underTest.now += 1e9;
    expect(await underTest.run({})).toMatchObject({ processed: 0, reason: 'empty' });
  });

  test('tries a result again that the database refused', async () => {
    await using underTest = await WorkerUnderTest.create();
    const [good = '', bad = ''] = await accept(underTest.store, 'good', 'bad');
    const outcome = (job: Parameters<typeof leadOutcome>[0]): JobOutcome =>
      job.identity === 'bad' ? { kind: 'lead', intent: leadIntent('bad', { clientId: '999' }) } : leadOutcome(job);
    expect(await underTest.run({ outcome })).toMatchObject({ processed: 1, waiting: 1 });
    expect(await eventOf(underTest.store, good)).toMatchObject({ status: 'processado' });
    expect(await jobOf(underTest.store, bad)).toMatchObject({ state: 'pendente', waitReason: 'write_rejected', attempts: 1 });
    expect(await underTest.store.resultNotStored(QUEUE)).toMatchObject({ code: 'write_rejected' });
  });
});

describe('a result that cannot be stored', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('because of the database: the job waits with the reason, however long that lasts', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    const [eventId = ''] = await accept(store, 'a');
    const finish = refusingLeads(store);
    for (let round = 0; round < 2 * MAX_ATTEMPTS; round += 1) {
      expect(await underTest.run({ queue: { finish } })).toMatchObject({ failed: 0, waiting: 1 });
      expect(await store.resultNotStored(QUEUE)).toEqual({ code: 'not_stored', params: saying('The server is read-only.') });
      underTest.now = (await store.nextDueAt(QUEUE, underTest.now)) ?? 0;
      expect(await store.recover([], underTest.now, MAX_ATTEMPTS)).toBe(0);
    }
    expect(underTest.now - T0).toBeLessThan(2 * MAX_ATTEMPTS * 60_000);
    expect(await jobOf(store, eventId)).toMatchObject({ state: 'pendente', attempts: 0, errorCode: 'not_stored' });
    expect(await underTest.run({})).toMatchObject({ processed: 1 });
    expect(await trailOf(store, eventId)).toMatchObject({ event: { status: 'processado', errorCode: null }, attempts: [] });
    expect(await store.resultNotStored(QUEUE)).toBeNull();
  });

  test('with what was fetched: that is stored if the database can', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    const [kept = '', lost = ''] = await accept(store, 'kept', 'lost');
    const refusing = refusingLeads(store);
    const finish: typeof store.finish = (requests, now) => {
      const isRefused = requests.some(({ claim, fetched }) => claim.jobId === lost && fetched !== undefined);
      return isRefused ? refused(UNAVAILABLE) : refusing(requests, now);
    };
    const later = (job: ClaimedJob): Handled => {
      return { later: Promise.resolve({ outcome: leadOutcome(job), fetched: Buffer.from('{}') }) };
    };
    const deps = { handle: async (jobs: readonly ClaimedJob[]) => jobs.map(later) };
    await underTest.run({ options: { batch: 1 }, queue: { finish }, deps });
    expect([...(await store.fetchedLeads([kept, lost])).keys()]).toEqual([kept]);
    expect(await jobOf(store, lost)).toMatchObject({ state: 'pendente', attempts: 0, errorCode: 'not_stored' });
  });

  test.each<[string, Error, object]>([
    ['a bug', new TypeError('x is not a function'), { attempts: 1, errorCode: 'write_rejected' }],
    ['a right that only it needs', UNAVAILABLE, { attempts: 0, errorCode: 'not_stored' }],
  ])('because of %s does not keep the others of its batch', async (_why, error, waiting) => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    const [bad = ''] = await accept(store, 'bad', 'b', 'c');
    const finish: typeof store.finish = (requests, now) => {
      const isRefused = requests.some(({ claim, outcome }) => claim.jobId === bad && outcome.kind === 'lead');
      return isRefused ? refused(error) : store.finish(requests, now);
    };
    expect(await underTest.run({ queue: { finish } })).toMatchObject({ processed: 2, waiting: 1 });
    expect(await jobOf(store, bad)).toMatchObject({ state: 'pendente', ...waiting });
  });

  test('while nothing can be stored: the leases of all expire without a try for each, and they are finished once', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    const [eventId = ''] = await accept(store, ...names(20));
    let tries = 0;
    const finish = (): Promise<never> => {
      tries += 1;
      return refused(UNAVAILABLE);
    };
    expect(await underTest.run({ queue: { finish } })).toMatchObject({ processed: 0, waiting: 0 });
    expect(tries).toBeLessThan(10);
    expect(await jobOf(store, eventId)).toMatchObject({ state: 'processando', attempts: 1 });
    underTest.now += 60_001;
    expect(await underTest.run({})).toMatchObject({ processed: 20 });
    expect((await store.listLeads({ limit: 100 })).items).toHaveLength(20);
  });
});

describe('limits', () => {
  for (const concurrency of [1, 3]) {
    test(`max-jobs takes exactly that many with concurrency ${concurrency}`, async () => {
      await using underTest = await WorkerUnderTest.create();
      await accept(underTest.store, ...names(20));
      const summary = await underTest.run({ options: { concurrency, batch: 3, maxJobs: 7, stopWhenEmpty: false } });
      expect(summary).toMatchObject({ processed: 7, reason: 'max_jobs' });
      expect(underTest.handled.flat()).toHaveLength(7);
      expect(await underTest.store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 13, running: 0, finished: 7 });
    });
  }

  test('max-time ends after the batch during which it passed', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, ...names(6));
    const outcome = (job: Parameters<typeof leadOutcome>[0]): JobOutcome => {
      underTest.now += 400;
      return leadOutcome(job);
    };
    const summary = await underTest.run({ options: { batch: 2, maxTimeMs: 1_000, stopWhenEmpty: false }, outcome });
    expect(summary).toMatchObject({ processed: 4, reason: 'max_time', durationMs: 1_600 });
  });

  test('memory ends before the next batch', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, ...names(4));
    const readings = [100, 128, 129];
    const memoryMb = (): number => readings.shift() ?? 999;
    const summary = await underTest.run({ options: { batch: 1, memoryMb: 128, stopWhenEmpty: false }, deps: { memoryMb } });
    expect(summary).toMatchObject({ processed: 2, reason: 'memory' });
  });

  test('memory that grew after the last batch ends an idle worker, but not before it has looked for work', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    let naps = 0;
    const waitForChange = async (): Promise<void> => {
      naps += 1;
      if (naps === 1) await accept(store, 'came while it slept');
    };
    const readings = [100];
    const memoryMb = (): number => readings.shift() ?? 129;
    const options = { memoryMb: 128, stopWhenEmpty: false };
    const summary = await underTest.run({ options, deps: { memoryMb }, queue: { waitForChange } });
    expect(summary).toMatchObject({ processed: 1, reason: 'memory' });
    expect(underTest.handled).toEqual([['came while it slept']]);
  });
});

describe('a batch whose outcomes are stored in parts', () => {
  test('lets each part go as it is stored, so that nobody is said to have taken what was finished', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    await accept(store, ...names(120));
    let finishes = 0;
    let renewalsMeanwhile = 0;
    const finish: typeof store.finish = (requests, now) => {
      finishes += 1;
      if (finishes !== 2) return store.finish(requests, now);
      return Promise.reject(new AppError('store_busy', 'Another process has locked the database.'));
    };
    const extendLeases: typeof store.extendLeases = (claims, leaseUntil) => {
      if (finishes === 2) renewalsMeanwhile += 1;
      return store.extendLeases(claims, leaseUntil);
    };
    const warnings: unknown[] = [];
    const log = { ...silentLogger(), warn: (...line: unknown[]) => warnings.push(line) };
    const summary = await underTest.run({ options: { leaseMs: 30 }, deps: { log }, queue: { finish, extendLeases } });
    expect(summary).toMatchObject({ processed: 120, failed: 0 });
    expect((await store.listLeads({ limit: 200 })).items).toHaveLength(120);
    expect(renewalsMeanwhile).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
  });

  test('a job that was lost and came back to another lane keeps its lease there', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    await accept(store, 'a');
    const hasSecond = Promise.withResolvers<void>();
    const firstIsOver = Promise.withResolvers<void>();
    const outcome = async (job: ClaimedJob): Promise<JobOutcome> => {
      if (job.attempt === 1) {
        await store.recover([], underTest.now + 60_001, 10);
        await hasSecond.promise;
      } else {
        hasSecond.resolve();
        await firstIsOver.promise;
      }
      return leadOutcome(job);
    };
    const finish: typeof store.finish = async (requests, now) => {
      const results = await store.finish(requests, now);
      // After the first lane has released what it lost, which takes only microtasks.
      if (results[0] === 'lease_lost') setImmediate(() => (isWatching = true));
      return results;
    };
    let isWatching = false;
    const extendLeases: typeof store.extendLeases = (claims, leaseUntil) => {
      // Without a renewal, the second lane never ends and the test times out.
      if (isWatching && claims.length > 0) firstIsOver.resolve();
      return store.extendLeases(claims, leaseUntil);
    };
    const options = { concurrency: 2, leaseMs: 60, stopWhenEmpty: false, maxJobs: 2, batch: 1 };
    expect(await underTest.run({ options, queue: { finish, extendLeases }, outcome })).toMatchObject({ processed: 1, reason: 'max_jobs' });
  });
});

describe('stopping', () => {
  test('while idle ends at once', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store, stop } = underTest;
    const waitForChange: typeof store.waitForChange = (options) => {
      const waiting = store.waitForChange(options);
      stop.abort();
      return waiting;
    };
    expect(await underTest.run({ options: { stopWhenEmpty: false }, queue: { waitForChange } })).toMatchObject({ reason: 'stopped' });
  });

  test('before the start ends at once, with every job untouched', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, 'a');
    underTest.stop.abort();
    expect(await underTest.run({})).toMatchObject({ processed: 0, reason: 'stopped' });
    expect(underTest.handled).toEqual([]);
  });

  test('gives back what was claimed and not begun, with its attempt', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store, stop } = underTest;
    const [eventId = ''] = await accept(store, 'a');
    const claim: typeof store.claim = async (request) => {
      const jobs = await store.claim(request);
      stop.abort();
      return jobs;
    };
    expect(await underTest.run({ queue: { claim } })).toMatchObject({ processed: 0, reason: 'stopped' });
    expect(underTest.handled).toEqual([]);
    expect(await jobOf(store, eventId)).toMatchObject({ state: 'pendente', attempts: 0, availableAt: T0 });
  });

  test('finishes what was begun', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, 'a', 'b');
    const outcome = (job: Parameters<typeof leadOutcome>[0]): JobOutcome => {
      underTest.stop.abort();
      return leadOutcome(job);
    };
    const summary = await underTest.run({ options: { batch: 1 }, outcome });
    expect(summary).toMatchObject({ processed: 1, reason: 'stopped' });
    expect(await underTest.store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 1, running: 0, finished: 1 });
  });
});

describe('waiting', () => {
  test('ends when an event arrives', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store, stop } = underTest;
    let naps = 0;
    const waitForChange: typeof store.waitForChange = async (options) => {
      naps += 1;
      const waiting = store.waitForChange(options);
      if (naps === 1) await accept(store, 'a');
      await waiting;
    };
    const outcome = (job: Parameters<typeof leadOutcome>[0]): JobOutcome => {
      stop.abort();
      return leadOutcome(job);
    };
    const summary = await underTest.run({ options: { stopWhenEmpty: false }, queue: { waitForChange }, outcome });
    expect(summary).toMatchObject({ processed: 1, reason: 'stopped' });
  });

  test('lasts no longer than until the next job is due', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store, stop } = underTest;
    await accept(store, 'a');
    await underTest.run({ outcome: () => LATER });
    const timeouts: number[] = [];
    const waitForChange: typeof store.waitForChange = async ({ timeoutMs }) => {
      timeouts.push(timeoutMs);
      stop.abort();
    };
    await underTest.run({ options: { stopWhenEmpty: false }, queue: { waitForChange } });
    expect(timeouts).toEqual([1_000]);
  });

  test('survives a database that cannot be looked at for a moment', async () => {
    await using underTest = await WorkerUnderTest.create();
    const unavailable = new AppError('store_unavailable', 'Reading or writing the database file failed.');
    let looks = 0;
    const changeToken = () => {
      looks += 1;
      if (looks === 1) throw unavailable;
      return underTest.store.changeToken();
    };
    let waits = 0;
    const waitForChange = async () => {
      waits += 1;
      if (waits === 1) throw unavailable;
      await accept(underTest.store, 'after');
    };
    const summary = await underTest.run({ options: { stopWhenEmpty: false, maxJobs: 1 }, queue: { changeToken, waitForChange } });
    expect(summary).toMatchObject({ processed: 1, reason: 'max_jobs' });
  });

  test('on a paused queue with due jobs is waiting, not asking again and again', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store, stop } = underTest;
    await accept(store, 'a');
    await store.setPaused(QUEUE, true, { name: 'cli:ana', now: T0 });
    let claims = 0;
    const claim: typeof store.claim = (request) => {
      claims += 1;
      return store.claim(request);
    };
    const waitForChange: typeof store.waitForChange = async (options) => {
      await store.waitForChange({ ...options, timeoutMs: 30 });
      const isQuiet = store.changeToken() === options.since;
      if (isQuiet || claims === 10) stop.abort();
    };
    await underTest.run({ options: { stopWhenEmpty: false }, queue: { claim, waitForChange } });
    expect(claims).toBeLessThan(5);
    expect(underTest.handled).toEqual([]);
  });
});

describe('a zombie', () => {
  test('whose job was taken over writes nothing', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    const [eventId = ''] = await accept(store, 'a');
    const outcome = async (): Promise<JobOutcome> => {
      underTest.now += 60_001;
      expect(await store.recover([], underTest.now, 10)).toBe(1);
      const other = await claimOne(store, { workerId: 'other', now: underTest.now });
      await finishLead(store, other, leadIntent('a', { fields: leadFields({ name: 'by the other' }) }), underTest.now);
      return { kind: 'lead', intent: leadIntent('a', { fields: leadFields({ name: 'by the zombie' }), onMatch: 'merge' }) };
    };
    expect(await underTest.run({ outcome })).toMatchObject({ processed: 0, failed: 0, waiting: 0 });
    const trail = await trailOf(store, eventId);
    expect(trail.lead).toMatchObject({ name: 'by the other' });
    expect(trail.jobs).toMatchObject([{ state: 'concluido', workerId: 'other', attempts: 2 }]);
  });
});

import { describe, expect, test } from 'vitest';
import type { ClaimedJob, FinishRequest, JobOutcome } from '../../src/domain/job.ts';
import { MOST_OUTSTANDING, STOP_TIMEOUT_MS } from '../../src/queue/late-outcomes.ts';
import type { Decision, HandleJobs, LateDecision } from '../../src/queue/work-options.ts';
import { accept, eventOf, FAULT, jobOf } from '../store-contract/steps.ts';
import { leadIntent, QUEUE, T0 } from '../support/factories.ts';
import { leadOutcome, WorkerUnderTest } from './worker-under-test.ts';

/** An external system with one answer for each event. */
class Outside {
  readonly #answers = new Map<string, PromiseWithResolvers<Decision | null>>();
  /** Events that wait for an answer. */
  readonly asked: string[] = [];

  answer(identity: string): PromiseWithResolvers<Decision | null> {
    const answer = this.#answers.get(identity) ?? Promise.withResolvers<Decision | null>();
    this.#answers.set(identity, answer);
    return answer;
  }

  /** Events whose identity begins with `late` wait for the external system. */
  readonly handle: HandleJobs = async (jobs) => jobs.map((job) => (job.identity.startsWith('late') ? this.#ask(job) : leadOutcome(job)));

  lead(identity: string): void {
    this.answer(identity).resolve({ outcome: leadOutcome({ identity } as ClaimedJob) });
  }

  #ask({ identity }: ClaimedJob): LateDecision {
    this.asked.push(identity);
    return { later: this.answer(identity).promise };
  }
}

function turns(count: number): Promise<void> {
  return count === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(() => resolve(turns(count - 1))));
}

async function leads(underTest: WorkerUnderTest): Promise<number> {
  return (await underTest.store.listLeads({ limit: 1_000 })).items.length;
}

describe('a job that waits for the outside', () => {
  test('keeps none of its batch waiting, and is finished when it is known', async () => {
    await using underTest = await WorkerUnderTest.create();
    const outside = new Outside();
    await accept(underTest.store, 'late-1', 'now-1', 'now-2');
    const working = underTest.run({ deps: { handle: outside.handle } });
    while ((await leads(underTest)) < 2) await turns(1);
    expect(await underTest.store.queueSnapshot(QUEUE, T0)).toMatchObject({ running: 1, finished: 2 });
    outside.lead('late-1');
    expect(await working).toMatchObject({ processed: 3, reason: 'empty' });
    expect(await leads(underTest)).toBe(3);
  });

  test('does not keep later batches waiting either', async () => {
    await using underTest = await WorkerUnderTest.create();
    const outside = new Outside();
    await accept(underTest.store, 'late-1');
    const working = underTest.run({ deps: { handle: outside.handle }, options: { stopWhenEmpty: false } });
    while (outside.asked.length < 1) await turns(1);
    await accept(underTest.store, 'now-1');
    while ((await leads(underTest)) < 1) await turns(1);
    outside.lead('late-1');
    while ((await leads(underTest)) < 2) await turns(1);
    underTest.stop.abort();
    await working;
  });

  test('that ends while a claim finds nothing is no end of the queue: others may have waited for it', async () => {
    await using underTest = await WorkerUnderTest.create();
    const { store } = underTest;
    const outside = new Outside();
    await accept(store, 'late-1', 'late-2');
    await store.claim({ queue: QUEUE, workerId: 'dead', limit: 10, leaseMs: 60_000, now: T0 });
    // Each of them runs alone now.
    await store.recover(['dead'], T0, 3);
    let emptyClaims = 0;
    const claim: typeof store.claim = async (request) => {
      const jobs = await store.claim(request);
      if (jobs.length > 0) return jobs;
      emptyClaims += 1;
      // The first empty claim belongs to the batch before it; after the second, the worker decides whether it has ended.
      if (emptyClaims !== 2) return jobs;
      outside.lead('late-1');
      outside.lead('late-2');
      while ((await leads(underTest)) < 1) await turns(1);
      await turns(10);
      return jobs;
    };
    expect(await underTest.run({ deps: { handle: outside.handle }, queue: { claim } })).toMatchObject({ processed: 2, reason: 'empty' });
  });

  test('is limited by its attempts, and what was fetched for it is kept', async () => {
    await using underTest = await WorkerUnderTest.create();
    const outside = new Outside();
    const [eventId = ''] = await accept(underTest.store, 'late-1');
    const retry: JobOutcome = { kind: 'retry', fault: FAULT, availableAt: T0 + 1, spendsAttempt: true };
    outside.answer('late-1').resolve({ outcome: retry, fetched: Buffer.from('{}') });
    expect(await underTest.run({ deps: { handle: outside.handle }, options: { maxAttempts: 1 } })).toMatchObject({ failed: 1 });
    expect(await eventOf(underTest.store, eventId)).toMatchObject({ status: 'erro', errorCode: FAULT.code });
    const kept = (await underTest.store.fetchedLeads([eventId])).get(eventId) ?? [];
    expect(Buffer.from(kept).toString()).toBe('{}');
  });

  test('keeps what was fetched for it, also when the database refuses its outcome', async () => {
    await using underTest = await WorkerUnderTest.create();
    const outside = new Outside();
    const [eventId = ''] = await accept(underTest.store, 'late-1');
    const outcome: JobOutcome = { kind: 'lead', intent: leadIntent('late-1', { clientId: '999' }) };
    outside.answer('late-1').resolve({ outcome, fetched: Buffer.from('{}') });
    expect(await underTest.run({ deps: { handle: outside.handle } })).toMatchObject({ waiting: 1 });
    expect(await jobOf(underTest.store, eventId)).toMatchObject({ waitReason: 'write_rejected' });
    expect((await underTest.store.fetchedLeads([eventId])).has(eventId)).toBe(true);
  });

  test('that ends in a throw has an outcome of its own, and the others have theirs', async () => {
    await using underTest = await WorkerUnderTest.create();
    const outside = new Outside();
    const [bad = ''] = await accept(underTest.store, 'late-bad', 'late-good', 'now');
    const working = underTest.run({ deps: { handle: outside.handle } });
    while (outside.asked.length < 2) await turns(1);
    outside.answer('late-bad').reject(new TypeError('secret of ana@example.com'));
    outside.lead('late-good');
    expect(await working).toMatchObject({ processed: 2, waiting: 1 });
    expect(await jobOf(underTest.store, bad)).toMatchObject({ state: 'pendente', attempts: 1, waitReason: 'processing_failed' });
    expect(JSON.stringify(await underTest.store.eventTrail(bad))).not.toContain('ana@example.com');
  });

  test('keeps its lease as long as it waits', async () => {
    await using underTest = await WorkerUnderTest.create();
    const outside = new Outside();
    const [eventId = ''] = await accept(underTest.store, 'late-1');
    const renewed = Promise.withResolvers<void>();
    const { store } = underTest;
    const extendLeases: typeof store.extendLeases = async (claims, leaseUntil) => {
      const lost = await store.extendLeases(claims, leaseUntil);
      renewed.resolve();
      return lost;
    };
    const working = underTest.run({ deps: { handle: outside.handle }, options: { leaseMs: 60 }, queue: { extendLeases } });
    while (outside.asked.length < 1) await turns(1);
    underTest.now = T0 + 50;
    await renewed.promise;
    expect((await jobOf(store, eventId)).leaseUntil).toBeGreaterThanOrEqual(T0 + 110);
    outside.lead('late-1');
    expect(await working).toMatchObject({ processed: 1 });
  });

  test('is counted by max-jobs, which waits for it', async () => {
    await using underTest = await WorkerUnderTest.create();
    const outside = new Outside();
    await accept(underTest.store, 'late-1', 'now-1');
    const working = underTest.run({ deps: { handle: outside.handle }, options: { maxJobs: 1, stopWhenEmpty: false } });
    while (outside.asked.length < 1) await turns(1);
    outside.lead('late-1');
    expect(await working).toMatchObject({ processed: 1, reason: 'max_jobs' });
  });
});

test('those that end together are stored together', async () => {
  await using underTest = await WorkerUnderTest.create();
  const outside = new Outside();
  const { store } = underTest;
  const sizes: number[] = [];
  const finish: typeof store.finish = (requests: readonly FinishRequest[], now) => {
    sizes.push(requests.length);
    return store.finish(requests, now);
  };
  await accept(store, 'late-1', 'late-2', 'late-3');
  const working = underTest.run({ deps: { handle: outside.handle }, queue: { finish } });
  while (outside.asked.length < 3) await turns(1);
  for (const identity of outside.asked) outside.lead(identity);
  await working;
  expect(sizes).toEqual([3]);
});

test('no more are claimed while very many wait, and claiming goes on when some have ended', async () => {
  await using underTest = await WorkerUnderTest.create();
  const outside = new Outside();
  const { store } = underTest;
  await accept(store, ...Array.from({ length: MOST_OUTSTANDING + 20 }, (_, index) => `late-${index}`));
  const working = underTest.run({ deps: { handle: outside.handle }, options: { batch: 50 } });
  while (outside.asked.length < MOST_OUTSTANDING) await turns(1);
  await turns(20);
  expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 20, running: MOST_OUTSTANDING });
  outside.lead('late-7');
  while (outside.asked.length < MOST_OUTSTANDING + 20) await turns(1);
  for (const identity of outside.asked) outside.lead(identity);
  expect(await working).toMatchObject({ processed: MOST_OUTSTANDING + 20 });
});

describe('a worker that is told to stop', () => {
  test('tells the outside, and gives back what did not come to a decision', async () => {
    await using underTest = await WorkerUnderTest.create();
    const [eventId = ''] = await accept(underTest.store, 'late-1');
    let isAsked = false;
    const handle: HandleJobs = async (jobs, signal) => {
      isAsked = true;
      const later = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
      return jobs.map(() => ({ later }));
    };
    const working = underTest.run({ deps: { handle } });
    while (!isAsked) await turns(1);
    underTest.stop.abort();
    expect(await working).toMatchObject({ processed: 0, reason: 'stopped' });
    expect(await jobOf(underTest.store, eventId)).toMatchObject({ state: 'pendente', attempts: 0, availableAt: T0 });
  });

  test('stores what is decided soon after, and gives back what does not listen', async () => {
    await using underTest = await WorkerUnderTest.create();
    const outside = new Outside();
    const [soon = '', never = ''] = await accept(underTest.store, 'late-soon', 'late-never');
    const working = underTest.run({ deps: { handle: outside.handle }, options: { stopWhenEmpty: false } });
    while (outside.asked.length < 2) await turns(1);
    underTest.stop.abort();
    outside.lead('late-soon');
    expect(await working).toMatchObject({ processed: 1, reason: 'stopped' });
    expect(await eventOf(underTest.store, soon)).toMatchObject({ status: 'processado' });
    expect(await jobOf(underTest.store, never)).toMatchObject({ state: 'pendente', attempts: 0, availableAt: T0 });
  });

  test('gives back also what begins to wait when it has no patience left', async () => {
    await using underTest = await WorkerUnderTest.create();
    await accept(underTest.store, 'late-1');
    const handle: HandleJobs = async (jobs) => {
      underTest.stop.abort();
      await new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS + 50));
      return jobs.map(() => ({ later: new Promise<null>(() => {}) }));
    };
    expect(await underTest.run({ deps: { handle } })).toMatchObject({ processed: 0, reason: 'stopped' });
    expect(await underTest.store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 1, running: 0 });
  });
});

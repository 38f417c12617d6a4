import { describe, expect, test } from 'vitest';
import { runWorker } from '../../../src/app/run-worker.ts';
import { startService } from '../../../src/app/start-service.ts';
import { CONVERSION_QUEUE } from '../../../src/domain/job.ts';
import { ConversionsUnderTest } from './conversions-under-test.ts';

const WORK = { queue: CONVERSION_QUEUE, concurrency: 2, batch: 500, sleepMs: 3_000, stopWhenEmpty: false };

/** Waits, commit by commit, until the conversion reaches the state. */
async function reaches(it: ConversionsUnderTest, id: string, state: string): Promise<void> {
  const { signal } = new AbortController();
  for (;;) {
    const since = it.store.changeToken();
    if ((await it.conversion(id)).state === state) return;
    await it.store.waitForChange({ since, timeoutMs: 5_000, signal });
  }
}

describe('a worker that runs', () => {
  test('sends what is there and what comes later, and ends when it is told to', async () => {
    await using it = await ConversionsUnderTest.create();
    const first = await it.socialConversion();
    const stop = new AbortController();
    const running = runWorker(it.context(), WORK, stop.signal);
    await reaches(it, first, 'enviada');
    const second = await it.socialConversion();
    await reaches(it, second, 'enviada');
    stop.abort();
    expect(await running).toMatchObject({ processed: 2, failed: 0, reason: 'stopped' });
    expect(it.social.conversions.accepted.length).toBe(2);
  });

  test('that is told to stop asks nothing more, and what it held is sent by the next one', async () => {
    await using it = await ConversionsUnderTest.create();
    const ids = [await it.socialConversion(), await it.socialConversion(), await it.socialConversion()];
    it.social.directory.leads.delete((await it.conversion(ids[2] ?? '')).lead.identity);
    const stop = new AbortController();
    it.social.server.delay = async () => stop.abort();
    await runWorker(it.context(), WORK, stop.signal);
    expect(it.socialRequests()).toEqual([3]);
    expect(await it.states(ids)).toEqual(Array(3).fill('pendente worker_stopped'));
    it.social.server.delay = 0;
    await it.send();
    expect(await it.states(ids)).toEqual(['enviada', 'enviada', 'rejeitada conversion_refused']);
  });

  test('finds out by itself that an account is taken again', async () => {
    await using it = await ConversionsUnderTest.create();
    const ids = [await it.socialConversion(), await it.socialConversion()];
    const fault = it.social.fail({ code: 10, message: 'Application does not have permission for this action' });
    await it.send();
    fault.end();
    it.now += 3_600_000;
    const stop = new AbortController();
    const running = runWorker(it.context(), WORK, stop.signal);
    for (const id of ids) await reaches(it, id, 'enviada');
    stop.abort();
    expect(await running).toMatchObject({ processed: 2, reason: 'stopped' });
  });

  test('is not ended by a database that is busy while it looks for what was parked', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await it.socialConversion();
    let isFirst = true;
    const store = new Proxy(it.store, {
      get: (target, name) => {
        if (name !== 'listAccounts' || !isFirst) return Reflect.get(target, name);
        isFirst = false;
        return () => Promise.reject(new Error('busy'));
      },
    });
    const stop = new AbortController();
    const running = runWorker({ ...it.context(), store }, WORK, stop.signal);
    await reaches(it, id, 'enviada');
    stop.abort();
    expect(await running).toMatchObject({ processed: 1, reason: 'stopped' });
    expect(isFirst).toBe(false);
  });

  test('without a connected platform says so in one line, and waits', async () => {
    await using it = await ConversionsUnderTest.create();
    it.env = { DATABASE_URL: it.env['DATABASE_URL'] ?? '' };
    const stop = new AbortController();
    const running = runWorker(it.context(), WORK, stop.signal);
    const id = await it.socialConversion();
    stop.abort();
    expect(await running).toMatchObject({ processed: 0, reason: 'stopped' });
    expect(it.logged.filter(({ msg }) => msg.includes('SOCIALADS_CONVERSIONS_TOKEN'))).toHaveLength(1);
    expect(await it.states([id])).toEqual(['pendente']);
  });
});

describe('serve --work', () => {
  test('also sends conversions where a platform is connected, and stops both workers', async () => {
    await using it = await ConversionsUnderTest.create();
    it.env = { ...it.env, PORT: '0' };
    // A worker that registered before this process started counts as stopped.
    it.now = Date.now();
    const service = await startService(it.context(), { work: true });
    const id = await it.socialConversion();
    await reaches(it, id, 'enviada');
    const queues = (await it.store.listWorkers()).map(({ queue }) => queue);
    expect(queues.toSorted()).toEqual(['conversoes', 'webhooks']);
    await service.stop();
    expect(await it.store.listWorkers()).toEqual([]);
  });

  test('works the events alone where none is', async () => {
    await using it = await ConversionsUnderTest.create();
    it.env = { DATABASE_URL: it.env['DATABASE_URL'] ?? '', PORT: '0' };
    it.now = Date.now();
    const service = await startService(it.context(), { work: true });
    const { signal } = new AbortController();
    while ((await it.store.listWorkers()).length === 0) await it.store.waitForChange({ timeoutMs: 100, signal });
    expect((await it.store.listWorkers()).map(({ queue }) => queue)).toEqual(['webhooks']);
    await service.stop();
  });
});

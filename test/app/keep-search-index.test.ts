import { expect, onTestFinished, test, vi } from 'vitest';
import { keepSearchIndex } from '../../src/app/keep-search-index.ts';
import { wait } from '../../src/base/wait.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { createLogLines } from '../http/log-lines.ts';
import { formDelivery, T0 } from '../support/factories.ts';
import { TempDir } from '../support/temp-dir.ts';

/** Polls until the condition holds; otherwise the test times out. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await wait(5, new AbortController().signal);
}

test('takes in what another handle commits, then asks nothing more until something is committed; ends at the signal', async () => {
  using folder = new TempDir();
  const path = `sqlite:${folder.file('test.db')}`;
  await using store = openSqliteStore(path, T0);
  await using other = openSqliteStore(path, T0);
  let asked = 0;
  let added = 0;
  const counted = {
    changeToken: () => store.changeToken(),
    indexMore: async (limit: number) => {
      asked += 1;
      const step = await store.indexMore(limit);
      added += step;
      return step;
    },
  };
  const stop = new AbortController();
  await Promise.all(Array.from({ length: 250 }, (_, index) => other.accept(formDelivery(`e${index}`))));
  const keeping = keepSearchIndex({ store: counted, log: createLogLines('info').log }, stop.signal);
  await until(() => added === 250);
  const askedBefore = asked;
  await other.accept(formDelivery('late'));
  await until(() => added === 251);
  // Once for the new event, and at most once more for the index's own commit.
  expect(asked - askedBefore).toBeLessThanOrEqual(2);
  stop.abort();
  await keeping;
});

test('goes on after trouble, and says so', async () => {
  const { log, lines } = createLogLines('info');
  const stop = new AbortController();
  const store = {
    changeToken: () => 0,
    indexMore: () => Promise.reject(new Error('disk I/O error')),
  };
  const keeping = keepSearchIndex({ store, log }, stop.signal);
  await until(() => lines.length === 1);
  expect(lines[0]).toMatchObject({ msg: 'search index not brought up to date; trying again' });
  stop.abort();
  await keeping;
});

test('looks at the change feed only, while nothing is committed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let token = 1;
  const indexMore = vi.fn(async () => 0);
  const stop = new AbortController();
  const keeping = keepSearchIndex({ store: { changeToken: () => token, indexMore }, log: createLogLines('info').log }, stop.signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(indexMore).toHaveBeenCalledTimes(1);
  token = 2;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(indexMore).toHaveBeenCalledTimes(2);
  stop.abort();
  await keeping;
});

test('steps get smaller while they take long: bodies may be large, and the write lock is everybody’s', async () => {
  const limits: number[] = [];
  const stop = new AbortController();
  let ms = 0;
  let token = 0;
  const indexMore = async (limit: number): Promise<number> => {
    limits.push(limit);
    token += 1;
    await wait(ms, stop.signal);
    return limit;
  };
  const keeping = keepSearchIndex({ store: { changeToken: () => token, indexMore }, log: createLogLines('info').log }, stop.signal);
  await until(() => limits.at(-1) === 100);
  ms = 30;
  await until(() => (limits.at(-1) ?? 0) < 30);
  expect(limits[0]).toBeLessThan(10);
  stop.abort();
  await keeping;
});

test('leaves the write lock to others for longer while they commit a lot, but for a minute at most', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const stepsWithin10s = async (commitsPerSecond: number, after = 0): Promise<number> => {
    const stop = new AbortController();
    const indexMore = vi.fn(async (limit: number) => {
      await wait(10, stop.signal);
      return limit;
    });
    const store = { changeToken: () => Math.floor((performance.now() / 1_000) * commitsPerSecond), indexMore };
    const keeping = keepSearchIndex({ store, log: createLogLines('info').log }, stop.signal);
    await vi.advanceTimersByTimeAsync(after);
    const before = indexMore.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10_000);
    stop.abort();
    await keeping;
    return indexMore.mock.calls.length - before;
  };
  const calm = await stepsWithin10s(60);
  expect(calm).toBeGreaterThan(150);
  expect(await stepsWithin10s(300)).toBeLessThan(calm / 3);
  expect(await stepsWithin10s(300, 61_000)).toBeGreaterThanOrEqual(calm - 1);
});

test('does not take its own commits for those of others', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const stop = new AbortController();
  let commits = 0;
  const indexMore = vi.fn(async (limit: number) => {
    await wait(1, stop.signal);
    commits += 1;
    return limit;
  });
  const keeping = keepSearchIndex({ store: { changeToken: () => commits, indexMore }, log: createLogLines('info').log }, stop.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  stop.abort();
  await keeping;
  // Each step takes 1 ms and pauses for 4 ms.
  expect(indexMore.mock.calls.length).toBeGreaterThan(150);
});

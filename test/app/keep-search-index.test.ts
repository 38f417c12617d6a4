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
  expect(asked - askedBefore).toBe(1);
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

test('looks at the change feed only, while nothing is committed, and once a minute whether the index is there', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let token = 1;
  const indexMore = vi.fn(async () => 0);
  const { log } = createLogLines('info');
  const stop = new AbortController();
  const keeping = keepSearchIndex({ store: { changeToken: () => token, indexMore }, log, loopLoad: () => 0 }, stop.signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(indexMore).toHaveBeenCalledTimes(1);
  token = 2;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(indexMore).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(indexMore).toHaveBeenCalledTimes(3);
  stop.abort();
  await keeping;
});

test('builds a whole index without a pause, and then looks once a second', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let token = 0;
  let left = 100_000;
  const indexMore = vi.fn(async (limit: number) => {
    const step = Math.min(limit, left);
    left -= step;
    return step;
  });
  const store = {
    changeToken: () => {
      token += 1;
      return token;
    },
    indexMore,
  };
  const stop = new AbortController();
  const keeping = keepSearchIndex({ store, log: createLogLines('info').log, loopLoad: () => 0.2 }, stop.signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(left).toBe(0);
  indexMore.mockClear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(indexMore).toHaveBeenCalledTimes(10);
  stop.abort();
  await keeping;
});

test('rests nine times as long as a step took while the event loop is busy with requests', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let load = 0.9;
  const indexMore = vi.fn(async (limit: number) => {
    vi.advanceTimersByTime(10);
    return limit;
  });
  const stop = new AbortController();
  const store = { changeToken: () => 0, indexMore };
  const keeping = keepSearchIndex({ store, log: createLogLines('info').log, loopLoad: () => load }, stop.signal);
  await vi.advanceTimersByTimeAsync(899);
  expect(indexMore).toHaveBeenCalledTimes(10);
  load = 0.3;
  indexMore.mockImplementationOnce(async (limit) => limit).mockResolvedValueOnce(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(indexMore).toHaveBeenCalledTimes(12);
  stop.abort();
  await keeping;
});

import { describe, expect } from 'vitest';
import { accept } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const NEVER = new AbortController().signal;
/** Longer than any test may take: a wait that lasts this long was not woken. */
const TOO_LONG_MS = 60_000;

export function changesContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('waitForChange', () => {
    test('wakes for a commit of the same handle', async (store) => {
      const waiting = store.waitForChange({ timeoutMs: TOO_LONG_MS, signal: NEVER });
      await accept(store, 'a');
      await waiting;
    });

    test('wakes for a commit of another handle', async (store, underTest) => {
      const other = await underTest.reopen();
      const waiting = store.waitForChange({ timeoutMs: TOO_LONG_MS, signal: NEVER });
      await accept(other, 'a');
      await waiting;
    });

    test('misses no commit between taking the token and waiting', async (store, underTest) => {
      const other = await underTest.reopen();
      for (const [index, writer] of [store, other, store, other].entries()) {
        const since = store.changeToken();
        await accept(writer, `e${index}`);
        // Another part of the program reads the token first. What it has noticed must still wake those who wait.
        store.changeToken();
        await store.waitForChange({ since, timeoutMs: TOO_LONG_MS, signal: NEVER });
      }
    });

    test('wakes everyone who waits', async (store) => {
      const waiting = Array.from({ length: 10 }, () => store.waitForChange({ timeoutMs: TOO_LONG_MS, signal: NEVER }));
      await accept(store, 'a');
      await Promise.all(waiting);
    });

    test('follows every commit in turn: a slow reader sees them all at its next look', async (store, underTest) => {
      const other = await underTest.reopen();
      const seen: number[] = [];
      const writing = (async () => {
        for (let index = 0; index < 20; index += 1) await accept(other, `e${index}`);
      })();
      while ((seen.at(-1) ?? 0) < 20) {
        const since = store.changeToken();
        const count = (await store.listEvents({ limit: 100 })).items.length;
        seen.push(count);
        if (count < 20) await store.waitForChange({ since, timeoutMs: TOO_LONG_MS, signal: NEVER });
      }
      await writing;
      expect(seen.at(-1)).toBe(20);
    });

    test('ends with its time when nothing happens', async (store) => {
      const since = store.changeToken();
      await store.waitForChange({ since, timeoutMs: 1, signal: NEVER });
      expect(store.changeToken()).toBe(since);
    });

    test('ends when the signal aborts, before or while waiting', async (store) => {
      await store.waitForChange({ timeoutMs: TOO_LONG_MS, signal: AbortSignal.abort() });
      const controller = new AbortController();
      const waiting = store.waitForChange({ timeoutMs: TOO_LONG_MS, signal: controller.signal });
      controller.abort();
      await waiting;
    });
  });

  describe('changeToken', () => {
    test('grows with a commit of any handle and stays while only reading', async (store, underTest) => {
      const other = await underTest.reopen();
      const first = store.changeToken();
      await store.listEvents({ limit: 1 });
      await other.queueSnapshot('webhooks', 0);
      expect(store.changeToken()).toBe(first);
      await accept(other, 'a');
      await store.waitForChange({ since: first, timeoutMs: TOO_LONG_MS, signal: NEVER });
      const second = store.changeToken();
      expect(second).toBeGreaterThan(first);
      await accept(store, 'b');
      expect(store.changeToken()).toBeGreaterThan(second);
    });

    test('counts the commits of its own handle, looked at or not', async (store) => {
      const first = store.changeToken();
      for (const id of ['a', 'b', 'c']) await accept(store, id);
      expect(store.changeToken()).toBe(first + 3);
    });
  });
}

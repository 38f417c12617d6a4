import { describe, expect, test } from 'vitest';
import { wait } from '../../src/base/wait.ts';

describe('wait', () => {
  test('ends when the signal aborts, long before its time', async () => {
    const controller = new AbortController();
    const waiting = wait(600_000, controller.signal);
    controller.abort(new Error('a reason that must not reject'));
    await expect(waiting).resolves.toBeUndefined();
  });

  test('does not begin when the signal has aborted, or there is nothing to wait for', async () => {
    await expect(wait(600_000, AbortSignal.abort())).resolves.toBeUndefined();
    await expect(wait(0, new AbortController().signal)).resolves.toBeUndefined();
    await expect(wait(-5, new AbortController().signal)).resolves.toBeUndefined();
  });

  test('ends with its time', async () => {
    await expect(wait(1, new AbortController().signal)).resolves.toBeUndefined();
  });
});

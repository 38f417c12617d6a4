import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoginThrottle } from '../../src/http/login-throttle.ts';

// The limiter library reads the system clock; it is the one thing here that cannot be passed a time.
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ADDRESS = '203.0.113.1';

async function failUntilBlocked(throttle: LoginThrottle): Promise<number> {
  for (;;) {
    const attempt = await throttle.attempt(ADDRESS, () => undefined);
    if (attempt.kind === 'blocked') return attempt.retryAfterSeconds;
  }
}

test('each block is twice as long as the one before, up to an hour', async () => {
  const throttle = new LoginThrottle();
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const seconds = await failUntilBlocked(throttle);
    waits.push(seconds);
    vi.advanceTimersByTime(seconds * 1_000);
  }
  expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
});

test('asking while blocked tells what is left and does not make it longer', async () => {
  const throttle = new LoginThrottle();
  await failUntilBlocked(throttle);
  vi.advanceTimersByTime(45_000);
  expect(await throttle.attempt(ADDRESS, () => undefined)).toEqual({ kind: 'blocked', retryAfterSeconds: 15 });
  vi.advanceTimersByTime(15_000);
  expect(await throttle.attempt(ADDRESS, () => undefined)).toEqual({ kind: 'wrong', failures: 1 });
});

test('while an address has to wait one credential a second is looked at, so that nobody can keep the right one out for long', async () => {
  const throttle = new LoginThrottle();
  await failUntilBlocked(throttle);
  const looked: number[] = [];
  for (let guess = 0; guess < 30; guess += 1) {
    await throttle.attempt(ADDRESS, () => {
      looked.push(guess);
      return undefined;
    });
    vi.advanceTimersByTime(100);
  }
  expect(looked).toEqual([10, 20]);
  vi.advanceTimersByTime(1_000);
  expect(await throttle.attempt(ADDRESS, () => 'what it opens')).toEqual({ kind: 'right', value: 'what it opens' });
});

test('four failures a minute are never blocked', async () => {
  const throttle = new LoginThrottle();
  for (let minute = 0; minute < 5; minute += 1) {
    for (let failure = 0; failure < 4; failure += 1) expect((await throttle.attempt(ADDRESS, () => undefined)).kind).toBe('wrong');
    vi.advanceTimersByTime(60_000);
  }
});

test('guesses that arrive in one piece are decided one after the other', async () => {
  const throttle = new LoginThrottle();
  const attempts = await Promise.all(
    Array.from({ length: 20 }, (_, index) => throttle.attempt(ADDRESS, () => (index === 3 ? 'what it opens' : undefined))),
  );
  const expected = [...Array(6).fill('wrong'), ...Array(14).fill('blocked')];
  expect(attempts.map(({ kind }) => kind)).toEqual(expected.with(3, 'right'));
});

test('the addresses of one IPv6 network count together', async () => {
  const throttle = new LoginThrottle();
  for (let host = 1; host <= 5; host += 1) await throttle.attempt(`2001:db8:0:7::${host}`, () => undefined);
  expect((await throttle.attempt('2001:DB8:0:7:aaaa:bbbb:cccc:dddd', () => undefined)).kind).toBe('blocked');
  expect((await throttle.attempt('2001:db8:0:8::1', () => undefined)).kind).toBe('wrong');
});

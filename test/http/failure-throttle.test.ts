import { expect, test } from 'vitest';
import { countFailure } from '../../src/domain/failed-login.ts';
import { type Failure, FailureThrottle } from '../../src/http/failure-throttle.ts';

const ADDRESS = '203.0.113.1';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function startThrottle(): { fail: (address?: string) => Promise<Failure>; pass: (ms: number) => void; throttle: FailureThrottle } {
  let now = Date.UTC(2026, 10, 22);
  const throttle = new FailureThrottle(() => now);
  const pass = (ms: number): void => {
    now += ms;
  };
  return { throttle, pass, fail: (address = ADDRESS) => throttle.count(address) };
}

async function failUntilBlocked(fail: () => Promise<Failure>): Promise<number> {
  for (;;) {
    const { blockSeconds } = await fail();
    if (blockSeconds !== undefined) return blockSeconds;
  }
}

test('each block is twice as long as the one before, up to an hour', async () => {
  const { fail, pass } = startThrottle();
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const seconds = await failUntilBlocked(fail);
    waits.push(seconds);
    pass(seconds * 1_000);
  }
  expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
});

test('a day after the last block the next one is as short as the first', async () => {
  const { fail, pass } = startThrottle();
  await failUntilBlocked(fail);
  pass(MINUTE_MS);
  expect(await failUntilBlocked(fail)).toBe(120);
  pass(2 * MINUTE_MS + DAY_MS);
  expect(await failUntilBlocked(fail)).toBe(60);
});

test('the first four failures are counted, the fifth begins a block, further ones tell what is left of it and do not make it longer', async () => {
  const { fail, pass } = startThrottle();
  const counted = await Promise.all(Array.from({ length: 5 }, () => fail()));
  expect(counted).toEqual([{ failures: 1 }, { failures: 2 }, { failures: 3 }, { failures: 4 }, { failures: 5, blockSeconds: 60 }]);
  pass(45_000);
  expect(await fail()).toEqual({ failures: 0, retryAfterSeconds: 15 });
  pass(15_000);
  expect(await fail()).toEqual({ failures: 1 });
});

test('four failures a minute are never blocked', async () => {
  const { fail, pass } = startThrottle();
  for (let minute = 0; minute < 5; minute += 1) {
    for (let failure = 1; failure < 5; failure += 1) expect(await fail()).toEqual({ failures: failure });
    pass(MINUTE_MS);
  }
});

test('a clock that was set back blocks nobody longer', async () => {
  const { fail, pass } = startThrottle();
  await failUntilBlocked(fail);
  pass(-DAY_MS);
  expect(await fail()).toEqual({ failures: 1 });
});

test('the addresses of one IPv6 network count together', async () => {
  const { fail } = startThrottle();
  for (let host = 1; host <= 5; host += 1) await fail(`2001:db8:0:7::${host}`);
  expect((await fail('2001:DB8:0:7:aaaa:bbbb:cccc:dddd')).retryAfterSeconds).toBe(60);
  expect(await fail('2001:db8:0:8::1')).toEqual({ failures: 1 });
});

test('many /64 networks of one /48, or of one /32, are blocked together', async () => {
  const { fail } = startThrottle();
  for (let network = 0; network < 25; network += 1) await fail(`2001:db8:1:${network.toString(16)}::1`);
  expect((await fail('2001:db8:1:ffff::1')).retryAfterSeconds).toBe(60);
  expect(await fail('2001:db8:2::1')).toEqual({ failures: 1 });
  for (let site = 0; site < 100; site += 1) await fail(`2001:db8:${(0x1000 + site).toString(16)}::1`);
  expect((await fail('2001:db8:ffff::1')).retryAfterSeconds).toBe(60);
  expect(await fail('2001:db9::1')).toEqual({ failures: 1 });
});

test('forged addresses fill no table: a /32 leaves a few hundred entries, the whole of IPv6 at most ten thousand', async () => {
  const { fail, throttle } = startThrottle();
  for (let network = 0; network < 12_000; network += 1) await fail(`2001:db8:${network.toString(16)}:1::1`);
  expect(throttle.size).toBeLessThan(300);
  for (let network = 0; network < 12_000; network += 1)
    await fail(`2${(network >> 8).toString(16).padStart(3, '0')}:${(network & 255).toString(16)}::1`);
  expect(throttle.size).toBeGreaterThan(9_000);
  expect(throttle.size).toBeLessThanOrEqual(10_000);
});

test('what the database counted for other processes decides, and an address that it blocks is answered from memory', async () => {
  const asked: number[] = [];
  const ofOthers = { failures: 4, since: 0, blocks: 0, blockedUntil: 0 };
  const throttle = new FailureThrottle(
    () => MINUTE_MS / 2,
    async (networks, now) => {
      asked.push(now);
      return countFailure([ofOthers], networks, now);
    },
  );
  expect(await throttle.count(ADDRESS)).toEqual({ failures: 5, blockSeconds: 60 });
  expect(await throttle.count(ADDRESS)).toEqual({ failures: 0, retryAfterSeconds: 60 });
  expect(asked).toHaveLength(1);
});

test('without a database that takes writes, the process counts for itself', async () => {
  const throttle = new FailureThrottle(
    () => 0,
    () => Promise.reject(new Error('no')),
  );
  for (let failure = 1; failure < 5; failure += 1) expect(await throttle.count(ADDRESS)).toEqual({ failures: failure });
  expect(await throttle.count(ADDRESS)).toEqual({ failures: 5, blockSeconds: 60 });
});

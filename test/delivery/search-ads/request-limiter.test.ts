import { expect, test } from 'vitest';
import { RequestLimiter } from '../../../src/delivery/search-ads/request-limiter.ts';

const T0 = Date.UTC(2026, 10, 20, 12, 30);
const HOUR = 3_600_000;

test('three hundred in a minute, the next when the oldest is a minute ago', () => {
  const limiter = new RequestLimiter();
  for (let index = 0; index < 300; index += 1) expect(limiter.take(T0 + index * 100)).toBe(0);
  expect(limiter.take(T0 + 30_000)).toBe(30_000);
  expect(limiter.take(T0 + 59_999)).toBe(1);
  expect(limiter.take(T0 + 60_000)).toBe(0);
  expect(limiter.take(T0 + 60_000)).toBe(100);
});

test('a hundred thousand in a day, the next when the oldest hour is a day ago', () => {
  const limiter = new RequestLimiter();
  let now = T0;
  for (let made = 0; made < 100_000; made += 1) {
    if (made % 300 === 0) now += 60_001;
    expect(limiter.take(now)).toBe(0);
  }
  const freeAt = Math.floor(T0 / HOUR) * HOUR + 25 * HOUR;
  now += 60_001;
  expect(limiter.take(now)).toBe(freeAt - now);
  expect(limiter.take(freeAt)).toBe(0);
});

test('a clock that is put back stops nobody', () => {
  const limiter = new RequestLimiter();
  for (let index = 0; index < 300; index += 1) limiter.take(T0);
  expect(limiter.take(T0 - HOUR)).toBe(0);
});

import { expect, test } from 'vitest';
import { BodyBudget, SMALL_BODY_BYTES } from '../../src/http/body-budget.ts';

const MEGABYTE = 1_048_576;

/** A budget of 64 MiB, and bodies in it by name. `given` lists the bodies that had to give way, in order. */
function budgetUnderTest() {
  let now = 0;
  let looks = 0;
  const given: string[] = [];
  const budget = new BodyBudget(0, () => {
    looks += 1;
    return now;
  });
  return {
    /** How often the clock was read: once for each opened body, and once for each check of all bodies. */
    looks: () => looks,
    given,
    budget,
    pass: (ms: number) => {
      now += ms;
    },
    hold: (name: string, address: string, bytes: number): boolean =>
      budget.grow(
        budget.open(address, (why) => given.push(`${name}: ${why}`)),
        bytes,
      ),
  };
}

test('the body that has taken most room for the longest time gives way', () => {
  const { hold, pass, given } = budgetUnderTest();
  hold('old and small', 'a', 2 * MEGABYTE);
  hold('old and large', 'a', 31 * MEGABYTE);
  pass(1_000);
  hold('new and large', 'a', 31 * MEGABYTE);
  pass(10);
  expect(hold('newest', 'a', MEGABYTE)).toBe(true);
  expect(given).toEqual(['old and large: no_room']);
});

test('the address that holds the most gives way, so one sender cannot keep the others out', () => {
  const { hold, pass, given } = budgetUnderTest();
  hold('another', 'b', 10 * MEGABYTE);
  pass(60_000);
  for (let index = 0; index < 54; index += 1) hold(`one of many ${index}`, 'a', MEGABYTE);
  pass(10);
  expect(hold('a third', 'c', MEGABYTE)).toBe(true);
  expect(given).toEqual([0, 1, 2, 3, 4].map((index) => `one of many ${index}: no_room`));
});

test('one that asks for more than all others hold gives way itself', () => {
  const { hold, pass, given } = budgetUnderTest();
  hold('another', 'b', 10 * MEGABYTE);
  pass(1_000);
  expect(hold('greedy', 'a', 60 * MEGABYTE)).toBe(false);
  expect(given).toEqual([]);
});

test('small bodies have room of their own', () => {
  const { hold, given } = budgetUnderTest();
  hold('everything', 'a', 64 * MEGABYTE);
  for (let index = 0; index < 1_024; index += 1) expect(hold(`small ${index}`, 'b', SMALL_BODY_BYTES)).toBe(true);
  expect(given).toEqual([]);
});

test('addresses that hold the same give way in turn', () => {
  const { hold, pass, given } = budgetUnderTest();
  for (const address of ['a', 'b', 'c', 'd']) for (let index = 0; index < 4; index += 1) hold(`${address}${index}`, address, 4 * MEGABYTE);
  pass(10);
  expect(hold('newest', 'e', MEGABYTE)).toBe(true);
  expect(given).toEqual(['a0: no_room', 'b0: no_room']);
});

test.each([
  ['new ones', 0],
  ['old ones of one address, which give way themselves', 1],
])('while the small room is full, not all bodies are looked at for every piece: %s', (_name, firstBytes) => {
  const { budget, hold, pass, looks } = budgetUnderTest();
  const growing = Array.from({ length: 1_000 }, () => budget.open('a', () => undefined));
  if (firstBytes > 0) for (const body of growing) budget.grow(body, firstBytes);
  pass(firstBytes * 1_000_000);
  for (let index = 0; index < 9_900; index += 1) hold(`held ${index}`, firstBytes > 0 ? 'a' : `${index}`, 1_694);
  const before = looks();
  pass(10);
  for (const body of growing) budget.grow(body, 4_096);
  expect(looks() - before).toBeGreaterThan(0);
  // 4 MB were requested, and each check frees 1 MiB.
  expect(looks() - before).toBeLessThanOrEqual(5);
});

test('a body that arrives more slowly than 1 KiB/s after the first moment is given up, others are not', () => {
  const { budget, hold, pass, given } = budgetUnderTest();
  hold('slow', 'a', 10_000);
  hold('steady', 'b', 20_000);
  pass(10_000);
  budget.cutSlow();
  expect(given).toEqual([]);
  pass(1_000);
  budget.cutSlow();
  expect(given).toEqual(['slow: too_slow']);
});

test('room that is given back can be taken again, and giving it back twice counts once', () => {
  const { budget, hold } = budgetUnderTest();
  const body = budget.open('a', () => undefined);
  expect(budget.grow(body, 64 * MEGABYTE)).toBe(true);
  budget.release(body);
  budget.release(body);
  expect(hold('next', 'b', 64 * MEGABYTE)).toBe(true);
  expect(hold('one byte', 'b', SMALL_BODY_BYTES + 1)).toBe(false);
});

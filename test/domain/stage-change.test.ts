import { expect, test } from 'vitest';
import { stageDifference } from '../../src/domain/stage-change.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

test.each([
  ['that was moved because another has its second', NOON + 2_000, 1_000, undefined],
  ['that is corrected by less than a minute', NOON + 40_000, 0, { happenedAt: NOON }],
  ['of the day that was entered', NOON + 3_600_000, 86_400_000, undefined],
])('a time %s', (_name, happenedAt, spanMs, values) => {
  const registered = { name: 'Venda', value: 10, currency: 'BRL', happenedAt };
  const entered = { value: 10, currency: 'BRL', time: { at: NOON, spanMs } };
  expect(stageDifference(registered, 'Venda', entered)).toEqual(values === undefined ? undefined : { isOtherName: false, values });
});

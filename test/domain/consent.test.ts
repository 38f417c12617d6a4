import { expect, test } from 'vitest';
import { ConsentAct, consentMoment } from '../../src/domain/consent.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const DAY_MS = 86_400_000;
const yesterday = { at: Date.UTC(2026, 10, 25), spanMs: DAY_MS };
const today = { at: Date.UTC(2026, 10, 26), spanMs: DAY_MS };

test.each([
  ['an agreement counts from the beginning of the day', ConsentAct.granted, yesterday, yesterday.at],
  ['a withdrawal from its end, so that no agreement of that day outweighs it', ConsentAct.withdrawn, yesterday, today.at - 1],
  ['nothing counts from a time to come: a withdrawal today', ConsentAct.withdrawn, today, NOW],
  ['nor an agreement', ConsentAct.granted, { at: NOW + 1, spanMs: 0 }, NOW],
  ['an exact time stays', ConsentAct.withdrawn, { at: yesterday.at, spanMs: 0 }, yesterday.at],
  ['without a time it is now', ConsentAct.granted, undefined, NOW],
])('%s', (_what, act, typed, expected) => {
  expect(consentMoment(act, typed, NOW)).toBe(expected);
});

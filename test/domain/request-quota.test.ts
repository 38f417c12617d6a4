import { expect, test } from 'vitest';
import { quotaWait, type RequestQuota } from '../../src/domain/request-quota.ts';

const T0 = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const DAILY: RequestQuota = { spanMs: 24 * HOUR, stepMs: HOUR, most: 100 };

test('the next request waits until the oldest step has passed as a whole', () => {
  const counted = [
    { since: T0, requests: 60 },
    { since: T0 + HOUR, requests: 39 },
  ];
  expect(quotaWait(counted, DAILY, T0 + 2 * HOUR)).toBe(0);
  expect(quotaWait([...counted, { since: T0 + 2 * HOUR, requests: 1 }], DAILY, T0 + 3 * HOUR)).toBe(22 * HOUR);
  expect(quotaWait([], DAILY, T0)).toBe(0);
});

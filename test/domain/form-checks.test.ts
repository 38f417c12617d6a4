import { describe, expect, test } from 'vitest';
import type { ConnectedAccount } from '../../src/domain/connected-account.ts';
import type { FormCheck } from '../../src/domain/delivery-ports.ts';
import { comparisonIntervalMs, currentChecks, FORM_GONE, failedChecks, isComparisonLate } from '../../src/domain/form-checks.ts';
import { T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';

const HOUR_MS = 3_600_000;

const CHECK: FormCheck = {
  platform: 'social_ads',
  formId: '7',
  pageId: '123',
  storedUntil: T0,
  checkedAt: T0,
  found: 0,
  missing: 0,
  recovered: 0,
  fault: { code: 'platform_unavailable', params: inWords('') },
};

function page(id: string, setting: string | null = null, keptSince: number | null = null): ConnectedAccount {
  const name = { platform: 'social_ads', kind: 'page', id } as const;
  return {
    ...name,
    owner: null,
    credential: { setting, keptSince },
    pausedUntil: null,
    refusedSince: null,
    awaySince: null,
    fault: null,
    lastUsedAt: null,
    expiresAt: null,
  };
}

function isCurrent(check: Partial<FormCheck>, accounts: readonly ConnectedAccount[], reconcileHours = 6): boolean {
  return currentChecks({ checks: [{ ...CHECK, ...check }], accounts, reconcileHours }, T0).length === 1;
}

const NOT_CONNECTED = { code: 'platform_not_connected', params: inWords('') };

describe('the comparisons that say how things are now', () => {
  test.each<[string, Partial<FormCheck>, readonly ConnectedAccount[], boolean]>([
    ['of a page with a token in the settings', {}, [page('123', 'TOKENS')], true],
    ['of a page with a sealed token, though nobody can open it', { fault: NOT_CONNECTED }, [page('123', null, T0)], true],
    ['of a page that the token for all pages opens', {}, [page('*', 'TOKENS')], true],
    ['of a page that was disconnected', { fault: NOT_CONNECTED }, [page('123'), page('9', 'TOKENS')], false],
    ['of a page that nobody knows', { pageId: null }, [page('9', 'TOKENS')], true],
    ['of a page that nobody knows, and no token opens', { pageId: null, fault: NOT_CONNECTED }, [page('9', 'TOKENS')], false],
    ['of yesterday', { checkedAt: T0 - 24 * HOUR_MS }, [page('123', 'TOKENS')], true],
    ['older than a day', { checkedAt: T0 - 24 * HOUR_MS - 1 }, [page('123', 'TOKENS')], false],
  ])('%s', (_of, check, accounts, expected) => {
    expect(isCurrent(check, accounts)).toBe(expected);
  });

  test('stand for two intervals, when these are longer than a day', () => {
    const accounts = [page('123', 'TOKENS')];
    expect(isCurrent({ checkedAt: T0 - 48 * HOUR_MS }, accounts, 24)).toBe(true);
    expect(isCurrent({ checkedAt: T0 - 48 * HOUR_MS - 1 }, accounts, 24)).toBe(false);
  });
});

test('a form that the platform has no more has not failed', () => {
  expect(failedChecks([CHECK, { ...CHECK, fault: null }, { ...CHECK, fault: { code: FORM_GONE, params: inWords('') } }])).toEqual([CHECK]);
});

test('nothing is to be compared, and nothing is late, where no page is connected', () => {
  const comparisons = { checks: [{ ...CHECK, checkedAt: T0 - 13 * HOUR_MS }], accounts: [page('123', 'TOKENS')], reconcileHours: 6 };
  expect([comparisonIntervalMs(comparisons), isComparisonLate(comparisons, T0)]).toEqual([6 * HOUR_MS, true]);
  const dataset = { ...page('5', 'TOKEN'), kind: 'dataset' } as const;
  const disconnected = { ...comparisons, accounts: [page('123'), dataset] };
  expect([comparisonIntervalMs(disconnected), isComparisonLate(disconnected, T0)]).toEqual([0, false]);
  const off = { ...comparisons, reconcileHours: 0 };
  expect([comparisonIntervalMs(off), isComparisonLate(off, T0)]).toEqual([0, false]);
});

import { describe, expect, test } from 'vitest';
import { CONVERSION_BACKOFF, faultOfRefusal, heldBack, passed, restUntil } from '../../../src/app/conversions/conversion-outcomes.ts';
import { notConnected, TEST_LEAD } from '../../../src/app/conversions/faults.ts';
import { resumableCodes } from '../../../src/app/conversions/resume-conversions.ts';
import { decide } from '../../../src/app/conversions/send-conversions.ts';
import type { Sender } from '../../../src/app/conversions/sending-round.ts';
import { backoffMs } from '../../../src/base/backoff.ts';
import type { ConversionToSend } from '../../../src/domain/conversion.ts';
import type { Fault } from '../../../src/domain/fault.ts';
import type { PlatformAccount } from '../../../src/domain/platform-account.ts';
import { T0 } from '../../support/factories.ts';

const FAULT = { code: 'x', message: 'Said.' };
const MINUTE = 60_000;

describe('a conversion nobody asked about', () => {
  test.each([
    ['waits until the pause is over', { kind: 'resting', until: T0 + MINUTE, fault: FAULT } as const, T0 + MINUTE + 3_000],
    ['comes soon when the pause has just ended', { kind: 'resting', until: T0 - 1, fault: FAULT } as const, T0 + 2_500],
    ['has its turn in the next batch', { kind: 'next_batch', fault: FAULT } as const, T0],
  ])('%s, and spends no attempt', (_name, hold, availableAt) => {
    expect(heldBack(hold, T0, 0.5)).toEqual({ kind: 'retry', fault: FAULT, availableAt, spendsAttempt: false });
  });

  test('is parked while the account is refused', () => {
    expect(heldBack({ kind: 'refused', fault: FAULT }, T0, 0.5)).toEqual({ kind: 'parked', fault: FAULT });
  });
});

describe('a passing fault', () => {
  test('backs off and spends an attempt', () => {
    const trouble = { kind: 'passing', fault: FAULT, retryAfterMs: null } as const;
    expect(passed(trouble, 3, T0, 0)).toEqual({ kind: 'retry', fault: FAULT, availableAt: T0 + 2 * MINUTE, spendsAttempt: true });
  });

  test('honours the time the platform names, and spends none', () => {
    const trouble = { kind: 'passing', fault: FAULT, retryAfterMs: 7 * MINUTE } as const;
    expect(passed(trouble, 9, T0, 0)).toEqual({ kind: 'retry', fault: FAULT, availableAt: T0 + 7 * MINUTE, spendsAttempt: false });
    expect(restUntil(trouble, T0, 0)).toBe(T0 + 7 * MINUTE);
  });

  test('a platform that asks to come again at once is given half a minute', () => {
    const trouble = { kind: 'passing', fault: FAULT, retryAfterMs: 0 } as const;
    expect(passed(trouble, 9, T0, 0)).toMatchObject({ availableAt: T0 + MINUTE / 2 });
    expect(restUntil(trouble, T0, 0)).toBe(T0 + MINUTE / 2);
  });

  test('ten attempts take more than four hours, whatever the chance', () => {
    const total = Array.from({ length: 9 }, (_, index) => backoffMs(index + 1, 0, CONVERSION_BACKOFF)).reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeGreaterThan(4 * 60 * MINUTE);
  });
});

test.each([
  ['credential', 'credential_refused'],
  ['blocked', 'account_blocked'],
  ['missing', 'account_blocked'],
] as const)('%s is told by %s, in the words of the platform', (kind, code) => {
  expect(faultOfRefusal({ kind, fault: FAULT })).toEqual({ code, message: 'Said.' });
});

const ACCOUNT = { platform: 'social_ads', kind: 'dataset', id: '1' } as const;

function account(overrides: Partial<PlatformAccount> = {}): PlatformAccount {
  return { ...ACCOUNT, pausedUntil: null, refusedSince: null, refusedCredential: null, fault: FAULT, lastUsedAt: null, ...overrides };
}

describe('an account', () => {
  test.each([
    ['nothing is known', [], ['platform_not_connected', 'client_not_connected']],
    [
      'the credential is the one that was refused',
      [account({ refusedSince: T0, refusedCredential: 'now' })],
      ['platform_not_connected', 'client_not_connected'],
    ],
    [
      'the credential is another one',
      [account({ refusedSince: T0, refusedCredential: 'old' })],
      ['platform_not_connected', 'client_not_connected', 'credential_refused', 'account_blocked', 'contact_data_blocked'],
    ],
  ])('what is resumed when %s', (_name, accounts, expected) => {
    expect(resumableCodes([{ account: ACCOUNT, credential: 'now' }], accounts)).toEqual(expected);
  });
});

describe('what is decided without asking', () => {
  const sender = {
    account: ACCOUNT,
    send: () => Promise.reject(new Error('nobody sends')),
    objection: () => ({ code: 'conversion_too_old', message: '' }),
  } as unknown as Sender;
  const destinations = {
    destinationOf: ({ platform }: Pick<ConversionToSend, 'platform'>) => (platform === 'social_ads' ? sender : notConnected(platform)),
    consent: (): Fault | null => ({ code: 'consent_denied', message: '' }),
  };
  const conversion = {
    platform: 'social_ads',
    state: 'pendente',
    requestId: null,
    requestSize: null,
    alone: false,
    account: null,
    lead: { isTest: false },
  } as ConversionToSend;
  const decided = (overrides: Partial<ConversionToSend>, rules = destinations) => decide({ ...conversion, ...overrides }, rules, T0);

  test('one that is not there, one that is sent, a test, and one for a platform that is not connected', () => {
    expect(decide(null, destinations, T0)).toMatchObject({ outcome: { kind: 'failed', fault: { code: 'conversion_not_found' } } });
    expect(decided({ state: 'enviada', requestId: 'r' })).toEqual({ outcome: { kind: 'sent', requestId: 'r' } });
    expect(decided({ lead: { isTest: true } as ConversionToSend['lead'] })).toEqual({ outcome: { kind: 'failed', fault: TEST_LEAD } });
    for (const platform of ['search_ads', null] as const) {
      expect(decided({ platform })).toMatchObject({ outcome: { kind: 'parked', fault: { code: 'platform_not_connected' } } });
    }
  });

  test('consent comes before what the sender says; a request that was taken is asked about all the same', () => {
    expect(decided({})).toMatchObject({ outcome: { fault: { code: 'consent_denied' } } });
    expect(decided({}, { ...destinations, consent: () => null })).toMatchObject({ outcome: { fault: { code: 'conversion_too_old' } } });
    expect(decided({ requestId: 'r', requestSize: 1 })).toMatchObject({ sender });
  });

  test('a request that another account took is not asked about: the conversion is sent anew', () => {
    const taken = { requestId: 'r', requestSize: 1, account: 'social_ads/dataset/1' };
    expect(decided(taken)).toMatchObject({ sender, conversion: { requestId: 'r' } });
    const free = { ...destinations, destinationOf: () => ({ ...sender, objection: () => null }), consent: () => null };
    expect(decided({ ...taken, account: 'social_ads/dataset/2' }, free)).toMatchObject({ conversion: { requestId: null } });
  });
});

import { describe, expect, test } from 'vitest';
import { faultOfRefusal, onHold, passed, restUntil, unforeseen } from '../../../src/app/conversions/conversion-outcomes.ts';
import { notConnected, TEST_LEAD } from '../../../src/app/conversions/faults.ts';
import { replacedAccounts } from '../../../src/app/conversions/resume-conversions.ts';
import { decide } from '../../../src/app/conversions/send-conversions.ts';
import type { Sender } from '../../../src/app/conversions/sending-round.ts';
import type { ConversionToSend } from '../../../src/domain/conversion.ts';
import type { Fault } from '../../../src/domain/fault.ts';
import type { PlatformAccount } from '../../../src/domain/platform-account.ts';
import { T0 } from '../../support/factories.ts';
import { inWords, saying } from '../../support/saying.ts';

const FAULT = { code: 'x', params: inWords('Said.') };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a conversion nobody asked about', () => {
  test.each([
    ['waits until the pause is over', { kind: 'resting', until: T0 + MINUTE, fault: FAULT } as const, T0 + MINUTE + 3_000],
    ['comes soon when the pause has just ended', { kind: 'resting', until: T0 - 1, fault: FAULT } as const, T0 + 2_500],
    ['has its turn in the next batch', { kind: 'next_batch', fault: FAULT } as const, T0],
  ])('%s, and spends no attempt', (_name, hold, availableAt) => {
    expect(onHold(hold, { platformFaults: null }, T0, 0.5)).toEqual({
      kind: 'retry',
      fault: FAULT,
      availableAt,
      spendsAttempt: false,
      untried: true,
    });
  });

  test('of an account that is away waits, and is given up after 72 hours with those that are tried', () => {
    const hold = { kind: 'away', until: T0 + MINUTE, fault: FAULT } as const;
    const retry = { kind: 'retry', fault: FAULT, availableAt: T0 + MINUTE + 3_000, spendsAttempt: false, untried: true };
    const platformFaults = { since: T0, tries: 0 };
    expect(onHold(hold, { platformFaults: null }, T0, 0.5)).toEqual({ ...retry, platformFaults });
    expect(onHold(hold, { platformFaults: { since: T0 - 72 * HOUR, tries: 0 } }, T0, 0.5)).toMatchObject({ kind: 'failed' });
  });

  test('is parked while the account is refused', () => {
    expect(onHold({ kind: 'refused', fault: FAULT }, { platformFaults: null }, T0, 0.5)).toEqual({ kind: 'parked', fault: FAULT });
  });
});

describe('a fault of the platform', () => {
  const trouble = { kind: 'passing', fault: FAULT, retryAfterMs: null } as const;
  const met = (since: number, tries = 1) => ({ platformFaults: { since, tries } });

  test('spends no attempt, and the pauses grow with the time it lasts', () => {
    const at = (job: Parameters<typeof passed>[1]): unknown => passed(trouble, job, T0, 0);
    const retry = { kind: 'retry', fault: FAULT, spendsAttempt: false };
    expect(at({ platformFaults: null })).toEqual({ ...retry, availableAt: T0 + 15_000, platformFaults: { since: T0, tries: 1 } });
    expect(at(met(T0 - HOUR))).toEqual({ ...retry, availableAt: T0 + HOUR / 2, platformFaults: { since: T0 - HOUR, tries: 2 } });
    expect(at(met(T0 - 50 * HOUR))).toMatchObject({ availableAt: T0 + 2 * HOUR });
  });

  test('ends the job after 72 hours, and says how to go on', () => {
    expect(passed(trouble, met(T0 - 72 * HOUR + 1), T0, 0)).toMatchObject({ kind: 'retry' });
    expect(passed(trouble, met(T0 - 72 * HOUR), T0, 0)).toEqual({
      kind: 'failed',
      fault: {
        code: 'x',
        params: saying(/^Said\. lead-intake stopped after 72 hours.+`lead-intake conversions retry --all --error/),
      },
    });
  });

  test('a clock that was set back makes no time to come', () => {
    expect(passed(trouble, met(T0 + HOUR), T0, 0)).toMatchObject({ availableAt: T0 + 15_000, platformFaults: { since: T0 } });
  });

  test('honours the time the platform names', () => {
    const asking = { ...trouble, retryAfterMs: 7 * MINUTE };
    expect(passed(asking, met(T0), T0, 0)).toMatchObject({ availableAt: T0 + 7 * MINUTE });
    expect(restUntil(asking, T0, 0)).toBe(T0 + 7 * MINUTE);
  });

  test('a platform that asks to come again at once is given half a minute', () => {
    const asking = { ...trouble, retryAfterMs: 0 };
    expect(passed(asking, met(T0), T0, 0)).toMatchObject({ availableAt: T0 + MINUTE / 2 });
    expect(restUntil(asking, T0, 0)).toBe(T0 + MINUTE / 2);
  });
});

test('a fault that nobody foresaw spends an attempt', () => {
  const outcome = { kind: 'retry', fault: FAULT, availableAt: T0 + 2 * MINUTE, spendsAttempt: true };
  expect(unforeseen(FAULT, { attempt: 3 }, T0, 0)).toEqual(outcome);
});

test.each([
  ['credential', 'credential_refused'],
  ['blocked', 'account_blocked'],
  ['missing', 'account_blocked'],
] as const)('%s is told by %s, in the words of the platform', (kind, code) => {
  expect(faultOfRefusal({ kind, fault: FAULT })).toEqual({ code, params: inWords('Said.') });
});

const ACCOUNT = { platform: 'social_ads', kind: 'dataset', id: '1' } as const;

function account(overrides: Partial<PlatformAccount> = {}): PlatformAccount {
  return {
    ...ACCOUNT,
    pausedUntil: null,
    refusedSince: null,
    refusedCredential: null,
    awaySince: null,
    fault: FAULT,
    lastUsedAt: null,
    expiresAt: null,
    ...overrides,
  };
}

describe('an account', () => {
  test.each([
    ['is not known', [], []],
    ['has the credential that was refused', [account({ refusedSince: T0, refusedCredential: 'now' })], []],
    ['has another credential', [account({ refusedSince: T0, refusedCredential: 'old' })], [ACCOUNT]],
  ])('that %s: whether what was refused is resumed', (_name, accounts, expected) => {
    expect(replacedAccounts([{ account: ACCOUNT, credential: 'now' }], accounts)).toEqual(expected);
  });
});

describe('what is decided without asking', () => {
  const sender = {
    account: ACCOUNT,
    send: () => Promise.reject(new Error('nobody sends')),
    objection: () => ({ code: 'conversion_too_old', params: inWords('') }),
  } as unknown as Sender;
  const destinations = {
    destinationOf: ({ platform }: Pick<ConversionToSend, 'platform'>) => (platform === 'social_ads' ? sender : notConnected(platform)),
    consent: (): Fault | null => ({ code: 'consent_denied', params: inWords('') }),
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

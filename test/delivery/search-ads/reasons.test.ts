import { describe, expect, test } from 'vitest';
import { troubleOfAnswer } from '../../../src/delivery/search-ads/api-error.ts';
import { ERROR_REASONS as ERROR_RULES, PROCESSING_REASONS, withoutPrefix } from '../../../src/delivery/search-ads/reasons.ts';
import { resultOfStatus } from '../../../src/delivery/search-ads/request-status.ts';
import type { Fault } from '../../../src/domain/fault.ts';
import { faultParams } from '../../../src/domain/fault.ts';
import { faultText } from '../../../src/presentation/fault-text.ts';
import { ERROR_REASONS, PROCESSING_ERROR_REASONS } from '../../platforms/search/reasons.ts';
import { T0 } from '../../support/factories.ts';
import { english } from '../../support/saying.ts';
import { errorInfo, rpcError } from './scripted-platform.ts';

const ACCOUNT = '1234567890';
const bytes = (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body));

/** What becomes of a single conversion whose request ended with this reason. */
function ofResult(reason: string) {
  const errorInfo = { errorCounts: [{ reason, recordCount: '1' }] };
  const body = bytes({ requestStatusPerDestination: [{ requestStatus: 'FAILED', errorInfo }] });
  const result = resultOfStatus(body, { id: 'r', size: 1, takenAt: T0 }, { accountId: ACCOUNT, now: T0 });
  return result.kind === 'rejected' ? result.trouble : { kind: result.kind, fault: null };
}

/** What becomes of a request that is refused for this reason. */
function ofRequest(reason: string) {
  const { body } = rpcError(400, 'INVALID_ARGUMENT', [errorInfo(reason)]);
  return troubleOfAnswer({ status: 400, headers: {}, body: bytes(body) }, { accountId: ACCOUNT, sent: [], now: T0 });
}

/** Apart from names, no English may be left. */
function isPortuguese({ params }: Fault): void {
  const prose = faultText(params, 'pt').replaceAll(/`[^`]*`|"[^"]*"/g, '');
  expect(prose).not.toMatch(/\b(the|then|with|have|event|again|because|is|it|its|account|give|check|add|they|of|sent|set)\b/i);
}

const KINDS = {
  taken: 'sent',
  later: 'later',
  person: 'held',
  action: 'held',
  rejected: 'refused',
  account: 'blocked',
  contact_data: 'blocked',
  credential: 'credential',
  pause: 'throttled',
  outage: 'passing',
} as const;

describe('every reason that the platform documents', () => {
  test('is in the table of its kind, and no other is but those that all APIs have', () => {
    expect([...PROCESSING_REASONS.keys()].toSorted()).toEqual(PROCESSING_ERROR_REASONS.map(withoutPrefix).toSorted());
    const common = [...ERROR_RULES.keys()].filter((reason) => !ERROR_REASONS.includes(reason));
    expect(ERROR_REASONS.filter((reason) => !ERROR_RULES.has(reason))).toEqual([]);
    expect(common.toSorted()).toEqual(
      ['ACCESS_TOKEN_EXPIRED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'BILLING_DISABLED', 'CONSUMER_INVALID', 'CONSUMER_SUSPENDED'].concat([
        'IAM_PERMISSION_DENIED',
        'RATE_LIMIT_EXCEEDED',
        'SERVICE_DISABLED',
      ]),
    );
  });

  test('advice that names a setting names the account of a client too, which has what the setting has of its own', () => {
    const advice = [...PROCESSING_REASONS.values(), ...ERROR_RULES.values()].flatMap(({ todo }) =>
      todo === undefined ? [] : english(faultParams([todo])),
    );
    const ofSettings = advice.filter((text) => text.includes('SEARCHADS_'));
    expect(ofSettings.length).toBeGreaterThan(0);
    expect(ofSettings.filter((text) => !text.includes("client's account"))).toEqual([]);
  });

  test.each(PROCESSING_ERROR_REASONS)('%s has its consequence as a result, in both languages', (reason) => {
    const rule = PROCESSING_REASONS.get(withoutPrefix(reason));
    const trouble = ofResult(reason);
    expect(trouble.kind).toBe(KINDS[rule?.follows ?? 'later']);
    if (trouble.fault === null) return;
    expect(trouble.fault.params).toContain(withoutPrefix(reason));
    isPortuguese(trouble.fault);
    if (trouble.kind === 'later') isPortuguese(trouble.lastFault);
  });

  test.each(ERROR_REASONS)('%s has its consequence for a request, in both languages', (reason) => {
    const rule = ERROR_RULES.get(reason);
    const trouble = ofRequest(reason);
    expect(trouble.kind).toBe(KINDS[rule?.follows ?? 'later']);
    isPortuguese(trouble.fault);
  });
});

describe('a reason that nobody knows', () => {
  test.each(['PROCESSING_ERROR_REASON_NEW_IN_2027', 'PROCESSING_ERROR_NEW_IN_2027', 'NEW_IN_2027', ''])(
    '"%s" passes or waits for a person',
    (reason) => {
      expect(ofResult(reason)).toMatchObject({ kind: 'later', atLast: 'held', lastFault: { code: 'conversion_on_hold' } });
    },
  );

  test('the same holds for a refused request', () => {
    expect(ofRequest('NEW_IN_2027')).toMatchObject({ kind: 'later', atLast: 'held' });
  });
});

test('of several reasons the one decides that a person can do something about', () => {
  const { body } = rpcError(400, 'INVALID_ARGUMENT', [
    errorInfo('INVALID_ARGUMENT'),
    errorInfo('INVALID_FORMAT'),
    errorInfo('INVALID_DESTINATION'),
  ]);
  expect(troubleOfAnswer({ status: 400, headers: {}, body: bytes(body) }, { accountId: ACCOUNT, sent: [], now: T0 })).toMatchObject({
    kind: 'held',
    isOfRequest: true,
  });
});

test.each([
  ['DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS', 'contact_data_blocked'],
  ['DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS', 'contact_data_blocked'],
])('a result for %s, which is known of requests alone, is a refusal of the account', (reason, code) => {
  expect(ofResult(`PROCESSING_ERROR_${reason}`)).toMatchObject({ kind: 'blocked', fault: { code } });
});

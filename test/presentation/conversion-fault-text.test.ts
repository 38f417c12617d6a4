import { describe, expect, test } from 'vitest';
import { TEST_LEAD } from '../../src/app/conversions/faults.ts';
import { AccessTokens } from '../../src/delivery/search-ads/access-token.ts';
import { troubleOfAnswer } from '../../src/delivery/search-ads/api-error.ts';
import { DataManagerSender } from '../../src/delivery/search-ads/data-manager-sender.ts';
import { passing, quotaUsed } from '../../src/delivery/search-ads/faults.ts';
import { resultOfStatus } from '../../src/delivery/search-ads/request-status.ts';
import type { Fault, FaultParams } from '../../src/domain/fault.ts';
import { faultText } from '../../src/presentation/fault-text.ts';
import { consentObjection } from '../../src/processing/consent.ts';
import { conversionToSend } from '../delivery/search-ads/conversion-to-send.ts';
import { AUTHORIZED_USER, credentialsFile, SERVICE_ACCOUNT } from '../delivery/search-ads/credentials.ts';
import { errorInfo, rpcError } from '../delivery/search-ads/scripted-platform.ts';
import { deliveryConfig } from '../delivery/search-ads/sender-under-test.ts';
import { storedConsents } from '../support/consents.ts';
import { T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';

const bytes = (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body));
const keys = ['ads'];

function answered(status: number, name: string, ...reasons: readonly (string | [string, string])[]): Fault {
  const details = reasons.map((reason) =>
    typeof reason === 'string' ? errorInfo(reason) : errorInfo(reason[0], { permission: reason[1] }),
  );
  const { body } = rpcError(status, name, details, 'XYZ');
  return troubleOfAnswer({ status, headers: {}, body: bytes(body) }, { accountId: '1234567890', sent: [], now: T0 }).fault;
}

function rejected(requestStatus: string, ...reasons: readonly string[]): Fault {
  const errorCounts = reasons.map((reason) => ({ reason, recordCount: '1' }));
  const body = bytes({ requestStatusPerDestination: [{ requestStatus, errorInfo: { errorCounts } }] });
  const result = resultOfStatus(body, { id: 'r', size: 1, takenAt: T0 }, { accountId: '1234567890', now: T0 });
  return result.kind === 'rejected' ? result.trouble.fault : { code: 'none', params: inWords(result.kind) };
}

function objected(
  overrides: Parameters<typeof conversionToSend>[0],
  lead: Parameters<typeof conversionToSend>[1],
  clientId?: string,
): Fault {
  const delivery = deliveryConfig('https://platform.example', '/none', { conversionActions: new Map() });
  const outgoing = { request: () => Promise.reject(new Error('nobody asks')) };
  const sender = new DataManagerSender({
    outgoing,
    delivery,
    accountId: '1',
    credentials: { file: '/none' },
    clock: () => T0,
    ...(clientId === undefined ? {} : { clientId }),
  });
  return sender.objection(conversionToSend(overrides, lead), T0) ?? { code: 'none', params: inWords('the objection is none') };
}

const FAULTS: readonly (Fault | null)[] = [
  consentObjection(storedConsents({ ads: false }, 0), { mode: 'required', keys }),
  consentObjection([], { mode: 'required', keys }),
  consentObjection([], { mode: 'required', keys, isOfClient: true }),
  objected({}, {}, '7'),
  quotaUsed(1).fault,
  passing([['googleAnswerUnknown']]).fault,
  passing([['googleCallStopped']]).fault,
  answered(503, 'UNAVAILABLE'),
  answered(429, 'RESOURCE_EXHAUSTED'),
  answered(401, 'UNAUTHENTICATED'),
  answered(403, 'PERMISSION_DENIED'),
  answered(403, 'PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
  answered(403, 'PERMISSION_DENIED', ['IAM_PERMISSION_DENIED', 'datamanager.events.ingest']),
  answered(400, 'INVALID_ARGUMENT', 'TERMS_AND_CONDITIONS_NOT_SIGNED'),
  answered(400, 'INVALID_ARGUMENT', 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED'),
  answered(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'),
  answered(400, 'INVALID_ARGUMENT', 'INVALID_CONVERSION_ACTION_ID', 'REQUIRED_FIELD_MISSING'),
  rejected('FAILED', 'EVENT_TOO_OLD'),
  rejected('FAILED', 'DENIED_CONSENT'),
  rejected('FAILED', 'INVALID_GCLID'),
  rejected('FAILED', 'DUPLICATE_GCLID', 'OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER'),
  rejected('PARTIAL_SUCCESS'),
  rejected('FAILED'),
  TEST_LEAD,
  objected({}, { submittedAt: 0 }),
  objected({ clickId: null }, { searchClickId: null, emailNormalized: null, phoneE164: null }),
  objected({}, {}),
  objected({ name: 'ana@example.com' }, {}),
];

function isPortuguese(params: FaultParams): void {
  const portuguese = faultText(params, 'pt');
  const prose = portuguese.replaceAll(/`[^`]*`/g, '').replaceAll(/"[^"]*"/g, '');
  expect(prose).not.toMatch(/\b(the|then|with|have|event|body|again|because|shown|is|of|it|its|account|file|put|give|check|add|they)\b/i);
  expect([...portuguese.matchAll(/`[^`]*`/g)].flat()).toEqual([...faultText(params, 'en').matchAll(/`[^`]*`/g)].flat());
}

describe('the sentence of a fault of sending', () => {
  test.each(FAULTS.map((fault) => fault ?? { code: 'none', params: inWords('the fault is none') }))('$code: $params', ({ params }) => {
    isPortuguese(params);
  });

  test.each([
    ['no file', ''],
    ['no JSON', '{'],
    ['another type', { type: 'x' }],
    ['a client', { web: {} }],
    ['no key', { ...SERVICE_ACCOUNT, private_key: 1 }],
    ['a broken key', { ...SERVICE_ACCOUNT, private_key: 'x' }],
    ['no token', { ...AUTHORIZED_USER, refresh_token: '' }],
  ])('of a credentials file with %s', async (what, content) => {
    const file = what === 'no file' ? `${credentialsFile().path}.none` : credentialsFile(content).path;
    isPortuguese(await tokenFault(file, 200, {}));
  });

  test('of a credentials file that is a folder', async () => {
    isPortuguese(await tokenFault('/', 200, {}));
  });

  test.each([
    [AUTHORIZED_USER, 400, { error: 'invalid_grant' }],
    [SERVICE_ACCOUNT, 400, { error: 'invalid_grant' }],
    [AUTHORIZED_USER, 401, { error: 'invalid_client', error_description: 'XYZ' }],
    [AUTHORIZED_USER, 503, {}],
  ])('of a token that is not given: %#', async (content, status, body) => {
    isPortuguese(await tokenFault(credentialsFile(content).path, status, body));
  });
});

async function tokenFault(credentials: string, status: number, body: object): Promise<FaultParams> {
  const outgoing = { request: async () => ({ status, headers: {}, body: bytes(body) }) };
  const tokens = new AccessTokens({
    outgoing,
    tokenUrl: 'https://platform.example/token',
    credentials: { file: credentials },
    clock: () => T0,
  });
  const access = await tokens.token(new AbortController().signal);
  return access.kind === 'trouble' ? access.trouble.fault.params : inWords(access.kind);
}

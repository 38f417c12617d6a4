import { describe, expect, test, vi } from 'vitest';
import { T0 } from '../../support/factories.ts';
import { english, saying } from '../../support/saying.ts';
import { CLICK_ID, conversionToSend } from './conversion-to-send.ts';
import { AUTHORIZED_USER } from './credentials.ts';
import { type Answer, errorInfo, ok, rpcError } from './scripted-platform.ts';
import { INGEST, never, STATUS, senderUnderTest } from './sender-under-test.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const HALF_HOUR = 1_800_000;
const REQUEST = { id: 'r', size: 1, takenAt: T0 };

describe('sending', () => {
  test('puts conversions of one action into one request, and says when to ask for the result', async () => {
    const { sender, platform } = await senderUnderTest({ [INGEST]: [ok({ requestId: 'req-1' })] });
    const won = conversionToSend({ key: 'again', leadId: '8' });
    expect(await sender.send([conversionToSend(), won], never)).toEqual({ kind: 'submitted', requestId: 'req-1', askAfterMs: HALF_HOUR });
    const [asked] = platform.at(INGEST);
    expect(asked?.headers).toMatchObject({ authorization: 'Bearer ya29.token-1', 'content-type': 'application/json' });
    expect(asked?.headers).not.toHaveProperty('developer-token');
    expect(asked?.headers).not.toHaveProperty('login-customer-id');
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({
      destinations: [{ operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' }, productDestinationId: '7712337565' }],
      events: [{ transactionId: expect.stringMatching(/^lead-/) }, { transactionId: expect.stringMatching(/^lead-/) }],
      encoding: 'HEX',
      validateOnly: false,
    });
    expect(asked?.body).not.toMatch(/gmail|98765|loginAccount/);
  });

  test('goes through the manager account where there is one', async () => {
    const { sender, platform } = await senderUnderTest({ [INGEST]: [ok({ requestId: 'r' })] }, { loginAccountId: '9876543210' });
    await sender.send([conversionToSend()], never);
    expect(JSON.parse(platform.at(INGEST)[0]?.body ?? '').destinations[0].loginAccount).toEqual({
      accountType: 'GOOGLE_ADS',
      accountId: '9876543210',
    });
  });

  test('only has the conversions looked at', async () => {
    const { sender, platform } = await senderUnderTest({ [INGEST]: [ok({})] });
    expect(await sender.validate([conversionToSend()], never)).toEqual({ kind: 'valid' });
    expect(JSON.parse(platform.at(INGEST)[0]?.body ?? '').validateOnly).toBe(true);
  });

  test('takes conversions of one action only, which groupKey tells', async () => {
    const { sender, platform } = await senderUnderTest();
    const [qualified, other] = [conversionToSend({ name: 'Lead.Qualified' }), conversionToSend({ name: 'sale' })];
    expect([sender.groupKey(qualified), sender.groupKey(other)]).toEqual(['7712337565', '99']);
    await expect(sender.send([qualified, other], never)).rejects.toThrow('one known conversion action');
    expect(platform.asked).toEqual([]);
  });

  test('a token that died is replaced once', async () => {
    const dead = rpcError(401, 'UNAUTHENTICATED');
    const { sender, platform } = await senderUnderTest({ [INGEST]: [ok({ requestId: 'a' }), dead, ok({ requestId: 'b' })] });
    await sender.send([conversionToSend()], never);
    expect(await sender.send([conversionToSend()], never)).toMatchObject({ requestId: 'b' });
    expect(platform.at(INGEST).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer ya29.token-1',
      'Bearer ya29.token-1',
      'Bearer ya29.token-2',
    ]);
  });

  test('a fresh token that is not taken is the credential’s trouble', async () => {
    const { sender, platform } = await senderUnderTest({ [INGEST]: [rpcError(401, 'UNAUTHENTICATED')] });
    expect(await sender.send([conversionToSend()], never)).toMatchObject({
      trouble: { kind: 'credential', fault: { code: 'credential_refused' } },
    });
    expect(platform.at(INGEST)).toHaveLength(1);
  });

  test('trouble with the token is trouble of sending', async () => {
    const { sender, platform } = await senderUnderTest({ '/token': [{ status: 400, body: { error: 'invalid_grant' } }] });
    expect(await sender.send([conversionToSend()], never)).toMatchObject({ trouble: { kind: 'credential' } });
    expect(platform.at(INGEST)).toEqual([]);
  });

  test('no answer is a passing trouble', async () => {
    const { sender, platform } = await senderUnderTest({ [INGEST]: [{ ...ok({}), when: new Promise(() => undefined) }] });
    const stop = new AbortController();
    const sending = sender.send([conversionToSend()], stop.signal);
    await vi.waitUntil(() => platform.at(INGEST).length === 1);
    stop.abort();
    const { trouble } = (await sending) as { trouble: object };
    expect(trouble).toMatchObject({ kind: 'passing', fault: { code: 'platform_unavailable' } });
    expect(trouble).not.toHaveProperty('isUnsent');
  });

  test('says when nothing has left: there was no token, or nobody took the connection', async () => {
    const away = { status: 503, body: {} };
    const withoutToken = await senderUnderTest({ '/token': [away] });
    expect(await withoutToken.sender.send([conversionToSend()], never)).toMatchObject({ trouble: { kind: 'passing', isUnsent: true } });
    const headers = { connection: 'close' };
    const token = { ...ok({ access_token: 'ya29.token', expires_in: 3_599 }), headers };
    const { sender, platform } = await senderUnderTest({ '/token': [token], [STATUS]: [{ ...ok({}), headers }] });
    await sender.askResult(REQUEST, never);
    await platform.close();
    expect(await sender.send([conversionToSend()], never)).toMatchObject({ trouble: { kind: 'passing', isUnsent: true } });
  });

  test('knows its account, and its credential also after it was replaced', async () => {
    const { sender, file } = await senderUnderTest();
    expect(sender.account).toEqual({ platform: 'search_ads', kind: 'ads_account', id: '1234567890' });
    const before = sender.credential;
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    file.write({ ...AUTHORIZED_USER, refresh_token: '1//another' });
    expect(sender.credential).not.toBe(before);
  });
});

describe('the quota', () => {
  test('is kept: a turn that comes soon is waited for, a later one rests the account', async () => {
    // After the second, the timer fires a millisecond early, as it may in a busy process.
    const waits = [30_000, 10, 1, 0];
    const takeRequest = (): Promise<number> => Promise.resolve(waits.shift() ?? Number.NaN);
    const { sender, platform } = await senderUnderTest({ [STATUS]: [ok({})] }, {}, takeRequest);
    expect(await sender.askResult(REQUEST, never)).toMatchObject({ trouble: { kind: 'throttled', pauseMs: 30_000 } });
    expect(platform.at(STATUS)).toEqual([]);
    expect(await sender.askResult(REQUEST, never)).toMatchObject({ kind: 'processing' });
    expect(waits).toEqual([]);
  });
});

describe('what the platform answers instead', () => {
  const violation = {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: [
      {
        field: 'events.events[0].ad_identifiers.gclid',
        description: `The click ${CLICK_ID} of joao.silva@gmail.com, (11) 98765-4321, is not valid.`,
        reason: 'INVALID_GCLID_FORMAT',
      },
    ],
  };

  test.each([
    [
      'a field that is wrong for a reason nobody knows',
      rpcError(400, 'INVALID_ARGUMENT', [errorInfo('INVALID_ARGUMENT'), violation]),
      'later',
      'conversion_deferred',
    ],
    ['a field of a wrong form', rpcError(400, 'INVALID_ARGUMENT', [errorInfo('INVALID_HEX_ENCODING')]), 'refused', 'conversion_refused'],
    ['no identifiers', rpcError(400, 'INVALID_ARGUMENT', [errorInfo('NO_IDENTIFIERS_PROVIDED')]), 'refused', 'conversion_refused'],
    ['another action', rpcError(400, 'INVALID_ARGUMENT', [errorInfo('INVALID_CONVERSION_ACTION_ID')]), 'held', 'conversion_on_hold'],
    ['a request that is too large', { status: 413, body: '<html>' }, 'refused', 'conversion_refused'],
    ['a missing thing', rpcError(404, 'NOT_FOUND'), 'held', 'conversion_on_hold'],
    ['another address', { status: 404, body: '<html>' }, 'passing', 'platform_unavailable'],
    ['no permission', rpcError(403, 'PERMISSION_DENIED'), 'credential', 'credential_refused'],
    ['a proxy that forbids', { status: 403, body: 'no' }, 'credential', 'credential_refused'],
    [
      'terms that nobody signed',
      rpcError(400, 'INVALID_ARGUMENT', [errorInfo('TERMS_AND_CONDITIONS_NOT_SIGNED')]),
      'blocked',
      'account_blocked',
    ],
    [
      'enhanced conversions that are off',
      rpcError(403, 'PERMISSION_DENIED', [errorInfo('DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED')]),
      'blocked',
      'contact_data_blocked',
    ],
    ['an API that is off', rpcError(403, 'PERMISSION_DENIED', [errorInfo('SERVICE_DISABLED')]), 'blocked', 'account_blocked'],
    ['too many', rpcError(429, 'RESOURCE_EXHAUSTED'), 'throttled', 'platform_throttled'],
    ['a conflict', rpcError(409, 'ABORTED'), 'passing', 'platform_unavailable'],
    ['an outage', rpcError(503, 'UNAVAILABLE'), 'passing', 'platform_unavailable'],
    ['an outage of a proxy', { status: 502, body: '<html>Bad Gateway' }, 'passing', 'platform_unavailable'],
  ])('%s', async (_what, answer, kind, code) => {
    const { sender } = await senderUnderTest({ [INGEST]: [answer] });
    const result = await sender.send([conversionToSend()], never);
    expect(result).toMatchObject({ kind: 'trouble', trouble: { kind, fault: { code } } });
    expect(JSON.stringify(result)).not.toMatch(/ya29|gmail|Cj0KCQ|client-secret/);
  });

  async function messageOf(answer: Answer): Promise<string> {
    const { sender } = await senderUnderTest({ [INGEST]: [answer] });
    const result = await sender.send([conversionToSend()], never);
    return result.kind === 'trouble' ? english(result.trouble.fault.params) : result.kind;
  }

  test('is told in its own words, without what is personal', async () => {
    expect(await messageOf(rpcError(400, 'INVALID_ARGUMENT', [errorInfo('INVALID_ARGUMENT'), violation]))).toBe(
      'Google Ads rejected the conversion (INVALID_ARGUMENT, INVALID_GCLID_FORMAT). ' +
        'Message from the platform: "events.events[0].ad_identifiers.gclid: The click […] of […], […], is not valid". ' +
        'Google Ads may accept it later. lead-intake tries again automatically.',
    );
  });

  test('is told with what to do', async () => {
    expect(await messageOf(rpcError(400, 'INVALID_ARGUMENT', [errorInfo('INVALID_CONVERSION_ACTION_TYPE')]))).toContain(
      'Check SEARCHADS_CONVERSION_ACTIONS',
    );
    expect(await messageOf(rpcError(403, 'PERMISSION_DENIED'))).toContain('standard access to Google Ads account 1234567890');
    const scope = rpcError(403, 'PERMISSION_DENIED', [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT')]);
    expect(await messageOf(scope)).toContain('https://www.googleapis.com/auth/datamanager');
    const iam = rpcError(403, 'PERMISSION_DENIED', [errorInfo('IAM_PERMISSION_DENIED', { permission: 'datamanager.events.ingest' })]);
    expect(await messageOf(iam)).toContain('lacks the permission datamanager.events.ingest');
    const terms = rpcError(400, 'INVALID_ARGUMENT', [errorInfo('TERMS_AND_CONDITIONS_NOT_SIGNED')]);
    expect(await messageOf(terms)).toContain('Accept the customer data terms');
  });

  test.each([
    ['Retry-After in seconds', { 'retry-after': '17' }, [], 17_000],
    ['Retry-After as a date', { 'retry-after': new Date(T0 + 42_000).toUTCString() }, [], 42_000],
    ['RetryInfo', {}, [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '33.5s' }], 33_500],
    ['nothing', {}, [], 60_000],
    ['a time that is over', { 'retry-after': '0' }, [], 10_000],
    ['a year', { 'retry-after': '31536000' }, [], DAY],
  ])('a throttled account rests as long as the platform says by %s', async (_what, headers, details, pauseMs) => {
    const { sender } = await senderUnderTest({ [INGEST]: [{ ...rpcError(429, 'RESOURCE_EXHAUSTED', details), headers }] });
    expect(await sender.send([conversionToSend()], never)).toMatchObject({ trouble: { kind: 'throttled', pauseMs } });
  });
});

describe('an answer 200 without the id of a request', () => {
  test.each([
    ['of somebody else', { status: 200, body: '<html>Log in to the network</html>' }],
    ['of nothing', ok({})],
    ['with an empty id', ok({ requestId: '' })],
    ['with an id that is none', ok({ requestId: 'a\nb' })],
    ['with an endless id', ok({ requestId: 'r'.repeat(513) })],
  ])('%s: nothing is taken for sent', async (_what, answer) => {
    const { sender } = await senderUnderTest({ [INGEST]: [answer] });
    expect(await sender.send([conversionToSend()], never)).toMatchObject({
      trouble: { kind: 'passing', fault: { code: 'platform_unavailable' }, retryAfterMs: null },
    });
  });
});

describe('the result of a request', () => {
  const destination = (requestStatus: string, counts: readonly [string, number][] = []) => ({
    destination: { productDestinationId: '1' },
    requestStatus,
    errorInfo: {
      errorCounts: counts.map(([reason, count]) => ({ reason: `PROCESSING_ERROR_REASON_${reason}`, recordCount: String(count) })),
    },
  });
  const statusOf = (...destinations: readonly object[]) => ok({ requestStatusPerDestination: destinations });

  async function resultOf(answer: ReturnType<typeof ok>, size = 1) {
    const { sender, platform } = await senderUnderTest({ [STATUS]: [answer] });
    const result = await sender.askResult({ id: 'req/1 2', size, takenAt: T0 }, never);
    expect(platform.at(STATUS)[0]).toMatchObject({
      method: 'GET',
      path: `${STATUS}?requestId=req%2F1+2`,
      headers: { authorization: 'Bearer ya29.token-1' },
    });
    return result;
  }

  test.each([
    ['SUCCESS', statusOf(destination('SUCCESS')), { kind: 'sent' }],
    ['PROCESSING', statusOf(destination('PROCESSING')), { kind: 'processing', askAfterMs: HALF_HOUR }],
    ['a word we do not know', statusOf(destination('THINKING')), { kind: 'processing', askAfterMs: HALF_HOUR }],
    ['nothing yet', ok({}), { kind: 'processing', askAfterMs: HALF_HOUR }],
    ['a conversion that is there already', statusOf(destination('FAILED', [['DUPLICATE_TRANSACTION_ID', 1]])), { kind: 'sent' }],
    ['some that are there already', statusOf(destination('PARTIAL_SUCCESS', [['DUPLICATE_TRANSACTION_ID', 2]])), { kind: 'sent' }],
    [
      'a reason',
      statusOf(destination('FAILED', [['EVENT_TOO_OLD', 1]])),
      rejected('Google Ads rejected the conversion: EVENT_TOO_OLD (the click is too old).'),
    ],
    [
      'a reason, in the word of the guide',
      statusOf(destination('FAILURE', [['EVENT_TOO_OLD', 1]])),
      rejected('Google Ads rejected the conversion: EVENT_TOO_OLD (the click is too old).'),
    ],
    ['no reason', statusOf(destination('FAILED')), deferred('no reason given')],
    ['some text for a reason', statusOf(destination('FAILED', [['ana@example.com', 1]])), deferred('UNKNOWN')],
    [
      'a second destination that failed',
      statusOf(destination('SUCCESS'), destination('FAILED', [['DENIED_CONSENT', 1]])),
      {
        ...rejected('Google Ads rejected the conversion: DENIED_CONSENT (the person refused consent).'),
        isOfAll: false,
      },
    ],
  ])('%s', async (_what, answer, result) => {
    expect(await resultOf(answer)).toMatchObject(result);
  });

  test('of several reasons says that nobody knows whose they are, and what may pass is not final', async () => {
    const answer = statusOf(
      destination('PARTIAL_SUCCESS', [
        ['INVALID_GCLID', 1],
        ['DUPLICATE_TRANSACTION_ID', 1],
        ['SOMETHING_NEW', 3],
      ]),
    );
    expect(await resultOf(answer, 6)).toMatchObject({
      kind: 'rejected',
      isOfAll: false,
      trouble: {
        kind: 'later',
        fault: {
          params: saying(
            'rejected 5 conversions of the request: 1 × INVALID_GCLID (unknown click ID); ' +
              '1 × DUPLICATE_TRANSACTION_ID (duplicate of an earlier conversion); 3 × SOMETHING_NEW.',
          ),
        },
      },
    });
  });

  test.each([
    ['all of them', 3, true],
    ['some of them', 2, false],
  ])('says whether a reason is that of %s', async (_what, count, isOfAll) => {
    expect(await resultOf(statusOf(destination('FAILED', [['EVENT_TOO_OLD', count]])), 3)).toMatchObject({ isOfAll });
  });

  test.each([
    ['failed', destination('FAILED', [['EVENT_TOO_OLD', 3]]), false, false],
    [
      'failed, of some because they are there already',
      destination('FAILED', [
        ['EVENT_TOO_OLD', 2],
        ['DUPLICATE_TRANSACTION_ID', 1],
      ]),
      true,
      false,
    ],
    ['failed because no click was found', destination('FAILED', [['CLICK_NOT_FOUND', 3]]), false, true],
    ['came out mixed', destination('PARTIAL_SUCCESS', [['EVENT_TOO_OLD', 2]]), true, true],
  ])(
    'of a request that %s says whether some may be there, and whether the account takes contact data',
    async (_what, result, mayBeTaken, isAccountUsed) => {
      expect(await resultOf(statusOf(result), 3)).toMatchObject({ mayBeTaken, isAccountUsed });
    },
  );

  function rejected(words: string) {
    return { kind: 'rejected', isOfAll: true, trouble: { kind: 'refused', fault: { code: 'conversion_refused', params: saying(words) } } };
  }

  function deferred(why: string) {
    const params = saying(
      `Google Ads rejected the conversion: ${why}. Google Ads may accept it later. lead-intake tries again automatically.`,
    );
    return { kind: 'rejected', isOfAll: true, trouble: { kind: 'later', fault: { code: 'conversion_deferred', params } } };
  }

  test('is asked for after half an hour, then after as long as has passed, every six hours at most', async () => {
    const { sender, time } = await senderUnderTest({ [STATUS]: [statusOf(destination('PROCESSING'))] });
    const looks: number[] = [];
    for (let passed = HALF_HOUR; passed <= 24 * HOUR; ) {
      time.now = T0 + passed;
      const result = await sender.askResult(REQUEST, never);
      looks.push(passed / HALF_HOUR);
      passed += result.kind === 'processing' ? result.askAfterMs : Number.POSITIVE_INFINITY;
    }
    expect(looks).toEqual([1, 2, 4, 8, 16, 28, 40]);
    time.now = T0 - HOUR;
    expect(await sender.askResult(REQUEST, never)).toMatchObject({ askAfterMs: HALF_HOUR });
  });

  test('of a request that the platform does not know any more: what it carried is sent again', async () => {
    const { sender } = await senderUnderTest({ [STATUS]: [rpcError(404, 'NOT_FOUND', [errorInfo('INVALID_REQUEST_ID')])] });
    expect(await sender.askResult(REQUEST, never)).toMatchObject({ kind: 'rejected', isOfAll: true, trouble: { kind: 'later' } });
  });

  test('an outage is trouble', async () => {
    const { sender } = await senderUnderTest({ [STATUS]: [rpcError(503, 'UNAVAILABLE')] });
    expect(await sender.askResult(REQUEST, never)).toMatchObject({ kind: 'trouble', trouble: { kind: 'passing' } });
  });
});

describe('what can never be sent', () => {
  const nobody = { searchClickId: null, emailNormalized: null, phoneE164: null };

  test.each([
    ['a conversion like any other', conversionToSend(), undefined],
    ['a click of 90 days ago', conversionToSend({}, { submittedAt: T0 - 90 * DAY }), undefined],
    ['an older click', conversionToSend({}, { submittedAt: T0 - 90 * DAY - 1 }), 'conversion_too_old'],
    ['an older click of unknown time', conversionToSend({}, { submittedAt: null, createdAt: T0 - 91 * DAY }), 'conversion_too_old'],
    ['a sale of an old lead by a click of its own', conversionToSend({ clickId: 'G-new' }, { submittedAt: T0 - 91 * DAY }), undefined],
    [
      'an old lead whose click id came lately',
      conversionToSend({}, { submittedAt: T0 - 91 * DAY, searchClickSeenAt: T0 - DAY }),
      undefined,
    ],
    ['an old lead without a click', conversionToSend({ clickId: null }, { searchClickId: null, submittedAt: T0 - 91 * DAY }), undefined],
    ['nobody', conversionToSend({ clickId: null }, nobody), 'conversion_no_identifier'],
    ['a click alone', conversionToSend({}, { ...nobody, searchClickId: CLICK_ID }), undefined],
    ['a phone alone', conversionToSend({ clickId: null }, { ...nobody, phoneE164: '+5511987654321' }), undefined],
  ])('%s: %s', async (_what, conversion, code) => {
    const { sender } = await senderUnderTest();
    expect(sender.objection(conversion, T0)?.code).toBe(code);
  });

  test('a name without a conversion action, when there is none for all others', async () => {
    const { sender } = await senderUnderTest({}, { conversionActions: new Map([['sale', '1']]) });
    expect(sender.objection(conversionToSend(), T0)).toEqual({
      code: 'conversion_action_unknown',
      params: saying(
        'No conversion action is set for the conversion "lead_qualified". Add NAME=ID, or *=ID for all others, to SEARCHADS_CONVERSION_ACTIONS ' +
          'and restart the workers. Then run `lead-intake conversions retry`.',
      ),
    });
    expect(sender.objection(conversionToSend({ name: 'ana@example.com' }), T0)?.params).not.toContain('ana@');
  });
});

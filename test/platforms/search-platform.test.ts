import { createSign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { searchEmailHash, searchPhoneHash } from './search/hashes.ts';
import { DATA_MANAGER_SCOPE } from './search/token-endpoint.ts';
import { SearchPlatform } from './search-platform.ts';
import { socialPhoneHash } from './social/hashes.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ADVERTISER = '1234567890';
const MANAGER = '9876543210';
const ACTION = '7712337565';
const PERSON = { name: 'João', email: 'Joao.Silva@gmail.com', phone: '+5511987654321' };

interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

class Desk implements AsyncDisposable {
  readonly platform: SearchPlatform;
  now = NOW;
  #token = '';

  private constructor(platform: SearchPlatform) {
    this.platform = platform;
  }

  static async open(): Promise<Desk> {
    let desk: Desk | undefined;
    const platform = await SearchPlatform.start({ now: () => desk?.now ?? NOW });
    desk = new Desk(platform);
    platform.directory.addAdvertiser({ id: ADVERTISER, managerId: MANAGER, actions: { [ACTION]: 'UPLOAD_CLICKS', '1': 'WEBPAGE' } });
    platform.directory.addClick({ id: 'Cj0KCQ', advertiserId: ADVERTISER, person: PERSON });
    await desk.signIn();
    return desk;
  }

  /** Gets a new access token; the previous one expires after an hour. */
  async signIn(): Promise<void> {
    const { client_id, client_secret, refresh_token } = this.platform.oauth.authorizedUser();
    const granted = await this.token({ grant_type: 'refresh_token', client_id, client_secret, refresh_token });
    this.#token = String(granted.json['access_token']);
  }

  async token(form: Readonly<Record<string, string | undefined>>): Promise<Answer> {
    return await answerOf(
      await fetch(this.platform.tokenUrl, { method: 'POST', body: new URLSearchParams(form as Record<string, string>) }),
    );
  }

  async ingest(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...this.#authorization(), 'content-type': 'application/json', ...headers },
    };
    return await answerOf(await fetch(`${this.platform.url}/v1/events:ingest`, init));
  }

  async status(requestId: unknown): Promise<Answer> {
    return await answerOf(
      await fetch(`${this.platform.url}/v1/requestStatus:retrieve?requestId=${requestId}`, { headers: this.#authorization() }),
    );
  }

  /** The result for the first destination of a request, after processing. */
  async result(body: object): Promise<unknown> {
    const { json } = await this.ingest(body);
    await this.status(json['requestId']);
    const done = await this.status(json['requestId']);
    const [first] = done.json['requestStatusPerDestination'] as Record<string, unknown>[];
    return [first?.['requestStatus'], (first?.['errorInfo'] as { errorCounts: unknown } | undefined)?.errorCounts];
  }

  #authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.platform[Symbol.asyncDispose]();
  }
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** The example request from the platform's documentation. */
function requestOf(events: readonly object[], changes: object = {}, destination: object = {}): object {
  return {
    destinations: [
      {
        operatingAccount: { accountType: 'GOOGLE_ADS', accountId: ADVERTISER },
        loginAccount: { accountType: 'GOOGLE_ADS', accountId: MANAGER },
        productDestinationId: ACTION,
        ...destination,
      },
    ],
    events,
    encoding: 'HEX',
    validateOnly: false,
    ...changes,
  };
}

function eventOf(changes: object = {}): object {
  return {
    transactionId: 'lead-7f3c-qualified',
    eventTimestamp: '2026-11-20T09:00:00-03:00',
    eventSource: 'WEB',
    adIdentifiers: { gclid: 'Cj0KCQ' },
    userData: { userIdentifiers: [{ emailAddress: searchEmailHash(PERSON.email) }, { phoneNumber: searchPhoneHash(PERSON.phone) }] },
    conversionValue: 2600.0,
    currency: 'BRL',
    consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' },
    ...changes,
  };
}

function reasonsOf({ json }: Answer): readonly unknown[] {
  const { details } = json['error'] as { details: { reason?: string; fieldViolations?: { reason: string }[] }[] };
  return details
    .flatMap(({ reason, fieldViolations = [] }) => [reason, ...fieldViolations.map((violation) => violation.reason)])
    .filter(Boolean);
}

describe('events', () => {
  test('are taken, PROCESSING at first, SUCCESS then, and counted once', async () => {
    await using desk = await Desk.open();

    const taken = await desk.ingest(requestOf([eventOf()]));
    const first = await desk.status(taken.json['requestId']);
    const second = await desk.status(taken.json['requestId']);

    expect(first.json).toMatchObject({ requestStatusPerDestination: [{ requestStatus: 'PROCESSING' }] });
    expect(second.json).toMatchObject({ requestStatusPerDestination: [{ requestStatus: 'SUCCESS' }] });
    expect(desk.platform.conversions.accepted.map(({ transactionId, actionId }) => [transactionId, actionId])).toEqual([
      ['lead-7f3c-qualified', ACTION],
    ]);
    expect((await desk.status('unknown')).status).toBe(404);
  });

  test('are rejected for a scripted reason until it ends, or while their click is too recent', async () => {
    await using desk = await Desk.open();
    const scripted = desk.platform.conversions.reject('PROCESSING_ERROR_REASON_INTERNAL_ERROR');
    const internal = { recordCount: '1', reason: 'PROCESSING_ERROR_REASON_INTERNAL_ERROR' };
    expect(await desk.result(requestOf([eventOf()]))).toEqual(['FAILED', [internal]]);
    scripted.end();
    desk.platform.conversions.youngestClickMs = 6 * 3_600_000;
    const recent = { recordCount: '1', reason: 'PROCESSING_ERROR_REASON_TOO_RECENT_CLICK' };
    expect(await desk.result(requestOf([eventOf()]))).toEqual(['FAILED', [recent]]);
    desk.now += 6 * 3_600_000;
    await desk.signIn();
    expect(await desk.result(requestOf([eventOf()]))).toEqual(['SUCCESS', undefined]);
  });

  test.each([
    ['not_enabled', 'DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS'],
    ['terms_not_signed', 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED'],
    ['prohibited', 'DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS'],
  ] as const)('with contact data are refused where the account is %s, also when they are only validated', async (contactData, reason) => {
    await using desk = await Desk.open();
    const advertiser = desk.platform.directory.advertisers.get(ADVERTISER);
    if (advertiser !== undefined) advertiser.contactData = contactData;
    const refused = await desk.ingest(requestOf([eventOf()], { validateOnly: true }));
    expect([refused.status, reasonsOf(refused)]).toEqual([400, [reason, reason]]);
    expect((await desk.ingest(requestOf([eventOf({ userData: undefined })]))).status).toBe(200);
  });

  test('want to be asked about after half an hour, and then less and less often', async () => {
    await using desk = await Desk.open();
    desk.platform.conversions.pollsUntilDone = 9;
    const { json } = await desk.ingest(requestOf([eventOf()]));
    const early: number[] = [];
    for (const minutes of [29, 1, 30, 30, 30]) {
      desk.now += minutes * 60_000;
      await desk.signIn();
      await desk.status(json['requestId']);
      early.push(desk.platform.conversions.askedEarly);
    }
    expect(early).toEqual([1, 2, 3, 4, 5]);
    desk.now += 10 * 3_600_000;
    await desk.signIn();
    await desk.status(json['requestId']);
    expect(desk.platform.conversions.askedEarly).toBe(5);
  });

  test('that are only validated are not counted, and have no result', async () => {
    await using desk = await Desk.open();

    const { status, json } = await desk.ingest(requestOf([eventOf()], { validateOnly: true }));

    expect([status, desk.platform.conversions.accepted.length, desk.platform.conversions.validated]).toEqual([200, 0, 1]);
    expect((await desk.status(json['requestId'])).status).toBe(404);
  });

  test.each([
    ['no transaction id', { transactionId: undefined }, 'REQUIRED_FIELD_MISSING'],
    ['no time', { eventTimestamp: undefined }, 'REQUIRED_FIELD_MISSING'],
    ["the older interface's time", { eventTimestamp: '2026-11-20 09:00:00-03:00' }, 'INVALID_ARGUMENT'],
    ['no source', { eventSource: undefined }, 'REQUIRED_FIELD_MISSING'],
    ['a value as text', { conversionValue: '2600' }, 'INVALID_ARGUMENT'],
    ['no currency', { currency: undefined }, 'REQUIRED_FIELD_MISSING'],
    ['nobody', { adIdentifiers: undefined, userData: undefined }, 'NO_IDENTIFIERS_PROVIDED'],
    ['consent of the older interface', { consent: { adUserData: 'GRANTED' } }, 'INVALID_ARGUMENT'],
    ['an e-mail that is not hashed', { userData: { userIdentifiers: [{ emailAddress: PERSON.email }] } }, 'INVALID_HEX_ENCODING'],
    ["the other platform's hash", { userData: { userIdentifiers: [{ phoneNumber: socialPhoneHash(PERSON.phone) }] } }, 'INVALID_ARGUMENT'],
  ])('refuse the whole request for %s', async (_name, changes, reason) => {
    await using desk = await Desk.open();

    const answer = await desk.ingest(requestOf([eventOf({ transactionId: 'good' }), eventOf(changes)]));

    expect(answer.status).toBe(400);
    expect(reasonsOf(answer)).toEqual([reason, reason]);
    expect(desk.platform.conversions.accepted).toEqual([]);
  });

  test.each([
    ['no account type', { operatingAccount: { product: 'GOOGLE_ADS', accountId: ADVERTISER } }, 400, 'REQUIRED_FIELD_MISSING'],
    [
      'a resource name',
      { productDestinationId: `customers/${ADVERTISER}/conversionActions/${ACTION}` },
      400,
      'INVALID_CONVERSION_ACTION_ID',
    ],
    ['an action of the web', { productDestinationId: '1' }, 400, 'INVALID_CONVERSION_ACTION_TYPE'],
    ['no manager', { loginAccount: undefined }, 403, 'PERMISSION_DENIED'],
  ])('refuse a destination with %s', async (_name, destination, status, reason) => {
    await using desk = await Desk.open();

    const answer = await desk.ingest(requestOf([eventOf()], {}, destination));

    expect(answer.status).toBe(status);
    expect(reasonsOf(answer)).toContain(reason);
  });

  test('refuse hashes without an encoding, headers of the older interface, and too many events', async () => {
    await using desk = await Desk.open();
    const many = Array.from({ length: 2_001 }, (_, index) => eventOf({ transactionId: `t${index}` }));

    expect(reasonsOf(await desk.ingest(requestOf([eventOf()], { encoding: undefined })))).toContain('REQUIRED_FIELD_MISSING');
    expect((await desk.ingest(requestOf([eventOf()]), { 'developer-token': 'x' })).status).toBe(400);
    expect(reasonsOf(await desk.ingest(requestOf(many)))).toContain('TOO_MANY_EVENTS');
  });

  test('tell in counts why some were not taken', async () => {
    await using desk = await Desk.open();
    desk.platform.directory.addClick({ id: 'old', advertiserId: ADVERTISER, clickedAt: NOW - 91 * 86_400_000 });
    desk.platform.directory.addClick({ id: 'other', advertiserId: '1' });
    const bare = (transactionId: string, gclid: string, more: object = {}): object =>
      eventOf({ transactionId, adIdentifiers: { gclid }, userData: undefined, ...more });
    const error = (reason: string) => ({
      recordCount: '1',
      reason: reason.startsWith('PROCESSING_ERROR_') ? reason : `PROCESSING_ERROR_REASON_${reason}`,
    });

    expect(await desk.result(requestOf([eventOf(), bare('2', 'old')]))).toEqual(['PARTIAL_SUCCESS', [error('EVENT_TOO_OLD')]]);
    expect(await desk.result(requestOf([eventOf()]))).toEqual(['FAILED', [error('DUPLICATE_TRANSACTION_ID')]]);
    expect(await desk.result(requestOf([bare('3', 'Cj0KCQ')]))).toEqual(['FAILED', [error('DUPLICATE_GCLID')]]);
    expect(await desk.result(requestOf([bare('4', 'cj0kcq')]))).toEqual(['FAILED', [error('INVALID_GCLID')]]);
    expect(await desk.result(requestOf([bare('5', 'other')]))).toEqual([
      'FAILED',
      [error('PROCESSING_ERROR_OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER')],
    ]);
    const denied = bare('6', 'Cj0KCQ', { consent: { adUserData: 'CONSENT_DENIED' }, eventTimestamp: '2026-11-20T10:00:00Z' });
    expect(await desk.result(requestOf([denied]))).toEqual(['FAILED', [error('DENIED_CONSENT')]]);
  });

  test('are answered with 429 beyond the rate, until a minute is over', async () => {
    await using desk = await Desk.open();
    desk.platform.conversions.requestsPerMinute = 1;
    await desk.ingest(requestOf([eventOf()]));

    const refused = await desk.ingest(requestOf([eventOf()]));
    expect([refused.status, reasonsOf(refused)]).toEqual([429, ['RESOURCE_EXHAUSTED']]);
    desk.now += 60_000;
    expect((await desk.ingest(requestOf([eventOf()]))).status).toBe(200);
  });
});

describe('access tokens', () => {
  test('are given for an assertion signed with the key of the service account', async () => {
    await using desk = await Desk.open();
    const key = desk.platform.oauth.serviceAccount();
    const other = desk.platform.oauth.serviceAccount('other@projeto.iam.gserviceaccount.com');
    const grant = (changes: object = {}, privateKey = key['private_key']): Promise<Answer> => {
      const seconds = NOW / 1_000;
      const claims = {
        iss: key['client_email'],
        scope: DATA_MANAGER_SCOPE,
        aud: key['token_uri'],
        iat: seconds,
        exp: seconds + 3_600,
        ...changes,
      };
      return desk.token({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: signedJwt(claims, privateKey ?? '') });
    };

    expect((await grant()).json).toMatchObject({ expires_in: 3_600, token_type: 'Bearer' });
    expect((await grant({}, other['private_key'])).json).toEqual({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
    expect((await grant({ aud: 'https://elsewhere.example/token' })).status).toBe(400);
    expect((await grant({ exp: NOW / 1_000 + 3_601 })).status).toBe(400);
    desk.platform.oauth.isRevoked = true;
    expect((await grant()).json).toMatchObject({ error: 'invalid_grant' });
  });

  test('end after their hour', async () => {
    await using desk = await Desk.open();
    desk.now += 3_600_000;

    const answer = await desk.ingest(requestOf([eventOf()]));

    expect([answer.status, reasonsOf(answer)]).toEqual([401, ['ACCESS_TOKEN_EXPIRED']]);
  });
});

function signedJwt(claims: object, privateKey: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`;
}

describe('the lead-form webhook', () => {
  test('sends the same lead id with every test, and tries again after 5xx only', async () => {
    await using desk = await Desk.open();
    await using receiver = await SearchPlatform.start();
    const statuses = [503, 200, 401];
    receiver.server.fault({ effect: () => ({ status: statuses.shift() ?? 200, body: '{}' }) });
    const leadForms = desk.platform.leadForms(`${receiver.url}/webhooks/search_ads`, 'google-key');

    await leadForms.sendTest(NOW);
    expect(leadForms.delivery.waiting).toBe(1);
    await leadForms.delivery.retryDue(NOW + 60_000);
    await leadForms.sendTest(NOW + 60_000);

    const sent = receiver.server.calls.map(({ request }) => JSON.parse(request.body.toString()) as Record<string, unknown>);
    expect(new Set(sent.map(({ lead_id }) => lead_id)).size).toBe(1);
    expect(sent[0]).toMatchObject({ is_test: true, google_key: 'google-key', form_id: 40_000_000_000 });
    expect([leadForms.delivery.waiting, leadForms.delivery.dropped.length]).toEqual([0, 1]);
  });
});

test('the vectors of hashes come out', () => {
  expect(searchEmailHash(' Joao.Silva+promo@gmail.com')).toBe('9119b3dd895707ae9aa81f2e338994504566fee2a8e9e2482514b323050a48c6');
  expect(searchPhoneHash('+55 (11) 98765-4321')).toBe('38225ec3dccec4189659c110ddc4f3dc9c27539850cb6a9ddae31ae03a5cf441');
});

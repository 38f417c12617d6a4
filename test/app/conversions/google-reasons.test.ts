import { describe, expect, test } from 'vitest';
import { PROCESSING_REASONS, UNKNOWN_REASON, withoutPrefix } from '../../../src/delivery/search-ads/reasons.ts';
import { conversionId } from '../../../src/domain/conversion-id.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { PROCESSING_ERROR_REASONS, PROCESSING_WARNING_REASONS } from '../../platforms/search/reasons.ts';
import { newConversion, operator } from '../../support/factories.ts';
import { english } from '../../support/saying.ts';
import { ConversionsUnderTest } from './conversions-under-test.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Lets time pass and sends due conversions every ten minutes. */
async function pass(it: ConversionsUnderTest, ms: number): Promise<void> {
  for (const until = it.now + ms; it.now < until; ) await it.send(10 * MINUTE);
}

/** Lets time pass until this many requests were made, at most a day: pauses are random within bounds. */
async function passUntilRequest(it: ConversionsUnderTest, count: number): Promise<void> {
  for (const until = it.now + 24 * HOUR; it.now < until && it.searchRequests().length < count; ) await it.send(10 * MINUTE);
  expect(it.searchRequests()).toHaveLength(count);
}

function alarms(it: ConversionsUnderTest): number {
  return it.logged.filter(({ level }) => level === 50).length;
}

async function refusals(it: ConversionsUnderTest): Promise<readonly string[]> {
  return (await it.store.listAccounts()).filter(({ refusedSince }) => refusedSince !== null).map(({ fault }) => fault?.code ?? '');
}

function asksOf(it: ConversionsUnderTest): number {
  return it.search.server.count(/requestStatus/);
}

describe('results', () => {
  test('a click that is too recent is sent again until Google Ads knows it, and counts once', async () => {
    await using it = await ConversionsUnderTest.create();
    it.search.conversions.youngestClickMs = 20 * HOUR;
    const ids = [await it.searchConversion(), await it.searchConversion()];
    await pass(it, 2 * HOUR);
    expect(await it.states(ids)).toEqual(Array(2).fill('pendente conversion_deferred'));
    await pass(it, 24 * HOUR);
    expect(await it.states(ids)).toEqual(['enviada', 'enviada']);
    expect(it.search.conversions.accepted.length).toBe(2);
    expect(it.searchRequests().length).toBeLessThan(10);
    expect(it.search.conversions.askedEarly).toBe(0);
    expect(alarms(it)).toBe(0);
  });

  test('one that stays too recent waits for a person after two days, across restarts, and a person may send it again', async () => {
    await using it = await ConversionsUnderTest.create();
    const rejected = it.search.conversions.reject('PROCESSING_ERROR_REASON_TOO_RECENT_CLICK');
    const id = await it.searchConversion();
    await pass(it, 2 * HOUR);
    const since = (await it.conversion(id)).deferral?.since;
    expect(since).toBeGreaterThan(0);
    await pass(it, 8 * HOUR);
    await using restarted = openSqliteStore(it.env['DATABASE_URL'] ?? '', it.now);
    expect((await restarted.conversionsToSend([id]))[0]?.deferral?.since).toBe(since);
    await pass(it, 52 * HOUR);
    expect(await it.states([id])).toEqual(['pendente conversion_on_hold']);
    expect(english((await it.conversion(id)).fault?.params)).toContain(
      'TOO_RECENT_CLICK (the click is only a few hours old). lead-intake tried for 48 hours without success.',
    );
    expect((await it.store.queueSnapshot('conversoes', it.now)).parked).toBe(1);
    rejected.end();
    expect(await it.store.retryConversions([id], operator(it.now))).toEqual([id]);
    expect(await it.conversion(id)).toMatchObject({ deferral: null, requestId: null });
    await pass(it, 2 * HOUR);
    expect(await it.states([id])).toEqual(['enviada']);
  });

  test('an hour that is over for one reason says nothing of another: a click is looked for a day after it was too recent', async () => {
    await using it = await ConversionsUnderTest.create();
    const recent = it.search.conversions.reject('PROCESSING_ERROR_REASON_TOO_RECENT_CLICK');
    const id = await it.searchConversion();
    await pass(it, 26 * HOUR);
    recent.end();
    it.search.conversions.reject('PROCESSING_ERROR_REASON_CLICK_NOT_FOUND');
    await pass(it, 8 * HOUR);
    expect(await it.states([id])).toEqual(['pendente conversion_deferred']);
    expect(english((await it.conversion(id)).fault?.params)).toContain('CLICK_NOT_FOUND');
    await pass(it, 36 * HOUR);
    expect(await it.states([id])).toEqual(['rejeitada conversion_refused']);
  });

  test('a time without a worker, and one in which the account was refused, are not among the days for which it is sent again', async () => {
    await using it = await ConversionsUnderTest.create();
    it.search.conversions.reject('PROCESSING_ERROR_REASON_TOO_RECENT_CLICK');
    const id = await it.searchConversion();
    await pass(it, 2 * HOUR);
    await it.send(14 * DAY);
    await pass(it, 2 * HOUR);
    expect(await it.states([id])).toEqual(['pendente conversion_deferred']);
    const refused = it.search.fail({ code: 403, status: 'PERMISSION_DENIED', message: 'No.' }, { path: 'events:ingest' });
    await pass(it, 8 * HOUR);
    expect(await it.states([id])).toEqual(['pendente credential_refused']);
    refused.end();
    await it.store.resumeParked('conversoes', ['credential_refused'], it.now);
    expect((await it.conversion(id)).deferral).toBeNull();
  });

  test('a clock that was ahead puts a conversion off for no longer', async () => {
    await using it = await ConversionsUnderTest.create();
    it.search.conversions.reject('PROCESSING_ERROR_REASON_TOO_RECENT_CLICK');
    const id = await it.searchConversion();
    it.now += 20 * DAY;
    await pass(it, 2 * HOUR);
    it.now -= 20 * DAY;
    await it.store.bringForward('conversoes', it.now);
    await pass(it, 8 * HOUR);
    expect((await it.conversion(id)).deferral?.since).toBeLessThanOrEqual(it.now);
    await pass(it, 52 * HOUR);
    expect(await it.states([id])).toEqual(['pendente conversion_on_hold']);
  });

  test('a click that nobody knows is rejected after a day', async () => {
    await using it = await ConversionsUnderTest.create();
    it.search.conversions.reject('PROCESSING_ERROR_REASON_CLICK_NOT_FOUND');
    const id = await it.searchConversion();
    await pass(it, 20 * HOUR);
    expect(await it.states([id])).toEqual(['pendente conversion_deferred']);
    await pass(it, 24 * HOUR);
    expect(await it.states([id])).toEqual(['rejeitada conversion_refused']);
  });

  test('of one request that comes out with every reason there is, and some nobody knows: each conversion has its own consequence', async () => {
    await using it = await ConversionsUnderTest.create();
    const unknown = ['PROCESSING_ERROR_REASON_NEW_IN_2027', 'PROCESSING_ERROR_NEW_IN_2027'];
    // Tested below: it stops the other conversions of the account as well.
    const reasons = [...PROCESSING_ERROR_REASONS, ...unknown].filter((reason) => !reason.endsWith('TERMS_NOT_SIGNED'));
    const byReason = new Map<string, string>();
    for (const reason of reasons) byReason.set(reason, await it.searchConversion());
    const keys = new Map<string, string>();
    for (const [reason, id] of byReason) keys.set(conversionId(await it.conversion(id)), reason);
    const rejected = reasons.map((reason) =>
      it.search.conversions.reject(reason, (event) => keys.get(String(event['transactionId'])) === reason),
    );
    for (const laterMs of [0, 31 * MINUTE, 31 * MINUTE, 31 * MINUTE, 31 * MINUTE]) await it.send(laterMs);
    for (const [reason, id] of byReason) {
      const { follows } = PROCESSING_REASONS.get(withoutPrefix(reason)) ?? UNKNOWN_REASON;
      expect([reason, ...(await it.states([id]))]).toEqual([reason, STATES[follows]]);
    }
    for (const { end } of rejected) end();
    const waiting = [...byReason.values()];
    await it.store.retryConversions(waiting, operator(it.now));
    for (const laterMs of [0, 31 * MINUTE, 31 * MINUTE, 31 * MINUTE, 31 * MINUTE]) await it.send(laterMs);
    expect(new Set(await it.states(waiting))).toEqual(new Set(['enviada']));
  });

  test('with warnings of every kind: the conversion was taken', async () => {
    await using it = await ConversionsUnderTest.create();
    it.search.conversions.warnings = PROCESSING_WARNING_REASONS;
    const id = await it.searchConversion();
    for (const laterMs of [0, 31 * MINUTE, 31 * MINUTE]) await it.send(laterMs);
    expect(await it.states([id])).toEqual(['enviada']);
  });

  test('of a request that Google Ads no longer knows: the conversion is sent again', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await it.searchConversion();
    await it.send();
    it.search.conversions.forgetRequests();
    await it.send(31 * MINUTE);
    expect(await it.states([id])).toEqual(['pendente conversion_deferred']);
    await pass(it, 6 * HOUR);
    expect(await it.states([id])).toEqual(['enviada']);
    expect(it.search.conversions.accepted.length).toBe(1);
  });

  test('are asked for after half an hour, then after pauses that grow, whichever process asks', async () => {
    await using it = await ConversionsUnderTest.create();
    it.search.conversions.pollsUntilDone = 5;
    const id = await it.searchConversion();
    const looks: number[] = [];
    for (const until = it.now + 24 * HOUR; it.now < until && (await it.conversion(id)).state === 'pendente'; ) {
      const before = asksOf(it);
      await it.send(looks.length === 0 && before === 0 && it.searchRequests().length === 0 ? 0 : 10 * MINUTE);
      if (asksOf(it) > before) looks.push(it.now);
    }
    const first = looks[0] ?? 0;
    expect(looks.map((at) => (at - first) / (30 * MINUTE))).toEqual([0, 1, 3, 7, 15, 27]);
    expect(it.search.conversions.askedEarly).toBe(0);
  });
});

const STATES: Readonly<Record<string, string>> = {
  taken: 'enviada',
  later: 'pendente conversion_deferred',
  person: 'pendente conversion_on_hold',
  rejected: 'rejeitada conversion_refused',
};

describe('a refused request', () => {
  test.each([
    ['INVALID_FORMAT', 'rejeitada conversion_refused', 7],
    ['INVALID_CURRENCY_CODE', 'pendente conversion_on_hold', 7],
    ['NEW_IN_2027', 'pendente conversion_deferred', 7],
    ['INVALID_CONVERSION_ACTION_ID', 'pendente conversion_on_hold', 1],
    ['NOT_ALLOWLISTED', 'pendente account_blocked', 1],
    ['DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS', 'pendente contact_data_blocked', 1],
    ['RESOURCE_EXHAUSTED', 'pendente platform_throttled', 1],
    ['INTERNAL_ERROR', 'pendente platform_unavailable', 1],
  ])('for %s: its four conversions are %s, after %d requests', async (reason, expected, requests) => {
    await using it = await ConversionsUnderTest.create();
    const ids: string[] = [];
    for (let made = 0; made < 4; made += 1) ids.push(await it.personalConversion());
    const fault = it.search.fail({ code: 400, status: 'INVALID_ARGUMENT', message: 'No.', reason }, { path: 'events:ingest' });
    await it.send();
    expect(await it.states(ids)).toEqual(Array(4).fill(expected));
    expect(it.searchRequests().length).toBe(requests);
    fault.end();
    await it.store.retryConversions(ids, operator(it.now));
    for (const laterMs of [HOUR, HOUR, HOUR, HOUR]) await it.send(laterMs);
    expect(await it.states(ids)).toEqual(Array(4).fill('enviada'));
  });
});

describe('a stage that a person withdraws', () => {
  /** A stage of a lead, registered by an operator. */
  async function stage(it: ConversionsUnderTest, fields: Parameters<ConversionsUnderTest['searchConversion']>[0] = {}): Promise<string> {
    const { leadId } = await it.conversion(await it.searchConversion(fields));
    const { conversionIds } = await it.store.addStage({ ...newConversion({ key: 'won', happenedAt: it.now }), leadId }, operator(it.now));
    return conversionIds[0] ?? '';
  }

  async function reach(it: ConversionsUnderTest, conversionId: string): Promise<string | undefined> {
    return (await it.store.changeStage({ kind: 'withdraw', conversionId, reason: 'typo' }, operator(it.now)))[0]?.reach;
  }

  test('after a request of which Google Ads took some counts as reported, until its own result says that it was not taken', async () => {
    await using it = await ConversionsUnderTest.create();
    const [good, bad, other] = [
      await stage(it),
      await stage(it, { searchClickId: 'unknown' }),
      await stage(it, { searchClickId: 'unknown-too' }),
    ];
    await it.send();
    const throttled = it.search.fail({ code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Slowly.' }, { path: 'events:ingest' });
    await pass(it, 2 * HOUR);
    expect(await it.states([good, bad, other])).toEqual(Array(3).fill('pendente platform_throttled'));
    expect([await reach(it, good), await reach(it, bad)]).toEqual(['beyond_reach', 'beyond_reach']);
    throttled.end();
    await pass(it, 2 * HOUR);
    expect(await it.states([other])).toEqual(['rejeitada conversion_refused']);
    expect(await reach(it, other)).toBe('not_sent');
  });

  test('after a request that Google Ads took nothing of is not reported, and after one that it knows no more it counts as reported', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await stage(it);
    const recent = it.search.conversions.reject('PROCESSING_ERROR_REASON_TOO_RECENT_CLICK');
    await it.send();
    await pass(it, 2 * HOUR);
    expect(await it.conversion(id)).toMatchObject({ fault: { code: 'conversion_deferred' }, requestId: null, uncertainSince: null });
    recent.end();
    await passUntilRequest(it, 2);
    it.search.fail({ code: 400, status: 'INVALID_ARGUMENT', message: 'No.', reason: 'INVALID_REQUEST_ID' }, { path: 'requestStatus' });
    await pass(it, HOUR);
    expect(await it.conversion(id)).toMatchObject({ fault: { code: 'conversion_deferred' }, requestId: null });
    expect(await reach(it, id)).toBe('beyond_reach');
  });

  test('that Google Ads took without an answer counts as reported though a later request failed at Google Ads itself', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await stage(it);
    it.search.server.losesAnswer = ({ path }) => path.endsWith('events:ingest');
    await it.send();
    it.search.server.losesAnswer = () => false;
    const failed = it.search.conversions.reject('PROCESSING_ERROR_REASON_INTERNAL_ERROR');
    await pass(it, 2 * HOUR);
    failed.end();
    expect(await it.conversion(id)).toMatchObject({ fault: { code: 'conversion_deferred' }, requestId: null });
    expect(await reach(it, id)).toBe('beyond_reach');
  });

  test('with a job that was removed while Google Ads had its request counts as reported', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await stage(it);
    await it.send();
    it.search.fail({ code: 403, status: 'PERMISSION_DENIED', message: 'No.' }, { path: 'requestStatus' });
    await pass(it, HOUR);
    expect(await it.states([id])).toEqual(['pendente credential_refused']);
    await it.store.forget({ queue: 'conversoes', parked: true }, operator(it.now));
    expect(await reach(it, id)).toBe('beyond_reach');
  });
});

describe('an account that takes no contact data', () => {
  test.each(['not_enabled', 'terms_not_signed', 'prohibited'] as const)(
    'says so at once (%s): its conversions wait with one alarm and few requests, and go on when it is mended',
    async (state) => {
      await using it = await ConversionsUnderTest.create();
      const advertiser = it.search.directory.advertisers.get('1234567890');
      if (advertiser === undefined) throw new Error('no advertiser');
      advertiser.contactData = state;
      const ids: string[] = [];
      for (let made = 0; made < 12; made += 1) ids.push(await it.personalConversion());
      await it.send();
      expect(it.searchRequests()).toEqual([12]);
      expect(await it.states(ids)).toEqual(Array(12).fill('pendente contact_data_blocked'));
      expect(await refusals(it)).toEqual(['contact_data_blocked']);
      ids.push(await it.personalConversion());
      await pass(it, 5 * HOUR);
      // One request for the new conversion, then one probe an hour.
      expect(it.searchRequests().length).toBeLessThanOrEqual(1 + 1 + 5);
      expect(alarms(it)).toBe(1);
      advertiser.contactData = 'allowed';
      await pass(it, 5 * HOUR);
      expect(await it.states(ids)).toEqual(Array(13).fill('enviada'));
      expect(it.search.conversions.accepted.length).toBe(13);
      expect(await refusals(it)).toEqual([]);
      expect(alarms(it)).toBe(1);
    },
  );

  test('says so with the result only: one alarm all the same, while conversions without contact data go on', async () => {
    await using it = await ConversionsUnderTest.create();
    const advertiser = it.search.directory.advertisers.get('1234567890');
    if (advertiser === undefined) throw new Error('no advertiser');
    advertiser.contactData = 'terms_not_signed_late';
    const telling = [await it.personalConversion(), await it.personalConversion()];
    const bare = [await it.searchConversion()];
    await pass(it, 3 * HOUR);
    telling.push(await it.personalConversion());
    bare.push(await it.searchConversion());
    await pass(it, 12 * HOUR);
    // One of them may be at the platform as the probe.
    expect((await it.states(telling)).filter((state) => state === 'pendente contact_data_blocked').length).toBeGreaterThanOrEqual(2);
    expect(it.search.conversions.accepted.length).toBe(2);
    expect(await it.states(bare)).toEqual(['enviada', 'enviada']);
    expect([await refusals(it), alarms(it)]).toEqual([['contact_data_blocked'], 1]);
    expect(it.searchRequests().length).toBeLessThan(4 + 16);
    advertiser.contactData = 'allowed';
    await pass(it, 6 * HOUR);
    expect(await it.states(telling)).toEqual(Array(3).fill('enviada'));
    expect(it.search.conversions.accepted.length).toBe(5);
    expect([await refusals(it), alarms(it)]).toEqual([[], 1]);
  });

  test('is not taken for one that takes it because of a request from before it refused', async () => {
    await using it = await ConversionsUnderTest.create();
    const advertiser = it.search.directory.advertisers.get('1234567890');
    if (advertiser === undefined) throw new Error('no advertiser');
    const older = await it.personalConversion();
    await it.send();
    advertiser.contactData = 'not_enabled';
    const id = await it.personalConversion();
    await it.send(MINUTE);
    await pass(it, 4 * HOUR);
    expect(await it.states([older, id])).toEqual(['enviada', 'pendente contact_data_blocked']);
    expect([await refusals(it), alarms(it)]).toEqual([['contact_data_blocked'], 1]);
  });

  test('takes it again when Google Ads has looked for the person of a conversion, though it found none', async () => {
    await using it = await ConversionsUnderTest.create();
    const advertiser = it.search.directory.advertisers.get('1234567890');
    if (advertiser === undefined) throw new Error('no advertiser');
    advertiser.contactData = 'terms_not_signed_late';
    const ids = [await it.personalConversion(), await it.personalConversion(), await it.personalConversion()];
    await pass(it, 3 * HOUR);
    expect(await refusals(it)).toEqual(['contact_data_blocked']);
    advertiser.contactData = 'allowed';
    const nobody = it.search.conversions.reject('PROCESSING_ERROR_REASON_INTERNAL_ERROR');
    await pass(it, 3 * HOUR);
    // An outage of Google Ads says nothing about the account.
    expect(await refusals(it)).toEqual(['contact_data_blocked']);
    nobody.end();
    const unknown = it.search.conversions.reject('PROCESSING_ERROR_REASON_CLICK_NOT_FOUND');
    await pass(it, 3 * HOUR);
    expect([await refusals(it), alarms(it)]).toEqual([[], 1]);
    unknown.end();
    await pass(it, 26 * HOUR);
    expect(await it.states(ids)).toEqual(Array(3).fill('enviada'));
  });

  test('refuses a whole request: those in it without contact data are sent at once', async () => {
    await using it = await ConversionsUnderTest.create();
    const advertiser = it.search.directory.advertisers.get('1234567890');
    if (advertiser === undefined) throw new Error('no advertiser');
    advertiser.contactData = 'not_enabled';
    const telling = await it.personalConversion();
    const bare = [await it.searchConversion(), await it.searchConversion()];
    await it.send();
    expect(it.searchRequests()).toEqual([3, 2]);
    for (const laterMs of [31 * MINUTE, 31 * MINUTE]) await it.send(laterMs);
    expect(await it.states([telling, ...bare])).toEqual(['pendente contact_data_blocked', 'enviada', 'enviada']);
  });
});

test('a conversion action that is none: its conversions wait for a person after one request, others are sent', async () => {
  await using it = await ConversionsUnderTest.create();
  it.env = { ...it.env, SEARCHADS_CONVERSION_ACTIONS: '*=5' };
  const ids: string[] = [];
  for (let made = 0; made < 12; made += 1) ids.push(await it.searchConversion());
  await it.send();
  expect(it.searchRequests()).toEqual([12]);
  expect(await it.states(ids)).toEqual(Array(12).fill('pendente conversion_on_hold'));
  expect(english((await it.conversion(ids[0] ?? '')).fault?.params)).toContain('Check SEARCHADS_CONVERSION_ACTIONS');
  it.env = { ...it.env, SEARCHADS_CONVERSION_ACTIONS: '*=7712337565' };
  await it.store.retryConversions(ids, operator(it.now));
  for (const laterMs of [0, 31 * MINUTE, 31 * MINUTE]) await it.send(laterMs);
  expect(await it.states(ids)).toEqual(Array(12).fill('enviada'));
});

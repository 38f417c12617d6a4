import { describe, expect, test } from 'vitest';
import type { GraphErrorParts } from '../../platforms/social/graph-error.ts';
import { T0 } from '../../support/factories.ts';
import { saying } from '../../support/saying.ts';
import { AnswersUnderTest, PAGE, TOKEN } from './answers-under-test.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function failing(error: GraphErrorParts): Promise<{ underTest: AnswersUnderTest; eventId: string }> {
  const underTest = await AnswersUnderTest.create();
  const [eventId = ''] = await underTest.notify(1);
  underTest.platform.fail(error);
  expect(await underTest.once()).toMatchObject({ processed: 0, failed: 0, waiting: 1 });
  expect(JSON.stringify([await underTest.trail(eventId), await underTest.account(), underTest.log])).not.toContain(TOKEN);
  return { underTest, eventId };
}

describe('what the platform answers, and what becomes of the job', () => {
  test.each<GraphErrorParts>([
    { code: 1 },
    { code: 2 },
    { code: 100, status: 503 },
    { code: 100, isTransient: true },
    { code: 0, status: 502 },
  ])('passing: $code with $status is tried again later and spends no attempt', async (error) => {
    const { underTest, eventId } = await failing(error);
    await using _ = underTest;
    const job = await underTest.job(eventId);
    expect(job).toMatchObject({ state: 'pendente', attempts: 0, waitReason: 'platform_unavailable' });
    expect(job.availableAt).toBeGreaterThanOrEqual(T0 + 15_000);
    expect(job.availableAt).toBeLessThanOrEqual(T0 + 30_000);
    expect(underTest.errors()).toEqual([]);
  });

  test.each<GraphErrorParts>([4, 17, 32, 341, 613, 80_005].map((code) => ({ code })))(
    'throttled: $code pauses the page and spends no attempt',
    async (error) => {
      const { underTest, eventId } = await failing(error);
      await using _ = underTest;
      const account = await underTest.account();
      expect(account).toMatchObject({ refusedSince: null, fault: { code: 'platform_throttled' } });
      const job = await underTest.job(eventId);
      expect(job).toMatchObject({ state: 'pendente', attempts: 0, waitReason: 'platform_throttled' });
      expect(job.availableAt).toBeGreaterThanOrEqual(account?.pausedUntil ?? Number.POSITIVE_INFINITY);
    },
  );

  test.each<GraphErrorParts>([
    ...[458, 459, 460, 463, 464, 467].map((subcode) => ({ code: 190, subcode })),
    { code: 190 },
    { code: 102 },
    { code: 10 },
    { code: 200 },
    { code: 299 },
  ])('credential: $code $subcode parks the job, notes the refusal and raises the alarm', async (error) => {
    const { underTest, eventId } = await failing(error);
    await using _ = underTest;
    expect(await underTest.job(eventId)).toMatchObject({
      state: 'pendente',
      availableAt: null,
      attempts: 0,
      waitReason: 'credential_refused',
    });
    expect(await underTest.account()).toMatchObject({ refusedSince: T0, fault: { code: 'credential_refused' } });
    expect(underTest.errors()).toHaveLength(1);
  });

  test('blocked: 368 parks the job under a code of its own', async () => {
    const { underTest, eventId } = await failing({ code: 368 });
    await using _ = underTest;
    expect(await underTest.job(eventId)).toMatchObject({ availableAt: null, attempts: 0, waitReason: 'account_blocked' });
    expect(await underTest.account()).toMatchObject({ refusedSince: T0, fault: { code: 'account_blocked' } });
  });

  test.each<GraphErrorParts>([{ code: 100, subcode: 33 }, { code: 100 }])(
    'missing: $code $subcode gets a few spaced tries, then waits for a person',
    async (error) => {
      const { underTest, eventId } = await failing(error);
      await using _ = underTest;
      const pauses: number[] = [];
      for (let due = (await underTest.job(eventId)).availableAt; due !== null; due = (await underTest.job(eventId)).availableAt) {
        pauses.push((due - underTest.now) / MINUTE);
        await underTest.onceAt(due);
      }
      expect(pauses).toEqual([1, 5, 30, 120]);
      expect(await underTest.job(eventId)).toMatchObject({ state: 'pendente', availableAt: null, waitReason: 'lead_not_available' });
      expect(await underTest.account()).toBeUndefined();
      expect(underTest.platform.server.count()).toBe(5);
    },
  );

  test('missing never ends in giving up, also where fewer attempts are allowed', async () => {
    await using underTest = await AnswersUnderTest.create({ QUEUE_MAX_ATTEMPTS: '2' });
    const [eventId = ''] = await underTest.notify(1);
    underTest.platform.fail({ code: 100, subcode: 33 });
    await underTest.once();
    await underTest.onceAt(T0 + MINUTE);
    expect(await underTest.job(eventId)).toMatchObject({ state: 'pendente', availableAt: null, waitReason: 'lead_not_available' });
  });

  test.each(['hang_up', { status: 200, body: '<html>maintenance</html>' }, { status: 200, body: '[]' }] as const)(
    'no answer that could be one: %j is passing',
    async (effect) => {
      await using underTest = await AnswersUnderTest.create();
      const [eventId = ''] = await underTest.notify(1);
      using fault = underTest.platform.server.fault({ effect });
      await underTest.once();
      expect(await underTest.job(eventId)).toMatchObject({ state: 'pendente', attempts: 0, waitReason: 'platform_unavailable' });
      fault.end();
      expect(await underTest.onceAt(T0 + MINUTE)).toMatchObject({ processed: 1 });
    },
  );
});

test('an outage of six hours costs time and no lead, with few attempts allowed', async () => {
  await using underTest = await AnswersUnderTest.create({ QUEUE_MAX_ATTEMPTS: '3' });
  const eventIds = await underTest.notify(20);
  using outage = underTest.platform.server.fault({ effect: { status: 503, body: 'down' } });
  for (let now = T0; now < T0 + 6 * HOUR; now += 5 * MINUTE) await underTest.onceAt(now);
  for (const eventId of eventIds) expect(await underTest.job(eventId)).toMatchObject({ state: 'pendente', attempts: 0 });
  outage.end();
  for (let now = T0 + 6 * HOUR; now < T0 + 11 * HOUR; now += 10 * MINUTE) await underTest.onceAt(now);
  expect((await underTest.store.listLeads({ limit: 100 })).items).toHaveLength(20);
  for (const eventId of eventIds) expect((await underTest.trail(eventId)).event.status).toBe('processado');
});

test('after 72 hours of trying a lead is given up, and its text says how it comes back', async () => {
  await using underTest = await AnswersUnderTest.create();
  const [eventId = ''] = await underTest.notify(1);
  using _outage = underTest.platform.server.fault({ effect: { status: 503, body: 'down' } });
  for (let now = T0; now < T0 + 72 * HOUR; now += HOUR) await underTest.onceAt(now);
  expect(await underTest.job(eventId)).toMatchObject({ state: 'pendente', attempts: 0, waitReason: 'platform_unavailable' });
  for (let now = T0 + 72 * HOUR; now < T0 + 77 * HOUR; now += HOUR) await underTest.onceAt(now);
  expect(await underTest.job(eventId)).toMatchObject({
    state: 'falhou',
    errorCode: 'platform_unavailable',
    errorParams: saying(/lead-intake stopped after 72 hours\..+`lead-intake source backfill social-ads`/),
  });
});

test('a weekend on which no worker ran is no time of trying', async () => {
  await using underTest = await AnswersUnderTest.create();
  const [eventId = ''] = await underTest.notify(1);
  using outage = underTest.platform.server.fault({ effect: 'hang_up' });
  await underTest.once();
  await underTest.onceAt(T0 + 96 * HOUR);
  expect(await underTest.job(eventId)).toMatchObject({ state: 'pendente', waitReason: 'platform_unavailable' });
  outage.end();
  expect(await underTest.onceAt(T0 + 97 * HOUR)).toMatchObject({ processed: 1 });
});

test('the token travels in a header only', async () => {
  await using underTest = await AnswersUnderTest.create();
  await underTest.notify(1, PAGE);
  await underTest.once();
  const [call] = underTest.platform.server.calls;
  expect(call?.request.headers.authorization).toBe(`Bearer ${TOKEN}`);
  expect(call?.request.query.get('access_token')).toBeNull();
});

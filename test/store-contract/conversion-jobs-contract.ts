import { describe, expect } from 'vitest';
import type { ConversionView, Platform } from '../../src/domain/conversion.ts';
import { type ClaimedJob, CONVERSION_QUEUE } from '../../src/domain/job.ts';
import type { ClaimRequest, Store } from '../../src/domain/ports.ts';
import type { ConversionQuery } from '../../src/domain/report-ports.ts';
import { formDelivery, leadFields, leadIntent, newConversion, operator, QUEUE, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { addCampaign, claim, eventOf, FAULT, finish, processEvent, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const REFUSED = { code: 'conversion_refused', params: inWords('The platform says no.') };
const LATER = T0 + 60_000;
const DAY = 86_400_000;

/** An event with its lead and a conversion for the platform of the lead's click id. */
export async function convert(
  store: Store,
  key: string,
  overrides: Parameters<typeof leadFields>[0] = { searchClickId: 'g' },
): Promise<void> {
  const intent = leadIntent(`lead-${key}`, { fields: leadFields(overrides), conversion: newConversion({ key }) });
  await processEvent(store, `event-${key}`, intent);
}

export async function enqueue(store: Store, ...platforms: readonly Platform[]): Promise<number> {
  return store.enqueueConversions(platforms.length === 0 ? ['search_ads', 'social_ads'] : platforms, 100, T0);
}

function claimConversions(store: Store, overrides: Partial<ClaimRequest> = {}): Promise<readonly ClaimedJob[]> {
  return claim(store, { queue: CONVERSION_QUEUE, ...overrides });
}

async function claimConversion(store: Store, now: number = T0): Promise<ClaimedJob> {
  const [job, ...others] = await claimConversions(store, { now });
  if (job === undefined || others.length > 0) throw new Error('expected one due conversion');
  return job;
}

async function conversionOf(store: Store, key: string): Promise<ConversionView> {
  const found = (await store.listConversions({ limit: 100 })).items.find((conversion) => conversion.key === key);
  if (found === undefined) throw new Error(`no conversion ${key}`);
  return found;
}

/** One conversion `a` with a claimed job. */
async function claimedConversion(store: Store, ...fields: Parameters<typeof leadFields>): Promise<ClaimedJob> {
  await convert(store, 'a', ...fields);
  await enqueue(store);
  return claimConversion(store);
}

async function toSend(store: Store) {
  const [found] = await store.conversionsToSend(['1']);
  if (found === null || found === undefined) throw new Error('no conversion 1');
  return found;
}

/** What a conversion job must never change. */
async function eventAndLead(store: Store): Promise<unknown> {
  const { event, jobs, attempts, lead } = await trailOf(store, '1');
  return { event, jobs, attempts, lead };
}

export function conversionJobsContract(open: OpenStore): void {
  const test = storeTests(async () => {
    const underTest = await open();
    await addCampaign(underTest.store);
    return underTest;
  });

  describe('a conversion of a lead that names no platform', () => {
    test('does not wait: it has a state of its own, no job, and is found by that state', async (store) => {
      await convert(store, 'none', {});
      await convert(store, 'search');
      expect(await enqueue(store)).toBe(1);
      const found = async (query: Partial<ConversionQuery>) =>
        (await store.listConversions({ limit: 10, ...query })).items.map(({ key, platform }) => [key, platform]);
      expect(await found({ state: 'pendente' })).toEqual([['search', 'search_ads']]);
      expect(await found({ state: 'sem_destino' })).toEqual([['none', null]]);
      const stage = { ...newConversion({ name: 'ganho', key: 'by-hand' }), leadId: '1' };
      await store.addStage(stage, operator());
      expect(await conversionOf(store, 'by-hand')).toMatchObject({ state: 'sem_destino', platform: null });
    });

    test('waits as soon as an update brings the click id of its lead, once for each key', async (store) => {
      await convert(store, 'a', {});
      await convert(store, 'b');
      await enqueue(store);
      const update = leadIntent('lead-a', { fields: leadFields({ searchClickId: 'late' }), conversion: newConversion({ key: 'a' }) });
      await processEvent(store, 'event-update', update);
      expect(await conversionOf(store, 'a')).toMatchObject({ state: 'pendente', platform: 'search_ads', clickId: 'late' });
      expect((await store.listConversions({ limit: 10 })).items).toHaveLength(2);
      expect(await enqueue(store)).toBe(0);
      expect((await claimConversions(store, { limit: 10 })).map(({ conversionId }) => conversionId)).toEqual(['1', '2']);
    });

    test('has no job while nobody sends to the platform that the update names', async (store) => {
      await convert(store, 'a', {});
      await processEvent(store, 'event-update', leadIntent('lead-a', { fields: leadFields({ searchClickId: 'late' }) }));
      expect(await conversionOf(store, 'a')).toMatchObject({ state: 'pendente', platform: 'search_ads' });
      expect(await claimConversions(store)).toEqual([]);
      expect(await enqueue(store)).toBe(1);
    });
  });

  describe('enqueueConversions', () => {
    test('makes one job for each conversion of the platforms, the oldest first, and never a second one', async (store) => {
      await convert(store, 's1');
      await convert(store, 'n2', {});
      await convert(store, 'f3', { fbc: 'f' });
      await convert(store, 's4');
      expect(await enqueue(store, 'search_ads')).toBe(2);
      expect(await enqueue(store, 'search_ads')).toBe(0);
      const jobs = await claimConversions(store);
      expect(jobs.map(({ conversionId, eventId, attempt }) => ({ conversionId, eventId, attempt }))).toEqual([
        { conversionId: '1', eventId: '1', attempt: 1 },
        { conversionId: '4', eventId: '4', attempt: 1 },
      ]);
      expect(await enqueue(store)).toBe(1);
      expect((await claimConversion(store)).conversionId).toBe('3');
      await convert(store, 's5');
      expect(await enqueue(store)).toBe(1);
    });

    test('takes at most as many as asked, and goes on from there', async (store) => {
      for (const key of ['a', 'b', 'c']) await convert(store, key);
      expect(await store.enqueueConversions(['social_ads', 'search_ads'], 2, T0)).toBe(2);
      expect(await store.hasUnqueued(['social_ads', 'search_ads'])).toBe(true);
      expect(await store.enqueueConversions(['social_ads', 'search_ads'], 2, T0)).toBe(1);
      expect(await store.hasUnqueued(['social_ads', 'search_ads'])).toBe(false);
      expect(await store.queueSnapshot(CONVERSION_QUEUE, T0)).toMatchObject({ waiting: 3 });
    });

    test('an event gets its new job while its conversion has one', async (store) => {
      await convert(store, 'a');
      await enqueue(store);
      expect(await store.replay(['1'], QUEUE, operator())).toEqual(['1']);
      expect((await claim(store)).map(({ conversionId }) => conversionId)).toEqual([null]);
      expect(await claimConversions(store)).toHaveLength(1);
    });
  });

  describe('an event whose conversion has a job', () => {
    for (const isRunning of [false, true]) {
      test(`runs again by a resend while the conversion ${isRunning ? 'is being sent' : 'waits'}`, async (store) => {
        await convert(store, 'a');
        await store.replay(['1'], QUEUE, operator());
        const [job] = (await claim(store)) as [ClaimedJob];
        await finish(store, job, { kind: 'failed', fault: FAULT });
        await enqueue(store);
        if (isRunning) await claimConversion(store);
        const [receipt] = await store.accept(formDelivery('event-a'));
        expect(receipt).toMatchObject({ status: 'accepted', isNew: false });
        expect(await eventOf(store, '1')).toMatchObject({ status: 'recebido', errorCode: null });
        expect(await claim(store)).toHaveLength(1);
      });
    }
  });

  describe('finish of a conversion', () => {
    test('sent: the conversion is enviada, and its event and lead stay as they are', async (store) => {
      await convert(store, 'a');
      const before = await eventAndLead(store);
      await enqueue(store);
      expect(await finish(store, await claimConversion(store), { kind: 'sent', requestId: 'r-1' }, T0 + 5)).toBe('processed');
      expect(await conversionOf(store, 'a')).toMatchObject({ state: 'enviada', sentAt: T0 + 5, requestId: 'r-1', fault: null });
      expect(await eventAndLead(store)).toEqual(before);
      expect(await store.queueSnapshot(CONVERSION_QUEUE, T0)).toMatchObject({ finished: 1, waiting: 0, running: 0 });
      expect(await enqueue(store)).toBe(0);
    });

    test('failed: the conversion is rejeitada with the fault, and its event and lead stay as they are', async (store) => {
      await convert(store, 'a');
      const before = await eventAndLead(store);
      await enqueue(store);
      expect(await finish(store, await claimConversion(store), { kind: 'failed', fault: REFUSED })).toBe('failed');
      expect(await conversionOf(store, 'a')).toMatchObject({ state: 'rejeitada', fault: REFUSED, sentAt: null });
      expect(await eventAndLead(store)).toEqual(before);
      expect((await store.listFailedJobs({ limit: 10, queue: CONVERSION_QUEUE })).items).toMatchObject([
        { conversionId: '1', eventId: '1', errorCode: REFUSED.code },
      ]);
    });

    for (const outcome of [
      { kind: 'parked', fault: REFUSED },
      { kind: 'retry', fault: REFUSED, availableAt: LATER, spendsAttempt: true },
    ] as const) {
      test(`${outcome.kind}: the conversion waits and says why; sent later, it says so no more`, async (store) => {
        await convert(store, 'a');
        const before = await eventAndLead(store);
        await enqueue(store);
        expect(await finish(store, await claimConversion(store), outcome)).toBe('waiting');
        expect(await conversionOf(store, 'a')).toMatchObject({ state: 'pendente', fault: REFUSED });
        expect(await eventAndLead(store)).toEqual(before);
        await store.retry({ queue: CONVERSION_QUEUE, ids: ['c1'] }, operator());
        expect(await conversionOf(store, 'a')).toMatchObject({ state: 'pendente', fault: null });
        await finish(store, await claimConversion(store), { kind: 'sent', requestId: null });
        expect(await conversionOf(store, 'a')).toMatchObject({ state: 'enviada', fault: null });
      });
    }

    test('submitted: it waits until then without an attempt spent, and keeps since when the request is there', async (store) => {
      const job = await claimedConversion(store);
      const submitted = { kind: 'submitted', requestId: 'r-1', requestSize: 7, availableAt: LATER } as const;
      expect(await finish(store, job, submitted, T0)).toBe('waiting');
      expect(await conversionOf(store, 'a')).toMatchObject({ state: 'pendente', fault: null, requestId: 'r-1' });
      expect(await toSend(store)).toMatchObject({ requestId: 'r-1', requestSize: 7, alone: false });
      expect(await claimConversions(store, { now: LATER - 1 })).toEqual([]);
      const again = await claimConversion(store, LATER);
      expect(again.attempt).toBe(1);
      expect(await finish(store, again, { ...submitted, availableAt: LATER + 1 }, LATER)).toBe('waiting');
      const last = await claimConversion(store, LATER + 1);
      await finish(store, last, { kind: 'sent', requestId: null }, LATER + 1);
      expect(await conversionOf(store, 'a')).toMatchObject({ state: 'enviada', requestId: 'r-1', sentAt: LATER + 1 });
    });

    test('a passing fault while the platform is asked keeps the request; alone forgets it', async (store) => {
      const submitted = { kind: 'submitted', requestId: 'r-1', requestSize: 7, availableAt: T0 } as const;
      const retry = { kind: 'retry', fault: FAULT, availableAt: T0, spendsAttempt: false } as const;
      await finish(store, await claimedConversion(store), submitted);
      await finish(store, await claimConversion(store), retry);
      expect(await toSend(store)).toMatchObject({ requestId: 'r-1', requestSize: 7, alone: false, fault: FAULT });
      await finish(store, await claimConversion(store), { ...retry, alone: true });
      expect(await toSend(store)).toMatchObject({ requestId: null, requestSize: null, alone: true, fault: FAULT });
      await finish(store, await claimConversion(store), submitted);
      expect(await toSend(store)).toMatchObject({ requestId: 'r-1', alone: true, fault: null });
    });

    test('an outcome that does not fit what the job is about is rejected, and its neighbours are carried out', async (store) => {
      await convert(store, 'a');
      await convert(store, 'b');
      await enqueue(store);
      const [first, second] = (await claimConversions(store)) as [ClaimedJob, ClaimedJob];
      const lead = { kind: 'lead', intent: leadIntent('x') } as const;
      const results = await store.finish(
        [
          { claim: first, outcome: lead },
          { claim: second, outcome: { kind: 'sent', requestId: null } },
        ],
        T0,
      );
      expect(results).toEqual(['rejected', 'processed']);
      await store.replay(['1'], QUEUE, operator());
      const [event] = (await claim(store)) as [ClaimedJob];
      expect(await finish(store, event, { kind: 'sent', requestId: null })).toBe('rejected');
    });

    test('since when nobody knows whether Meta has it is kept, until a person who was told sends it again', async (store) => {
      const retry = { kind: 'retry', fault: FAULT, availableAt: T0, spendsAttempt: true, uncertain: true } as const;
      const job = await claimedConversion(store, { socialClickId: 'fb-1' });
      expect(await toSend(store)).toMatchObject({ uncertainSince: null });
      await finish(store, job, retry, T0 + 1);
      await finish(store, await claimConversion(store), retry, T0 + 2);
      expect(await toSend(store)).toMatchObject({ uncertainSince: T0 + 1 });
      await finish(store, await claimConversion(store), { kind: 'failed', fault: FAULT });
      await store.retryConversions(['1'], operator());
      expect(await toSend(store)).toMatchObject({ uncertainSince: T0 + 1 });
      await finish(store, await claimConversion(store), {
        kind: 'parked',
        fault: { code: 'conversion_outcome_unknown', params: inWords('Look.') },
      });
      await store.retryConversions(['1'], operator());
      expect(await toSend(store)).toMatchObject({ uncertainSince: null });
    });

    test('that Google Ads may have it is kept, because it knows the conversion again at any time', async (store) => {
      const fault = { code: 'conversion_outcome_unknown', params: inWords('Look.') };
      await finish(store, await claimedConversion(store), { kind: 'parked', fault, resend: true, uncertain: true }, T0 + 1);
      await store.retryConversions(['1'], operator());
      expect(await toSend(store)).toMatchObject({ fault: null, uncertainSince: T0 + 1 });
    });

    test('since when the platform puts it off is kept until it is sent or a person tries again, and its request is forgotten', async (store) => {
      const retry = {
        kind: 'retry',
        fault: FAULT,
        availableAt: T0,
        spendsAttempt: false,
        resend: true,
        deferred: { since: T0, reason: 'new' },
      } as const;
      const submitted = { kind: 'submitted', requestId: 'r', requestSize: 1, availableAt: T0 } as const;
      const job = await claimedConversion(store);
      expect(await toSend(store)).toMatchObject({ deferral: null });
      await finish(store, job, submitted);
      await finish(store, await claimConversion(store), retry, T0 + 1);
      expect(await toSend(store)).toMatchObject({
        deferral: { since: T0, lastAt: T0 + 1, reason: 'new' },
        requestId: null,
        requestedAt: null,
        requestSize: null,
      });
      await finish(store, await claimConversion(store), submitted);
      await finish(store, await claimConversion(store), retry, T0 + 2);
      expect(await toSend(store)).toMatchObject({ deferral: { since: T0, lastAt: T0 + 2, reason: 'new' }, requestId: null });
      await finish(store, await claimConversion(store), submitted);
      await finish(store, await claimConversion(store), { kind: 'parked', fault: FAULT, resend: true });
      expect(await toSend(store)).toMatchObject({ deferral: { since: T0, lastAt: T0 + 2, reason: 'new' }, requestId: null });
      await store.retryConversions(['1'], operator());
      expect(await toSend(store)).toMatchObject({ deferral: null });
      await finish(store, await claimConversion(store), retry, T0 + 3);
      await finish(store, await claimConversion(store), { kind: 'sent', requestId: 'r' });
      expect(await toSend(store)).toMatchObject({ deferral: null });
    });

    test('of one whose worker died, nobody knows whether the platform has it', async (store) => {
      await claimedConversion(store);
      await store.recover(['worker-1'], T0 + DAY, 10);
      expect(await toSend(store)).toMatchObject({ uncertainSince: T0 });
      await claimConversion(store, T0 + DAY);
      await store.recover(['worker-1'], T0 + 2 * DAY, 10);
      expect(await toSend(store)).toMatchObject({ uncertainSince: T0 });
    });

    test('a worker that dies again and again with it leaves it rejeitada, and the event alone', async (store) => {
      await convert(store, 'a');
      const before = await eventAndLead(store);
      await enqueue(store);
      for (let time = 0; time < 2; time += 1) {
        await claimConversion(store);
        await store.recover(['worker-1'], T0, 1);
      }
      expect(await conversionOf(store, 'a')).toMatchObject({ state: 'rejeitada', fault: { code: 'worker_died' } });
      expect(await eventAndLead(store)).toEqual(before);
    });
  });

  describe('a rejected conversion', () => {
    const ways = {
      'the retry of its job': (store: Store) => store.retry({ queue: CONVERSION_QUEUE }, operator()),
      retryConversions: (store: Store) => store.retryConversions(['1'], operator()),
    };

    async function reject(store: Store): Promise<void> {
      await finish(store, await claimedConversion(store), { kind: 'submitted', requestId: 'r-1', requestSize: 2, availableAt: T0 });
      await finish(store, await claimConversion(store), { kind: 'failed', fault: REFUSED });
    }

    for (const [name, retry] of Object.entries(ways)) {
      test(`is sent again from the beginning by ${name}, once`, async (store) => {
        await reject(store);
        const before = await eventAndLead(store);
        expect(await retry(store)).toHaveLength(1);
        expect(await toSend(store)).toMatchObject({ state: 'pendente', fault: null, requestId: null, requestSize: null });
        expect(await eventAndLead(store)).toEqual(before);
        expect(await retry(store)).toEqual([]);
        expect(await store.queueSnapshot(CONVERSION_QUEUE, T0)).toMatchObject({ waiting: 1, failed: 0 });
        expect(await claimConversion(store)).toMatchObject({ attempt: 1, conversionId: '1' });
      });
    }

    test('whose job was pruned gets a new one', async (store) => {
      await reject(store);
      expect(await store.prune({ queue: CONVERSION_QUEUE, kind: 'failed', before: T0 + 1 }, operator())).toBe(1);
      expect(await store.retryConversions(['1', '1', '999', 'x'], operator())).toEqual(['1']);
      expect(await toSend(store)).toMatchObject({ state: 'pendente', fault: null, requestId: null });
      expect(await claimConversion(store)).toMatchObject({ attempt: 1, conversionId: '1', eventId: '1' });
    });

    test('whose failed job was removed stays rejected until it is retried', async (store) => {
      await reject(store);
      expect(await store.forget({ queue: CONVERSION_QUEUE }, operator())).toHaveLength(1);
      expect(await conversionOf(store, 'a')).toMatchObject({ state: 'rejeitada', fault: REFUSED });
      expect(await store.retryConversions(['1'], operator())).toEqual(['1']);
      expect((await store.listActivity({ action: 'repetir', limit: 1 })).items[0]).toMatchObject({ target: 'conversao:1' });
    });
  });

  describe('retryConversions', () => {
    test('sends what is parked or waits for later now, and leaves alone what was sent, runs, is due or was never queued', async (store) => {
      for (const key of ['parked', 'later', 'sent', 'running', 'due', 'new']) await convert(store, key);
      await store.enqueueConversions(['search_ads'], 5, T0);
      const [parked, later, sent] = (await claimConversions(store, { limit: 3 })) as [ClaimedJob, ClaimedJob, ClaimedJob];
      await finish(store, parked, { kind: 'parked', fault: FAULT });
      await finish(store, later, { kind: 'submitted', requestId: 'r', requestSize: 1, availableAt: LATER });
      await finish(store, sent, { kind: 'sent', requestId: null });
      await claimConversions(store, { limit: 1 });
      expect(await store.retryConversions(['1', '2', '3', '4', '5', '6'], operator())).toEqual(['1', '2']);
      expect((await claimConversions(store)).map(({ conversionId }) => conversionId).toSorted()).toEqual(['1', '2', '5']);
      expect((await store.conversionsToSend(['2']))[0]).toMatchObject({ requestId: 'r', fault: null });
    });
  });

  describe('a parked conversion', () => {
    test('that is forgotten is rejected, and its event is not in error', async (store) => {
      await finish(store, await claimedConversion(store), { kind: 'parked', fault: FAULT });
      expect(await store.forget({ queue: CONVERSION_QUEUE, parked: true }, operator())).toHaveLength(1);
      expect(await conversionOf(store, 'a')).toMatchObject({ state: 'rejeitada', fault: { code: 'forgotten' } });
      expect(await eventOf(store, '1')).toMatchObject({ status: 'processado', errorCode: null });
    });

    test('that its platform may have is sent if it is forgotten by name or fault, and rejected among others', async (store) => {
      const fault = { code: 'conversion_outcome_unknown', params: inWords('Look.') };
      for (const [index, selection] of [{ ids: ['c1'] }, { errorCode: fault.code }, {}].entries()) {
        await convert(store, `${index}`, { fbc: 'f' });
        await enqueue(store);
        await finish(store, await claimConversion(store), { kind: 'parked', fault });
        const chosen = 'ids' in selection ? selection : { queue: CONVERSION_QUEUE, parked: true, ...selection };
        expect(await store.forget(chosen, operator(T0 + 5))).toEqual([`c${index + 1}`]);
      }
      const found = (await store.listConversions({ limit: 10 })).items.map(({ state, sentAt, fault }) => [state, sentAt, fault?.code]);
      expect(found.toReversed()).toEqual([
        ['enviada', T0 + 5, undefined],
        ['enviada', T0 + 5, undefined],
        ['rejeitada', null, 'forgotten'],
      ]);
    });

    test('does not make its event parked, in error or changeable', async (store) => {
      await finish(store, await claimedConversion(store), { kind: 'parked', fault: FAULT });
      expect((await store.listEvents({ parked: true, limit: 10 })).items).toEqual([]);
      expect((await store.listEvents({ parked: true, clientId: '1', errorCode: FAULT.code, limit: 10 })).items).toEqual([]);
      const named = { ids: ['1'] };
      expect(await store.countEvents(named, T0)).toEqual({ retryable: 0, forgettable: 0, atLeast: false });
      expect(await store.retryEvents(named, QUEUE, operator())).toBe(0);
      expect(await store.forgetEvents(named, operator())).toBe(0);
      expect(await store.eventOfJob('c1')).toBe('1');
      expect((await store.listFailedJobs({ limit: 10, parked: true, queue: QUEUE })).items).toEqual([]);
      expect((await store.listFailedJobs({ limit: 10, parked: true })).items).toMatchObject([{ conversionId: '1' }]);
    });

    test('leaves a resend of its event alone', async (store) => {
      await finish(store, await claimedConversion(store), { kind: 'failed', fault: FAULT });
      await store.replay(['1'], QUEUE, operator());
      expect(await store.queueSnapshot(CONVERSION_QUEUE, T0)).toMatchObject({ failed: 1 });
      expect(await store.retry({ queue: CONVERSION_QUEUE }, operator())).toHaveLength(1);
      expect((await trailOf(store, '1')).jobs).toMatchObject([{ id: '1', state: 'pendente' }]);
    });
  });
}

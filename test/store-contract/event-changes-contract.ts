import { describe, expect } from 'vitest';
import type { Store } from '../../src/domain/ports.ts';
import type { EventFilter } from '../../src/domain/report-ports.ts';
import { formDelivery, leadIntent, operator, QUEUE, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import {
  accept,
  acceptAndClaim,
  addCampaign,
  claim,
  claimOne,
  eventOf,
  FAULT,
  failEvent,
  finish,
  jobOf,
  processEvent,
  trailOf,
} from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const LATER = T0 + 3_600_000;

interface Ids {
  readonly failed: string;
  readonly parked: string;
  readonly delayed: string;
  readonly running: string;
  readonly done: string;
  readonly waiting: string;
}

/** One event in each state; client 1 must exist. */
async function oneOfEach(store: Store): Promise<Ids> {
  await addCampaign(store);
  const failed = await failEvent(store, 'failed');
  const parked = await acceptAndClaim(store, 'parked');
  await finish(store, parked, { kind: 'parked', fault: FAULT });
  const delayed = await acceptAndClaim(store, 'delayed');
  await finish(store, delayed, { kind: 'retry', fault: FAULT, availableAt: LATER, spendsAttempt: true });
  const done = await processEvent(store, 'done', leadIntent('done'));
  const running = await acceptAndClaim(store, 'running');
  const [waiting = ''] = await accept(store, 'waiting');
  const { eventId } = failed;
  return { failed: eventId, parked: parked.eventId, delayed: delayed.eventId, running: running.eventId, done: done.eventId, waiting };
}

async function statesOf(store: Store, ids: Ids): Promise<Record<string, string | undefined>> {
  const states: Record<string, string | undefined> = {};
  for (const [name, id] of Object.entries(ids)) states[name] = (await trailOf(store, id)).jobs.at(-1)?.state;
  return states;
}

export function eventChangesContract(open: OpenStore): void {
  const test = storeTests(open);
  const both = [
    ['named', (ids: Ids) => ({ ids: [...Object.values(ids), '999', 'abc', '', ids.failed] })],
    ['filtered', () => ({ filter: {} })],
  ] as const;

  describe('changes of many events', () => {
    for (const [how, select] of both) {
      test(`${how}: failed, parked and delayed ones run again now, the others are left alone`, async (store) => {
        const ids = await oneOfEach(store);
        expect(await store.countEvents(select(ids), T0)).toEqual({ retryable: 3, forgettable: 2, atLeast: false });
        expect(await store.retryEvents(select(ids), QUEUE, operator(T0 + 1))).toBe(3);
        expect(await eventOf(store, ids.failed)).toMatchObject({ status: 'recebido', errorCode: null });
        expect(await jobOf(store, ids.failed)).toMatchObject({ state: 'pendente', attempts: 0 });
        expect(await statesOf(store, ids)).toMatchObject({ running: 'processando', done: 'concluido', waiting: 'pendente' });
        const jobs = await claim(store, { now: T0 + 1 });
        expect(jobs.map((job) => job.identity).sort()).toEqual(['delayed', 'failed', 'parked', 'waiting']);
        expect(await store.countEvents(select(ids), T0 + 1)).toEqual({ retryable: 0, forgettable: 0, atLeast: false });
      });

      test(`${how}: the jobs of failed and parked ones are forgotten, the others are left alone`, async (store) => {
        const ids = await oneOfEach(store);
        expect(await store.forgetEvents(select(ids), operator(T0 + 1))).toBe(2);
        expect(await statesOf(store, ids)).toEqual({
          failed: undefined,
          parked: undefined,
          delayed: 'pendente',
          running: 'processando',
          done: 'concluido',
          waiting: 'pendente',
        });
        expect(await eventOf(store, ids.failed)).toMatchObject({ status: 'erro', errorCode: FAULT.code });
        expect(await eventOf(store, ids.parked)).toMatchObject({ status: 'erro', errorCode: 'forgotten' });
        expect(await store.forgetEvents(select(ids), operator())).toBe(0);
        expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ failed: 0, parked: 0 });
      });
    }

    test('an event whose failed job was pruned or forgotten gets a new one', async (store) => {
      const pruned = await failEvent(store, 'pruned');
      await store.prune({ queue: QUEUE, kind: 'failed', before: T0 + 1 }, operator());
      const forgotten = await failEvent(store, 'forgotten');
      await store.forgetEvents({ ids: [forgotten.eventId] }, operator());
      expect(await store.countEvents({ filter: { status: 'erro' } }, T0)).toEqual({ retryable: 2, forgettable: 0, atLeast: false });
      expect(await store.retryEvents({ filter: { status: 'erro' } }, QUEUE, operator())).toBe(2);
      expect((await claim(store)).map((job) => job.eventId).sort()).toEqual([pruned.eventId, forgotten.eventId].sort());
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ failed: 0, running: 2 });
    });

    test('leave the old failure of an event alone that a resend has brought through', async (store) => {
      await addCampaign(store);
      const first = await failEvent(store, 'a');
      await store.accept(formDelivery('a'));
      await finish(store, await claimOne(store), { kind: 'lead', intent: leadIntent('a') });
      expect(await store.retryEvents({ ids: [first.eventId] }, QUEUE, operator())).toBe(0);
      expect(await store.forgetEvents({ ids: [first.eventId] }, operator())).toBe(0);
    });

    test('take every filter of the list', async (store) => {
      await addCampaign(store);
      const failed = await failEvent(store, 'failed', T0);
      await store.accept(formDelivery('sale', { events: [{ eventType: 'sale', identity: 'sale' }], receivedAt: T0 + 10 }));
      await finish(store, await claimOne(store, { now: T0 + 10 }), { kind: 'failed', fault: { code: 'other', params: inWords('') } });
      const done = await processEvent(store, 'done', leadIntent('done', { campaignId: '42' }));
      await store.replay([done.eventId], QUEUE, operator());
      await finish(store, await claimOne(store), { kind: 'failed', fault: FAULT });
      const count = async (filter: EventFilter) => (await store.countEvents({ filter }, T0)).retryable;
      expect(await count({})).toBe(3);
      expect(await count({ status: 'erro' })).toBe(3);
      expect(await count({ status: 'processado' })).toBe(0);
      expect(await count({ status: 'recebido' })).toBe(0);
      expect(await count({ errorCode: FAULT.code })).toBe(2);
      expect(await count({ eventType: 'sale' })).toBe(1);
      expect(await count({ identity: 'sale' })).toBe(1);
      expect(await count({ origin: 'search_ads' })).toBe(0);
      expect(await count({ since: T0 + 10 })).toBe(1);
      expect(await count({ clientId: '1' })).toBe(1);
      expect(await count({ campaignId: '42' })).toBe(1);
      expect(await count({ text: 'sale' })).toBe(1);
      expect(await count({ text: 'sale', errorCode: FAULT.code })).toBe(0);
      expect(await store.retryEvents({ filter: { text: 'failed' } }, QUEUE, operator())).toBe(1);
      expect(await jobOf(store, failed.eventId)).toMatchObject({ state: 'pendente' });
    });

    test('of thousands of events go in steps, all of them, and leave alone what fails meanwhile', async (store) => {
      await accept(store, ...Array.from({ length: 2_300 }, (_, index) => `f${index}`));
      const jobs = await claim(store, { limit: 5_000 });
      await store.finish(
        jobs.map((job) => ({ claim: job, outcome: { kind: 'failed', fault: FAULT } as const })),
        T0,
      );
      expect(await store.countEvents({ filter: { status: 'erro' } }, T0)).toEqual({ retryable: 2_300, forgettable: 2_300, atLeast: false });
      const retrying = store.retryEvents({ filter: { errorCode: FAULT.code } }, QUEUE, operator());
      expect(await retrying).toBe(2_300);
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 2_300, failed: 0 });
    });
  });

  describe('parked events', () => {
    test('are listed, counted and run again by what they wait for, whatever else is asked', async (store) => {
      const ids = await oneOfEach(store);
      const list = async (filter: EventFilter) => (await store.listEvents({ ...filter, limit: 10 })).items.map(({ id }) => id);
      expect(await list({ parked: true })).toEqual([ids.parked]);
      expect(await list({ parked: true, errorCode: FAULT.code, origin: 'formulario_proprio', status: 'recebido' })).toEqual([ids.parked]);
      for (const filter of [{ errorCode: 'other' }, { status: 'erro' }, { origin: 'search_ads' }, { text: 'failed' }] as const)
        expect(await list({ parked: true, ...filter })).toEqual([]);
      expect(await store.countEvents({ filter: { parked: true } }, T0)).toEqual({ retryable: 1, forgettable: 1, atLeast: false });
      expect(await store.retryEvents({ filter: { parked: true } }, QUEUE, operator())).toBe(1);
      expect(await list({ parked: true })).toEqual([]);
    });

    test('come in pages, newest first, also where their jobs were made in another order', async (store) => {
      const ids = await accept(store, ...Array.from({ length: 5 }, (_, index) => `p${index}`));
      for (const job of await claim(store, { limit: 5 })) await finish(store, job, { kind: 'parked', fault: FAULT });
      await store.forgetEvents({ ids: [ids[0] ?? ''] }, operator());
      await store.retryEvents({ ids: [ids[0] ?? ''] }, QUEUE, operator());
      await finish(store, await claimOne(store), { kind: 'parked', fault: FAULT });
      const first = await store.listEvents({ parked: true, limit: 3 });
      const second = await store.listEvents({ parked: true, limit: 3, before: first.nextCursor ?? '' });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toReversed());
      expect(second.nextCursor).toBeNull();
    });
  });

  test('events and leads by their ids, those that there are, newest first', async (store) => {
    await addCampaign(store);
    const [one, two] = [await processEvent(store, 'one', leadIntent('one')), await processEvent(store, 'two', leadIntent('two'))];
    const events = await store.eventsById([one.eventId, '999', 'abc', two.eventId, one.eventId]);
    expect(events.map(({ identity }) => identity)).toEqual(['two', 'one']);
    const leads = await store.leadsById(events.map(({ leadId }) => leadId ?? ''));
    expect(leads.map(({ identity }) => identity)).toEqual(['two', 'one']);
    expect(await store.leadsById([])).toEqual([]);
  });

  describe('failed events by error code', () => {
    test('are counted exactly while they are few, with the newest of each', async (store) => {
      const fail = async (identity: string, code: string): Promise<void> => {
        await accept(store, identity);
        await finish(store, await claimOne(store), { kind: 'failed', fault: { code, params: inWords(`why ${identity}`) } });
      };
      expect(await store.eventErrorGroups()).toEqual([]);
      for (const identity of ['a', 'b', 'c']) await fail(identity, 'unknown_campaign');
      await fail('d', 'phone_invalid');
      await addCampaign(store);
      await processEvent(store, 'done', leadIntent('done'));
      expect(await store.eventErrorGroups()).toMatchObject([
        { errorCode: 'unknown_campaign', count: 3, atLeast: false, newest: { identity: 'c', errorParams: inWords('why c') } },
        { errorCode: 'phone_invalid', count: 1, atLeast: false, newest: { identity: 'd' } },
      ]);
      expect(await store.eventErrorGroups({ origin: 'formulario_proprio', eventType: 'lead' })).toMatchObject([{ count: 3 }, { count: 1 }]);
      expect(await store.eventErrorGroups({ eventType: 'sale' })).toEqual([]);
      expect(await store.eventErrorGroups({ clientId: '1' })).toEqual([]);
    });

    test('say when there are more than were looked at', async (store) => {
      await accept(store, ...Array.from({ length: 1_001 }, (_, index) => `f${index}`));
      const jobs = await claim(store, { limit: 5_000 });
      await store.finish(
        jobs.map((job) => ({ claim: job, outcome: { kind: 'failed', fault: FAULT } as const })),
        T0,
      );
      expect(await store.eventErrorGroups()).toMatchObject([{ count: 1_001, atLeast: false }]);
      expect(await store.eventErrorGroups({ eventType: 'lead' })).toMatchObject([{ count: 1_000, atLeast: true }]);
    });
  });
}

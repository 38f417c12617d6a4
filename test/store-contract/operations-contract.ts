import { describe, expect } from 'vitest';
import type { Store } from '../../src/domain/ports.ts';
import type { ActivityQuery, RefusedQuery } from '../../src/domain/report-ports.ts';
import { NEWEST_EVENTS } from '../../src/domain/source-activity.ts';
import type { Credential } from '../../src/domain/webhook-event.ts';
import { formDelivery, leadIntent, operator, QUEUE, refusedRequest, T0 } from '../support/factories.ts';
import { addCampaign, failEvent, processEvent, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const DAY = 86_400_000;

/** What operators see of senders, of refused requests and of each other. */
export function operationsContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('the log of operators', () => {
    async function actions(store: Store, query: Partial<ActivityQuery> = {}): Promise<string[]> {
      return (await store.listActivity({ limit: 100, ...query })).items.map(({ action, target }) => `${action} ${target}`);
    }

    async function fill(store: Store): Promise<void> {
      await store.recordActivity('backup', 'one.db', '10 bytes', operator(T0));
      await store.recordActivity('revelar', 'lead:1', '', { name: 'admin', now: T0 + 1_000 });
      await store.setPaused(QUEUE, true, operator(T0 + 2_000));
      await store.recordActivity('backup', 'two.db', '20 bytes', operator(T0 + 3_000));
    }

    test('is listed newest first, by operator, action and time', async (store) => {
      await fill(store);
      expect(await actions(store)).toEqual(['backup two.db', `pausar fila:${QUEUE}`, 'revelar lead:1', 'backup one.db']);
      expect(await actions(store, { operator: 'admin' })).toEqual(['revelar lead:1']);
      expect(await actions(store, { action: 'backup' })).toEqual(['backup two.db', 'backup one.db']);
      expect(await actions(store, { action: 'backup', operator: 'admin' })).toEqual([]);
      expect(await actions(store, { since: T0 + 1_000, until: T0 + 3_000 })).toEqual([`pausar fila:${QUEUE}`, 'revelar lead:1']);
      expect(await actions(store, { since: T0 + 4_000 })).toEqual([]);
    });

    test('has cursors', async (store) => {
      await fill(store);
      const first = await store.listActivity({ limit: 3 });
      expect(first.items).toHaveLength(3);
      const second = await store.listActivity({ limit: 3, before: first.nextCursor ?? '' });
      expect(second).toEqual({
        items: [{ id: '1', at: T0, operator: 'cli:ana', action: 'backup', target: 'one.db', detail: '10 bytes' }],
        nextCursor: null,
      });
    });

    test('tells when something was done last', async (store) => {
      await fill(store);
      expect((await store.listActivity({ action: 'backup', limit: 1 })).items[0]).toMatchObject({ at: T0 + 3_000, target: 'two.db' });
      expect((await store.listActivity({ action: 'restaurar', limit: 1 })).items).toEqual([]);
    });
  });

  describe('refused requests', () => {
    async function fill(store: Store): Promise<void> {
      await store.recordRefused([
        refusedRequest({ requestId: 'r1', receivedAt: T0 }),
        refusedRequest({ requestId: 'r2', receivedAt: T0 + 2, origin: 'search_ads', isVerified: true }),
        refusedRequest({ requestId: 'r3', receivedAt: T0 + 1 }),
        refusedRequest({ requestId: 'r4', receivedAt: T0 + 3, code: 'body_empty' }),
      ]);
    }

    test('are counted by source and reason, the most frequent first', async (store) => {
      expect(await store.refusedCounts()).toEqual([]);
      await fill(store);
      expect(await store.refusedCounts()).toEqual([
        { origin: 'formulario_proprio', code: 'signature_invalid', count: 2, oldestAt: T0, newestAt: T0 + 1 },
        { origin: 'formulario_proprio', code: 'body_empty', count: 1, oldestAt: T0 + 3, newestAt: T0 + 3 },
        { origin: 'search_ads', code: 'signature_invalid', count: 1, oldestAt: T0 + 2, newestAt: T0 + 2 },
      ]);
      expect(await store.refusedCounts({ since: T0 + 1 })).toEqual([
        { origin: 'formulario_proprio', code: 'body_empty', count: 1, oldestAt: T0 + 3, newestAt: T0 + 3 },
        { origin: 'formulario_proprio', code: 'signature_invalid', count: 1, oldestAt: T0 + 1, newestAt: T0 + 1 },
        { origin: 'search_ads', code: 'signature_invalid', count: 1, oldestAt: T0 + 2, newestAt: T0 + 2 },
      ]);
    });

    test('are open until they are replayed, but for what a stranger sent without any signature and what was cut', async (store) => {
      expect(await store.refusedCounts('open')).toEqual([]);
      await store.recordRefused([
        refusedRequest({ requestId: 'old', receivedAt: T0 }),
        refusedRequest({ requestId: 'replayed', receivedAt: T0 + 1 }),
        refusedRequest({ requestId: 'new', receivedAt: T0 + 2 }),
        refusedRequest({ requestId: 'stranger', code: 'signature_missing', receivedAt: T0 }),
        refusedRequest({ requestId: 'proven', code: 'signature_missing', isVerified: true, receivedAt: T0 }),
        refusedRequest({ requestId: 'cut', complete: false, receivedAt: T0 }),
      ]);
      const { items } = await store.listRefused({ limit: 10 });
      const replayed = items.find(({ requestId }) => requestId === 'replayed');
      await store.noteReplay(replayed?.id ?? '', { eventIds: ['1'], withoutCredential: false }, operator(T0 + 5));
      await store.recordRefused([refusedRequest({ requestId: 'no lead', receivedAt: T0 })]);
      const [empty] = (await store.listRefused({ limit: 1 })).items;
      await store.noteReplay(empty?.id ?? '', { eventIds: [], withoutCredential: false }, operator(T0 + 5));
      expect(await store.findRefused(empty?.id ?? '')).toMatchObject({ replayedAt: T0 + 5, replayedEventId: null, bodyBytes: 2 });
      expect(await store.refusedCounts('open')).toEqual([
        { origin: 'formulario_proprio', code: 'signature_invalid', count: 2, oldestAt: T0, newestAt: T0 + 2 },
        { origin: 'formulario_proprio', code: 'signature_missing', count: 1, oldestAt: T0, newestAt: T0 },
      ]);
      const open = await store.listRefused({ limit: 10, open: true });
      expect(open.items.map(({ requestId }) => requestId)).toEqual(['proven', 'new', 'old']);
    });

    test('that look genuine stay when strangers fill the room, and the least likely and oldest go first', async (store) => {
      const some = (count: number, overrides: Parameters<typeof refusedRequest>[0]) =>
        store.recordRefused(Array.from({ length: count }, () => refusedRequest(overrides)));
      await some(30, { requestId: 'known', likeness: 'known' });
      await some(30, { requestId: 'lead', likeness: 'lead' });
      for (let round = 0; round < 4; round += 1) await some(500, { requestId: `stranger ${round}` });
      const { items } = await store.listRefused({ limit: 2_000 });
      const kept = Map.groupBy(items, ({ requestId }) => requestId);
      expect([...kept].map(([id, each]) => [id, each.length])).toEqual([
        ['stranger 3', 500],
        ['stranger 2', 440],
        ['lead', 30],
        ['known', 30],
      ]);
      await some(980, { requestId: 'newer', likeness: 'known' });
      const full = Map.groupBy((await store.listRefused({ limit: 2_000 })).items, ({ requestId }) => requestId);
      expect([...full].map(([id, each]) => [id, each.length])).toEqual([
        ['newer', 980],
        ['known', 20],
      ]);
    });

    test('are forgotten for good, and the log says which', async (store) => {
      await fill(store);
      await store.noteReplay('2', { eventIds: [], withoutCredential: false }, operator(T0 + 5));
      const unreplayed = await store.listRefused({ limit: 10, unreplayed: true });
      expect(unreplayed.items.map(({ id }) => id)).toEqual(['4', '3', '1']);
      expect(await store.forgetRefused(['4', '2', '9', '4'], operator(T0 + 6))).toEqual(['4', '2']);
      expect(await store.findRefused('4')).toBeNull();
      expect((await store.listRefused({ limit: 10 })).items.map(({ id }) => id)).toEqual(['3', '1']);
      expect((await store.refusedCounts('open')).map(({ count }) => count)).toEqual([2]);
      expect((await store.listActivity({ limit: 1 })).items).toMatchObject([
        { at: T0 + 6, action: 'esquecer_recusada', target: 'recusa:4 recusa:2' },
      ]);
      expect(await store.forgetRefused(['4'], operator())).toEqual([]);
      await store.recordRefused([refusedRequest()]);
      expect((await store.listRefused({ limit: 1 })).items[0]?.id).toBe('5');
    });

    test('are listed by source and time', async (store) => {
      await fill(store);
      const ids = async (query: Partial<RefusedQuery>) =>
        (await store.listRefused({ limit: 10, ...query })).items.map((request) => request.requestId);
      expect(await ids({ origin: 'search_ads' })).toEqual(['r2']);
      expect(await ids({ origin: 'formulario_proprio', code: 'signature_invalid' })).toEqual(['r3', 'r1']);
      expect(await ids({ since: T0 + 2 })).toEqual(['r4', 'r2']);
      expect(await ids({ since: T0 + 1, origin: 'formulario_proprio', before: '4' })).toEqual(['r3']);
    });
  });

  describe('secretUses', () => {
    const sender = (id: string) => ({ kind: 'campanha', id }) as const;

    test('keeps the last use of a secret by each sender, resends and replays included', async (store) => {
      const delivery = { secret: 'old', senders: [sender('1')] };
      await store.accept(formDelivery('a', { ...delivery, receivedAt: T0 + 5 }));
      await store.accept(formDelivery('a', { ...delivery, receivedAt: T0 + 9, remoteAddress: '203.0.113.8' }));
      await store.accept(formDelivery('b', { ...delivery, receivedAt: T0 + 20, refusedAt: T0 }));
      await store.accept(formDelivery('c', { secret: 'new', senders: [sender('1'), sender('2')], receivedAt: T0 + 1 }));
      await store.accept(formDelivery('d', { credential: 'operator' }));
      const row = { origin: 'formulario_proprio', kind: 'campanha', remoteAddress: '203.0.113.7' };
      expect((await store.secretUses()).uses).toEqual([
        { ...row, secret: 'old', id: '1', seenAt: T0 + 9, remoteAddress: '203.0.113.8' },
        { ...row, secret: 'new', id: '1', seenAt: T0 + 1 },
        { ...row, secret: 'new', id: '2', seenAt: T0 + 1 },
      ]);
      expect((await trailOf(store, '1')).event.secret).toBe('old');
    });

    test('notes when another secret became the current one, whoever says so how often', async (store, underTest) => {
      const other = await underTest.reopen();
      const note = (by: Store, secret: string, since: number) => by.noteCurrentSecrets([{ origin: 'search_ads', secret, since }]);
      await note(store, 'first', T0);
      await note(other, 'first', T0 + 1);
      expect((await store.secretUses()).current).toEqual([{ origin: 'search_ads', secret: 'first', since: T0 }]);
      await note(other, 'second', T0 + 2);
      await note(store, 'second', T0 + 3);
      expect((await store.secretUses()).current).toEqual([{ origin: 'search_ads', secret: 'second', since: T0 + 2 }]);
      await note(store, 'first', T0 + 4);
      expect((await store.secretUses()).current).toEqual([{ origin: 'search_ads', secret: 'first', since: T0 + 4 }]);
    });
  });

  describe('sourceActivity', () => {
    const nothing = {
      lastReceivedAt: null,
      lastVerifiedBy: null,
      received24h: 0,
      silence: { kind: 'unknown' },
    };

    async function formActivity(store: Store, now: number) {
      return (await store.sourceActivity(now)).find(({ origin }) => origin === 'formulario_proprio');
    }

    async function acceptOf(store: Store, identity: string, receivedAt: number, credential: Credential = 'hmac'): Promise<void> {
      await store.accept(formDelivery(identity, { receivedAt, credential }));
    }

    test('names every source, also those that never sent any', async (store) => {
      await acceptOf(store, 'a', T0);
      expect(await store.sourceActivity(T0)).toEqual([
        { origin: 'search_ads', ...nothing },
        { origin: 'social_ads', ...nothing },
        { ...nothing, origin: 'formulario_proprio', lastReceivedAt: T0, lastVerifiedBy: 'hmac', received24h: 1 },
      ]);
    });

    test('counts the last day, whatever became of the events', async (store) => {
      await addCampaign(store);
      await acceptOf(store, 'old', T0 - DAY - 1);
      await store.claim({ queue: QUEUE, workerId: 'w', limit: 1, leaseMs: 1, now: T0 });
      await acceptOf(store, 'first', T0 - DAY + 60_000);
      await store.claim({ queue: QUEUE, workerId: 'w', limit: 1, leaseMs: 1, now: T0 });
      await processEvent(store, 'done', leadIntent('done'));
      await failEvent(store, 'failed');
      expect(await formActivity(store, T0)).toMatchObject({ received24h: 3 });
      expect(await formActivity(store, T0 + DAY + 1)).toMatchObject({ received24h: 0, lastReceivedAt: T0 });
    });

    test('shows how the newest event was verified', async (store) => {
      await acceptOf(store, 'a', T0, 'hmac_previous');
      expect(await formActivity(store, T0 + 1)).toMatchObject({ lastVerifiedBy: 'hmac_previous' });
      await acceptOf(store, 'b', T0 + 1, 'hmac');
      expect(await formActivity(store, T0 + 1)).toMatchObject({ lastVerifiedBy: 'hmac' });
    });

    describe('silence', () => {
      const HOUR = 3_600_000;
      /** Friday, 20 November 2026, 15:00, after five weeks with one event an hour. */
      const FRIDAY = T0 + 3 * HOUR;

      async function sendHourly(store: Store, until: number): Promise<void> {
        // Day by day: what arrives at the same moment is stored in any order.
        for (let day = 34; day >= 0; day -= 1) {
          const hours = Array.from({ length: 24 }, (_, hour) => until - (24 * day + hour) * HOUR);
          await Promise.all(hours.toReversed().map((at) => acceptOf(store, `hour-${at}`, at)));
        }
      }

      test('is usual while the source sends, and not known of one with few events', async (store) => {
        await sendHourly(store, FRIDAY);
        expect(await formActivity(store, FRIDAY)).toMatchObject({ silence: { kind: 'usual', longestUsualMs: null } });
        expect((await store.sourceActivity(FRIDAY))[0]).toMatchObject({ silence: { kind: 'unknown' } });
      });

      test('is unusual when it lasts much longer than ever at this time of day, whatever became of the events', async (store) => {
        await failEvent(store, 'failed');
        await sendHourly(store, FRIDAY);
        const later = FRIDAY + 6 * HOUR;
        expect(await formActivity(store, later - 4 * HOUR)).toMatchObject({ silence: { kind: 'usual' } });
        expect(await formActivity(store, later)).toMatchObject({ silence: { kind: 'unusual', since: FRIDAY, longestUsualMs: 0 } });
      });

      test('is not broken by what was fetched from the platform', async (store) => {
        await sendHourly(store, FRIDAY);
        const later = FRIDAY + 6 * HOUR;
        const fetched = Array.from({ length: NEWEST_EVENTS + 1 }, (_, index) => acceptOf(store, `fetched-${index}`, later, 'backfill'));
        await Promise.all(fetched);
        expect(await formActivity(store, later)).toMatchObject({ lastReceivedAt: later, silence: { kind: 'unusual', since: FRIDAY } });
      });

      test('of a source of which everything was fetched is not known', async (store) => {
        await Promise.all(Array.from({ length: 30 }, (_, index) => acceptOf(store, `f${index}`, FRIDAY - index * HOUR, 'backfill')));
        expect(await formActivity(store, FRIDAY + 9 * HOUR)).toMatchObject({ silence: { kind: 'unknown' } });
      });
    });
  });
}

import { describe, expect } from 'vitest';
import type { JsonObject } from '../../src/base/exact-json.ts';
import type { IdentityKind } from '../../src/domain/event-kind.ts';
import { REFUSED_KEPT } from '../../src/domain/refused-request.ts';
import type { Receipt } from '../../src/domain/webhook-event.ts';
import { batchDelivery, formBody, formDelivery, leadIntent, operator, QUEUE, refusedRequest, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { accept, acceptAndClaim, addCampaign, claim, eventOf, failEvent, finish, processEvent, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

export function inboxContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('accept', () => {
    test('stores a new event byte for byte, with one job due at once', async (store) => {
      const body = Buffer.from([0x7b, 0x7d, 0x00, 0xff, 0x0a]);
      const [receipt] = await store.accept(formDelivery('a', { body }));
      expect(receipt).toMatchObject({ status: 'accepted', isNew: true, conflict: false });
      const trail = await trailOf(store, receipt?.eventId ?? '');
      expect(Buffer.from(trail.event.body)).toEqual(body);
      expect(trail.event).toMatchObject({ origin: 'formulario_proprio', identity: 'a', status: 'recebido', receivedAt: T0, resends: 0 });
      expect(trail.event).toMatchObject({ remoteAddress: '203.0.113.7', requestId: 'req-a', credential: 'hmac', batchBody: null });
      expect(trail.jobs).toMatchObject([{ queue: QUEUE, type: 'ProcessarWebhookJob', state: 'pendente', attempts: 0, availableAt: T0 }]);
    });

    test('keeps the same identity of different origins apart', async (store) => {
      const [first] = await store.accept(formDelivery('a'));
      const [second] = await store.accept(formDelivery('a', { origin: 'search_ads' }));
      expect(second).toMatchObject({ isNew: true });
      expect(second?.eventId).not.toBe(first?.eventId);
    });

    test('a resend while nobody works on the event is accepted, counted, and makes no second job', async (store) => {
      const [eventId = ''] = await accept(store, 'a');
      const [receipt] = await store.accept(formDelivery('a', { receivedAt: T0 + 5_000 }));
      expect(receipt).toEqual({ eventId, status: 'accepted', isNew: false, conflict: false, typeDiffers: false });
      const trail = await trailOf(store, eventId);
      expect(trail.jobs).toHaveLength(1);
      expect(trail.event).toMatchObject({ resends: 1, lastResendAt: T0 + 5_000, receivedAt: T0 });
    });

    test('tells when the request of an event first arrived and was refused, also when the sender was quicker than the replay', async (store) => {
      const [late] = await store.accept(formDelivery('late', { refusedAt: T0 - 9_000 }));
      const [resent] = await store.accept(formDelivery('resent'));
      for (const refusedAt of [T0 - 5_000, T0 - 7_000, T0 + 3_000]) {
        await store.accept(formDelivery('resent', { receivedAt: T0 + 5_000, refusedAt }));
      }
      const [conflict] = await store.accept(formDelivery('conflict'));
      await store.accept(formDelivery('conflict', { body: formBody('conflict', { nome: 'Outra' }), refusedAt: T0 - 1 }));
      const timesOf = async (receipt: Receipt | undefined) => (await trailOf(store, receipt?.eventId ?? '')).event;
      expect(await timesOf(late)).toMatchObject({ receivedAt: T0, refusedAt: T0 - 9_000 });
      expect(await timesOf(resent)).toMatchObject({ receivedAt: T0, refusedAt: T0 - 7_000 });
      expect(await timesOf(conflict)).toMatchObject({ receivedAt: T0, refusedAt: null });
      expect(await claim(store)).toMatchObject([{ refusedAt: T0 - 9_000 }, { refusedAt: T0 - 7_000 }, { refusedAt: null }]);
    });

    test('a resend while a worker holds the job is already accepted', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      const [receipt] = await store.accept(formDelivery('a'));
      expect(receipt).toMatchObject({ eventId: job.eventId, status: 'already_accepted', isNew: false });
      expect((await trailOf(store, job.eventId)).jobs).toHaveLength(1);
    });

    test('a resend of a processed event is already accepted and enqueues nothing', async (store) => {
      await addCampaign(store);
      const job = await processEvent(store, 'a', leadIntent('a'));
      const [receipt] = await store.accept(formDelivery('a'));
      expect(receipt).toMatchObject({ eventId: job.eventId, status: 'already_accepted' });
      const trail = await trailOf(store, job.eventId);
      expect(trail.jobs).toHaveLength(1);
      expect(trail.event).toMatchObject({ status: 'processado', resends: 1 });
    });

    test('a resend of an event in error sets it back to recebido and runs its job again', async (store) => {
      const job = await failEvent(store, 'a');
      const [receipt] = await store.accept(formDelivery('a', { receivedAt: T0 + 9 }));
      expect(receipt).toMatchObject({ eventId: job.eventId, status: 'accepted', isNew: false });
      const trail = await trailOf(store, job.eventId);
      expect(trail.event).toMatchObject({ status: 'recebido', errorCode: null, errorParams: null, processedAt: null });
      expect(trail.jobs).toMatchObject([{ id: job.jobId, state: 'pendente', attempts: 0, availableAt: T0 + 9, errorCode: null }]);
      expect(trail.attempts).toMatchObject([{ result: 'failed', attempt: 1 }]);
      await store.accept(formDelivery('a'));
      expect((await trailOf(store, job.eventId)).jobs).toHaveLength(1);
      // The old failure is history: it is not counted, listed or retried.
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ failed: 0, waiting: 1 });
      expect((await store.listFailedJobs({ limit: 10 })).items).toEqual([]);
      expect(await store.countSelected({})).toBe(0);
    });

    test('a resend of a parked event leaves it parked', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      await finish(store, job, { kind: 'parked', fault: { code: 'platform_not_connected', params: inWords('Not connected.') } });
      const [receipt] = await store.accept(formDelivery('a'));
      expect(receipt).toMatchObject({ status: 'accepted' });
      expect((await trailOf(store, job.eventId)).jobs).toMatchObject([{ state: 'pendente', availableAt: null }]);
    });

    test('a resend with other content is a conflict: counted, and the first wins', async (store) => {
      const [eventId = ''] = await accept(store, 'a');
      const [receipt] = await store.accept(formDelivery('a', { body: formBody('a', { nome: 'Outra' }) }));
      expect(receipt).toMatchObject({ eventId, conflict: true, status: 'accepted' });
      const { event } = await trailOf(store, eventId);
      expect(event).toMatchObject({ resends: 1, conflicts: 1 });
      expect(Buffer.from(event.body)).toEqual(formBody('a'));
    });

    test('the same content with a fresh timestamp is no conflict', async (store) => {
      const [eventId = ''] = await accept(store, 'a');
      const [receipt] = await store.accept(formDelivery('a', { body: formBody('a', { timestamp: T0 / 1_000 + 60 }) }));
      expect(receipt).toMatchObject({ eventId, conflict: false });
      expect(await eventOf(store, eventId)).toMatchObject({ resends: 1, conflicts: 0 });
    });

    test('the kind is part of the identity: a lead, an update and a sale with one id are three events', async (store) => {
      const deliver = (kind: IdentityKind, eventType: string) =>
        store.accept(formDelivery('a', { origin: 'search_ads', events: [{ eventType, identity: 'a', kind }] }));
      for (const [kind, type] of [
        ['lead', 'lead'],
        ['update', 'lead_updated'],
        ['conversion', 'sale'],
        ['other', 'x'],
      ] as const) {
        expect(await deliver(kind, type)).toMatchObject([{ isNew: true }]);
        expect(await deliver(kind, type)).toMatchObject([{ isNew: false }]);
      }
      const { items } = await store.listEvents({ identity: 'a', limit: 10 });
      expect(items.map(({ eventType, resends }) => [eventType, resends])).toEqual([
        ['x', 1],
        ['sale', 1],
        ['lead_updated', 1],
        ['lead', 1],
      ]);
      expect(await store.knownIdentities('search_ads', ['a'])).toEqual(new Set(['a']));
    });

    test('a sale does not pass for the lead with its id', async (store) => {
      await store.accept(formDelivery('a', { origin: 'social_ads', events: [{ eventType: 'sale', identity: 'a', kind: 'conversion' }] }));
      expect(await store.knownIdentities('social_ads', ['a'])).toEqual(new Set());
    });

    test('a resend of another type is noted with the newest type, and in another spelling it is the same type', async (store) => {
      const deliver = (eventType: string, receivedAt: number) =>
        store.accept(
          formDelivery('a', { body: formBody('a', { event_type: eventType }), events: [{ eventType, identity: 'a' }], receivedAt }),
        );
      const [receipt] = await deliver('form_submit', T0);
      expect(await deliver('Form.Submit', T0 + 1)).toMatchObject([{ typeDiffers: false }]);
      expect(await store.typeConflicts(T0)).toBeNull();
      expect(await deliver('sale', T0 + 2)).toMatchObject([{ conflict: true, typeDiffers: true }]);
      expect(await deliver('venda', T0 + 3)).toMatchObject([{ conflict: true, typeDiffers: true }]);
      const id = receipt?.eventId ?? '';
      expect(await eventOf(store, id)).toMatchObject({ eventType: 'form_submit', conflictType: 'venda' });
      const newest = { id, eventType: 'form_submit', conflictType: 'venda', at: T0 + 3 };
      expect(await store.typeConflicts(T0 + 3)).toEqual({ count: 1, atLeast: false, newest });
      expect(await store.typeConflicts(T0 + 4)).toBeNull();
    });

    test('a resend about another person is noted with its time, and one with a corrected name is not', async (store) => {
      const deliver = (fields: JsonObject, receivedAt: number) =>
        store.accept(formDelivery('a', { body: formBody('a', { email: 'ana@example.com', ...fields }), receivedAt }));
      const [receipt] = await deliver({}, T0);
      expect(await deliver({ nome: 'Ana Maria' }, T0 + 1)).toMatchObject([{ conflict: true }]);
      expect(await store.personConflicts(T0)).toBeNull();
      for (const at of [T0 + 2, T0 + 3]) {
        expect(await deliver({ nome: 'Beto', email: 'beto@example.com' }, at)).toMatchObject([{ isNew: false, conflict: true }]);
      }
      const newest = { id: receipt?.eventId, at: T0 + 3 };
      expect(await store.personConflicts(T0 + 3)).toEqual({ count: 1, atLeast: false, newest });
      expect(await store.personConflicts(T0 + 4)).toBeNull();
    });

    test('a thousand deliveries of one event at once make one event and one job', async (store) => {
      const receipts = (await Promise.all(Array.from({ length: 1_000 }, () => store.accept(formDelivery('storm'))))).flat();
      expect(new Set(receipts.map((receipt) => receipt.eventId)).size).toBe(1);
      expect(receipts.filter((receipt) => receipt.isNew)).toHaveLength(1);
      const [event, ...others] = (await store.listEvents({ limit: 10 })).items;
      expect(others).toEqual([]);
      expect(event).toMatchObject({ resends: 999, conflicts: 0 });
      expect(await claim(store)).toHaveLength(1);
    });
  });

  describe('accept of a batch', () => {
    test('makes one event and one job each, in order, and keeps the whole request with each', async (store) => {
      const delivery = batchDelivery(['l1', 'l2', 'l3']);
      const receipts = await store.accept(delivery);
      expect(receipts).toHaveLength(3);
      const trails = await Promise.all(receipts.map((receipt) => trailOf(store, receipt.eventId)));
      expect(trails.map((trail) => trail.event.identity)).toEqual(['l1', 'l2', 'l3']);
      for (const [index, trail] of trails.entries()) {
        expect(trail.jobs).toHaveLength(1);
        expect(Buffer.from(trail.event.body)).toEqual(delivery.events[index]?.body);
        expect(Buffer.from(trail.event.batchBody ?? [])).toEqual(delivery.body);
      }
    });

    test('the same identity twice in one batch is one event', async (store) => {
      const receipts = await store.accept(batchDelivery(['l1', 'l1']));
      expect(receipts).toMatchObject([{ isNew: true }, { isNew: false, status: 'accepted', conflict: false }]);
      expect(receipts[0]?.eventId).toBe(receipts[1]?.eventId);
      expect(await claim(store)).toHaveLength(1);
    });

    test('a lead resent inside another batch is no conflict', async (store) => {
      await store.accept(batchDelivery(['l1']));
      const receipts = await store.accept(batchDelivery(['l2', 'l1']));
      expect(receipts).toMatchObject([{ isNew: true }, { isNew: false, conflict: false }]);
    });

    test('is stored whole or not at all, and disturbs no neighbour', async (store) => {
      const good = batchDelivery(['l1', 'l2']);
      const broken = batchDelivery(['l3', 'l4']);
      const [last] = broken.events.slice(-1);
      // No store accepts an event without a type; the first event of the batch must be dropped with the second.
      const unusable = {
        ...broken,
        events: [...broken.events.slice(0, -1), { ...last, eventType: null as unknown as string, identity: 'l4' }],
      };
      const results = await Promise.allSettled([store.accept(good), store.accept(unusable), store.accept(formDelivery('a'))]);
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      const events = (await store.listEvents({ limit: 10 })).items;
      expect(events.map((event) => event.identity).sort()).toEqual(['a', 'l1', 'l2']);
      expect(await claim(store)).toHaveLength(3);
    });
  });

  describe('recordRefused', () => {
    test('keeps what was refused, byte for byte', async (store) => {
      const body = Buffer.from([0, 1, 2, 255]);
      await store.recordRefused([refusedRequest({ body, complete: false })]);
      const [listed] = (await store.listRefused({ limit: 10 })).items;
      const kept = await store.findRefused(listed?.id ?? '');
      expect(kept).toMatchObject({
        ...refusedRequest({ complete: false }),
        body: expect.anything(),
        replayedAt: null,
        replayedEventId: null,
      });
      expect(Buffer.from(kept?.body ?? [])).toEqual(body);
      // The list has the number of bytes, but not the text of the sender.
      expect({ ...listed, headers: kept?.headers, body: kept?.body }).toEqual(kept);
      expect([listed?.bodyBytes, Object.keys(listed ?? {}).filter((key) => key === 'body' || key === 'headers')]).toEqual([4, []]);
    });

    test(`keeps the last ${REFUSED_KEPT} only`, async (store) => {
      const requests = Array.from({ length: REFUSED_KEPT }, (_, index) => refusedRequest({ requestId: `req-${index}` }));
      await store.recordRefused(requests);
      await store.recordRefused(requests.slice(0, 30).map((request) => ({ ...request, requestId: `new-${request.requestId}` })));
      const kept = (await store.listRefused({ limit: REFUSED_KEPT * 2 })).items;
      expect(kept).toHaveLength(REFUSED_KEPT);
      expect(kept[0]?.requestId).toBe('new-req-29');
      expect(kept.at(-1)?.requestId).toBe('req-30');
    });

    test('keeps of each kind no more than all processes together may', async (store, { reopen }) => {
      const stores = [store, await reopen()];
      const rate = { requests: 5, withinMs: 1_000 };
      const flood = (receivedAt: number, isVerified = false) =>
        Promise.all(
          Array.from({ length: 12 }, (_, at) => stores[at % 2]?.recordRefused([refusedRequest({ receivedAt, isVerified })], rate)),
        );
      const sum = (dropped: readonly (number | undefined)[]) => dropped.reduce<number>((total, one = 0) => total + one, 0);
      expect(sum(await flood(T0))).toBe(7);
      expect(sum(await flood(T0, true))).toBe(7);
      expect(sum(await flood(T0 + 999))).toBe(12);
      expect(sum(await flood(T0 + 1_000))).toBe(7);
      expect((await store.listRefused({ limit: 50 })).items).toHaveLength(15);
    });

    test('a flood of strangers does not push out the request of a verified sender', async (store) => {
      await store.recordRefused([refusedRequest({ isVerified: true, requestId: 'genuine' })]);
      await store.recordRefused(Array.from({ length: REFUSED_KEPT + 5 }, () => refusedRequest()));
      const kept = (await store.listRefused({ limit: REFUSED_KEPT * 3 })).items;
      expect(kept).toHaveLength(REFUSED_KEPT + 1);
      expect(kept.at(-1)?.requestId).toBe('genuine');
    });

    test('requests of a campaign are found whatever a stranger writes into the ids of another request', async (store) => {
      await store.recordRefused(
        ['42', '4\0', '4\ud800'].map((campaign) => refusedRequest({ body: Buffer.from(JSON.stringify({ campanha_id: campaign })) })),
      );
      expect((await store.listRefused({ campaignId: '42', limit: 10 })).items).toHaveLength(1);
    });

    test('remembers which event a refused request became, and leaves the body to the event', async (store) => {
      await store.recordRefused([refusedRequest({ body: formBody('a', { email: 'ana@example.com' }) })]);
      const [kept] = (await store.listRefused({ limit: 1 })).items;
      const [eventId = '', other = ''] = await accept(store, 'a', 'b');
      await store.noteReplay(kept?.id ?? '', { eventIds: [eventId, other], withoutCredential: false }, operator(T0 + 1));
      const replayed = await store.findRefused(kept?.id ?? '');
      expect(replayed).toMatchObject({ replayedAt: T0 + 1, replayedEventId: eventId, bodyBytes: 0 });
      expect(replayed?.body).toHaveLength(0);
      const idsWith = async (text: string): Promise<readonly string[]> =>
        (await store.listRefused({ text, limit: 1 })).items.map(({ id }) => id);
      expect(await idsWith('ana@example.com')).toEqual([]);
      expect(await idsWith(kept?.requestId ?? '')).toEqual([kept?.id]);
    });
  });
}

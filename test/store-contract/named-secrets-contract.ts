import { describe, expect } from 'vitest';
import { DAY_MS } from '../../src/base/time-units.ts';
import type { SealedNamedSecret } from '../../src/domain/named-secret.ts';
import { NO_RETENTION } from '../../src/domain/retention.ts';
import { formBody, formDelivery, leadIntent, operator, refusedRequest, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { claim, claimOne, finish, finishLead, processEvent, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

function secret(name: string, given: Partial<SealedNamedSecret> = {}): Omit<SealedNamedSecret, 'removedAt'> {
  return {
    name,
    origin: 'formulario_proprio',
    clientId: null,
    fingerprint: `print of ${name}`,
    sealed: Buffer.from(`sealed ${name}`),
    createdAt: T0,
    ...given,
  };
}

const WRONG = { kind: 'failed', fault: { code: 'wrong_client', params: inWords('Another client.') } } as const;

export function namedSecretsContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('named secrets', () => {
    test('are listed by name, and those that are valid with what they are sealed in', async (store) => {
      const { id: clientId } = await store.addClient({ id: null, name: 'Um' }, operator());
      await store.addNamedSecret(secret('página'), operator());
      await store.addNamedSecret(secret('google', { origin: 'search_ads', clientId }), operator());
      const [google, page] = await store.listNamedSecrets();
      expect(google).toEqual({
        name: 'google',
        origin: 'search_ads',
        clientId,
        fingerprint: 'print of google',
        createdAt: T0,
        removedAt: null,
      });
      expect(page).toMatchObject({ name: 'página', clientId: null });
      const sealed = await store.sealedNamedSecrets();
      expect(new Map(sealed.map((each) => [each.name, Buffer.from(each.sealed).toString()]))).toEqual(
        new Map([
          ['página', 'sealed página'],
          ['google', 'sealed google'],
        ]),
      );
    });

    test('a removed one stays listed and cannot be opened; its name and value are free again', async (store) => {
      await store.addNamedSecret(secret('a'), operator());
      expect(await store.removeNamedSecret('a', { name: 'test', now: T0 + 5 })).toMatchObject({ name: 'a', removedAt: T0 + 5 });
      expect(await store.sealedNamedSecrets()).toEqual([]);
      await expect(store.removeNamedSecret('a', operator())).rejects.toMatchObject({ code: 'not_found' });
      await store.addNamedSecret(secret('a'), operator());
      expect(await store.listNamedSecrets()).toMatchObject([
        { name: 'a', removedAt: null },
        { name: 'a', removedAt: T0 + 5 },
      ]);
    });

    test('the last use of one that no event comes by is noted, by whom and from where', async (store) => {
      const { id: clientId } = await store.addClient({ id: null, name: 'Um' }, operator());
      await store.addNamedSecret(secret('import', { origin: 'exportacao', clientId }), operator());
      const use = { origin: 'exportacao', secret: 'print of import', kind: 'cliente', id: clientId, remoteAddress: '192.0.2.1' } as const;
      for (const [seenAt, remoteAddress] of [
        [T0 + 5, '192.0.2.2'],
        [T0, '192.0.2.1'],
      ] as const)
        await store.noteSecretUse({ ...use, seenAt, remoteAddress });
      expect((await store.secretUses()).uses).toEqual([{ ...use, seenAt: T0 + 5, remoteAddress: '192.0.2.2' }]);
    });

    test('two have neither one name nor one value, and none is of a client that does not exist', async (store) => {
      await store.addNamedSecret(secret('a'), operator());
      await expect(store.addNamedSecret(secret('a', { fingerprint: 'other' }), operator())).rejects.toMatchObject({ code: 'conflict' });
      await expect(store.addNamedSecret(secret('b', { fingerprint: 'print of a' }), operator())).rejects.toMatchObject({
        code: 'conflict',
      });
      await expect(store.addNamedSecret(secret('c', { clientId: '77' }), operator())).rejects.toMatchObject({ code: 'not_found' });
      await store.addNamedSecret(secret('d', { origin: 'search_ads', fingerprint: 'print of a' }), operator());
      expect(await store.listNamedSecrets()).toHaveLength(2);
    });

    test('a client with a valid one cannot be removed', async (store) => {
      const { id } = await store.addClient({ id: null, name: 'Um' }, operator());
      await store.addNamedSecret(secret('a', { clientId: id }), operator());
      await expect(store.removeClient(id, operator())).rejects.toMatchObject({ code: 'conflict' });
      await store.removeNamedSecret('a', operator());
      expect(await store.removeClient(id, operator())).toMatchObject({ id });
    });
  });

  describe('the limit of a secret', () => {
    test('stays with the event, its jobs and a refused request', async (store) => {
      const [receipt] = await store.accept(formDelivery('a', { secret: 'print', limitedTo: '7', senders: [] }));
      expect((await trailOf(store, receipt?.eventId ?? '')).event).toMatchObject({ secret: 'print', limitedTo: '7' });
      expect(await claim(store)).toMatchObject([{ limitedTo: '7' }]);
      await store.recordRefused([refusedRequest({ isVerified: true, secret: 'print', limitedTo: '7' })]);
      const [kept] = (await store.listRefused({ limit: 1 })).items;
      expect(await store.findRefused(kept?.id ?? '')).toMatchObject({ secret: 'print', limitedTo: '7' });
    });

    test('an id that a sender with another limit has used is still free', async (store) => {
      const first = await store.accept(formDelivery('a', { limitedTo: '1' }));
      const other = formDelivery('a', { limitedTo: '2', body: formBody('a', { nome: 'Bia' }) });
      const [second] = await store.accept(other);
      expect(second).toMatchObject({ status: 'accepted', isNew: true });
      expect(await store.accept(other)).toMatchObject([{ eventId: second?.eventId, isNew: false, conflict: false }]);
      const [third] = await store.accept(formDelivery('a', { body: formBody('a', { nome: 'Caio' }) }));
      expect(third).toMatchObject({ isNew: true });
      expect((await trailOf(store, first[0]?.eventId ?? '')).event).toMatchObject({ resends: 0, conflicts: 0 });
      expect((await trailOf(store, second?.eventId ?? '')).event).toMatchObject({ identity: 'a', resends: 1 });
    });

    test('an id stays free for another limit when the body of the event that has it was too old to be kept', async (store) => {
      await store.addClient({ id: '1', name: 'Um' }, operator());
      const [first] = await store.accept(formDelivery('a', { limitedTo: '1' }));
      await finishLead(store, await claimOne(store), leadIntent('a', { limitedTo: '1' }));
      await store.deleteExpired({ ...NO_RETENTION, bodies: 1 }, operator(T0 + 2 * DAY_MS));
      const [open] = await store.accept(formDelivery('a', { body: formBody('a', { nome: 'Caio' }) }));
      expect(open).toMatchObject({ status: 'accepted', isNew: true });
      const again = formDelivery('a', { limitedTo: '1', body: formBody('a', { nome: 'Bia' }) });
      expect(await store.accept(again)).toMatchObject([{ eventId: first?.eventId, status: 'already_accepted', isNew: false }]);
    });

    test('no id that a sender can think of takes the place of another client', async (store) => {
      await store.accept(formDelivery('a', { limitedTo: '1' }));
      for (const id of ['a#cliente-2', 'a#geral', 'a#2']) await store.accept(formDelivery(id, { limitedTo: '3' }));
      const [own] = await store.accept(formDelivery('a', { limitedTo: '2', body: formBody('a', { nome: 'Bia' }) }));
      const [open] = await store.accept(formDelivery('a', { body: formBody('a', { nome: 'Caio' }) }));
      expect([own, open]).toMatchObject([
        { isNew: true, conflict: false },
        { isNew: true, conflict: false },
      ]);
    });

    test('an id that a sender without a limit has used is still free for one that has a limit, unless it sends the same', async (store) => {
      const [first] = await store.accept(formDelivery('a'));
      const again = formDelivery('a', { limitedTo: '2' });
      expect(await store.accept(again)).toMatchObject([{ eventId: first?.eventId, isNew: false, conflict: false }]);
      const other = formDelivery('a', { limitedTo: '2', body: formBody('a', { nome: 'Bia' }) });
      const [own] = await store.accept(other);
      expect(own).toMatchObject({ status: 'accepted', isNew: true, conflict: false });
      const changed = formDelivery('a', { limitedTo: '2', body: formBody('a', { nome: 'Caio' }) });
      expect(await store.accept(changed)).toMatchObject([{ eventId: own?.eventId, isNew: false, conflict: true }]);
    });

    test('the same content is an event of its own when the first has become the lead of another client', async (store) => {
      for (const id of ['1', '2']) await store.addClient({ id, name: `Cliente ${id}` }, operator());
      await processEvent(store, 'a', leadIntent('a', { clientId: '1' }));
      const [own] = await store.accept(formDelivery('a', { limitedTo: '2' }));
      expect(own).toMatchObject({ isNew: true });
      expect(await store.accept(formDelivery('a', { limitedTo: '1' }))).toMatchObject([{ isNew: false, status: 'already_accepted' }]);
    });

    test('an event that ended as one of the wrong client goes by the secret it is sent again with', async (store) => {
      await store.accept(formDelivery('a', { secret: 'wrong', limitedTo: '1', senders: [] }));
      const job = await claimOne(store);
      await finish(store, job, WRONG);
      const [receipt] = await store.accept(formDelivery('a', { secret: 'right', limitedTo: '2', senders: [], receivedAt: T0 + 1 }));
      expect(receipt).toMatchObject({ eventId: job.eventId, status: 'accepted', isNew: false });
      expect((await trailOf(store, job.eventId)).event).toMatchObject({ secret: 'right', limitedTo: '2', status: 'recebido' });
      expect(await claim(store, { now: T0 + 1 })).toMatchObject([{ limitedTo: '2' }]);
    });

    test('an event of the wrong client goes by another one when that is said, once, and not where that client has the id', async (store) => {
      const google = (identity: string, limitedTo: string, nome: string) =>
        formDelivery(identity, {
          origin: 'search_ads',
          events: [{ eventType: 'lead_form', identity }],
          limitedTo,
          body: Buffer.from(JSON.stringify({ lead_id: identity, gcl_id: `click-${identity}`, nome })),
        });
      for (const identity of ['a', 'b']) {
        await store.accept(google(identity, '1', 'Ana'));
        await finish(store, await claimOne(store), WRONG);
      }
      await store.accept(google('b', '2', 'Bia'));
      const events = await store.wrongClientEvents('search_ads');
      expect(events).toMatchObject([
        { identity: 'b', clickIds: ['click-b'], limitedTo: '1' },
        { identity: 'a', clickIds: ['click-a'], limitedTo: '1' },
      ]);
      const all = events.map(({ eventId }) => ({ eventId, clientId: '2' }));
      expect(await store.correctClients(all, T0 + 1)).toBe(1);
      expect(await store.correctClients(all, T0 + 1)).toBe(0);
      expect(await store.wrongClientEvents('search_ads')).toMatchObject([{ identity: 'b' }]);
      expect((await trailOf(store, events[1]?.eventId ?? '')).event).toMatchObject({ status: 'recebido', limitedTo: '2' });
    });

    test('an event that still waits goes by the secret of another limit that it is sent again with', async (store) => {
      await store.accept(formDelivery('a', { secret: 'wrong', limitedTo: '1', senders: [] }));
      await store.accept(formDelivery('a', { secret: 'right', limitedTo: '2', senders: [], receivedAt: T0 + 1 }));
      expect(await claim(store, { now: T0 + 1 })).toMatchObject([{ limitedTo: '2' }]);
    });

    test('an event without a limit that still waits gets none by being sent again', async (store) => {
      await store.accept(formDelivery('a', { secret: 'open', senders: [] }));
      await store.accept(formDelivery('a', { secret: 'limited', limitedTo: '2', senders: [], receivedAt: T0 + 1 }));
      expect(await claim(store, { now: T0 + 1 })).toMatchObject([{ limitedTo: null }]);
    });

    test('an event that is being processed keeps its secret', async (store) => {
      const [receipt] = await store.accept(formDelivery('a', { secret: 'first', limitedTo: '1', senders: [] }));
      await claimOne(store);
      await store.accept(formDelivery('a', { secret: 'other', limitedTo: '2', senders: [], receivedAt: T0 + 1 }));
      expect((await trailOf(store, receipt?.eventId ?? '')).event).toMatchObject({ secret: 'first', limitedTo: '1' });
    });
  });
}

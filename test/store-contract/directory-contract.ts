import { describe, expect } from 'vitest';
import type { CampaignInput, Store } from '../../src/domain/ports.ts';
import { leadIntent, operator, T0 } from '../support/factories.ts';
import { addCampaign, processEvent, wholeState } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const VERAO: CampaignInput = { id: '42', name: 'Verão', client: 'Agência Um', user: 'ana@example.com' };
const OUTONO: CampaignInput = { id: '43', name: 'Outono', client: 'Agência Um', user: null };
const ADD = { replace: false };
const REPLACE = { replace: true };
const FORM_LINK = { origin: 'social_ads', kind: 'form', value: 'form-1' } as const;

function conflict(): unknown {
  return expect.objectContaining({ name: 'AppError', code: 'conflict' });
}

function notFound(): unknown {
  return expect.objectContaining({ name: 'AppError', code: 'not_found' });
}

async function route(store: Store, request: { campaignId?: string; clientId?: string; form?: string }) {
  const links = request.form === undefined ? [] : [{ ...FORM_LINK, value: request.form }];
  const [routing] = await store.resolve([{ campaignId: request.campaignId ?? null, links, clientId: request.clientId ?? null }]);
  return routing;
}

export function directoryContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('clients', () => {
    test('are added with an id of their own or the next one, and found by id or name', async (store) => {
      const chosen = await store.addClient({ id: '70', name: 'Agência Um' }, operator());
      const next = await store.addClient({ id: null, name: 'Agência Dois' }, operator(T0 + 1));
      expect(chosen).toEqual({ id: '70', name: 'Agência Um', createdAt: T0 });
      expect(next).toMatchObject({ name: 'Agência Dois', createdAt: T0 + 1 });
      expect(await store.findClient('70')).toEqual(chosen);
      expect(await store.findClient('Agência Dois')).toEqual(next);
      expect(await store.findClient('nobody')).toBeNull();
      expect(await store.listClients()).toMatchObject([next, chosen]);
    });

    test('with the id or the name of another are a conflict', async (store) => {
      await store.addClient({ id: '7', name: 'Agência Um' }, operator());
      await expect(store.addClient({ id: '7', name: 'Outra' }, operator())).rejects.toEqual(conflict());
      await expect(store.addClient({ id: '007', name: 'Outra' }, operator())).rejects.toEqual(conflict());
      await expect(store.addClient({ id: null, name: 'Agência Um' }, operator())).rejects.toEqual(conflict());
      expect(await store.listClients()).toHaveLength(1);
    });

    test('are one if a person reads their names as the same', async (store) => {
      const client = await store.addClient({ id: '7', name: 'Agência Um' }, operator());
      await store.addClient({ id: '8', name: 'Agencia Um' }, operator());
      for (const name of ['agência um', 'AGÊNCIA UM', 'Age\u0302ncia  Um', ' Agência\u00A0Um ']) {
        const taken = { code: 'conflict', message: 'A client named "Agência Um" already exists (ID 7).' };
        expect(await store.findClient(name)).toEqual(client);
        await expect(store.addClient({ id: null, name }, operator())).rejects.toMatchObject(taken);
        await expect(store.renameClient('8', name, operator())).rejects.toMatchObject(taken);
        expect(await store.addCampaigns([{ ...VERAO, client: name }], REPLACE, operator())).toMatchObject([{ clientId: '7' }]);
        expect(await store.renameClient('7', name, operator())).toEqual({ ...client, name });
        expect(await store.renameClient(name, 'Agência Um', operator())).toEqual(client);
      }
      expect(await store.listClients()).toHaveLength(2);
    });

    test('never get the id of one that was removed: whoever sends with that id must not reach somebody else', async (store) => {
      await store.addClient({ id: null, name: 'Agência Um' }, operator());
      for (const name of ['Agência Dois', 'Agência Três']) {
        const removed = await store.addClient({ id: null, name }, operator());
        await store.removeClient(removed.id, operator());
        const next = await store.addClient({ id: null, name: `Depois da ${name}` }, operator());
        expect(Number(next.id)).toBeGreaterThan(Number(removed.id));
        expect(await route(store, { clientId: removed.id })).toBeNull();
      }
      const chosen = await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
      expect(chosen.id).toBe('2');
      await store.addClient({ id: '3000000000', name: 'Enorme' }, operator());
      await store.removeClient('3000000000', operator());
      expect(await store.addClient({ id: null, name: 'Depois' }, operator())).toMatchObject({ id: '3000000001' });
    });

    test('with an id that is no whole number are refused', async (store) => {
      for (const id of ['abc', '-1', '1.5', '', '9'.repeat(20)]) {
        await expect(store.addClient({ id, name: `client ${id}` }, operator())).rejects.toMatchObject({ code: 'invalid_input' });
      }
      expect(await store.listClients()).toEqual([]);
    });

    test('take another name that no other client has', async (store) => {
      await store.addClient({ id: '7', name: 'Agência Um' }, operator());
      await store.addClient({ id: '8', name: 'Agência Dois' }, operator());
      expect(await store.renameClient('7', 'Agência 1', operator())).toEqual({ id: '7', name: 'Agência 1', createdAt: T0 });
      expect(await store.findClient('Agência Um')).toBeNull();
      expect(await store.renameClient('7', 'Agência 1', operator())).toMatchObject({ name: 'Agência 1' });
      await expect(store.renameClient('7', 'Agência Dois', operator())).rejects.toEqual(conflict());
      await expect(store.renameClient('9', 'Nova', operator())).rejects.toEqual(notFound());
      expect(await store.findClient('7')).toMatchObject({ name: 'Agência 1' });
    });

    test('are told with how much belongs to each, by name', async (store) => {
      await store.addCampaigns([VERAO, OUTONO], ADD, operator());
      await store.addClient({ id: null, name: 'A nova' }, operator());
      expect(await store.listClients()).toMatchObject([
        { name: 'A nova', campaigns: 0, users: 0 },
        { name: 'Agência Um', campaigns: 2, users: 1 },
      ]);
    });

    test('are removed only while nothing belongs to them', async (store) => {
      await addCampaign(store);
      await expect(store.removeClient('Agência Um', operator())).rejects.toEqual(conflict());
      await processEvent(store, 'a', leadIntent('a'));
      await store.removeCampaign('42', operator());
      await store.removeUser('1', operator());
      await expect(store.removeClient('1', operator())).rejects.toEqual(conflict());
      await store.addClient({ id: '2', name: 'Sem nada' }, operator());
      expect(await store.removeClient('Sem nada', operator())).toMatchObject({ id: '2' });
      await expect(store.removeClient('Sem nada', operator())).rejects.toEqual(notFound());
    });
  });

  describe('users', () => {
    test('belong to a client; one e-mail is one user of it', async (store) => {
      await store.addClient({ id: '1', name: 'Agência Um' }, operator());
      await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
      const ana = await store.addUser({ client: 'Agência Um', email: 'ana@example.com', name: 'Ana' }, operator());
      await store.addUser({ client: '2', email: 'ana@example.com', name: null }, operator());
      await expect(store.addUser({ client: '1', email: 'ana@example.com', name: null }, operator())).rejects.toEqual(conflict());
      await expect(store.addUser({ client: 'nobody', email: 'x@example.com', name: null }, operator())).rejects.toEqual(notFound());
      expect(await store.listUsers('1')).toEqual([{ ...ana, clientName: 'Agência Um' }]);
      expect(await store.listUsers(null)).toHaveLength(2);
      await expect(store.listUsers('nobody')).rejects.toEqual(notFound());
    });

    test('are removed only while no campaign names them', async (store) => {
      await addCampaign(store);
      await expect(store.removeUser('1', operator())).rejects.toEqual(conflict());
      await store.addCampaigns([{ ...VERAO, user: null }], REPLACE, operator());
      expect(await store.removeUser('1', operator())).toMatchObject({ email: 'ana@example.com' });
      await expect(store.removeUser('1', operator())).rejects.toEqual(notFound());
    });
  });

  describe('campaigns', () => {
    test('are added with their client and user, which are made when missing', async (store) => {
      const views = await store.addCampaigns([VERAO, OUTONO], ADD, operator());
      expect(views).toMatchObject([
        { id: '42', name: 'Verão', clientName: 'Agência Um', userEmail: 'ana@example.com', links: [], createdAt: T0 },
        { id: '43', clientName: 'Agência Um', userEmail: null, userId: null },
      ]);
      expect(await store.listClients()).toHaveLength(1);
      expect((await store.listCampaigns({ client: 'Agência Um' })).items).toEqual(expect.arrayContaining([...views]));
      expect((await store.listCampaigns({})).items).toHaveLength(2);
      expect(await store.findCampaign('43')).toEqual(views[1]);
      expect(await store.findCampaign('44')).toBeNull();
    });

    test('that exist are a conflict, and then nothing of the whole list is added', async (store) => {
      await store.addCampaigns([VERAO], ADD, operator());
      const before = await wholeState(store);
      const list = [{ ...OUTONO, client: 'Nova' }, VERAO];
      await expect(store.addCampaigns(list, ADD, operator())).rejects.toEqual(conflict());
      await expect(store.addCampaigns([OUTONO, OUTONO], ADD, operator())).rejects.toEqual(conflict());
      expect(await wholeState(store)).toEqual(before);
    });

    test('that exist are updated when asked to', async (store) => {
      await store.addCampaigns([VERAO], ADD, operator());
      await store.addCampaigns([{ id: '42', name: 'Inverno', client: 'Agência Dois', user: null }, OUTONO], REPLACE, operator(T0 + 1));
      expect(await store.findCampaign('42')).toMatchObject({ name: 'Inverno', clientName: 'Agência Dois', userId: null, createdAt: T0 });
      expect((await store.listCampaigns({})).items).toHaveLength(2);
    });

    test('are changed one by one; one that does not exist is not made', async (store) => {
      await store.addCampaigns([{ ...VERAO, links: [FORM_LINK] }], ADD, operator());
      const changed = await store.updateCampaign({ id: '42', name: 'Inverno', client: 'Agência Dois', user: 'b@example.com' }, operator());
      expect(changed).toMatchObject({ name: 'Inverno', clientName: 'Agência Dois', userEmail: 'b@example.com', links: [FORM_LINK] });
      expect(await store.findCampaign('42')).toEqual(changed);
      const before = await wholeState(store);
      await expect(store.updateCampaign({ ...OUTONO, client: 'Nova' }, operator())).rejects.toEqual(notFound());
      expect(await wholeState(store)).toEqual(before);
    });

    test('are searched by words of their names and ids, by client, and by a linked id', async (store) => {
      await store.addCampaigns([{ ...VERAO, links: [FORM_LINK] }, OUTONO, { ...OUTONO, id: 'x/1', client: 'Beta' }], ADD, operator());
      const ids = async (query: { text?: string; client?: string }) =>
        (await store.listCampaigns({ ...query, limit: 10 })).items.map(({ id }) => id);
      expect(await ids({})).toEqual(['43', '42', 'x/1']);
      expect(await ids({ text: '  VERAO ' })).toEqual(['42']);
      expect(await ids({ text: 'agencia outono' })).toEqual(['43']);
      expect(await ids({ text: 'X/' })).toEqual(['x/1']);
      expect(await ids({ text: 'form-1' })).toEqual(['42']);
      expect(await ids({ text: 'nothing' })).toEqual([]);
      expect(await ids({ text: ' ' })).toHaveLength(3);
      expect(await ids({ client: 'Beta' })).toEqual(['x/1']);
      expect(await ids({ client: '1', text: 'outono' })).toEqual(['43']);
      await expect(ids({ client: 'nobody' })).rejects.toEqual(notFound());
    });

    test('are read page by page in their order', async (store) => {
      await store.addCampaigns(
        ['c', 'a', 'e', 'b', 'd'].map((name) => ({ ...OUTONO, id: `id of ${name}`, name })),
        ADD,
        operator(),
      );
      const names: string[] = [];
      let before: string | undefined;
      do {
        const page = await store.listCampaigns({ limit: 2, ...(before === undefined ? {} : { before }) });
        names.push(page.items.map(({ name }) => name).join(''));
        before = page.nextCursor ?? undefined;
      } while (before !== undefined);
      expect(names).toEqual(['ab', 'cd', 'e']);
    });

    test('have their leads counted, and so have clients', async (store) => {
      await addCampaign(store);
      await store.addCampaigns([OUTONO], ADD, operator());
      await processEvent(store, 'a', leadIntent('a', { campaignId: '42' }));
      await processEvent(store, 'b', leadIntent('b'));
      expect(await store.countLeads({ campaignId: '42' })).toEqual({ count: 1, atLeast: false });
      expect(await store.countLeads({ campaignId: '43' })).toEqual({ count: 0, atLeast: false });
      expect(await store.countLeads({ clientId: '1' })).toEqual({ count: 2, atLeast: false });
    });

    test('have ids of any text, kept as given', async (store) => {
      for (const id of ['123456789012345678901', '007', 'verão/2026', "x'; drop table campanhas;--"]) {
        await store.addCampaigns([{ ...OUTONO, id }], ADD, operator());
        expect(await route(store, { campaignId: id })).toMatchObject({ campaignId: id });
      }
      expect(await route(store, { campaignId: '7' })).toBeNull();
    });

    test('are removed only while no lead belongs to them: it would lose where it came from', async (store) => {
      await addCampaign(store);
      await store.addCampaigns([OUTONO], ADD, operator());
      await processEvent(store, 'a', leadIntent('a', { campaignId: '42', userId: '1' }));
      await expect(store.removeCampaign('42', operator())).rejects.toEqual(conflict());
      expect(await store.findCampaign('42')).not.toBeNull();
      expect(await store.removeCampaign(OUTONO.id, operator())).toMatchObject({ id: OUTONO.id });
      await expect(store.removeCampaign(OUTONO.id, operator())).rejects.toEqual(notFound());
    });

    test('come with their links, or not at all', async (store) => {
      const form = { origin: 'search_ads', kind: 'form', value: '1' } as const;
      await store.addCampaigns([{ ...VERAO, links: [form] }], ADD, operator());
      expect((await store.findCampaign('42'))?.links).toEqual([{ ...form, campaignId: '42' }]);
      const before = await wholeState(store);
      await expect(store.addCampaigns([{ ...OUTONO, links: [form] }], ADD, operator())).rejects.toEqual(conflict());
      expect(await wholeState(store)).toEqual(before);
    });
  });

  describe('links', () => {
    test('tie an id of a platform to one campaign', async (store) => {
      await store.addCampaigns([VERAO, OUTONO], ADD, operator());
      await store.linkCampaign({ ...FORM_LINK, campaignId: '42' }, operator());
      await store.linkCampaign({ ...FORM_LINK, campaignId: '42' }, operator());
      expect((await store.findCampaign('42'))?.links).toEqual([{ ...FORM_LINK, campaignId: '42' }]);
      await expect(store.linkCampaign({ ...FORM_LINK, campaignId: '43' }, operator())).rejects.toEqual(conflict());
      await expect(store.linkCampaign({ ...FORM_LINK, campaignId: 'missing' }, operator())).rejects.toEqual(notFound());
      expect(await store.unlinkCampaign(FORM_LINK, operator())).toBe(true);
      expect(await store.unlinkCampaign(FORM_LINK, operator())).toBe(false);
      expect(await route(store, { form: 'form-1' })).toBeNull();
    });

    test('go with their campaign', async (store) => {
      await store.addCampaigns([VERAO, OUTONO], ADD, operator());
      await store.linkCampaign({ ...FORM_LINK, campaignId: '42' }, operator());
      await store.removeCampaign('42', operator());
      await store.linkCampaign({ ...FORM_LINK, campaignId: '43' }, operator());
      expect(await route(store, { form: 'form-1' })).toMatchObject({ campaignId: '43' });
    });
  });

  describe('resolve', () => {
    test('tries campaign, links, client, in this order, and answers in the order asked', async (store) => {
      await store.addCampaigns([VERAO, OUTONO], ADD, operator());
      await store.addClient({ id: '9', name: 'Agência Nove' }, operator());
      await store.linkCampaign({ ...FORM_LINK, campaignId: '43' }, operator());
      const links = [{ ...FORM_LINK, value: 'unknown' }, FORM_LINK];
      expect(
        await store.resolve([
          { campaignId: '42', links, clientId: '9' },
          { campaignId: 'missing', links, clientId: '9' },
          { campaignId: null, links: [], clientId: '9' },
          { campaignId: null, links: [], clientId: '10' },
          { campaignId: 'missing', links: [], clientId: null },
        ]),
      ).toEqual([
        { clientId: '1', userId: '1', campaignId: '42' },
        { clientId: '1', userId: null, campaignId: '43' },
        { clientId: '9', userId: null, campaignId: null },
        null,
        null,
      ]);
    });

    test('does not take the name of a client for its id', async (store) => {
      await store.addClient({ id: '1', name: '99' }, operator());
      expect(await route(store, { clientId: '99' })).toBeNull();
    });
  });
}

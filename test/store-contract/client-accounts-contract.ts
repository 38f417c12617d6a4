import { describe, expect } from 'vitest';
import type { ClientAccount } from '../../src/domain/client-account.ts';
import { CONVERSION_QUEUE } from '../../src/domain/job.ts';
import type { Store } from '../../src/domain/ports.ts';
import { leadFields, leadIntent, newConversion, operator, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { enqueue } from './conversion-jobs-contract.ts';
import { addCampaign, claim, finish, processEvent } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const SEALED = new Uint8Array([1, 2, 3]);
const DATASET: ClientAccount = {
  platform: 'social_ads',
  kind: 'dataset',
  id: '9007199254740993',
  clientId: '1',
  credentialIn: 'database',
  loginAccountId: null,
  conversionActions: new Map(),
  enhancedLeads: false,
  initialStage: null,
  connectedAt: T0,
};
const ADVERTISER: ClientAccount = {
  ...DATASET,
  platform: 'search_ads',
  kind: 'ads_account',
  id: '1234567890',
  credentialIn: 'environment',
  loginAccountId: '99',
  conversionActions: new Map([
    ['lead_qualified', '7'],
    ['*', '8'],
  ]),
};
const PAGE: ClientAccount = { ...DATASET, kind: 'page', id: '500' };
const PAGE_LINK = { origin: 'social_ads', kind: 'page', value: PAGE.id } as const;

const conflict = expect.objectContaining({ name: 'AppError', code: 'conflict' });
const notFound = expect.objectContaining({ name: 'AppError', code: 'not_found' });

/** Clients 1 (with campaign 42) and 2. */
async function twoClients(store: Store): Promise<void> {
  await addCampaign(store);
  await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
}

async function routeOfPage(store: Store, clientId: string | null = null) {
  const [routing] = await store.resolve([{ campaignId: null, links: [PAGE_LINK], clientId }]);
  return routing;
}

/** A conversion of the client whose job waits for an account. */
async function parkConversion(store: Store, key: string, clientId: string): Promise<void> {
  const owner = clientId === '1' ? {} : { clientId, userId: null, campaignId: null };
  const fields = leadFields({ searchClickId: key });
  await processEvent(store, `event-${key}`, { ...leadIntent(`lead-${key}`, { fields, conversion: newConversion({ key }) }), ...owner });
  await enqueue(store);
  for (const job of await claim(store, { queue: CONVERSION_QUEUE })) {
    await finish(store, job, { kind: 'parked', fault: { code: 'client_not_connected', params: inWords('') } });
  }
}

export function clientAccountsContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('accounts of clients', () => {
    test('are kept with everything that is needed to use them, and with their sealed credential', async (store) => {
      await twoClients(store);
      await store.connectClientAccount(DATASET, SEALED, operator());
      await store.connectClientAccount(ADVERTISER, null, operator());
      expect(await store.listClientAccounts()).toEqual([ADVERTISER, DATASET]);
      expect(await store.listCredentials()).toMatchObject([{ kind: 'dataset', id: DATASET.id, createdAt: T0 }]);
      expect([...((await store.listCredentials())[0]?.sealed ?? [])]).toEqual([1, 2, 3]);
      expect((await store.listActivity({ action: 'conectar', limit: 1 })).items[0]).toMatchObject({
        target: 'search_ads/ads_account/1234567890',
        detail: 'cliente:1',
      });
    });

    test('another one of the same platform takes the place of the one before, and of its credential; pages are several', async (store) => {
      await twoClients(store);
      await store.connectClientAccount(DATASET, SEALED, operator());
      await store.connectClientAccount({ ...DATASET, id: '2' }, SEALED, operator(T0 + 1));
      await store.connectClientAccount(PAGE, null, operator());
      await store.connectClientAccount({ ...PAGE, id: '501', credentialIn: 'environment' }, null, operator());
      expect((await store.listClientAccounts()).map(({ kind, id }) => `${kind} ${id}`)).toEqual(['dataset 2', 'page 500', 'page 501']);
      expect((await store.listCredentials()).map(({ kind, id }) => `${kind} ${id}`)).toEqual(['dataset 2']);
    });

    test('connected again with the credential of the environment, the sealed one is forgotten', async (store) => {
      await twoClients(store);
      await store.connectClientAccount(DATASET, SEALED, operator());
      await store.noteAccount(
        DATASET,
        { kind: 'refused', credential: 'old', fault: { code: 'credential_refused', params: inWords('') } },
        T0,
      );
      await store.connectClientAccount({ ...DATASET, credentialIn: 'environment' }, null, operator());
      expect(await store.listCredentials()).toEqual([]);
      expect(await store.listAccounts()).toMatchObject([{ refusedSince: null }]);
    });

    test('connected again, one with the credential of the environment does not count as unanswered any more', async (store) => {
      await twoClients(store);
      await store.connectClientAccount(ADVERTISER, null, operator());
      await store.noteAccount(
        ADVERTISER,
        { kind: 'away', until: T0 + 60_000, fault: { code: 'platform_unavailable', params: inWords('') } },
        T0,
      );
      await store.connectClientAccount(ADVERTISER, null, operator());
      expect(await store.listAccounts()).toMatchObject([{ awaySince: null, pausedUntil: null, fault: null }]);
    });

    test('belong to one client: another one is a conflict, and nothing changes', async (store) => {
      await twoClients(store);
      await store.connectClientAccount(DATASET, SEALED, operator());
      await store.connectClientAccount({ ...DATASET, id: '3', clientId: '2' }, null, operator());
      await expect(store.connectClientAccount({ ...DATASET, clientId: '2' }, SEALED, operator())).rejects.toEqual(conflict);
      expect((await store.listClientAccounts()).map(({ clientId, id }) => [clientId, id])).toEqual([
        ['1', DATASET.id],
        ['2', '3'],
      ]);
    });

    test('of a client that does not exist are not found', async (store) => {
      await expect(store.connectClientAccount(DATASET, SEALED, operator())).rejects.toEqual(notFound);
      await expect(store.setClientConsent('1', { mode: 'required', keys: [] }, operator())).rejects.toEqual(notFound);
      expect(await store.listCredentials()).toEqual([]);
    });

    test('are disconnected with their credential, once', async (store) => {
      await twoClients(store);
      await store.connectClientAccount(DATASET, SEALED, operator());
      expect(await store.disconnectClientAccount(DATASET, operator())).toBe(true);
      expect(await store.disconnectClientAccount(DATASET, operator())).toBe(false);
      expect(await store.listClientAccounts()).toEqual([]);
      expect(await store.listCredentials()).toEqual([]);
    });

    test('keep their client from being removed', async (store) => {
      await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
      await store.connectClientAccount({ ...DATASET, clientId: '2' }, SEALED, operator());
      await expect(store.removeClient('2', operator())).rejects.toEqual(conflict);
      await store.disconnectClientAccount(DATASET, operator());
      await store.removeClient('2', operator());
      expect(await store.listClients()).toEqual([]);
    });
  });

  describe('a page of a client', () => {
    test('keeps its token, whoever has it', async (store) => {
      await twoClients(store);
      await store.saveCredential({ platform: 'social_ads', kind: 'page', id: PAGE.id, sealed: SEALED, createdAt: T0 }, operator());
      await store.connectClientAccount({ ...PAGE, credentialIn: 'environment' }, null, operator());
      await store.disconnectClientAccount(PAGE, operator());
      expect(await store.listCredentials()).toMatchObject([{ kind: 'page', id: PAGE.id }]);
    });

    test('makes its leads those of the client, where no campaign says otherwise', async (store) => {
      await twoClients(store);
      expect(await routeOfPage(store)).toBeNull();
      await store.connectClientAccount({ ...PAGE, clientId: '2' }, SEALED, operator());
      expect(await routeOfPage(store)).toEqual({ clientId: '2', userId: null, campaignId: null });
      const form = { origin: 'social_ads', kind: 'form', value: '600' } as const;
      await store.linkCampaign({ ...form, campaignId: '42' }, operator());
      const [routing] = await store.resolve([{ campaignId: null, links: [form, PAGE_LINK], clientId: null }]);
      expect(routing).toMatchObject({ clientId: '1', campaignId: '42' });
    });

    test('that is linked to a campaign of another client is a conflict, whichever comes first', async (store) => {
      await twoClients(store);
      await store.connectClientAccount({ ...PAGE, clientId: '2' }, SEALED, operator());
      await expect(store.linkCampaign({ ...PAGE_LINK, campaignId: '42' }, operator())).rejects.toEqual(conflict);
      await store.disconnectClientAccount(PAGE, operator());
      await store.linkCampaign({ ...PAGE_LINK, campaignId: '42' }, operator());
      await expect(store.connectClientAccount({ ...PAGE, clientId: '2' }, SEALED, operator())).rejects.toEqual(conflict);
      await store.connectClientAccount(PAGE, SEALED, operator());
      const moved = { id: '42', name: 'Verão', client: '2', user: null };
      await expect(store.updateCampaign(moved, operator())).rejects.toEqual(conflict);
      expect(await store.findCampaign('42')).toMatchObject({ clientId: '1' });
    });
  });

  describe('the consent rule of a client', () => {
    test('is kept, replaced and taken away; a client that is removed leaves none', async (store) => {
      await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
      await store.setClientConsent('2', { mode: 'required', keys: ['a'] }, operator());
      await store.setClientConsent('2', { mode: 'unless_denied', keys: ['a', 'b'] }, operator());
      expect(await store.listClientConsents()).toEqual([{ clientId: '2', mode: 'unless_denied', keys: ['a', 'b'] }]);
      await store.setClientConsent('2', null, operator());
      await store.setClientConsent('2', null, operator());
      await store.setClientConsent('2', { mode: 'required', keys: [] }, operator());
      await store.removeClient('2', operator());
      expect(await store.listClientConsents()).toEqual([]);
    });
  });

  describe('conversions that wait for an account', () => {
    test('are counted by client, and only those of the clients that are named run again', async (store) => {
      await twoClients(store);
      expect(await store.countWaitingForAccount()).toEqual([]);
      for (const key of ['a', 'b']) await parkConversion(store, key, '1');
      await parkConversion(store, 'c', '2');
      expect(await store.countWaitingForAccount()).toEqual([
        { clientId: '1', count: 2 },
        { clientId: '2', count: 1 },
      ]);
      expect(await store.resumeParked(CONVERSION_QUEUE, ['client_not_connected'], T0, { clientIds: ['2'] })).toBe(1);
      expect(await store.countWaitingForAccount()).toEqual([{ clientId: '1', count: 2 }]);
      expect(await store.resumeParked(CONVERSION_QUEUE, ['client_not_connected'], T0, { newestFor: 'search_ads', clientIds: ['2'] })).toBe(
        0,
      );
      expect(await store.resumeParked(CONVERSION_QUEUE, ['client_not_connected'], T0, { newestFor: 'search_ads', clientIds: ['1'] })).toBe(
        1,
      );
      expect(await store.countWaitingForAccount()).toEqual([{ clientId: '1', count: 1 }]);
    });
  });
}

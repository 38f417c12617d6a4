import { conversionAccountOf } from '../../../domain/client-account.ts';
import {
  accountOfSettings,
  accountsOfClient,
  connectedAccounts,
  ownerlessAccounts,
  type StoredAccounts,
} from '../../../domain/connected-account.ts';
import type { ClientAccounts, PlatformAccounts, Reconciliation } from '../../../domain/delivery-ports.ts';
import { accountKey } from '../../../domain/platform-account.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { DeliverySettings } from './settings.ts';

type AccountStore = PlatformAccounts & ClientAccounts & Directory;

export interface PlatformDeps {
  readonly store: AccountStore & Reconciliation;
  readonly delivery: DeliverySettings;
}

/** Reads as many rows as there are accounts and forms. */
export async function viewPlatforms({ store, delivery }: PlatformDeps) {
  const [stored, checks] = await Promise.all([readAccounts(store), store.listFormChecks()]);
  return { accounts: connectedAccounts(delivery, stored), checks };
}

async function readAccounts(store: AccountStore): Promise<StoredAccounts> {
  const [known, kept, owned, clients] = await Promise.all([
    store.listAccounts(),
    store.listCredentials(),
    store.listClientAccounts(),
    store.listClients(),
  ]);
  return { kept, known, owned, clientIds: clients.map(({ id }) => id) };
}

/** A client's accounts at the platforms. */
export type ClientAccountsView = Awaited<ReturnType<typeof viewClientAccounts>>;
export type AccountOfClient = ClientAccountsView['accounts'][number];

export async function viewClientAccounts({ store, delivery }: PlatformDeps, clientId: string) {
  const [stored, waiting, consents] = await Promise.all([readAccounts(store), store.countWaitingForAccount(), store.listClientConsents()]);
  const own = stored.owned.filter((account) => account.clientId === clientId);
  const consent = consents.find((rule) => rule.clientId === clientId);
  return {
    accounts: accountsOfClient(connectedAccounts(delivery, stored), clientId, stored.owned).map((account) => ({
      ...account,
      /** The client's own account; `undefined` if it is one of the settings. */
      own: own.find((one) => accountKey(one) === accountKey(account)),
      /** The account of the settings that gets the conversions without this one; `undefined` if they would wait. */
      instead: accountOfSettings(delivery, stored.clientIds, clientId, account.platform),
    })),
    /** The client's conversions that wait for an account. */
    waiting: waiting.find((one) => one.clientId === clientId)?.count ?? 0,
    consent: consent === undefined ? { ...delivery.consent, isOwn: false } : { mode: consent.mode, keys: consent.keys, isOwn: true },
    /** The accounts of the settings that would be used for the client if their owner were known. */
    ownerless: ownerlessAccounts(delivery, stored.clientIds).filter(
      ({ platform }) => conversionAccountOf(own, clientId, platform) === undefined,
    ),
  };
}

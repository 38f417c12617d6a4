import { type ClientAccount, conversionAccountOf } from '../../../domain/client-account.ts';
import type { ConsentRule } from '../../../domain/client-connections.ts';
import {
  accountOfSettings,
  accountsOfClient,
  type ConnectedAccount,
  connectedAccounts,
  ownerlessAccounts,
  type StoredAccounts,
} from '../../../domain/connected-account.ts';
import type { ClientAccounts, FormCheck, PlatformAccounts, Reconciliation } from '../../../domain/delivery-ports.ts';
import { type AccountName, accountKey } from '../../../domain/platform-account.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { DeliverySettings } from './settings.ts';

type AccountStore = PlatformAccounts & ClientAccounts & Directory;

export interface PlatformDeps {
  readonly store: AccountStore & Reconciliation;
  readonly delivery: DeliverySettings;
}

interface PlatformView {
  readonly accounts: readonly ConnectedAccount[];
  readonly checks: readonly FormCheck[];
  readonly reconcileHours: number;
}

/** Reads as many rows as there are accounts and forms. */
export async function viewPlatforms(deps: PlatformDeps): Promise<PlatformView> {
  const { store, delivery } = deps;
  const [stored, checks] = await Promise.all([readAccounts(store), store.listFormChecks()]);
  return { accounts: connectedAccounts(delivery, stored), checks, reconcileHours: delivery.reconcileHours };
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

export interface AccountOfClient extends ConnectedAccount {
  /** The client's own account; `undefined` if it is one of the settings. */
  readonly own: ClientAccount | undefined;
  /** The account of the settings that gets the conversions without this one; `undefined` if they would wait. */
  readonly instead: AccountName | undefined;
}

export interface ClientAccountsView {
  readonly accounts: readonly AccountOfClient[];
  /** The client's conversions that wait for an account. */
  readonly waiting: number;
  readonly consent: ConsentRule;
  /** The accounts of the settings that would be used for the client if their owner were known. */
  readonly ownerless: readonly AccountName[];
}

export async function viewClientAccounts(deps: PlatformDeps, clientId: string): Promise<ClientAccountsView> {
  const { store, delivery } = deps;
  const [stored, waiting, consents] = await Promise.all([readAccounts(store), store.countWaitingForAccount(), store.listClientConsents()]);
  const own = stored.owned.filter((account) => account.clientId === clientId);
  const consent = consents.find((rule) => rule.clientId === clientId);
  return {
    accounts: accountsOfClient(connectedAccounts(delivery, stored), clientId, stored.owned).map((account) => ({
      ...account,
      own: own.find((one) => accountKey(one) === accountKey(account)),
      instead: accountOfSettings(delivery, stored.clientIds, clientId, account.platform),
    })),
    waiting: waiting.find((one) => one.clientId === clientId)?.count ?? 0,
    consent: consent === undefined ? { ...delivery.consent, isOwn: false } : { mode: consent.mode, keys: consent.keys, isOwn: true },
    ownerless: ownerlessAccounts(delivery, stored.clientIds).filter(
      ({ platform }) => conversionAccountOf(own, clientId, platform) === undefined,
    ),
  };
}

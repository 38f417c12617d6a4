import { type ClientAccount, conversionAccountOf } from '../../../domain/client-account.ts';
import type { ConsentRule } from '../../../domain/client-connections.ts';
import {
  accountOfSettings,
  accountsOfClient,
  type ConnectedAccount,
  connectedAccounts,
  ownerlessAccounts,
} from '../../../domain/connected-account.ts';
import { type AccountName, accountKey } from '../../../domain/platform-account.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { readAccounts } from './platform-view.ts';

/** An account that is used for a client. */
export interface AccountOfClient extends ConnectedAccount {
  /** As it was connected for the client; undefined: it is one of the settings. */
  readonly own: ClientAccount | undefined;
  /** The account of the settings that conversions go to without this one; undefined: they wait then. */
  readonly instead: AccountName | undefined;
}

/** What a client has at the platforms. */
export interface ClientAccountsView {
  readonly accounts: readonly AccountOfClient[];
  /** Conversions of the client that wait for an account. */
  readonly waiting: number;
  readonly consent: ConsentRule;
  /** The accounts of the settings that would be used for the client, if anybody said whose they are. */
  readonly ownerless: readonly AccountName[];
}

export async function viewClientAccounts(
  deps: Pick<AdminDeps, 'accounts' | 'directory' | 'delivery'>,
  clientId: string,
): Promise<ClientAccountsView> {
  const { accounts, delivery } = deps;
  const [stored, waiting, consents] = await Promise.all([
    readAccounts(deps),
    accounts.countWaitingForAccount(),
    accounts.listClientConsents(),
  ]);
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

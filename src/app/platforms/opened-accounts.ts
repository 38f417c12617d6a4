import { fingerprint } from '../../base/fingerprint.ts';
import { type AccountState, accountState, type ConnectedAccount, connectedAccounts } from '../../domain/connected-account.ts';
import { type AccountName, accountKey } from '../../domain/platform-account.ts';
import type { StoreContext } from '../context.ts';
import { isReplaced } from './account-book.ts';
import { deliverySettings } from './delivery-settings.ts';
import { type DestinationAccount, DestinationReader } from './destinations.ts';
import { isPage, PageTokenReader, type PageTokens } from './page-tokens.ts';

/** `unreadable`: its credential in the database cannot be decrypted. */
export type OpenedState = AccountState | 'unreadable';

/** An account at a platform, for processes that can decrypt credentials. Never contains a credential. */
export interface OpenedAccount extends ConnectedAccount {
  readonly state: OpenedState;
  /** The fingerprint of the credential in use; `null` if there is none, or it is in a file that is not read here. */
  readonly fingerprint: string | null;
}

/** Every account that is connected or was ever used; decrypts sealed credentials to check whether they can be read. */
export async function openedAccounts(context: StoreContext): Promise<readonly OpenedAccount[]> {
  const { config, secrets, store, clock } = context;
  const [known, kept, owned, clients] = await Promise.all([
    store.listAccounts(),
    store.listCredentials(),
    store.listClientAccounts(),
    store.listClients(),
  ]);
  const stored = { known, kept, owned, clientIds: clients.map(({ id }) => id) };
  const { accounts: destinations } = await new DestinationReader({ store, config, secrets, log: QUIET }).read();
  const tokens = await new PageTokenReader({ store, secrets, log: QUIET }).read();
  return connectedAccounts(deliverySettings(config, secrets), stored).map((account) => {
    const used = fingerprintOf(account, tokens, destinations);
    const isOpened = isPage(account) ? tokens.all.get(account.id)?.place === 'database' : used !== null;
    if (account.credential.keptSince !== null && !isOpened) return { ...account, fingerprint: used, state: 'unreadable' };
    // A refusal applies to the credential that was refused: a new one has not been tried yet.
    const refused = known.find((one) => accountKey(one) === accountKey(account));
    const isPast = refused !== undefined && used !== null && isReplaced(refused, used);
    return { ...account, fingerprint: used, state: accountState(isPast ? { ...account, refusedSince: null } : account, clock()) };
  });
}

const QUIET = { error: (): void => undefined };

function fingerprintOf(account: AccountName, tokens: PageTokens, destinations: readonly DestinationAccount[]): string | null {
  if (isPage(account)) return tokens.forPage(account.id)?.credential ?? null;
  const credential = destinations.find((one) => accountKey(one.account) === accountKey(account))?.credential;
  if (credential === undefined || 'file' in credential) return null;
  return fingerprint('token' in credential ? credential.token : credential.text);
}

import { fingerprint } from '../../base/fingerprint.ts';
import { type AccountState, accountState, type ConnectedAccount, connectedAccounts } from '../../domain/connected-account.ts';
import { type AccountName, accountKey, type PlatformAccount } from '../../domain/platform-account.ts';
import type { StoreContext } from '../context.ts';
import { isReplaced } from './account-book.ts';
import { deliverySettings } from './delivery-settings.ts';
import { isPage, PageTokenReader, type PageTokens } from './page-tokens.ts';

/** `unreadable`: its credential in the database cannot be opened. */
export type OpenedState = AccountState | 'unreadable';

/** An account at a platform, for who may open what is sealed. Never a credential. */
export interface OpenedAccount extends ConnectedAccount {
  readonly state: OpenedState;
  /** Of the credential that is used. Null: there is none, or it stands in a file that is not looked at here. */
  readonly fingerprint: string | null;
}

/** Every account that is connected or was ever used; sealed credentials are opened to tell whether they can be. */
export async function openedAccounts(context: StoreContext): Promise<readonly OpenedAccount[]> {
  const { config, secrets, store, clock } = context;
  const [known, kept] = await Promise.all([store.listAccounts(), store.listCredentials()]);
  const tokens = await new PageTokenReader({ store, secrets, log: { error: () => {} } }).read();
  const datasetToken = secrets.socialAdsConversionsToken;
  return connectedAccounts({ configured: deliverySettings(config, secrets).credentials, kept, known }).map((account) => {
    const used = fingerprintOf(account, tokens, datasetToken);
    const state = stateOf(account, { used, tokens, known, now: clock() });
    return { ...account, fingerprint: used, state };
  });
}

function fingerprintOf(account: AccountName, tokens: PageTokens, datasetToken: string | undefined): string | null {
  if (isPage(account)) return tokens.forPage(account.id)?.credential ?? null;
  return account.kind === 'dataset' && datasetToken !== undefined ? fingerprint(datasetToken) : null;
}

interface Circumstances {
  readonly used: string | null;
  readonly tokens: PageTokens;
  readonly known: readonly PlatformAccount[];
  readonly now: number;
}

/** A refusal counts for the credential that was refused: another one has not been tried yet. */
function stateOf(account: ConnectedAccount, { used, tokens, known, now }: Circumstances): OpenedState {
  if (account.credential.keptSince !== null && tokens.all.get(account.id)?.place !== 'database') return 'unreadable';
  const refused = known.find((one) => accountKey(one) === accountKey(account));
  const isPast = refused !== undefined && used !== null && isReplaced(refused, used);
  return accountState(isPast ? { ...account, refusedSince: null } : account, now);
}

import { DAY_MS } from '../base/time-units.ts';
import { type ClientAccount, conversionAccountOf, environmentOwner, ownsEnvironment } from './client-account.ts';
import type { Platform } from './conversion.ts';
import {
  type AccountName,
  accountKey,
  isAway,
  type PlatformAccount,
  restsUntil,
  type SealedCredential,
  unknownAccount,
} from './platform-account.ts';

/** The id that stands for every page without its own credential. */
export const ANY_PAGE = '*';

/** An account whose credential is in the environment, and the name of its setting. */
interface ConfiguredCredential extends AccountName {
  readonly setting: string;
}

/** What the settings contain about accounts; never a credential. */
export interface ConfiguredAccounts {
  readonly credentials: readonly ConfiguredCredential[];
  /** For each platform, the setting (if it is set) whose credential opens clients' accounts. */
  readonly shared: { readonly [platform in Platform]?: string };
  /** ACCOUNTS_CLIENT: the owner of the accounts in the settings. */
  readonly accountsClient: string | undefined;
}

/** What the database contains about accounts. */
export interface StoredAccounts {
  readonly kept: readonly Omit<SealedCredential, 'sealed'>[];
  readonly known: readonly PlatformAccount[];
  /** Accounts that belong to clients. */
  readonly owned: readonly ClientAccount[];
  readonly clientIds: readonly string[];
}

export const NOTHING_STORED: StoredAccounts = { kept: [], known: [], owned: [], clientIds: [] };

/** Where a credential comes from; never the credential itself. */
interface CredentialPlace {
  /** The setting that contains it; `null` if none does. */
  readonly setting: string | null;
  /** When it was stored in the database, UTC ms; `null` if it is not. */
  readonly keptSince: number | null;
}

/** `away`: the platform does not answer. `unused`: has a credential, but no request was sent yet. `unconnected`: used before, no credential now. */
export type AccountState = 'ok' | 'unused' | 'paused' | 'away' | 'refused' | 'unconnected';

/** An account at a platform: its credential and its health. Times are UTC ms. */
export interface ConnectedAccount extends Omit<PlatformAccount, 'refusedCredential'> {
  /** The client that owns it; `all`: every client without its own account; `null`: no client. */
  readonly owner: string | null;
  readonly credential: CredentialPlace;
}

/** Merges accounts from the settings and the database into one list, by platform, kind and id. */
export function connectedAccounts(settings: ConfiguredAccounts, stored: StoredAccounts): readonly ConnectedAccount[] {
  const { credentials: configured, shared } = settings;
  const { kept, known, owned } = stored;
  const names = new Map([...configured, ...kept, ...known, ...owned].map((account) => [accountKey(account), account]));
  const ownedBy = new Map(owned.map((account) => [accountKey(account), account]));
  const settingOf = (name: AccountName): string | null => {
    const own = configured.find((account) => accountKey(account) === accountKey(name));
    const forAll = name.kind === 'page' ? configured.find(({ kind, id }) => kind === 'page' && id === ANY_PAGE) : undefined;
    const isShared = name.kind !== 'page' && ownedBy.get(accountKey(name))?.credentialIn === 'environment';
    return (own ?? forAll)?.setting ?? (isShared ? shared[name.platform] : undefined) ?? null;
  };
  return [...names]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([key, { platform, kind, id }]) => {
      const found = known.find((account) => accountKey(account) === key) ?? unknownAccount({ platform, kind, id });
      const { refusedCredential: _, ...account } = found;
      const keptSince = kept.find((account) => accountKey(account) === key)?.createdAt ?? null;
      const credential = { setting: settingOf({ platform, kind, id }), keptSince };
      const isConfigured = kind !== 'page' && configured.some((account) => accountKey(account) === key);
      const owner = ownedBy.get(key)?.clientId ?? (isConfigured ? ownerOfConfigured(settings, stored) : null);
      return { ...account, owner, credential };
    });
}

function ownerOfConfigured({ accountsClient }: ConfiguredAccounts, { clientIds }: StoredAccounts): string | null {
  const owner = environmentOwner(accountsClient, clientIds);
  if (owner.kind === 'client') return owner.clientId;
  return owner.kind === 'all' ? 'all' : null;
}

export function hasCredential({ credential }: Pick<ConnectedAccount, 'credential'>): boolean {
  return credential.setting !== null || credential.keptSince !== null;
}

/** A credential that expires within this time should be renewed now, in ms. */
export const TIME_TO_RENEW_MS = 14 * DAY_MS;

/** Whether an account's credential expires soon. An account without a credential does not count. */
export function endsSoon<Account extends ConnectedAccount>(
  account: Account,
  now: number,
): account is Account & { readonly expiresAt: number } {
  return hasCredential(account) && account.expiresAt !== null && account.expiresAt - now <= TIME_TO_RENEW_MS;
}

/** Reported before a pause, because a refusal does not go away on its own. */
export function accountState(account: ConnectedAccount, now: number): AccountState {
  if (!hasCredential(account)) return 'unconnected';
  if (account.refusedSince !== null) return 'refused';
  if (isAway(account, now)) return 'away';
  if (restsUntil(account, now) !== null) return 'paused';
  return account.lastUsedAt === null ? 'unused' : 'ok';
}

/** The accounts used for a client: its own, and those in the settings that its own do not replace. */
export function accountsOfClient<Account extends ConnectedAccount>(
  accounts: readonly Account[],
  clientId: string,
  owned: readonly ClientAccount[],
): readonly Account[] {
  const own = new Set(owned.filter((account) => account.clientId === clientId).map(accountKey));
  const isReplaced = ({ platform }: Account): boolean => conversionAccountOf(owned, clientId, platform) !== undefined;
  const ofSettings = accounts.filter((account) => account.owner === clientId || account.owner === 'all');
  return [
    ...accounts.filter((account) => own.has(accountKey(account))),
    ...ofSettings.filter((account) => !own.has(accountKey(account)) && !isReplaced(account)),
  ];
}

/** The accounts in the settings that conversions go to, while their owner is undecided. */
export function ownerlessAccounts(
  { credentials, accountsClient }: ConfiguredAccounts,
  clientIds: readonly string[],
): readonly AccountName[] {
  const isUndecided = clientIds.length > 1 && environmentOwner(accountsClient, clientIds).kind === 'undecided';
  return isUndecided ? credentials.filter(({ kind }) => kind !== 'page') : [];
}

/** The same right after a client was added: accounts that had an owner until then. */
export function newlyOwnerless(settings: ConfiguredAccounts, clientIds: readonly string[]): readonly AccountName[] {
  return clientIds.length === 2 ? ownerlessAccounts(settings, clientIds) : [];
}

/** The account in the settings for a client without its own account at the platform; `undefined`: the client's conversions wait. */
export function accountOfSettings(
  { credentials, accountsClient }: ConfiguredAccounts,
  clientIds: readonly string[],
  clientId: string,
  platform: Platform,
): AccountName | undefined {
  if (!ownsEnvironment(environmentOwner(accountsClient, clientIds), clientId)) return undefined;
  return credentials.find((account) => account.platform === platform && account.kind !== 'page');
}

/** The platforms that receive conversions. */
export function conversionPlatforms(accounts: readonly ConnectedAccount[]): readonly Platform[] {
  const receiving = accounts.filter((account) => account.kind !== 'page' && hasCredential(account));
  return [...new Set(receiving.map(({ platform }) => platform))];
}

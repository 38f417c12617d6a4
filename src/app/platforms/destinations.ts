import type { Logger } from '../../base/logger.ts';
import type { Config, DeliverySecrets } from '../../config/config.ts';
import type { CredentialsPlace } from '../../delivery/search-ads/credentials-file.ts';
import {
  type ClientAccount,
  type ClientConsent,
  conversionAccountOf,
  type EnvironmentOwner,
  environmentOwner,
  ownsEnvironment,
} from '../../domain/client-account.ts';
import { PLATFORMS, Platform } from '../../domain/conversion.ts';
import type { ClientAccounts, PlatformAccounts } from '../../domain/delivery-ports.ts';
import { type AccountName, accountKey } from '../../domain/platform-account.ts';
import type { Directory } from '../../domain/ports.ts';
import { SealedCredentials } from '../keyed-box.ts';

/** An account that receives conversions, and its credential. */
export interface DestinationAccount {
  readonly account: AccountName;
  /** The client it belongs to; `null` for the account from the settings. */
  readonly clientId: string | null;
  readonly loginAccountId: string | undefined;
  readonly conversionActions: ReadonlyMap<string, string>;
  /** A token; for Google Ads a credentials file. */
  readonly credential: { readonly token: string } | CredentialsPlace;
}

/** Why a client's conversions have no account to go to. */
export type NoDestination =
  | { readonly kind: 'no_account' }
  /** Its account uses the credential from the settings, and the setting is empty. */
  | { readonly kind: 'no_credential'; readonly account: ClientAccount; readonly setting: string }
  /** Its account's sealed credential cannot be decrypted. */
  | { readonly kind: 'unreadable'; readonly account: ClientAccount };

/** The accounts that conversions can go to, as of one point in time. */
export interface Destinations {
  /**
   * Where a client's conversions go at a platform: to its own account, or to that of the settings if that is the client's. Never elsewhere.
   */
  of(clientId: string, platform: Platform): DestinationAccount | NoDestination;
  /** The platforms that have at least one account. */
  readonly platforms: readonly Platform[];
  readonly accounts: readonly DestinationAccount[];
  readonly clientIds: readonly string[];
  /** The client's consent rule; `undefined` if that of the settings applies. */
  consentOf(clientId: string): ClientConsent | undefined;
}

export type DestinationStore = Pick<ClientAccounts, 'listClientAccounts' | 'listClientConsents'> &
  Pick<PlatformAccounts, 'listCredentials'> &
  Pick<Directory, 'listClients'>;

type Settings = Pick<Config, 'delivery'>;
type CredentialSecrets = Pick<DeliverySecrets, 'socialAdsConversionsToken' | 'credentialsKey'>;

export interface DestinationSources {
  readonly store: DestinationStore;
  readonly config: Settings;
  readonly secrets: CredentialSecrets;
  readonly log: Pick<Logger, 'error'>;
}

/** Reads the possible destinations of conversions from the settings and the database. */
export class DestinationReader {
  readonly #sources: DestinationSources;
  readonly #sealed: SealedCredentials;

  constructor(sources: DestinationSources) {
    this.#sources = sources;
    this.#sealed = new SealedCredentials(sources.secrets.credentialsKey, sources.log);
  }

  async read(): Promise<Destinations> {
    const { store, config } = this.#sources;
    const [owned, consents, clients] = await Promise.all([store.listClientAccounts(), store.listClientConsents(), store.listClients()]);
    const clientIds = clients.map(({ id }) => id);
    const opened = new Map<string, DestinationAccount | NoDestination>();
    const texts = await this.#openAll(owned);
    for (const account of owned) if (account.kind !== 'page') opened.set(accountKey(account), this.#openOwn(account, texts));
    const consentById = new Map(consents.map((consent) => [consent.clientId, consent]));
    const environment = {
      accounts: environmentAccounts(this.#sources),
      owner: environmentOwner(config.delivery.accountsClient, clientIds),
    };
    return {
      of: (clientId, platform) => {
        const own = conversionAccountOf(owned, clientId, platform);
        if (own !== undefined) return opened.get(accountKey(own)) ?? NO_ACCOUNT;
        return environmentAccountOf(environment, clientId, platform);
      },
      platforms: PLATFORMS.filter((platform) =>
        [...environment.accounts.map(({ account }) => account), ...owned.filter(({ kind }) => kind !== 'page')].some(
          (one) => one.platform === platform,
        ),
      ),
      accounts: [...environment.accounts, ...[...opened.values()].filter(isDestination)],
      clientIds,
      consentOf: (clientId) => consentById.get(clientId),
    };
  }

  /** The decrypted credentials of clients' accounts, by account. */
  async #openAll(owned: readonly ClientAccount[]): Promise<ReadonlyMap<string, string>> {
    const wanted = new Set(owned.filter(({ kind, credentialIn }) => kind !== 'page' && credentialIn === 'database').map(accountKey));
    if (wanted.size === 0) return new Map();
    const sealed = (await this.#sources.store.listCredentials()).filter((credential) => wanted.has(accountKey(credential)));
    const texts = await Promise.all(
      sealed.map(async (credential) => [accountKey(credential), await this.#sealed.open(credential)] as const),
    );
    return new Map(texts.flatMap(([key, text]) => (text === null ? [] : [[key, text] as const])));
  }

  #openOwn(account: ClientAccount, texts: ReadonlyMap<string, string>): DestinationAccount | NoDestination {
    const credential =
      account.credentialIn === 'environment' ? environmentCredential(account.platform, this.#sources) : kept(account, texts);
    if (credential === undefined) {
      return account.credentialIn === 'environment'
        ? { kind: 'no_credential', account, setting: CREDENTIAL_SETTING[account.platform] }
        : { kind: 'unreadable', account };
    }
    const { platform, kind, id, clientId, loginAccountId, conversionActions } = account;
    return { account: { platform, kind, id }, clientId, loginAccountId: loginAccountId ?? undefined, conversionActions, credential };
  }
}

/** The setting that holds a platform's credential. */
export const CREDENTIAL_SETTING: { readonly [platform in Platform]: string } = {
  social_ads: 'SOCIALADS_CONVERSIONS_TOKEN',
  search_ads: 'SEARCHADS_CREDENTIALS_FILE',
};

export function isDestination(found: DestinationAccount | NoDestination): found is DestinationAccount {
  return 'credential' in found;
}

/** Whether accounts can be connected while the program runs: there is a key to seal their credentials, or a credential that opens them. */
function canAccountsBeConnected({ config, secrets }: Pick<DestinationSources, 'config' | 'secrets'>): boolean {
  const { socialAdsConversionsToken: token, credentialsKey } = secrets;
  return credentialsKey !== undefined || token !== undefined || config.delivery.searchAds.credentialsFile !== undefined;
}

/** Whether any account can send conversions, or may be connected while the program runs. */
export async function mayConversionsBeSent(sources: Omit<DestinationSources, 'log'>): Promise<boolean> {
  return canAccountsBeConnected(sources) || (await sources.store.listClientAccounts()).some(({ kind }) => kind !== 'page');
}

const NO_ACCOUNT: NoDestination = { kind: 'no_account' };

function environmentAccountOf(
  { accounts, owner }: { readonly accounts: readonly DestinationAccount[]; readonly owner: EnvironmentOwner },
  clientId: string,
  platform: Platform,
): DestinationAccount | NoDestination {
  if (!ownsEnvironment(owner, clientId)) return NO_ACCOUNT;
  return accounts.find(({ account }) => account.platform === platform) ?? NO_ACCOUNT;
}

function environmentAccounts(sources: Pick<DestinationSources, 'config' | 'secrets'>): readonly DestinationAccount[] {
  const { socialAds, searchAds } = sources.config.delivery;
  return [
    environmentAccount(Platform.searchAds, searchAds.accountId, sources, searchAds),
    environmentAccount(Platform.socialAds, socialAds.datasetId, sources),
  ].filter((account) => account !== undefined);
}

function environmentAccount(
  platform: Platform,
  id: string | undefined,
  sources: Pick<DestinationSources, 'config' | 'secrets'>,
  rest: Partial<Pick<DestinationAccount, 'loginAccountId' | 'conversionActions'>> = {},
): DestinationAccount | undefined {
  const credential = environmentCredential(platform, sources);
  if (id === undefined || credential === undefined) return undefined;
  const kind = platform === Platform.searchAds ? 'ads_account' : 'dataset';
  const { loginAccountId, conversionActions = new Map<string, string>() } = rest;
  return { account: { platform, kind, id }, clientId: null, loginAccountId, conversionActions, credential };
}

/** The credential for the platform from the settings. */
export function environmentCredential(
  platform: Platform,
  { config, secrets }: Pick<DestinationSources, 'config' | 'secrets'>,
): DestinationAccount['credential'] | undefined {
  const { credentialsFile: file } = config.delivery.searchAds;
  const { socialAdsConversionsToken: token } = secrets;
  if (platform === Platform.searchAds) return file === undefined ? undefined : { file };
  return token === undefined ? undefined : { token };
}

function kept(account: AccountName, texts: ReadonlyMap<string, string>): DestinationAccount['credential'] | undefined {
  const text = texts.get(accountKey(account));
  if (text === undefined) return undefined;
  return account.platform === Platform.searchAds ? { text } : { token: text };
}

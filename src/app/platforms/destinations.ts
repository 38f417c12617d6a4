import type { Logger } from '../../base/logger.ts';
import type { Config, DeliverySecrets } from '../../config/config.ts';
import type { CredentialsPlace } from '../../delivery/search-ads/credentials-file.ts';
import {
  type ClientAccount,
  type ClientConsent,
  conversionAccountOf,
  environmentOwner,
  ownsEnvironment,
} from '../../domain/client-account.ts';
import { PLATFORMS, Platform } from '../../domain/conversion.ts';
import type { ClientAccounts, PlatformAccounts } from '../../domain/delivery-ports.ts';
import { type AccountName, accountKey, accountNamed, type SealedCredential } from '../../domain/platform-account.ts';
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

type DestinationStore = Pick<ClientAccounts, 'listClientAccounts' | 'listClientConsents'> &
  Pick<PlatformAccounts, 'listCredentials'> &
  Pick<Directory, 'listClients'>;

/** Where the settings have accounts and credentials. */
interface CredentialSettings {
  readonly config: Pick<Config, 'delivery'>;
  readonly secrets: Pick<DeliverySecrets, 'socialAdsConversionsToken'>;
}

export interface DestinationSources extends CredentialSettings {
  readonly store: DestinationStore;
  readonly secrets: Pick<DeliverySecrets, 'socialAdsConversionsToken' | 'credentialsKey'>;
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
    const [all, consents, clients] = await Promise.all([store.listClientAccounts(), store.listClientConsents(), store.listClients()]);
    const clientIds = clients.map(({ id }) => id);
    const owned = all.filter(({ kind }) => kind !== 'page');
    const isSealed = owned.some(({ credentialIn }) => credentialIn === 'database');
    const sealed = new Map((isSealed ? await store.listCredentials() : []).map((credential) => [accountKey(credential), credential]));
    const opened = new Map(
      await Promise.all(
        owned.map(async (account) => [accountKey(account), await this.#openOwn(account, sealed.get(accountKey(account)))] as const),
      ),
    );
    const consentById = new Map(consents.map((consent) => [consent.clientId, consent]));
    const ofSettings = environmentAccounts(this.#sources);
    const owner = environmentOwner(config.delivery.accountsClient, clientIds);
    const platforms = new Set([...ofSettings.map(({ account }) => account), ...owned].map(({ platform }) => platform));
    return {
      of: (clientId, platform) => {
        const own = conversionAccountOf(owned, clientId, platform);
        if (own !== undefined) return opened.get(accountKey(own)) ?? NO_ACCOUNT;
        if (!ownsEnvironment(owner, clientId)) return NO_ACCOUNT;
        return ofSettings.find(({ account }) => account.platform === platform) ?? NO_ACCOUNT;
      },
      platforms: PLATFORMS.filter((platform) => platforms.has(platform)),
      accounts: [...ofSettings, ...[...opened.values()].filter(isDestination)],
      clientIds,
      consentOf: (clientId) => consentById.get(clientId),
    };
  }

  async #openOwn(account: ClientAccount, sealed: SealedCredential | undefined): Promise<DestinationAccount | NoDestination> {
    const { platform, kind, id, clientId, credentialIn, loginAccountId, conversionActions } = account;
    const text = credentialIn === 'database' && sealed !== undefined ? await this.#sealed.open(sealed) : null;
    if (credentialIn === 'database' && text === null) return { kind: 'unreadable', account };
    const credential = text === null ? environmentCredential(platform, this.#sources) : credentialOf(platform, text);
    if (credential === undefined) return { kind: 'no_credential', account, setting: CREDENTIAL_SETTING[platform] };
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

/** The accounts in the settings that have a credential. */
export function environmentAccounts(sources: CredentialSettings): readonly DestinationAccount[] {
  const { socialAds, searchAds } = sources.config.delivery;
  const { loginAccountId, conversionActions } = searchAds;
  const configured = [
    { kind: 'dataset', id: socialAds.datasetId, loginAccountId: undefined, conversionActions: new Map<string, string>() },
    { kind: 'ads_account', id: searchAds.accountId, loginAccountId, conversionActions },
  ] as const;
  return configured.flatMap(({ kind, id, ...rest }) => {
    if (id === undefined) return [];
    const account = accountNamed(kind, id);
    const credential = environmentCredential(account.platform, sources);
    return credential === undefined ? [] : [{ account, clientId: null, ...rest, credential }];
  });
}

/** The credential for the platform from the settings. */
export function environmentCredential(
  platform: Platform,
  { config, secrets }: CredentialSettings,
): DestinationAccount['credential'] | undefined {
  const { credentialsFile: file } = config.delivery.searchAds;
  const { socialAdsConversionsToken: token } = secrets;
  if (platform === Platform.searchAds) return file === undefined ? undefined : { file };
  return token === undefined ? undefined : { token };
}

/** A credential that a person entered for an account at the platform. */
export function credentialOf(platform: Platform, text: string): DestinationAccount['credential'] {
  return platform === Platform.searchAds ? { text } : { token: text };
}

import type { Config, DeliverySecrets } from '../../config/config.ts';
import { connectedAccounts, conversionPlatforms, NOTHING_STORED } from '../../domain/connected-account.ts';
import { PLATFORMS, type Platform } from '../../domain/conversion.ts';
import type { DeliverySettings } from '../../http/admin/read/settings.ts';
import type { StoreContext } from '../context.ts';
import { CREDENTIAL_SETTING, environmentAccounts, environmentCredential } from './destinations.ts';
import { pageAccount } from './page-tokens.ts';

/** Which accounts have a credential in the environment: the names of the settings, never a credential. */
export function deliverySettings(
  { delivery }: Pick<Config, 'delivery'>,
  secrets: Pick<DeliverySecrets, 'socialAdsTokens' | 'socialAdsConversionsToken'>,
): DeliverySettings {
  const sources = { config: { delivery }, secrets };
  const pages = [...secrets.socialAdsTokens.keys()].map((id) => ({ ...pageAccount(id), setting: 'WEBHOOK_SOCIALADS_TOKENS' }));
  const others = environmentAccounts(sources).map(({ account }) => ({ ...account, setting: CREDENTIAL_SETTING[account.platform] }));
  const shared = PLATFORMS.filter((platform) => environmentCredential(platform, sources) !== undefined);
  const { consent, consentKeys } = delivery.conversions;
  return {
    credentials: [...pages, ...others],
    shared: Object.fromEntries(shared.map((platform) => [platform, CREDENTIAL_SETTING[platform]])),
    accountsClient: delivery.accountsClient,
    reconcileHours: delivery.socialAds.reconcileHours,
    consent: { mode: consent, keys: consentKeys },
  };
}

/** The platforms that conversions can be sent to: those where the settings or a client have an account. */
export async function connectedPlatforms({
  config,
  secrets,
  store,
}: Pick<StoreContext, 'config' | 'secrets' | 'store'>): Promise<readonly Platform[]> {
  const [owned, kept] = await Promise.all([store.listClientAccounts(), store.listCredentials()]);
  return conversionPlatforms(connectedAccounts(deliverySettings(config, secrets), { ...NOTHING_STORED, owned, kept }));
}

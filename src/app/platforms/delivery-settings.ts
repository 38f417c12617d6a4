import type { Config, DeliverySecrets } from '../../config/config.ts';
import { type ConfiguredCredential, connectedAccounts, conversionPlatforms, NOTHING_STORED } from '../../domain/connected-account.ts';
import { Platform } from '../../domain/conversion.ts';
import type { DeliverySettings } from '../../http/admin/read/settings.ts';
import type { StoreContext } from '../context.ts';
import { CREDENTIAL_SETTING } from './destinations.ts';

/** Which accounts have a credential in the environment: the names of the settings, never a credential. */
export function deliverySettings(
  { delivery }: Pick<Config, 'delivery'>,
  secrets: Pick<DeliverySecrets, 'socialAdsTokens' | 'socialAdsConversionsToken'>,
): DeliverySettings {
  const { socialAds, searchAds, conversions } = delivery;
  const pages = [...secrets.socialAdsTokens.keys()].map(
    (id): ConfiguredCredential => ({ platform: Platform.socialAds, kind: 'page', id, setting: 'WEBHOOK_SOCIALADS_TOKENS' }),
  );
  const dataset = {
    platform: Platform.socialAds,
    kind: 'dataset',
    id: socialAds.datasetId,
    setting: 'SOCIALADS_CONVERSIONS_TOKEN',
  } as const;
  const advertiser = {
    platform: Platform.searchAds,
    kind: 'ads_account',
    id: searchAds.accountId,
    setting: 'SEARCHADS_CREDENTIALS_FILE',
  } as const;
  return {
    credentials: [
      ...pages,
      ...(secrets.socialAdsConversionsToken === undefined ? [] : present(dataset)),
      ...(searchAds.credentialsFile === undefined ? [] : present(advertiser)),
    ],
    shared: {
      ...(secrets.socialAdsConversionsToken === undefined ? {} : { social_ads: CREDENTIAL_SETTING.social_ads }),
      ...(searchAds.credentialsFile === undefined ? {} : { search_ads: CREDENTIAL_SETTING.search_ads }),
    },
    accountsClient: delivery.accountsClient,
    reconcileHours: socialAds.reconcileHours,
    consent: { mode: conversions.consent, keys: conversions.consentKeys },
  };
}

function present(account: Omit<ConfiguredCredential, 'id'> & { readonly id: string | undefined }): readonly ConfiguredCredential[] {
  const { id } = account;
  return id === undefined ? [] : [{ ...account, id }];
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

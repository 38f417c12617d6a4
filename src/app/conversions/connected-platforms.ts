import type { Config, Secrets } from '../../config/config.ts';
import type { Platform } from '../../domain/conversion.ts';

/** The platforms that conversions can be sent to: those whose account and credential are set. */
export function connectedPlatforms(
  config: Pick<Config, 'delivery'>,
  secrets: Pick<Secrets, 'socialAdsConversionsToken'>,
): readonly Platform[] {
  const { searchAds, socialAds } = config.delivery;
  return [
    ...(searchAds.accountId !== undefined && searchAds.credentialsFile !== undefined ? (['search_ads'] as const) : []),
    ...(socialAds.datasetId !== undefined && secrets.socialAdsConversionsToken !== undefined ? (['social_ads'] as const) : []),
  ];
}

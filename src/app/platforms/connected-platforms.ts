import type { Config, DeliverySecrets } from '../../config/config.ts';
import { connectedAccounts, conversionPlatforms } from '../../domain/connected-account.ts';
import type { Platform } from '../../domain/conversion.ts';
import { deliverySettings } from './delivery-settings.ts';

/** The platforms that conversions can be sent to: those whose account and credential are set. */
export function connectedPlatforms(
  config: Pick<Config, 'delivery'>,
  secrets: Pick<DeliverySecrets, 'socialAdsTokens' | 'socialAdsConversionsToken'>,
): readonly Platform[] {
  const configured = deliverySettings(config, secrets).credentials;
  return conversionPlatforms(connectedAccounts({ configured, kept: [], known: [] }));
}

import { connectedAccounts, conversionPlatforms, NOTHING_STORED } from '../../domain/connected-account.ts';
import type { Platform } from '../../domain/conversion.ts';
import type { StoreContext } from '../context.ts';
import { deliverySettings } from './delivery-settings.ts';

/** The platforms that conversions can be sent to: those at which the settings or a client have an account. */
export async function connectedPlatforms({
  config,
  secrets,
  store,
}: Pick<StoreContext, 'config' | 'secrets' | 'store'>): Promise<readonly Platform[]> {
  const owned = await store.listClientAccounts();
  return conversionPlatforms(connectedAccounts(deliverySettings(config, secrets), { ...NOTHING_STORED, owned }));
}

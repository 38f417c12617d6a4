import type { Config, Secrets } from '../config/config.ts';
import type { NamedSecretOrigin } from '../domain/named-secret.ts';
import type { Installation } from '../findings/snapshot.ts';
import { deliverySettings } from './platforms/delivery-settings.ts';
import { sourceSettings } from './source-settings.ts';

/**
 * The settings that matter for judging an installation.
 * @param named the sources that have valid secrets of single senders
 */
export function installationOf(config: Config, secrets: Secrets, named: () => Promise<readonly NamedSecretOrigin[]>): Installation {
  const ofSettings = sourceSettings(config, secrets).filter(({ secret, allowsUnsigned }) => secret.isSet || allowsUnsigned);
  return {
    open: async () => [...ofSettings.map(({ origin }) => origin), ...(await named()).filter((origin) => origin !== 'exportacao')],
    allowsUnsigned: config.allowUnsigned,
    delivery: deliverySettings(config, secrets),
    retention: config.retention,
  };
}

import type { Config, Secrets } from '../config/config.ts';
import type { NamedSecretOrigin } from '../domain/named-secret.ts';
import type { Installation } from '../findings/snapshot.ts';
import { deliverySettings } from './platforms/delivery-settings.ts';
import { sourceSettings } from './source-settings.ts';

/**
 * What the settings say to whoever judges an installation.
 * @param named what there are valid secrets of single senders for
 */
export function installationOf(config: Config, secrets: Secrets, named: () => Promise<readonly NamedSecretOrigin[]>): Installation {
  const ofSettings = sourceSettings(config, secrets).filter(({ secret, allowsUnsigned }) => secret.isSet || allowsUnsigned);
  return {
    open: async () => [...ofSettings.map(({ origin }) => origin), ...(await named()).filter((origin) => origin !== 'exportacao')],
    allowsUnsigned: config.allowUnsigned,
    delivery: deliverySettings(config, secrets),
  };
}

import type { ClientConsent } from '../../../domain/client-account.ts';
import type { ConfiguredAccounts } from '../../../domain/connected-account.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { SourceFingerprints } from '../../../domain/secret-rotation.ts';

/** The settings of a source that everybody in the admin may see: never a secret. */
export interface SourceSettings {
  readonly origin: Origin;
  /** Where its events are posted. */
  readonly path: string;
  /** The name of the setting with its secret, and whether it is set. */
  readonly secret: SecretState;
  /** The secret that is being replaced. */
  readonly previous: SecretState;
  /** The token that verifies a subscription; `null` if this source has none. */
  readonly verifyToken: SettingState | null;
  /** `true` if it accepts events without a signature. */
  readonly allowsUnsigned: boolean;
}

/** Also the secret's fingerprint; `null` if not set. */
export interface SecretState extends SettingState {
  readonly fingerprint: string | null;
}

interface SettingState {
  readonly name: string;
  readonly isSet: boolean;
}

/** The fingerprints of a source's secrets. */
export function fingerprintsOf({ origin, secret, previous }: SourceSettings): SourceFingerprints {
  return { origin, current: secret.fingerprint, previous: previous.fingerprint };
}

/** The configured connections to the platforms that everybody in the admin may see: never a credential. */
export interface DeliverySettings extends ConfiguredAccounts {
  /** How often the platform's leads are compared with the stored ones, in hours; 0 if never. */
  readonly reconcileHours: number;
  /** The consent rule for clients without their own. */
  readonly consent: Pick<ClientConsent, 'mode' | 'keys'>;
}

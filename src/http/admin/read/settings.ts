import type { ClientConsent } from '../../../domain/client-account.ts';
import type { ConfiguredAccounts } from '../../../domain/connected-account.ts';
import type { SourceFingerprints } from '../../../domain/secret-rotation.ts';
import type { SourceSettings } from '../../../presentation/source-record.ts';

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

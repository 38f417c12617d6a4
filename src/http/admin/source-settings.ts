import type { Origin } from '../../domain/origin.ts';
import type { SourceFingerprints } from '../../domain/secret-rotation.ts';

/** What is set for a source, as far as everybody in the admin may know it: never a secret. */
export interface SourceSettings {
  readonly origin: Origin;
  /** Where its events are posted. */
  readonly path: string;
  /** The name of the setting that holds its secret, and whether it is set. */
  readonly secret: SecretState;
  /** The secret that is being replaced. */
  readonly previous: SecretState;
  /** The token that proves a subscription; null: this source has none. */
  readonly verifyToken: SettingState | null;
  /** True: it takes events without a signature. */
  readonly allowsUnsigned: boolean;
}

/** Of a secret its fingerprint too; null: not set. */
export interface SecretState extends SettingState {
  readonly fingerprint: string | null;
}

interface SettingState {
  readonly name: string;
  readonly isSet: boolean;
}

/** The secrets of a source by their fingerprints. */
export function fingerprintsOf({ origin, secret, previous }: SourceSettings): SourceFingerprints {
  return { origin, current: secret.fingerprint, previous: previous.fingerprint };
}

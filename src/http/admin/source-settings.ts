import type { Origin } from '../../domain/origin.ts';

/** What is set for a source, as far as everybody in the admin may know it: never a secret. */
export interface SourceSettings {
  readonly origin: Origin;
  /** Where its events are posted. */
  readonly path: string;
  /** The name of the setting that holds its secret, and whether it is set. */
  readonly secret: SettingState;
  /** The secret that is being replaced. */
  readonly previous: SettingState;
  /** The token that proves a subscription; null: this source has none. */
  readonly verifyToken: SettingState | null;
  /** True: it takes events without a signature. */
  readonly allowsUnsigned: boolean;
}

export interface SettingState {
  readonly name: string;
  readonly isSet: boolean;
}

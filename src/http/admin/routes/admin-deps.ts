import type { Logger } from '../../../base/logger.ts';
import type { ClientConnections } from '../../../domain/client-connections.ts';
import type { FormName, MappingChange } from '../../../domain/form-fields.ts';
import type { FormFilled, FormView, ListedForm, MappingPreview } from '../../../domain/form-mapping.ts';
import type { NewNamedSecret } from '../../../domain/named-secret.ts';
import type { PersonProgress } from '../../../domain/person.ts';
import type { Operator, Store } from '../../../domain/ports.ts';
import type { ReplayedRequest, ReplayOptions, ReplaySummary } from '../../../domain/refused-replay.ts';
import type { RetentionDays } from '../../../domain/retention.ts';
import type { Snapshot } from '../../../findings/snapshot.ts';
import type { SourceSettings } from '../../../presentation/source-record.ts';
import type { Exchange } from '../../exchange.ts';
import type { AdminAccess } from '../entrance/access.ts';
import type { DeliverySettings } from '../read/settings.ts';
import type { Program } from '../requests/visitor.ts';

/** What the admin needs from the program. */
export interface AdminDeps extends Program {
  readonly store: Store;
  readonly access: AdminAccess;
  readonly log: Logger;
  /** The time zone (IANA) that defines the days, and of times that users type without an offset; the same as on the command line. */
  readonly timeZone: string;
  /** The settings of each source; never a secret. */
  readonly sources: readonly SourceSettings[];
  /** The service's connections to the platforms; never a credential. */
  readonly delivery: DeliverySettings;
  /** The limits of the settings. */
  readonly retention: RetentionDays;
  /** Whether the browser uses https, as far as is known. */
  readonly isHttps: (exchange: Exchange) => boolean;
  readonly readInstallation: () => Promise<Snapshot>;
  readonly collectMetrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
  /** Connects, tests and disconnects clients' accounts, as the command line does. */
  readonly clientConnections: ClientConnections;
  readonly forms: FormDesk;
  /** Seals and stores a sender's secret, and returns it; `undefined` if there is no key to seal it with. */
  readonly addNamedSecret: ((secret: NewNamedSecret, operator: Operator) => Promise<{ readonly value: string }>) | undefined;
  /** Completes erasures that were begun. */
  readonly erasures: { wake(): void; progressOf(erasureId: string): PersonProgress | null };
  /** The results that replaying refused requests would have, without replaying. */
  readonly previewReplay: (refusedIds: readonly string[], options: ReplayOptions) => Promise<ReplaySummary>;
  /** Replays them through intake with the current secrets and settings. */
  readonly replayRefused: (refusedIds: readonly string[], operator: Operator, options: ReplayOptions) => AsyncIterable<ReplayedRequest>;
  /** How many live pages may be open at once. Default: 500. */
  readonly mostStreams?: number;
}

/** The platforms' lead forms and their mapping by operators. */
export interface FormDesk {
  readonly list: () => Promise<readonly ListedForm[]>;
  /** @throws AppError `not_found` */
  readonly view: (form: FormName) => Promise<FormView>;
  readonly preview: (form: FormName, change: MappingChange) => Promise<MappingPreview>;
  /**
   * Saves the mapping and updates stored leads for as long as the request may take; workers update the rest. `isNew`: it changed anything.
   */
  readonly map: (form: FormName, change: MappingChange, operator: Operator) => Promise<FormFilled & { readonly isNew: boolean }>;
}

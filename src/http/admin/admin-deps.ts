import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ClientConnections } from '../../domain/client-connections.ts';
import type { ClientAccounts, ConversionOutbox, FetchedLeads, PlatformAccounts, Reconciliation } from '../../domain/delivery-ports.ts';
import type { FormName, MappingChange } from '../../domain/form-fields.ts';
import type { FormFilled, FormView, ListedForm, MappingPreview } from '../../domain/form-mapping.ts';
import type { NamedSecrets, NewNamedSecret } from '../../domain/named-secret.ts';
import type { ChangeFeed, Directory, Operator, QueueControl } from '../../domain/ports.ts';
import type { PutThroughResult, ReplayedRefusal, ReplayOptions, ReplayPreview } from '../../domain/put-through.ts';
import type { Reports } from '../../domain/report-ports.ts';
import type { Snapshot } from '../../findings/snapshot.ts';
import type { Exchange } from '../exchange.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import type { AdminAccess } from './entrance/access.ts';
import type { SourceSettings } from './source-settings.ts';

/** Lead forms of the platforms, and what operators say about their answers. */
export interface FormDesk {
  readonly list: () => Promise<readonly ListedForm[]>;
  /** @throws AppError `not_found` */
  readonly view: (form: FormName) => Promise<FormView>;
  readonly preview: (form: FormName, change: MappingChange) => Promise<MappingPreview>;
  /** Saves the change and fills the stored leads, for as long as somebody waits; workers fill the others. `isNew`: it changed anything. */
  readonly map: (form: FormName, change: MappingChange, operator: Operator) => Promise<FormFilled & { readonly isNew: boolean }>;
}

/** What the admin is built from. */
export interface AdminDeps {
  readonly reports: Reports;
  readonly control: QueueControl;
  readonly changes: ChangeFeed;
  readonly directory: Directory;
  readonly outbox: Pick<ConversionOutbox, 'retryConversions' | 'addStage' | 'changeStage' | 'conversionsToSend'>;
  readonly accounts: Pick<PlatformAccounts, 'listAccounts' | 'listCredentials'> &
    Pick<ClientAccounts, 'listClientAccounts' | 'countWaitingForAccount' | 'listClientConsents'>;
  readonly reconciliation: Pick<Reconciliation, 'listFormChecks'>;
  readonly fetched: FetchedLeads;
  readonly namedSecrets: Pick<NamedSecrets, 'listNamedSecrets' | 'removeNamedSecret'>;
  /** Seals and keeps a secret of a sender, and returns it; undefined: there is no key to seal it with. */
  readonly addNamedSecret: ((secret: NewNamedSecret, operator: Operator) => Promise<{ readonly value: string }>) | undefined;
  /** Connects, tests and disconnects the accounts of clients, as the command line does. */
  readonly clientConnections: ClientConnections;
  readonly forms: FormDesk;
  readonly queue: string;
  /** Reads all that tells whether anything is wrong. */
  readonly lookAtInstallation: () => Promise<Snapshot>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly version: string;
  /** Of times that people type without an offset, IANA; the command line reads them in the same. */
  readonly timeZone: string;
  /** A word for the badge: `production`, `development`, … */
  readonly environment: string;
  readonly access: AdminAccess;
  /** What is set for each source; never a secret. */
  readonly sources: readonly SourceSettings[];
  /** What connects the service to the platforms; never a credential. */
  readonly delivery: DeliverySettings;
  /** How many live pages may be open at once; left out: 500. */
  readonly mostStreams?: number;
  /**
   * Puts a refused request through intake again, with the secrets and settings of now.
   * @throws AppError `not_found`; `conflict` when it was put through already, or when only the beginning of its body is kept
   */
  /** What replaying them would do, without doing it. */
  readonly previewReplay: (refusedIds: readonly string[], options: ReplayOptions) => Promise<ReplayPreview>;
  readonly putThroughMany: (refusedIds: readonly string[], operator: Operator, options: ReplayOptions) => AsyncIterable<ReplayedRefusal>;
  readonly putThrough: (refusedId: string, operator: Operator) => Promise<PutThroughResult>;
  /** Whether the browser came by https, as far as that is known. */
  readonly isHttps: (exchange: Exchange) => boolean;
  readonly collectMetrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

import type { ClientAccount, WaitingForAccount } from '../../../domain/client-account.ts';
import type { ConnectedAccount } from '../../../domain/connected-account.ts';
import type { Platform } from '../../../domain/conversion.ts';
import type { FormCheck } from '../../../domain/delivery-ports.ts';
import type { ClientSummary } from '../../../domain/directory.ts';
import type { Finding } from '../../../domain/finding.ts';
import { type AccountName, accountKey, type SealedCredential } from '../../../domain/platform-account.ts';
import type { QueueSnapshot } from '../../../domain/queue-status.ts';

/** What the database tells of the platforms. Times are UTC ms. */
export interface PlatformFacts {
  readonly accounts: readonly ConnectedAccount[];
  readonly kept: readonly SealedCredential[];
  /** The accounts that belong to clients. */
  readonly owned: readonly ClientAccount[];
  readonly clients: readonly ClientSummary[];
  /** Passwords of the export of single clients. */
  readonly exportSecrets: number;
  readonly checks: readonly FormCheck[];
  /** Conversions of clients that have no account. */
  readonly waitingForAccount: readonly WaitingForAccount[];
  /** The queue that conversions are sent from. */
  readonly conversions: QueueSnapshot;
  /** Since when the oldest conversion of each connected platform waits; platforms without one are left out. */
  readonly waitingSince: ReadonlyMap<Platform, number>;
}

/** Names the client whose account a finding is about; an account of the settings has none. */
export function ofClient({ owned, clients }: Pick<PlatformFacts, 'owned' | 'clients'>, account: AccountName, finding: Finding): Finding {
  const owner = owned.find((one) => accountKey(one) === accountKey(account))?.clientId;
  const client = clients.find(({ id }) => id === owner);
  return client === undefined ? finding : { ...finding, client: { id: client.id, name: client.name } };
}

import { type ConnectedAccount, connectedAccounts } from '../../../domain/connected-account.ts';
import type { ClientAccounts, FormCheck, PlatformAccounts, Reconciliation } from '../../../domain/delivery-ports.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { DeliverySettings } from '../delivery-settings.ts';

export interface PlatformDeps {
  readonly accounts: Pick<PlatformAccounts, 'listAccounts' | 'listCredentials'> & Pick<ClientAccounts, 'listClientAccounts'>;
  readonly directory: Pick<Directory, 'listClients'>;
  readonly reconciliation: Pick<Reconciliation, 'listFormChecks'>;
  readonly delivery: DeliverySettings;
}

/** What connects the service to the platforms, and how it went. */
export interface PlatformView {
  readonly accounts: readonly ConnectedAccount[];
  readonly checks: readonly FormCheck[];
  readonly reconcileHours: number;
}

/** Reads it: as many rows as there are accounts and forms. */
export async function viewPlatforms({ accounts, directory, reconciliation, delivery }: PlatformDeps): Promise<PlatformView> {
  const [known, kept, owned, clients, checks] = await Promise.all([
    accounts.listAccounts(),
    accounts.listCredentials(),
    accounts.listClientAccounts(),
    directory.listClients(),
    reconciliation.listFormChecks(),
  ]);
  return {
    accounts: connectedAccounts(delivery, { kept, known, owned, clientIds: clients.map(({ id }) => id) }),
    checks,
    reconcileHours: delivery.reconcileHours,
  };
}

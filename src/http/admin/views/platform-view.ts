import { type ConnectedAccount, connectedAccounts } from '../../../domain/connected-account.ts';
import type { FormCheck, PlatformAccounts, Reconciliation } from '../../../domain/delivery-ports.ts';
import type { DeliverySettings } from '../delivery-settings.ts';

export interface PlatformDeps {
  readonly accounts: Pick<PlatformAccounts, 'listAccounts' | 'listCredentials'>;
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
export async function viewPlatforms({ accounts, reconciliation, delivery }: PlatformDeps): Promise<PlatformView> {
  const [known, kept, checks] = await Promise.all([accounts.listAccounts(), accounts.listCredentials(), reconciliation.listFormChecks()]);
  return {
    accounts: connectedAccounts({ configured: delivery.credentials, kept, known }),
    checks,
    reconcileHours: delivery.reconcileHours,
  };
}

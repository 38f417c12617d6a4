import { describe } from 'vitest';
import { changesContract } from './changes-contract.ts';
import { claimContract } from './claim-contract.ts';
import { clientAccountsContract } from './client-accounts-contract.ts';
import { consentsContract } from './consents-contract.ts';
import { controlContract } from './control-contract.ts';
import { conversionJobsContract } from './conversion-jobs-contract.ts';
import { conversionReadsContract } from './conversion-reads-contract.ts';
import { conversionsContract } from './conversions-contract.ts';
import { directoryContract } from './directory-contract.ts';
import { erasuresContract } from './erasures-contract.ts';
import { eventChangesContract } from './event-changes-contract.ts';
import { eventFiltersContract } from './event-filters-contract.ts';
import { failedLoginsContract } from './failed-logins-contract.ts';
import { finishContract } from './finish-contract.ts';
import { formsContract } from './forms-contract.ts';
import { inboxContract } from './inbox-contract.ts';
import { leadChangesContract } from './lead-changes-contract.ts';
import { leadMatchingContract } from './lead-matching-contract.ts';
import { leasesContract } from './leases-contract.ts';
import { lifetimeContract } from './lifetime-contract.ts';
import { namedSecretsContract } from './named-secrets-contract.ts';
import { operationsContract } from './operations-contract.ts';
import { outboxContract } from './outbox-contract.ts';
import { platformsContract } from './platforms-contract.ts';
import { queueHistoryContract } from './queue-history-contract.ts';
import { reportsContract } from './reports-contract.ts';
import { savedViewsContract } from './saved-views-contract.ts';
import { searchContract } from './search-contract.ts';
import { sessionsContract } from './sessions-contract.ts';
import { spanFiguresContract } from './span-figures-contract.ts';
import type { OpenStore } from './store-under-test.ts';

/**
 * What every store guarantees, whatever its database. A store is complete when it passes; a new rule about storage starts as a case here.
 */
export function storeContract(name: string, open: OpenStore): void {
  describe(`store contract: ${name}`, () => {
    inboxContract(open);
    claimContract(open);
    eventFiltersContract(open);
    finishContract(open);
    leadMatchingContract(open);
    leasesContract(open);
    controlContract(open);
    eventChangesContract(open);
    directoryContract(open);
    reportsContract(open);
    queueHistoryContract(open);
    spanFiguresContract(open);
    leadChangesContract(open);
    conversionsContract(open);
    conversionReadsContract(open);
    conversionJobsContract(open);
    outboxContract(open);
    consentsContract(open);
    erasuresContract(open);
    platformsContract(open);
    clientAccountsContract(open);
    operationsContract(open);
    searchContract(open);
    sessionsContract(open);
    failedLoginsContract(open);
    namedSecretsContract(open);
    savedViewsContract(open);
    formsContract(open);
    changesContract(open);
    lifetimeContract(open);
  });
}

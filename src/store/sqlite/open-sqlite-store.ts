import { databasePath } from '../../config/database-path.ts';
import type { Store } from '../../domain/ports.ts';
import { adminSessions } from './ports/admin-sessions.ts';
import { clientAccounts } from './ports/client-accounts.ts';
import { conversionOutbox } from './ports/conversion-outbox.ts';
import { SqliteCore, type SqliteStoreOptions } from './ports/core.ts';
import { directoryPort } from './ports/directory.ts';
import { eventInbox } from './ports/event-inbox.ts';
import { fetchedLeads } from './ports/fetched-leads.ts';
import { jobQueue } from './ports/job-queue.ts';
import { leadForms } from './ports/lead-forms.ts';
import { namedSecretsPort } from './ports/named-secrets.ts';
import { platformAccounts } from './ports/platform-accounts.ts';
import { queueControl } from './ports/queue-control.ts';
import { reconciliation } from './ports/reconciliation.ts';
import { reportsPort } from './ports/reports.ts';
import { searchIndexPort } from './ports/search-index.ts';

/**
 * Opens the database of a `sqlite:PATH` address: writes go through the writer (group commit, synced before a promise
 * resolves), reads through a connection of their own. Folder, file and schema are made when missing.
 *
 * @param now UTC ms, recorded with the migrations that run
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`
 */
export function openSqliteStore(databaseUrl: string, now: number, options: SqliteStoreOptions = {}): Store {
  const core = new SqliteCore(databasePath(databaseUrl), now, options);
  return {
    ...eventInbox(core),
    ...jobQueue(core),
    ...queueControl(core),
    ...directoryPort(core),
    ...reportsPort(core),
    ...searchIndexPort(core),
    ...platformAccounts(core),
    ...clientAccounts(core),
    ...fetchedLeads(core),
    ...leadForms(core),
    ...conversionOutbox(core),
    ...reconciliation(core),
    ...adminSessions(core),
    ...namedSecretsPort(core),
    broken: core.broken,
    changeToken: () => core.changes.changeToken(),
    waitForChange: (options) => core.changes.waitForChange(options),
    close: () => core.close(),
    [Symbol.asyncDispose]: () => core.close(),
  };
}

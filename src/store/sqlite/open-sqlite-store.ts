import { databasePath } from '../../config/database-path.ts';
import type { Store } from '../../domain/ports.ts';
import { looks, reads, writes } from '../sql/ports/forwards.ts';
import { jobQueue } from '../sql/ports/job-queue.ts';
import { outbox } from '../sql/ports/outbox.ts';
import { people } from '../sql/ports/people.ts';
import { platformAccounts } from '../sql/ports/platform-accounts.ts';
import { queueControl } from '../sql/ports/queue-control.ts';
import { retention } from '../sql/ports/retention.ts';
import { toStoredFields } from '../sql/rows/lead-rows.ts';
import { SqliteCore, type SqliteStoreOptions } from './core.ts';

/**
 * Opens the database of a `sqlite:PATH` address. Writes go through the writer (group commit, synced before a promise resolves), reads
 * through their own connection. Creates folder, file and schema if they are missing.
 *
 * @param now UTC ms, recorded with the migrations that run
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`
 */
export function openSqliteStore(databaseUrl: string, now: number, options: SqliteStoreOptions = {}): Store {
  const core = new SqliteCore(databasePath(databaseUrl), now, options);
  return {
    ...writes(core, 'accept', 'recordRefused'),
    ...jobQueue(core),
    ...queueControl(core),
    ...platformAccounts(core),
    ...outbox(core),
    ...directory(core),
    ...reports(core),
    ...clientsAndSecrets(core),
    ...leadForms(core),
    ...people(core),
    ...retention(core),
    indexMore: (limit) => core.indexer.read('indexMore', limit),
    checkWritable: () => core.writer.write('probe'),
    broken: core.broken,
    changeToken: () => core.changes.changeToken(),
    waitForChange: (waiting) => core.changes.waitForChange(waiting),
    close: () => core.close(),
    [Symbol.asyncDispose]: () => core.close(),
  };
}

function directory(core: SqliteCore) {
  return {
    ...looks(core, 'resolve', 'findClient', 'findUser', 'findCampaign'),
    ...reads(core, 'listClients', 'listUsers', 'listCampaigns', 'countLeads'),
    ...writes(core, 'addClient', 'renameClient', 'removeClient', 'addUser', 'removeUser'),
    ...writes(core, 'addCampaigns', 'updateCampaign', 'removeCampaign', 'linkCampaign', 'unlinkCampaign'),
  };
}

function reports(core: SqliteCore) {
  return {
    // Avoids starting the read thread, which takes 13 MB, until another read needs it.
    queueSnapshot: async (queue: string, now: number) =>
      (await core.look('briefSnapshot', queue, now)) ?? core.reader.read('queueSnapshot', queue, now),
    storeFacts: () => core.reader.read('storeFacts'),
    ...reads(core, 'queueHistory', 'spanFigures', 'listFailedJobs', 'eventOfJob', 'searchBacklog', 'sourceActivity'),
    ...reads(core, 'listEvents', 'eventsById', 'eventTrail', 'eventErrorGroups', 'failureTargets', 'typeConflicts'),
    ...reads(core, 'listLeads', 'leadsById', 'findLead', 'consentsOfLead'),
    ...reads(core, 'listConversions', 'latestStages', 'conversionNames', 'conversionsWaitSince', 'conversionTrail'),
    ...reads(core, 'listRefused', 'findRefused', 'refusedCounts', 'knownSenders'),
    ...reads(core, 'listActivity', 'secretUses', 'listViews'),
    ...writes(core, 'saveView', 'deleteView', 'changeConsent'),
  };
}

function clientsAndSecrets(core: SqliteCore) {
  return {
    ...looks(core, 'listClientAccounts', 'listClientConsents', 'countWaitingForAccount'),
    ...writes(core, 'connectClientAccount', 'disconnectClientAccount', 'setClientConsent'),
    ...looks(core, 'findSession', 'listSessions', 'listNamedSecrets', 'sealedNamedSecrets'),
    ...writes(core, 'startSession', 'noteSessionUse', 'endSessions'),
    ...writes(core, 'addNamedSecret', 'noteSecretUse', 'removeNamedSecret', 'noteCurrentSecrets'),
  };
}

function leadForms(core: SqliteCore) {
  const fillLeads: Store['fillLeads'] = (fills, now) => {
    const stored = fills.map(({ leadId, fields }) => ({ leadId, fields: toStoredFields(fields) }));
    return core.writer.write('fillLeads', stored, core.attribution, now);
  };
  return {
    ...looks(core, 'findForms', 'formsWithoutContact', 'listForms', 'formsToSee', 'leadsOfForm'),
    ...writes(core, 'noteForm', 'mapForm'),
    fillLeads,
  };
}

import type { Store } from '../../domain/ports.ts';
import type { StoreCore } from './core.ts';
import { looks, reads, writes } from './ports/forwards.ts';
import { jobQueue } from './ports/job-queue.ts';
import { outbox } from './ports/outbox.ts';
import { people } from './ports/people.ts';
import { platformAccounts } from './ports/platform-accounts.ts';
import { queueControl } from './ports/queue-control.ts';
import { retention } from './ports/retention.ts';
import { toStoredFields } from './rows/lead-rows.ts';

/** What each database brings along for itself. */
export type OwnPorts = Pick<Store, 'storeFacts' | 'indexMore' | 'checkWritable' | 'broken' | 'clockAheadMs' | 'queueSnapshot'>;

/** The ports of a store, on its core. */
export function storePorts(core: StoreCore, own: OwnPorts): Store {
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
    ...own,
    changeToken: () => core.changes.changeToken(),
    waitForChange: (waiting) => core.changes.waitForChange(waiting),
    close: () => core.close(),
    [Symbol.asyncDispose]: () => core.close(),
  };
}

function directory(core: StoreCore) {
  return {
    ...looks(core, 'resolve', 'findClient', 'findUser', 'findCampaign'),
    ...reads(core, 'listClients', 'listUsers', 'listCampaigns', 'countLeads'),
    ...writes(core, 'addClient', 'renameClient', 'removeClient', 'addUser', 'removeUser'),
    ...writes(core, 'addCampaigns', 'updateCampaign', 'removeCampaign', 'linkCampaign', 'unlinkCampaign'),
  };
}

function reports(core: StoreCore) {
  return {
    ...reads(core, 'queueHistory', 'spanFigures', 'listFailedJobs', 'resultNotStored', 'eventOfJob', 'searchBacklog', 'sourceActivity'),
    ...reads(core, 'listEvents', 'eventsById', 'eventTrail', 'eventErrorGroups', 'failureTargets', 'typeConflicts', 'personConflicts'),
    ...reads(core, 'listLeads', 'leadsById', 'leadsNamed', 'findLead', 'consentsOfLead'),
    ...reads(core, 'listConversions', 'latestStages', 'conversionNames', 'conversionsWaitSince', 'conversionTrail'),
    ...reads(core, 'listRefused', 'findRefused', 'refusedCounts', 'knownSenders'),
    ...reads(core, 'listActivity', 'secretUses', 'listViews'),
    ...writes(core, 'saveView', 'deleteView', 'changeConsent'),
  };
}

function clientsAndSecrets(core: StoreCore) {
  return {
    ...looks(core, 'listClientAccounts', 'listClientConsents', 'countWaitingForAccount'),
    ...writes(core, 'connectClientAccount', 'disconnectClientAccount', 'setClientConsent'),
    ...looks(core, 'findSession', 'listSessions', 'listNamedSecrets', 'sealedNamedSecrets'),
    ...writes(core, 'startSession', 'noteSessionUse', 'endSessions', 'countFailedLogin'),
    ...writes(core, 'addNamedSecret', 'noteSecretUse', 'removeNamedSecret', 'noteCurrentSecrets'),
  };
}

function leadForms(core: StoreCore) {
  const fillLeads: Store['fillLeads'] = (fills, now) => {
    const stored = fills.map(({ leadId, fields }) => ({ leadId, fields: toStoredFields(fields) }));
    return core.write('fillLeads', stored, core.attribution, now);
  };
  return {
    ...looks(core, 'findForms', 'formsWithoutContact', 'listForms', 'formsToSee', 'leadsOfForm'),
    ...writes(core, 'noteForm', 'mapForm'),
    fillLeads,
  };
}

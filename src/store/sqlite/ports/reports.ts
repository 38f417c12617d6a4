import type { Reports } from '../../../domain/report-ports.ts';
import type { SqliteCore } from './core.ts';

export function reportsPort(core: SqliteCore): Reports {
  const { reader, writer } = core;
  return {
    // `/health` asks for it: a service that only receives events needs no thread for reads, which takes 13 MB.
    queueSnapshot: async (queue, now) =>
      (await core.look(() => core.reports.briefSnapshot(queue, now))) ?? reader.read('reports', 'queueSnapshot', queue, now),
    queueHistory: (queue, now) => reader.read('reports', 'queueHistory', queue, now),
    listEvents: (query) => reader.read('lists', 'listEvents', query),
    eventsById: (ids) => reader.read('lists', 'eventsById', ids),
    eventTrail: (id) => reader.read('lists', 'eventTrail', id),
    listLeads: (query) => reader.read('lists', 'listLeads', query),
    leadsById: (ids) => reader.read('lists', 'leadsById', ids),
    findLead: (id) => reader.read('lists', 'findLead', id),
    listConversions: (query) => reader.read('lists', 'listConversions', query),
    conversionNames: () => reader.read('reports', 'conversionNames'),
    conversionsWaitSince: (platform) => reader.read('reports', 'conversionsWaitSince', platform),
    conversionTrail: (id) => reader.read('lists', 'conversionTrail', id),
    listFailedJobs: (query) => reader.read('lists', 'listFailedJobs', query),
    eventErrorGroups: (filter = {}) => reader.read('lists', 'eventErrorGroups', filter),
    failureTargets: (errorCode) => reader.read('lists', 'failureTargets', errorCode),
    searchBacklog: () => reader.read('lists', 'searchBacklog'),
    listRefused: (query) => reader.read('lists', 'listRefused', query),
    findRefused: (id) => reader.read('lists', 'findRefused', id),
    refusedCounts: (since) => reader.read('reports', 'refusedCounts', since),
    openRefusedCounts: () => reader.read('reports', 'openRefusedCounts'),
    refusedCredentials: () => reader.read('reports', 'refusedCredentials'),
    knownSenders: () => reader.read('reports', 'knownSenders'),
    typeConflicts: (since) => reader.read('reports', 'typeConflicts', since),
    listActivity: (query) => reader.read('lists', 'listActivity', query),
    lastActivity: (action) => reader.read('reports', 'lastActivity', action),
    lastReceived: () => reader.read('reports', 'lastReceived'),
    sourceActivity: (now) => reader.read('reports', 'sourceActivity', now),
    secretUses: () => reader.read('reports', 'secretUses'),
    storeFacts: () => reader.read('reports', 'storeFacts'),
    checkWritable: () => writer.write('probe'),
    eventOfJob: (jobId) => reader.read('reports', 'eventOfJob', jobId),
  };
}

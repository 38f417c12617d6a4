import type { Reports } from '../../../domain/report-ports.ts';
import type { SqliteCore } from './core.ts';

export function reportsPort(core: SqliteCore): Reports {
  const { reports, writer } = core;
  return {
    queueSnapshot: (queue, now) => core.look(() => reports.queueSnapshot(queue, now)),
    queueHistory: (queue, now) => core.look(() => reports.queueHistory(queue, now)),
    listEvents: (query) => core.lookAtLists((lists) => lists.listEvents(query)),
    eventsById: (ids) => core.lookAtLists((lists) => lists.eventsById(ids)),
    eventTrail: (id) => core.lookAtLists((lists) => lists.eventTrail(id)),
    listLeads: (query) => core.lookAtLists((lists) => lists.listLeads(query)),
    leadsById: (ids) => core.lookAtLists((lists) => lists.leadsById(ids)),
    findLead: (id) => core.lookAtLists((lists) => lists.findLead(id)),
    listConversions: (query) => core.lookAtLists((lists) => lists.listConversions(query)),
    conversionsWaitSince: (platform) => core.look(() => reports.conversionsWaitSince(platform)),
    conversionTrail: (id) => core.lookAtLists((lists) => lists.conversionTrail(id)),
    listFailedJobs: (query) => core.lookAtLists((lists) => lists.listFailedJobs(query)),
    eventErrorGroups: (filter = {}) => core.lookAtLists((lists) => lists.eventErrorGroups(filter)),
    searchBacklog: () => core.lookAtLists((lists) => lists.searchBacklog()),
    listRefused: (query) => core.lookAtLists((lists) => lists.listRefused(query)),
    findRefused: (id) => core.lookAtLists((lists) => lists.findRefused(id)),
    refusedCounts: (since) => core.look(() => reports.refusedCounts(since)),
    typeConflicts: (since) => core.look(() => reports.typeConflicts(since)),
    listActivity: (query) => core.lookAtLists((lists) => lists.listActivity(query)),
    lastActivity: (action) => core.look(() => reports.lastActivity(action)),
    lastReceived: () => core.look(() => reports.lastReceived()),
    sourceActivity: (now) => core.look(() => reports.sourceActivity(now)),
    storeFacts: () => core.look(() => reports.storeFacts()),
    checkWritable: () => writer.write('probe'),
    eventOfJob: (jobId) => core.look(() => reports.eventOfJob(jobId)),
  };
}

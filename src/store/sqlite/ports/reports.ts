import type { Reports } from '../../../domain/ports.ts';
import type { SqliteCore } from './core.ts';

export function reportsPort(core: SqliteCore): Reports {
  const { reports, writer } = core;
  return {
    queueSnapshot: (queue, now) => core.look(() => reports.queueSnapshot(queue, now)),
    listEvents: (query) => core.look(() => reports.listEvents(query)),
    eventTrail: (id) => core.look(() => reports.eventTrail(id)),
    listLeads: (query) => core.look(() => reports.listLeads(query)),
    findLead: (id) => core.look(() => reports.findLead(id)),
    listFailedJobs: (query) => core.look(() => reports.listFailedJobs(query)),
    listRefused: (query) => core.look(() => reports.listRefused(query)),
    findRefused: (id) => core.look(() => reports.findRefused(id)),
    storeFacts: () => core.look(() => reports.storeFacts()),
    checkWritable: () => writer.write('probe'),
  };
}

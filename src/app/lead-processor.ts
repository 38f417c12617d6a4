import type { ClaimedJob, JobOutcome } from '../domain/job.ts';
import type { Directory } from '../domain/ports.ts';
import { type PreparedEvent, type ProcessingRules, prepareEvent } from '../processing/process-event.ts';
import type { HandleJobs } from '../queue/work-options.ts';

type RoutedEvent = Extract<PreparedEvent, { kind: 'routed' }>;

/** Joins pure processing with the look-up of campaigns: one look-up for a whole batch. */
export function createLeadProcessor(directory: Pick<Directory, 'resolve'>, rules: ProcessingRules): HandleJobs {
  return async (jobs: readonly ClaimedJob[]): Promise<readonly JobOutcome[]> => {
    const prepared = jobs.map((job) => prepareEvent(job, rules));
    const routed = prepared.filter((event): event is RoutedEvent => event.kind === 'routed');
    const routings = await directory.resolve(routed.map((event) => event.routing));
    const concluded = new Map(routed.map((event, index) => [event as PreparedEvent, event.conclude(routings[index] ?? null)]));
    return prepared.map((event) => (event.kind === 'decided' ? event.outcome : (concluded.get(event) as JobOutcome)));
  };
}

import type { ClaimedJob, JobOutcome } from '../domain/job.ts';
import type { Directory } from '../domain/ports.ts';
import { platformNotConnected } from '../processing/platform-faults.ts';
import { type PreparedEvent, type ProcessingRules, prepareEvent } from '../processing/process-event.ts';

type RoutedEvent = Extract<PreparedEvent, { kind: 'routed' }>;

/** Joins pure processing with the look-up of campaigns, for who fetches nothing: a lead whose answers are at its platform waits. */
export function createLeadProcessor(
  directory: Pick<Directory, 'resolve'>,
  rules: ProcessingRules,
): (jobs: readonly ClaimedJob[]) => Promise<readonly JobOutcome[]> {
  return (jobs) => {
    const prepared = jobs.map((job) => prepareEvent(job, rules));
    return concludeEvents(
      directory,
      prepared.map((event) =>
        event.kind === 'fetch' ? { kind: 'decided', outcome: { kind: 'parked', fault: platformNotConnected(event.pageId) } } : event,
      ),
    );
  };
}

/** The outcomes of prepared events, in the same order: one look-up of campaigns for all of them. */
export async function concludeEvents(
  directory: Pick<Directory, 'resolve'>,
  prepared: readonly Exclude<PreparedEvent, { kind: 'fetch' }>[],
): Promise<readonly JobOutcome[]> {
  const routed = prepared.filter((event): event is RoutedEvent => event.kind === 'routed');
  const routings = await directory.resolve(routed.map((event) => event.routing));
  const concluded = new Map(routed.map((event, index) => [event as PreparedEvent, event.conclude(routings[index] ?? null)]));
  return prepared.map((event) => (event.kind === 'decided' ? event.outcome : (concluded.get(event) as JobOutcome)));
}

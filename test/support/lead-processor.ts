import { createEventProcessor, type EventProcessorDeps } from '../../src/app/process-events.ts';
import type { ClaimedJob, FinishRequest } from '../../src/domain/job.ts';

import { platformNotConnected } from '../../src/processing/platform-faults.ts';

/** Decides jobs like a worker without a connected page: leads whose answers are at the platform wait. */
export async function decideJobs(store: EventProcessorDeps['store'], jobs: readonly ClaimedJob[]): Promise<readonly FinishRequest[]> {
  const process = createEventProcessor({
    store,
    rules: { eventTypes: new Map() },
    answers: {
      plan: async (asked) =>
        asked.map(({ need }) => ({ kind: 'outcome', outcome: { kind: 'parked', fault: platformNotConnected(need.pageId) } })),
    },
    questions: { note: () => {} },
  });
  const handled = await process(jobs, new AbortController().signal);
  return jobs.map((claim, index) => {
    const outcome = handled[index];
    if (outcome === undefined || 'later' in outcome) throw new Error(`job ${claim.jobId} was not decided`);
    return { claim, outcome };
  });
}

import type { Translated } from '../base/language.ts';
import type { PruneSelection } from '../domain/ports.ts';
import { inEveryLanguage, say } from '../messages/messages.ts';

/** What `queue prune` asks before it deletes. */
export function pruneQuestion(kind: PruneSelection['kind'], count: number, days: number): Translated<string> {
  const jobs = prunedJobs(kind, count, days);
  if (kind === 'finished') return inEveryLanguage((m) => m.cli.queue.deleteJobs({ jobs }));
  return inEveryLanguage((m) => m.cli.queue.deleteTheirLeadsConversions({ jobs }));
}

/** What `queue prune` did, or would do. */
export function prunedText(kind: PruneSelection['kind'], count: number, days: number, isDone: boolean): string {
  const jobs = prunedJobs(kind, count, days);
  return say((m) => m.cli.queue.pruned({ jobs, isDone }));
}

function prunedJobs(kind: PruneSelection['kind'], count: number, days: number): Translated<string> {
  const age = inEveryLanguage((m) => m.cli.queue.days({ days }));
  const jobs = inEveryLanguage((m) => (kind === 'finished' ? m.cli.queue.finishedJobs({ count }) : m.cli.queue.failedJobs({ count })));
  return inEveryLanguage((m) => m.cli.queue.jobsOlderThan({ jobs, age }));
}

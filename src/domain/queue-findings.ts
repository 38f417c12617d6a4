import { QUEUE_LATE_MS } from './health-limits.ts';
import { CONVERSION_QUEUE } from './job.ts';
import { liveWorkers, type QueueSnapshot } from './queue-status.ts';

/** `problema`: leads are not created, or will not be. `atencao`: it works, and probably is not meant so. `nota`: good to know, and nothing is wrong. */
export type FindingLevel = 'problema' | 'atencao' | 'nota';

const LEVELS: readonly FindingLevel[] = ['problema', 'atencao', 'nota'];

/** One thing about a queue that is not as it should be. Codes never change their meaning: monitors go by them. */
export type QueueFinding = { readonly level: FindingLevel } & (
  | { readonly code: 'sem_worker'; readonly waiting: number }
  | { readonly code: 'fila_pausada'; readonly pausedAt: number; readonly waiting: number }
  | { readonly code: 'espera_longa'; readonly oldestWaitingMs: number }
  | { readonly code: 'jobs_falharam'; readonly failed: number }
  | { readonly code: 'jobs_estacionados'; readonly parked: number }
);

/** What is wrong with a queue, the worst first: the one judgement of `doctor`, the overview and the terminal view. */
export function findWhatIsWrongInQueue(snapshot: QueueSnapshot): readonly QueueFinding[] {
  return worstFirst([...aboutWork(snapshot), ...aboutFailures(snapshot)]);
}

/** In the order of their levels, else as they come. */
export function worstFirst<Found extends { readonly level: FindingLevel }>(findings: readonly Found[]): readonly Found[] {
  return findings.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

/** Whether jobs are taken: nobody there, told not to, or too slow. A paused queue explains every wait. */
function aboutWork(snapshot: QueueSnapshot): readonly QueueFinding[] {
  const { pausedAt, waiting, oldestWaitingMs } = snapshot;
  const isWorked = liveWorkers(snapshot).length > 0;
  const findings: QueueFinding[] = [];
  if (!isWorked) findings.push({ code: 'sem_worker', level: waiting > 0 && pausedAt === null ? 'problema' : 'atencao', waiting });
  if (pausedAt !== null) findings.push({ code: 'fila_pausada', level: waiting > 0 ? 'problema' : 'atencao', pausedAt, waiting });
  else if (isWorked && oldestWaitingMs !== null && oldestWaitingMs > QUEUE_LATE_MS)
    findings.push({ code: 'espera_longa', level: 'problema', oldestWaitingMs });
  return findings;
}

/** A failed event is one without a lead; a conversion that a platform did not take has its lead. */
function aboutFailures({ queue, failed, parked }: QueueSnapshot): readonly QueueFinding[] {
  const findings: QueueFinding[] = [];
  if (failed > 0) findings.push({ code: 'jobs_falharam', level: queue === CONVERSION_QUEUE ? 'nota' : 'problema', failed });
  if (parked > 0) findings.push({ code: 'jobs_estacionados', level: 'atencao', parked });
  return findings;
}

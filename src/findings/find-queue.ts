import { type Finding, finding, ok, problem, warning } from '../domain/finding.ts';
import { CONVERSION_QUEUE } from '../domain/job.ts';
import { liveWorkers, type QueueSnapshot } from '../domain/queue-status.ts';
import { QUEUE_LATE_MS } from './limits.ts';
import type { Snapshot } from './snapshot.ts';

/** Checks a queue's workers, its waiting time and its failures. A pause explains every wait. */
export function findInQueue(queue: QueueSnapshot, newestFailure: Snapshot['newestFailure'] = null): readonly Finding[] {
  return [aboutWorkers(queue), pause(queue), wait(queue), failures(queue, newestFailure), ...parked(queue)].filter(
    (found) => found !== undefined,
  );
}

/** `ok` while a worker is alive. */
export function aboutWorkers(queue: QueueSnapshot): Finding {
  const { waiting, pausedAt } = queue;
  const count = liveWorkers(queue).length;
  if (count > 0) return ok('queue.workers', { count });
  return waiting > 0 && pausedAt === null ? problem('queue.no_worker', { waiting }) : warning('queue.no_worker_yet', { waiting });
}

function pause({ pausedAt, waiting }: QueueSnapshot): Finding {
  if (pausedAt === null) return ok('queue.open');
  return finding(waiting > 0 ? 'problem' : 'warning', 'queue.paused', { since: { at: pausedAt }, waiting });
}

function wait(queue: QueueSnapshot): Finding | undefined {
  const { at, pausedAt, waiting, oldestWaitingMs } = queue;
  const isLate = oldestWaitingMs !== null && oldestWaitingMs > QUEUE_LATE_MS;
  if (!isLate) return ok('queue.waiting', { waiting });
  return pausedAt === null && liveWorkers(queue).length > 0
    ? problem('queue.late', { since: { at: at - oldestWaitingMs }, waiting })
    : undefined;
}

/** A failed event has no lead; a conversion that a platform did not accept has one. */
function failures({ queue, failed }: QueueSnapshot, newest: Snapshot['newestFailure']): Finding {
  if (failed === 0) return ok('queue.failed');
  const last = newest === null || newest.failedAt === null ? null : { at: newest.failedAt };
  return finding(queue === CONVERSION_QUEUE ? 'note' : 'problem', 'queue.failed_jobs', { failed, code: newest?.errorCode ?? null, last });
}

function parked({ parked: count }: QueueSnapshot): readonly Finding[] {
  return count > 0 ? [warning('queue.parked', { parked: count })] : [];
}

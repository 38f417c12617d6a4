import type { JobQueue } from '../../../domain/ports.ts';
import type { SqliteCore } from './core.ts';

export function jobQueue(core: SqliteCore): JobQueue {
  const { writer, reports } = core;
  return {
    // Looks first on the read connection: an idle worker takes no write lock.
    claim: async (request) => {
      const hasDue = await core.look(() => reports.hasDue(request.queue, request.dueBy ?? request.now));
      return hasDue ? writer.write('claim', request) : [];
    },
    finish: (requests, now) => writer.write('finish', requests, now),
    extendLeases: (claims, leaseUntil) => writer.write('extendLeases', claims, leaseUntil),
    release: (claims) => writer.write('release', claims),
    recoverExpired: async (now, maxAttempts) => {
      const hasExpired = await core.look(() => reports.hasExpired(now));
      return hasExpired ? writer.write('recoverExpired', now, maxAttempts) : 0;
    },
    recoverWorkers: (workerIds, now, maxAttempts) => writer.write('recoverWorkers', workerIds, now, maxAttempts),
    heartbeat: (worker) => writer.write('heartbeat', worker),
    removeWorkers: (workerIds) => writer.write('removeWorkers', workerIds),
    listWorkers: () => core.look(() => reports.listWorkers()),
    nextDueAt: (queue, now) => core.look(() => reports.nextDueAt(queue, now)),
  };
}

import type { Claim, FinishRequest, JobOutcome } from '../../../domain/job.ts';
import type { JobQueue } from '../../../domain/ports.ts';
import type { StoredFinish } from '../operations/finish-jobs.ts';
import { toStoredFields } from '../rows/lead-rows.ts';
import type { SqliteCore } from './core.ts';

export function jobQueue(core: SqliteCore): JobQueue {
  const { writer, reports } = core;
  return {
    // Looks first on the read connection: an idle worker takes no write lock.
    claim: async (request) => {
      const hasDue = await core.look(() => reports.hasDue(request.queue, request.dueBy ?? request.now));
      return hasDue ? writer.write('claim', request) : [];
    },
    finish: (requests, now) => writer.write('finish', requests.map(toStoredFinish), now, core.attribution),
    extendLeases: async (claims, leaseUntil) => {
      const lost = new Set(await writer.write('extendLeases', claims.map(bare), leaseUntil));
      return claims.filter((claim) => lost.has(claim.jobId));
    },
    release: (claims) => writer.write('release', claims.map(bare)),
    recoverExpired: async (now, maxAttempts) => {
      const hasExpired = await core.look(() => reports.hasExpired(now));
      return hasExpired ? writer.write('recoverExpired', now, maxAttempts) : 0;
    },
    recoverWorkers: (workerIds, now, maxAttempts) => writer.write('recoverWorkers', workerIds, now, maxAttempts),
    bringForward: async (queue, now) => {
      let jobs = 0;
      while (await core.look(() => reports.isPutOffByClock(queue, now))) jobs += await writer.write('bringForward', queue, now);
      return jobs;
    },
    heartbeat: (worker) => writer.write('heartbeat', worker),
    removeWorkers: (workerIds) => writer.write('removeWorkers', workerIds),
    listWorkers: () => core.look(() => reports.listWorkers()),
    nextDueAt: (queue, now) => core.look(() => reports.nextDueAt(queue, now)),
  };
}

export function toStoredFinish({ claim, outcome, fetched }: FinishRequest): StoredFinish {
  const finish = { claim: bare(claim), outcome: toStoredOutcome(outcome) };
  return fetched === undefined ? finish : { ...finish, fetched: Buffer.from(fetched).toString('latin1') };
}

function toStoredOutcome(outcome: JobOutcome): StoredFinish['outcome'] {
  if (outcome.kind !== 'lead') return outcome;
  return { kind: 'lead', intent: { ...outcome.intent, fields: toStoredFields(outcome.intent.fields) } };
}

/** Claims are often whole claimed jobs: what is not needed (the body) does not travel to the writer. */
function bare({ jobId, workerId, lease }: Claim): Claim {
  return { jobId, workerId, lease };
}

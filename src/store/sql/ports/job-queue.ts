import type { Claim, FinishRequest, JobOutcome } from '../../../domain/job.ts';
import type { JobQueue } from '../../../domain/ports.ts';
import type { StoreCore } from '../core.ts';
import type { StoredFinish } from '../operations/finish-jobs.ts';
import { packIntent } from '../operations/packed-intent.ts';
import { looks, writes } from './forwards.ts';

export function jobQueue(core: StoreCore): JobQueue {
  return {
    claim: async (request) => {
      // Checks on the read connection first: an idle worker takes no write lock.
      if (!(await core.look('hasDue', request.queue, request.dueBy ?? request.now))) return [];
      const taken = await core.write('claim', request);
      try {
        return await core.look('claimedJobs', taken);
      } catch (error) {
        // Given back at once: when a lease expires, it looks as if the worker had died with the job.
        await core.write('release', taken.map(bare)).catch(() => undefined);
        throw error;
      }
    },
    finish: (requests, now) => core.write('finish', requests.map(toStoredFinish), now, core.attribution),
    extendLeases: async (claims, leaseUntil) => {
      const lost = new Set(await core.write('extendLeases', claims.map(bare), leaseUntil));
      return claims.filter((claim) => lost.has(claim.jobId));
    },
    release: (claims) => core.write('release', claims.map(bare)),
    recover: async (deadWorkers, now, maxAttempts) => {
      let jobs = 0;
      let freed = 1;
      // None is freed if other processes are freeing them.
      for (let dead = deadWorkers; freed > 0 && (dead.length > 0 || (await core.look('hasExpired', now))); dead = []) {
        freed = await core.write('recover', dead, now, maxAttempts);
        jobs += freed;
      }
      return jobs;
    },
    bringForward: async (queue, now) => {
      let jobs = 0;
      while (await core.look('isPutOffByClock', queue, now)) jobs += await core.write('bringForward', queue, now);
      return jobs;
    },
    ...writes(core, 'heartbeat', 'removeWorkers'),
    ...looks(core, 'listWorkers', 'nextDueAt'),
  };
}

export function toStoredFinish({ claim, outcome, fetched }: FinishRequest): StoredFinish {
  const finish = { claim: bare(claim), outcome: toStoredOutcome(outcome) };
  return fetched === undefined ? finish : { ...finish, fetched: Buffer.from(fetched).toString('latin1') };
}

function toStoredOutcome(outcome: JobOutcome): StoredFinish['outcome'] {
  return outcome.kind === 'lead' ? packIntent(outcome.intent) : outcome;
}

/** Claims are often whole claimed jobs: the body is not sent to the writer. */
function bare({ jobId, workerId, lease }: Claim): Claim {
  return { jobId, workerId, lease };
}

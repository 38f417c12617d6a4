import { type JobHelpers, Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker';
import { runSameLeadPeer } from './drain-peer.ts';
import type { EventJob } from './same-lead.ts';
import { checkPostgres, fillPostgres, leadPool, storeSameLeads } from './same-lead-postgres.ts';

/**
 * graphile-worker with the settings of its own performance page, like the row with the empty handler. Its batches are of fetched and of
 * completed jobs; a handler gets one job.
 */
const CONCURRENCY = 24;
const CONNECTIONS = CONCURRENCY + 1;
const FILL_AT_ONCE = 1_000;

const pgPool = leadPool(CONNECTIONS);
const logger = new Logger(() => () => undefined);
const utils = await makeWorkerUtils({ pgPool, logger });
await utils.migrate();
const runners: Runner[] = [];

await runSameLeadPeer({
  fill: (jobs) =>
    fillPostgres(pgPool, jobs, async () => {
      for (let done = 0; done < jobs.length; done += FILL_AT_ONCE) {
        await utils.addJobs(jobs.slice(done, done + FILL_AT_ONCE).map((payload) => ({ identifier: 'lead', payload })));
      }
    }),
  work: async (onJob) => {
    const preset = { worker: { concurrentJobs: CONCURRENCY, localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
    const taskList = {
      lead: async (job: unknown, { withPgClient }: JobHelpers) => {
        await withPgClient((client) => storeSameLeads((query) => client.query(query), [job as EventJob]));
        onJob();
      },
    };
    runners.push(await run({ pgPool, logger, preset, noHandleSignals: true, taskList }));
  },
  countLeft: async () => {
    const { rows } = await pgPool.query<{ left: number }>('select count(*)::int as left from graphile_worker.jobs');
    return rows[0]?.left ?? Number.NaN;
  },
  check: (jobs) => checkPostgres(pgPool, jobs),
  close: async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await utils.release();
    await pgPool.end();
  },
});

import { Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker';
import pg from 'pg';
import { runEmptyPeer } from './drain-peer.ts';

/** graphile-worker with the settings of its own performance page: 24 concurrent jobs, 500 fetched ahead, completions in batches. */
const FILL_AT_ONCE = 1_000;

const pgPool = new pg.Pool({ connectionString: process.env['POSTGRES_URL'], max: 25 });
const logger = new Logger(() => () => undefined);
const utils = await makeWorkerUtils({ pgPool, logger });
await utils.migrate();
const runners: Runner[] = [];

await runEmptyPeer({
  fill: async (leads) => {
    for (let done = 0; done < leads.length; done += FILL_AT_ONCE) {
      await utils.addJobs(leads.slice(done, done + FILL_AT_ONCE).map((payload) => ({ identifier: 'lead', payload })));
    }
  },
  work: async (onJob) => {
    const preset = { worker: { concurrentJobs: 24, localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
    runners.push(await run({ pgPool, logger, preset, noHandleSignals: true, taskList: { lead: async () => onJob() } }));
  },
  countLeft: async () => {
    const { rows } = await pgPool.query<{ left: number }>('select count(*)::int as left from graphile_worker.jobs');
    return rows[0]?.left ?? Number.NaN;
  },
  close: async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await utils.release();
    await pgPool.end();
  },
});

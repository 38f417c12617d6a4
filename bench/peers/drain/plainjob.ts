import Database from 'better-sqlite3';
import { better, defineQueue, defineWorker, JobStatus } from 'plainjob';
import { runEmptyPeer } from './drain-peer.ts';

/** plainjob claims and finishes one job at a time, and sets WAL with synchronous=NORMAL itself. */
const silent = { error: console.error, warn: console.warn, info: () => undefined, debug: () => undefined };
const connection = better(new Database(process.env['DATABASE_PATH']));
const queue = defineQueue({ connection, logger: silent });

await runEmptyPeer({
  fill: async (leads) => {
    queue.addMany('lead', [...leads]);
  },
  work: async (onJob) => {
    void defineWorker('lead', onJob, { queue, logger: silent, pollIntervall: 10 }).start();
  },
  countLeft: async () =>
    queue.countJobs({ status: JobStatus.Pending }) +
    queue.countJobs({ status: JobStatus.Processing }) +
    queue.countJobs({ status: JobStatus.Failed }),
  close: async () => queue.close(),
});

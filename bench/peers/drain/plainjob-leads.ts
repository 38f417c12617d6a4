import Database from 'better-sqlite3';
import { better, defineQueue, defineWorker, JobStatus } from 'plainjob';
import { runSameLeadPeer } from './drain-peer.ts';
import type { EventJob } from './same-lead.ts';
import { SameLeadDatabase } from './same-lead-sqlite.ts';

/**
 * plainjob claims and finishes one job at a time, and sets WAL with synchronous=NORMAL for its queue. The leads are in a second file, so that
 * their commits can be synced: one for each job.
 */
const silent = { error: console.error, warn: console.warn, info: () => undefined, debug: () => undefined };
const path = process.env['DATABASE_PATH'] ?? '';
const queue = defineQueue({ connection: better(new Database(path)), logger: silent });
const leads = new SameLeadDatabase(`${path}.leads`);

await runSameLeadPeer({
  fill: async (jobs) => {
    leads.addEvents(jobs);
    queue.addMany('lead', [...jobs]);
  },
  work: async (onJob) => {
    const handle = ({ data }: { readonly data: string }): void => {
      leads.store(JSON.parse(data) as EventJob);
      onJob();
    };
    void defineWorker('lead', handle, { queue, logger: silent, pollIntervall: 10 }).start();
  },
  countLeft: async () =>
    queue.countJobs({ status: JobStatus.Pending }) +
    queue.countJobs({ status: JobStatus.Processing }) +
    queue.countJobs({ status: JobStatus.Failed }),
  check: (jobs) => leads.check(jobs),
  close: async () => {
    queue.close();
    leads.close();
  },
});

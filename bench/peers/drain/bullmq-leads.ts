import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { runSameLeadPeer } from './drain-peer.ts';
import type { EventJob } from './same-lead.ts';
import { checkPostgres, fillPostgres, leadPool, storeSameLeads } from './same-lead-postgres.ts';

/**
 * BullMQ in Redis with leads in PostgreSQL: the settings of the row with the empty handler, and a pool of connections for the concurrent
 * jobs. A handler gets one job; batches are a feature of BullMQ Pro, which is not free.
 */
const CONCURRENCY = 200;
const CONNECTIONS = 25;
const FILL_AT_ONCE = 1_000;

const connection = new Redis(process.env['REDIS_URL'] ?? '', { maxRetriesPerRequest: null, enableAutoPipelining: true });
const queue = new Queue<EventJob>('leads', { connection });
const pool = leadPool(CONNECTIONS);
const workers: Worker<EventJob>[] = [];

await runSameLeadPeer({
  fill: (jobs) =>
    fillPostgres(pool, jobs, async () => {
      for (let done = 0; done < jobs.length; done += FILL_AT_ONCE) {
        const some = jobs.slice(done, done + FILL_AT_ONCE).map((data) => ({ name: 'lead', data, opts: { removeOnComplete: true } }));
        await queue.addBulk(some);
      }
    }),
  work: async (onJob) => {
    const handle = async ({ data }: { readonly data: EventJob }): Promise<void> => {
      await storeSameLeads((query) => pool.query(query), [data]);
      onJob();
    };
    const worker = new Worker<EventJob>('leads', handle, { connection, concurrency: CONCURRENCY, removeOnComplete: { count: 0 } });
    workers.push(worker);
    await worker.waitUntilReady();
  },
  countLeft: () => queue.getJobCountByTypes('waiting', 'active', 'delayed', 'failed', 'prioritized'),
  check: (jobs) => checkPostgres(pool, jobs),
  close: async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await queue.close();
    connection.disconnect();
    await pool.end();
  },
});

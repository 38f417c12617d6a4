import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { runEmptyPeer } from './drain-peer.ts';

/** BullMQ with its fastest settings: concurrent jobs, commands combined (automatic pipelining), finished jobs discarded. */
const CONCURRENCY = 200;
const FILL_AT_ONCE = 1_000;

const connection = new Redis(process.env['REDIS_URL'] ?? '', { maxRetriesPerRequest: null, enableAutoPipelining: true });
const queue = new Queue('leads', { connection });
const workers: Worker[] = [];

await runEmptyPeer({
  fill: async (leads) => {
    for (let done = 0; done < leads.length; done += FILL_AT_ONCE) {
      const jobs = leads.slice(done, done + FILL_AT_ONCE).map((data) => ({ name: 'lead', data, opts: { removeOnComplete: true } }));
      await queue.addBulk(jobs);
    }
  },
  work: async (onJob) => {
    const worker = new Worker('leads', async () => onJob(), { connection, concurrency: CONCURRENCY, removeOnComplete: { count: 0 } });
    workers.push(worker);
    await worker.waitUntilReady();
  },
  countLeft: () => queue.getJobCountByTypes('waiting', 'active', 'delayed', 'failed', 'prioritized'),
  close: async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await queue.close();
    connection.disconnect();
  },
});

import { Queue, Worker } from 'bunqueue/client';
import { runEmptyPeer } from './drain-peer.ts';

/** bunqueue in-process (its fastest way to use a file), on Bun; it sets WAL with synchronous=NORMAL itself. */
const CONCURRENCY = 200;
const BATCH = 500;
const FILL_AT_ONCE = 1_000;
const dataPath = process.env['DATABASE_PATH'] ?? '';

const queue = new Queue('leads', { embedded: true, dataPath });
const workers: Worker[] = [];

await runEmptyPeer({
  fill: async (leads) => {
    for (let done = 0; done < leads.length; done += FILL_AT_ONCE) {
      const jobs = leads.slice(done, done + FILL_AT_ONCE).map((data) => ({ name: 'lead', data, opts: { durable: true } }));
      await queue.addBulk(jobs);
    }
  },
  work: async (onJob) => {
    workers.push(
      new Worker('leads', async () => onJob(), {
        embedded: true,
        dataPath,
        concurrency: CONCURRENCY,
        batchSize: BATCH,
        removeOnComplete: true,
      }),
    );
  },
  countLeft: async () => {
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCountsAsync();
    return waiting + active + delayed + failed;
  },
  close: async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await queue.close();
  },
});

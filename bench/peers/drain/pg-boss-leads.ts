import { PgBoss } from 'pg-boss';
import { runSameLeadPeer } from './drain-peer.ts';
import type { EventJob } from './same-lead.ts';
import { checkPostgres, fillPostgres, leadPool, storeSameLeads } from './same-lead-postgres.ts';

/**
 * pg-boss as its manual recommends it for many jobs: the handler gets a batch, its leads and the completion of its jobs are one transaction
 * (`transactional`), and a full batch is followed by the next one without a pause (`burstWhenBatchFull`).
 */
const BATCH = 1_000;
const WORKERS = 2;
const QUEUE = 'leads';

const pool = leadPool(1);
const boss = new PgBoss({ connectionString: process.env['POSTGRES_URL'] ?? '', max: 2 * WORKERS + 1, supervise: false, schedule: false });
boss.on('error', console.error);
await boss.start();
await boss.createQueue(QUEUE);

await runSameLeadPeer({
  fill: (jobs) =>
    fillPostgres(pool, jobs, async () => {
      for (let done = 0; done < jobs.length; done += BATCH) {
        await boss.insert(
          QUEUE,
          jobs.slice(done, done + BATCH).map((data) => ({ data })),
        );
      }
    }),
  work: async (onJob) => {
    const options = { batchSize: BATCH, localConcurrency: WORKERS, burstWhenBatchFull: true, transactional: true } as const;
    await boss.work<EventJob, void, typeof options>(QUEUE, options, async (jobs, tx) => {
      await storeSameLeads(
        ({ text, values }) => tx.executeSql(text, values),
        jobs.map(({ data }) => data),
      );
      for (const _ of jobs) onJob();
    });
  },
  countLeft: async () => {
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::int as left from pgboss.job where name = '${QUEUE}' and state <> 'completed'`,
    );
    return rows[0]?.left ?? Number.NaN;
  },
  check: (jobs) => checkPostgres(pool, jobs),
  close: async () => {
    await boss.stop({ graceful: false });
    await pool.end();
  },
});

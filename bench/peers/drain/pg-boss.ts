import { PgBoss } from 'pg-boss';
import { runEmptyPeer } from './drain-peer.ts';

/**
 * pg-boss with its own fetch and complete, 1,000 jobs at a time. Its `work()` waits half a second or more between two fetches, which would
 * measure the pause.
 */
const AT_ONCE = 1_000;
const LOOPS = 2;
const QUEUE = 'leads';

const boss = new PgBoss({ connectionString: process.env['POSTGRES_URL'] ?? '', max: LOOPS + 1, supervise: false, schedule: false });
boss.on('error', console.error);
await boss.start();
await boss.createQueue(QUEUE);

await runEmptyPeer({
  fill: async (leads) => {
    for (let done = 0; done < leads.length; done += AT_ONCE) {
      await boss.insert(
        QUEUE,
        leads.slice(done, done + AT_ONCE).map((data) => ({ data })),
      );
    }
  },
  work: async (onJob) => {
    for (let loop = 0; loop < LOOPS; loop++) void fetchUntilEmpty(onJob);
  },
  countLeft: async () => {
    const { rows } = await boss
      .getDb()
      .executeSql(`select count(*)::int as left from pgboss.job where name = '${QUEUE}' and state <> 'completed'`);
    return (rows[0] as { left: number }).left;
  },
  close: () => boss.stop({ graceful: false }),
});

async function fetchUntilEmpty(onJob: () => void): Promise<void> {
  for (;;) {
    const jobs = await boss.fetch(QUEUE, { batchSize: AT_ONCE });
    if (jobs.length === 0) return;
    for (const _ of jobs) onJob();
    await boss.complete(
      QUEUE,
      jobs.map(({ id }) => id),
    );
  }
}

import { PgBoss } from 'pg-boss';
import { serveLeads } from './fastify-server.ts';

/** Fastify + pg-boss: the form's id is the id of the job, so a resend adds nothing. */
const POOL_SIZE = 20;
const QUEUE = 'leads';

const boss = new PgBoss({ connectionString: process.env['POSTGRES_URL'] ?? '', max: POOL_SIZE, supervise: false, schedule: false });
boss.on('error', console.error);
await boss.start();
await boss.createQueue(QUEUE);

await serveLeads(
  (lead) => boss.send(QUEUE, lead, { id: lead.id }),
  () => boss.stop({ graceful: false }),
);

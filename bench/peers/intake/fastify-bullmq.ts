import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { serveLeads } from './fastify-server.ts';

/**
 * Fastify + BullMQ: the form's id is the job id, so a resend adds nothing. Automatic pipelining combines the commands of one iteration of
 * the event loop into one write, so that Redis syncs once for many of them.
 */
const connection = new Redis(process.env['REDIS_URL'] ?? '', { maxRetriesPerRequest: null, enableAutoPipelining: true });
const queue = new Queue('leads', { connection, defaultJobOptions: { removeOnComplete: true, attempts: 10 } });

await serveLeads(
  (lead) => queue.add('lead', lead, { jobId: lead.id }),
  async () => {
    await queue.close();
    connection.disconnect();
  },
);

import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { serveLeads } from './fastify-server.ts';

/** Fastify + graphile-worker: the form's id is the job key, so a resend adds nothing. */
const POOL_SIZE = 20;

const pgPool = new pg.Pool({ connectionString: process.env['POSTGRES_URL'], max: POOL_SIZE });
const utils = await makeWorkerUtils({ pgPool });
await utils.migrate();

await serveLeads(
  (lead) => utils.addJob('lead', lead, { jobKey: lead.id, jobKeyMode: 'unsafe_dedupe' }),
  async () => {
    await utils.release();
    await pgPool.end();
  },
);

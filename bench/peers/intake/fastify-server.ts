import Fastify from 'fastify';
import { readSignedLead, type SubmittedLead } from './signed-lead.ts';

/**
 * The same intake route on Fastify, as a user would build it; `store` resolves once its queue has confirmed the lead. Request logging is
 * off, which is Fastify's default and its fastest setting.
 */
export async function serveLeads(
  store: (lead: SubmittedLead, body: Buffer) => Promise<unknown> | unknown,
  close: () => unknown,
): Promise<void> {
  const app = Fastify();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/integracoes/leads', async (request, reply) => {
    const body = request.body as Buffer;
    const lead = readSignedLead(body, request.headers['x-formulario-signature'] as string | undefined);
    if (lead === undefined) return reply.code(401).send({ status: 'refused' });
    await store(lead, body);
    return reply.code(202).send({ status: 'accepted', id: lead.id });
  });
  console.log(JSON.stringify({ url: await app.listen({ port: 0, host: '127.0.0.1' }) }));
  process.once('SIGTERM', async () => {
    await app.close();
    await close();
    process.exit(0);
  });
}

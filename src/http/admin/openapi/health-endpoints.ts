import { z } from 'zod';
import { count as countKind } from '../../../presentation/record.ts';
import type { Endpoint } from './endpoint.ts';

const count = countKind.schema();
const state = z.enum(['ok', 'error']);

const health = z
  .strictObject({
    status: state,
    database: state.describe('Whether an event could be stored now.'),
    intake: state.describe('`error`: a delivery was refused in the last 30 seconds for want of database, disk or room.'),
    queue: z
      .strictObject({
        fila: z.string(),
        pendente: count,
        adiado: count,
        estacionado: count,
        processando: count,
        falhou: count,
        mais_antigo_ms: count.nullable(),
        pausada: z.boolean(),
        trabalhadores: count,
      })
      .optional()
      .describe('Left out with HEALTH_QUEUE=false.'),
  })
  .meta({ id: 'Health', description: 'Whether events can be stored, and how the queue is.' });

const live = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Live' });

const ready = z
  .strictObject({
    status: z.enum(['ok', 'error', 'stopping']),
    database: state.describe('Whether an event could be stored now.'),
    intake: state.describe('`error`: a delivery was refused so in the last 30 seconds, and none was accepted since.'),
  })
  .meta({ id: 'Ready' });

const COMMON = { method: 'GET', tag: 'health', security: [], refusals: [] } as const;

function json(schema: z.ZodType) {
  return { 'application/json': schema };
}

/** What monitors, load balancers and Prometheus ask. */
export const healthEndpoints: readonly Endpoint[] = [
  {
    ...COMMON,
    path: '/health',
    summary: 'Tell whether the service can do its work',
    answers: [
      { status: 200, description: 'It can.', content: json(health) },
      { status: 503, description: 'Events cannot be stored, or one was refused in the last 30 seconds.', content: json(health) },
    ],
  },
  {
    ...COMMON,
    path: '/live',
    summary: 'Tell whether the process answers',
    answers: [{ status: 200, description: 'It does.', content: json(live) }],
  },
  {
    ...COMMON,
    path: '/ready',
    summary: 'Tell whether requests should be sent here',
    answers: [
      { status: 200, description: 'They should.', content: json(ready) },
      { status: 503, description: 'The service is stopping, or events cannot be stored.', content: json(ready) },
    ],
  },
  {
    ...COMMON,
    path: '/metrics',
    summary: 'Give figures to Prometheus',
    description: 'Open to the machine itself; others, and what comes through a proxy, send the admin token.',
    security: [[], ['bearer']],
    answers: [{ status: 200, description: 'Prometheus text format.', content: { 'text/plain': undefined } }],
    refusals: [
      { status: 401, codes: ['metrics_forbidden', 'wrong_token'] },
      { status: 429, codes: ['too_many_logins'] },
      { status: 503, codes: ['admin_not_configured'] },
    ],
  },
];

import { z } from 'zod';
import { count as countKind } from '../../../presentation/record.ts';
import { queueFigures } from '../../health-routes.ts';
import { errorCodesOf } from '../../problem.ts';
import type { Endpoint } from './endpoint.ts';

const count = countKind.schema();
const state = z.enum(['ok', 'error']);

const health = z
  .strictObject({
    status: state,
    database: state.describe('Whether an event can be stored right now.'),
    intake: state.describe('`error`: in the last 30 seconds, a delivery was refused because of the database, the disk or overload.'),
    queue: queueFigures.schema().optional().describe('Omitted with HEALTH_QUEUE=false.'),
    findings: z
      .strictObject({ problem: count, warning: count })
      .optional()
      .describe('Number of findings; `lead-intake doctor` lists them. Omitted with HEALTH_QUEUE=false.'),
  })
  .meta({ id: 'Health', description: 'Whether events can be stored, and the state of the queue.' });

const live = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Live' });

const ready = z
  .strictObject({
    status: z.enum(['ok', 'error', 'stopping']),
    database: state.describe('Whether an event can be stored right now.'),
    intake: state.describe(
      '`error`: in the last 30 seconds, a delivery was refused because of the database, the disk or overload, and none was accepted since.',
    ),
  })
  .meta({ id: 'Ready' });

const COMMON = { method: 'GET', tag: 'health', security: [], refusals: [] } as const;

function json(schema: z.ZodType) {
  return { 'application/json': schema };
}

export const healthEndpoints: readonly Endpoint[] = [
  {
    ...COMMON,
    path: '/health',
    summary: 'Check the health of the service',
    answers: [
      { status: 200, description: 'Healthy.', content: json(health) },
      { status: 503, description: 'Events cannot be stored, or one was refused in the last 30 seconds.', content: json(health) },
    ],
  },
  {
    ...COMMON,
    path: '/live',
    summary: 'Check that the process responds',
    answers: [{ status: 200, description: 'The process responds.', content: json(live) }],
  },
  {
    ...COMMON,
    path: '/ready',
    summary: 'Check that the service accepts traffic',
    answers: [
      { status: 200, description: 'Ready.', content: json(ready) },
      { status: 503, description: 'The service is stopping, or events cannot be stored.', content: json(ready) },
    ],
  },
  {
    ...COMMON,
    path: '/metrics',
    summary: 'Get Prometheus metrics',
    description: 'Requests from the same machine need no token. All others, including those through a proxy, send the admin token.',
    security: [[], ['bearer']],
    answers: [{ status: 200, description: 'Metrics in the Prometheus text format.', content: { 'text/plain': undefined } }],
    refusals: [
      { status: 401, codes: ['metrics_forbidden', 'wrong_token'] },
      { status: 429, codes: ['too_many_logins'] },
      { status: 503, codes: ['admin_not_configured'] },
    ],
  },
];

export const exportEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/export/conversions.csv',
    tag: 'conversions',
    summary: 'Export conversions for Google Ads',
    description:
      'Returns the conversions of the last 90 days that have a Google click ID and the required consent, in the CSV format that Google Ads imports. An export secret (`lead-intake secret add --source export`) returns those of its client. CONVERSIONS_EXPORT_CREDENTIAL returns those of the only client, of the client in ACCOUNTS_CLIENT, or of all clients with ACCOUNTS_CLIENT=all; with several clients and no ACCOUNTS_CLIENT, the status is 409. Without any credential set up, the status is 404.',
    security: [['conversionsExport']],
    answers: [{ status: 200, description: 'A line with the time zone, then one line per conversion.', content: { 'text/csv': undefined } }],
    refusals: [
      { status: 401, codes: ['export_credential_required'] },
      { status: 404, codes: ['not_found'] },
      { status: 409, codes: ['export_client_undecided'] },
      { status: 429, codes: ['too_many_logins'] },
      { status: 503, codes: errorCodesOf(503) },
    ],
  },
];

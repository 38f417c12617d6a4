import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { signatureHeader } from '../../src/base/signature.ts';
import type { Endpoint } from '../../src/http/admin/openapi/endpoint.ts';
import { intakeEndpoints } from '../../src/http/admin/openapi/intake-endpoints.ts';
import { problemSchema } from '../../src/http/admin/openapi/problem-schema.ts';
import { formBody, type IntakeServer, MAX_BODY_BYTES, startIntakeServer } from './intake-server.ts';

let server: IntakeServer;
let closed: IntakeServer;

beforeAll(async () => {
  server = await startIntakeServer();
  closed = await startIntakeServer({ secrets: { ownForm: [], searchAds: [], socialAds: [] } });
});
afterAll(async () => {
  await server.close();
  await closed.close();
});

const FORM = '/integracoes/leads';
const SEARCH = '/webhooks/search_ads';
const SOCIAL = '/webhooks/social_ads';

const HEADERS: Readonly<Record<string, readonly [name: string, secret: string]>> = {
  [FORM]: ['X-Formulario-Signature', 'form-secret'],
  [SEARCH]: ['X-Webhook-Signature', 'search-secret'],
  [SOCIAL]: ['X-Hub-Signature-256', 'social-secret'],
};

function post(path: string, body: string, headers?: Readonly<Record<string, string>>, to = server): Promise<Response> {
  const [name, secret] = HEADERS[path] ?? ['', ''];
  return fetch(to.url + path, { method: 'POST', body, headers: headers ?? { [name]: signatureHeader(secret, Buffer.from(body)) } });
}

/** The last response after several wrong keys. */
async function guessOften(): Promise<Response> {
  const guess = () => post(SEARCH, '{"lead_id":"1","google_key":"guess"}', {});
  for (let tries = 0; tries < 5; tries += 1) await (await guess()).text();
  return guess();
}

const change = '{"field":"leadgen","value":{"leadgen_id":1}}';
const notification = (changes: readonly string[]) => `{"object":"page","entry":[{"changes":[${changes.join(',')}]}]}`;

test.each<readonly [path: string, status: number, ask: () => Promise<Response>]>([
  [FORM, 202, () => post(FORM, formBody({ id: 'd-1' }))],
  [FORM, 401, () => post(FORM, formBody(), {})],
  [FORM, 401, () => post(FORM, formBody(), { 'X-Formulario-Signature': 'nonsense' })],
  [FORM, 401, () => post(FORM, formBody({ timestamp: 1 }))],
  [FORM, 413, () => post(FORM, 'x'.repeat(MAX_BODY_BYTES + 1))],
  [FORM, 415, () => post(FORM, formBody(), { 'Content-Encoding': 'gzip' })],
  [FORM, 422, () => post(FORM, '')],
  [FORM, 422, () => post(FORM, '{')],
  [FORM, 422, () => post(FORM, '[]')],
  [FORM, 422, () => post(FORM, `{"a":${'['.repeat(99)}${']'.repeat(99)}}`)],
  [FORM, 422, () => post(FORM, '{}')],
  [FORM, 503, () => post(FORM, formBody(), undefined, closed)],
  [SEARCH, 200, () => post(SEARCH, '{"event_type":"lead","id":"d-2"}')],
  [SEARCH, 401, () => post(SEARCH, '{"lead_id":"1","google_key":"guess"}', {})],
  [SEARCH, 429, () => guessOften()],
  [SEARCH, 422, () => post(SEARCH, '{}')],
  [SEARCH, 503, () => post(SEARCH, '{}', undefined, closed)],
  [SOCIAL, 200, () => post(SOCIAL, '{"event_type":"lead","id":"d-3"}')],
  [SOCIAL, 200, () => post(SOCIAL, notification([change]))],
  [SOCIAL, 200, () => post(SOCIAL, notification([]))],
  [SOCIAL, 422, () => post(SOCIAL, notification(Array<string>(1_001).fill(change)))],
  [SOCIAL, 503, () => post(SOCIAL, '{}', undefined, closed)],
  [SOCIAL, 200, () => fetch(`${server.url}${SOCIAL}?hub.mode=subscribe&hub.verify_token=verify-token&hub.challenge=7`)],
  [SOCIAL, 403, () => fetch(`${server.url}${SOCIAL}?hub.mode=subscribe&hub.verify_token=wrong`)],
  [SOCIAL, 403, () => fetch(`${server.url}${SOCIAL}?hub.mode=other&hub.verify_token=verify-token`)],
  [SOCIAL, 403, () => fetch(`${server.url}${SOCIAL}?hub.mode=subscribe&hub.verify_token=verify-token&hub.challenge=%00`)],
])('%s answers %i as it is described', async (path, status, ask) => {
  const answer = await ask();
  const method = answer.url.includes('?') ? 'GET' : 'POST';
  const endpoint = intakeEndpoints.find((one) => one.path === path && one.method === method);
  const text = await answer.text();
  expect([answer.status, endpoint === undefined ? [] : mistakes(endpoint, answer.status, text)]).toEqual([status, []]);
});

/** Where a response differs from its description. */
function mistakes({ answers, refusals }: Endpoint, status: number, text: string): readonly unknown[] {
  const done = answers.find((one) => one.status === status);
  if (done !== undefined) {
    const schema: z.ZodType | undefined = done.content?.['application/json'];
    return schema?.safeParse(JSON.parse(text)).error?.issues ?? [];
  }
  const problem = problemSchema.parse(JSON.parse(text));
  const codes = refusals.find((one) => one.status === status)?.codes ?? [];
  return codes.includes(problem.code) ? [] : [problem.code];
}

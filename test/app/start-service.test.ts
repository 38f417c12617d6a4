import { createHmac, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openContext } from '../../src/app/context.ts';
import { startService } from '../../src/app/start-service.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { createLogLines, type LogLine } from '../http/log-lines.ts';
import { refusedRequest, T0, worker } from '../support/factories.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { TempDir } from '../support/temp-dir.ts';

const FORM = { FORMULARIO_SECRET: 'form-secret-000001' };
const ALL = { ...FORM, WEBHOOK_SEARCHADS_SECRET: 'search-secret-00001', WEBHOOK_SOCIALADS_SECRET: 'social-secret-00001' };
const NO_WORKER = 'no worker is running yet: start `lead-intake queue work` or use --work';

/** The service with its own database, in this process; stopped when the test ends. */
async function start(env: Readonly<Record<string, string>>, options: { work?: boolean; workerSeenAt?: number } = {}) {
  const folder = new TempDir();
  const { log, lines } = createLogLines('info');
  const loaded = loadConfig({ env: { PORT: '0', DATABASE_URL: `sqlite:${folder.file('test.db')}`, ...env }, envFile: '/dev/null' });
  const context = await openContext(loaded, { log });
  const { workerSeenAt: seenAt } = options;
  if (seenAt !== undefined) await context.store.heartbeat(worker('w-1', { startedAt: seenAt, seenAt }));
  const service = await startService(context, { work: options.work ?? false });
  onTestFinished(async () => {
    await service.stop();
    await context[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  return { service, lines, store: context.store };
}

const messages = (lines: readonly LogLine[], level: string) => lines.filter((line) => line['level'] === level).map(({ msg }) => msg);

/** Not every machine has IPv6. Where it is off, the service listens on `::` but `::1` does not answer. */
const ON_IPV6: readonly (readonly [string, RegExp, RegExp])[] = existsSync('/proc/net/if_inet6')
  ? [['::', /^http:\/\/\[::\]:\d+$/, /^http:\/\/127\.0\.0\.1:\d+$/]]
  : [];

test('a role that may not store an event is told at the start, not by the first event', async () => {
  const server = await PostgresServer.start();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const address = await server.newDatabase();
  await (await openPostgresStore(address, T0)).close();
  const grants = 'grant select, insert, update, delete on all tables in schema public to clerk; revoke insert on eventos from clerk';
  await server.query(server.nameOf(address), `create role clerk login; ${grants}; grant usage on all sequences in schema public to clerk`);
  const { service, lines } = await start({ ...ALL, DATABASE_URL: address.replace('postgres@', 'clerk@') });
  await expect
    .poll(() => lines.find(({ msg }) => msg === 'the database cannot be used: /health and /ready answer 503'))
    .toMatchObject({ level: 'warn', err: { message: expect.stringContaining('eventos (insert)') } });
  const ready = await fetch(`${service.url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'error', database: 'error', intake: 'ok' }]);
});

test('while commits wait for a standby that is away, /metrics and /ready report the same', async () => {
  const server = await PostgresServer.start();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { service } = await start({ ...ALL, DATABASE_URL: await server.newDatabase() });
  const answer = async (): Promise<number> => {
    const fields = { event_type: 'lead', id: randomUUID(), timestamp: Math.floor(Date.now() / 1_000), campanha_id: '42', nome: 'Ana' };
    const body = JSON.stringify(fields);
    const signature = createHmac('sha256', FORM.FORMULARIO_SECRET).update(body).digest('hex');
    const headers = { 'x-formulario-signature': `sha256=${signature}` };
    return (await fetch(`${service.url}/integracoes/leads`, { method: 'POST', headers, body })).status;
  };
  const reported = async (): Promise<readonly [number, string | undefined]> => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    return [(await fetch(`${service.url}/ready`)).status, /^lead_intake_database_writable (\d)$/m.exec(metrics)?.[1]];
  };
  expect(await reported()).toEqual([200, '1']);
  await server.query('postgres', "alter system set synchronous_standby_names = '*'");
  await server.query('postgres', 'select pg_reload_conf()');
  await expect.poll(answer).toBe(503);
  expect(await reported()).toEqual([503, '0']);
  await server.query('postgres', 'alter system reset synchronous_standby_names');
  await server.query('postgres', 'select pg_reload_conf()');
  await expect.poll(answer).toBe(202);
  expect(await reported()).toEqual([200, '1']);
});

describe('where it listens', () => {
  test.each<readonly [string, RegExp, RegExp]>([
    ['0.0.0.0', /^http:\/\/0\.0\.0\.0:\d+$/, /^http:\/\/127\.0\.0\.1:\d+$/],
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/, /^http:\/\/127\.0\.0\.1:\d+$/],
    ...ON_IPV6,
  ])('on %s: the real address, and one that can be called', async (host, listening, url) => {
    const { service, lines } = await start({ ...ALL, HOST: host });
    expect(service.listening).toMatch(listening);
    expect(service.url).toMatch(url);
    expect(lines.find(({ msg }) => msg === 'listening')).toMatchObject({ listening: service.listening });
    expect((await fetch(`${service.url}/live`)).status).toBe(200);
  });
});

describe('what is missing is said', () => {
  test('sources without a secret, in one line', async () => {
    expect(messages((await start(ALL)).lines, 'warn')).toEqual([]);
    expect(messages((await start(FORM)).lines, 'warn')).toEqual([
      'search_ads, social_ads are not configured: they answer 503 until WEBHOOK_SEARCHADS_SECRET, WEBHOOK_SOCIALADS_SECRET are set',
    ]);
    expect(messages((await start({})).lines, 'warn')).toEqual([
      expect.stringMatching(/ are set; `lead-intake init` sets up a new folder$/),
    ]);
    const { WEBHOOK_SEARCHADS_SECRET: _left, ...others } = ALL;
    expect(messages((await start(others)).lines, 'warn')).toEqual([
      'search_ads is not configured: it answers 503 until WEBHOOK_SEARCHADS_SECRET is set',
    ]);
  });

  test('that unsigned events are taken, instead of that they are not', async () => {
    expect(messages((await start({ WEBHOOK_ALLOW_UNSIGNED: 'true' })).lines, 'warn')).toEqual([
      'WEBHOOK_ALLOW_UNSIGNED is true: whoever reaches the ad-platform routes can post leads',
      'formulario_proprio is not configured: it answers 503 until FORMULARIO_SECRET is set',
    ]);
  });

  test('that nobody works the queue', async () => {
    expect(messages((await start(ALL)).lines, 'info')).toContain(NO_WORKER);
    expect(messages((await start(ALL, { workerSeenAt: Date.now() - 3_600_000 })).lines, 'info')).toContain(NO_WORKER);
    expect(messages((await start(ALL, { workerSeenAt: Date.now() })).lines, 'info')).not.toContain(NO_WORKER);
    expect(messages((await start(ALL, { work: true })).lines, 'info')).not.toContain(NO_WORKER);
  });
});

describe('the admin of a running service', () => {
  const ADMIN_TOKEN = 'admin-token-of-many-characters';
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, accept: 'application/json' };

  test('names the addresses that take events, and which sources are set up', async () => {
    const { service } = await start({ ...FORM, ADMIN_TOKEN });
    const response = await fetch(`${service.url}/admin/fontes`, { headers });
    const { fontes } = (await response.json()) as { fontes: readonly { origem: string; url: string; configurada: boolean }[] };
    const statuses = await Promise.all(fontes.map(async ({ url }) => (await fetch(url, { method: 'POST', body: '{}' })).status));
    expect(fontes.map(({ origem, configurada }, index) => [origem, configurada, statuses[index]])).toEqual([
      ['search_ads', false, 503],
      ['social_ads', false, 503],
      ['formulario_proprio', true, 401],
    ]);
  });

  test('puts a refused request through with its own secrets', async () => {
    const { service, store } = await start({ ...FORM, ADMIN_TOKEN });
    const receivedAt = Date.now();
    const fields = { event_type: 'lead', id: 'form-1', timestamp: Math.floor(receivedAt / 1_000), campanha_id: '42', nome: 'Ana' };
    const body = Buffer.from(JSON.stringify(fields));
    const signature = createHmac('sha256', FORM.FORMULARIO_SECRET).update(body).digest('hex');
    await store.recordRefused([
      refusedRequest({ body, receivedAt, headers: JSON.stringify([['x-formulario-signature', `sha256=${signature}`]]) }),
    ]);
    const response = await fetch(`${service.url}/admin/recusadas/1/repetir`, { method: 'POST', headers });
    expect(await response.json()).toEqual({ recusa_id: '1', resultado: 'stored', evento_ids: ['1'] });
  });
});

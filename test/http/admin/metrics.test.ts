import { expect, test } from 'vitest';
import { AppError } from '../../../src/base/app-error.ts';
import { createMetrics } from '../../../src/http/admin/metrics/metrics.ts';
import { exchangeRaw, statuses } from '../raw-connection.ts';
import { ADMIN_TOKEN, QUEUE, startAdmin } from './admin-under-test.ts';

test('/metrics tells this machine the figures of queue, database, requests and process', async () => {
  const admin = await startAdmin();
  await admin.receive();
  await admin.ask('/admin/webhooks/9');
  const response = await admin.ask('/metrics');
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  expect(text).toContain('lead_intake_jobs{estado="pendente"} 1\n');
  expect(text).toContain('lead_intake_workers 0\n');
  expect(text).toContain('lead_intake_queue_paused 0\n');
  expect(text).toMatch(/lead_intake_database_bytes\{kind="file"\} [1-9]/);
  expect(text).toContain('lead_intake_requests_total{route="/admin/webhooks/:id",method="GET",status="303"} 1\n');
  expect(text).toContain('lead_intake_request_duration_seconds_count{route="/admin/webhooks/:id"} 1\n');
  expect(text).toContain('process_resident_memory_bytes');
});

test.each([['x-forwarded-for'], ['forwarded'], ['x-real-ip'], ['via'], ['cf-connecting-ip']])(
  'through a proxy, told by %s, only the admin token opens it',
  async (header) => {
    const admin = await startAdmin();
    const forwarded = { [header]: 'for=203.0.113.1' };
    const stranger = await admin.ask('/metrics', { headers: { ...forwarded, accept: '*/*' } });
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
    const wrong = await admin.ask('/metrics', { headers: { ...forwarded, authorization: 'Bearer wrong' } });
    expect(wrong.status).toBe(401);
    const right = await admin.ask('/metrics', { headers: { ...forwarded, authorization: `Bearer ${ADMIN_TOKEN}` } });
    expect(right.status).toBe(200);
  },
);

test.each([
  ['localhost', 200],
  ['LOCALHOST:8080', 200],
  ['127.0.0.1:8080', 200],
  ['127.1.2.3', 200],
  ['[::1]:8080', 200],
  ['rebound.example:8080', 401],
  ['127.0.0.1.example', 401],
  ['192.0.2.1', 401],
  ['[2001:db8::1]', 401],
  ['', 401],
])('asked for as %j it answers %i', async (host, status) => {
  const admin = await startAdmin();
  const received = await exchangeRaw(
    Number(new URL(admin.origin).port),
    `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  expect(statuses(received)).toEqual([status]);
});

test('the machine itself gets them also while the admin has no credential', async () => {
  const admin = await startAdmin({ adminToken: undefined, listensOnLoopback: false });
  expect((await admin.ask('/metrics')).status).toBe(200);
  expect((await admin.ask('/metrics', { headers: { 'x-forwarded-for': '203.0.113.1' } })).status).toBe(503);
});

test('counts events and refused requests, and two programs do not share a registry', async () => {
  const admin = await startAdmin();
  const deps = { reports: admin.store, queue: QUEUE, version: '1', clock: () => admin.now };
  const [one, other] = [createMetrics(deps), createMetrics(deps)];
  one.countEvent('search_ads', 'accepted');
  one.countRefused('signature_invalid');
  one.countRefused('signature_invalid');
  const { body } = await one.collect();
  expect(body).toContain('lead_intake_events_total{origem="search_ads",resultado="accepted"} 1\n');
  expect(body).toContain('lead_intake_refused_total{code="signature_invalid"} 2\n');
  expect((await other.collect()).body).not.toContain('signature_invalid');
});

test('tells when each source was last heard of, how fast jobs end, and what room is left', async () => {
  const admin = await startAdmin();
  await admin.receive();
  const text = await (await admin.ask('/metrics')).text();
  expect(text).toContain(`lead_intake_last_event_timestamp_seconds{origem="formulario_proprio"} ${admin.now / 1_000}\n`);
  expect(text).not.toContain('lead_intake_last_event_timestamp_seconds{origem="search_ads"}');
  expect(text).toContain('lead_intake_source_silent{origem="formulario_proprio"} 0\n');
  expect(text).toContain('lead_intake_jobs_per_minute{estado="concluido"} 0\n');
  expect(text).toMatch(/lead_intake_disk_free_bytes [1-9]/);
});

test('a database that can be read and not written is told by one figure alone', async () => {
  const admin = await startAdmin();
  const checkWritable = () => Promise.reject(new AppError('store_full', 'There is no room left.'));
  const reports = {
    queueSnapshot: admin.store.queueSnapshot,
    sourceActivity: admin.store.sourceActivity,
    storeFacts: admin.store.storeFacts,
    checkWritable,
  };
  const metrics = createMetrics({ reports, queue: QUEUE, version: '1', clock: () => admin.now });
  await admin.receive();
  const { body } = await metrics.collect();
  expect(body).toContain('lead_intake_database_writable 0\n');
  expect(body).toContain('lead_intake_database_up 1\n');
  expect(body).toContain('lead_intake_jobs{estado="pendente"} 1\n');
});

test('without a database the other figures still come, and none is old', async () => {
  const admin = await startAdmin();
  const metrics = createMetrics({ reports: admin.store, queue: QUEUE, version: '1', clock: () => admin.now });
  await admin.receive();
  expect((await metrics.collect()).body).toContain('lead_intake_database_up 1\n');
  await admin.store.close();
  const { body } = await metrics.collect();
  expect(body).toContain('lead_intake_database_up 0\n');
  expect(body).not.toContain('lead_intake_jobs{');
  expect(body).toContain('process_cpu_seconds_total');
});

test('durations are a histogram: each bound counts what was at most as long', async () => {
  const admin = await startAdmin();
  const metrics = createMetrics({ reports: admin.store, queue: QUEUE, version: '1', clock: () => admin.now });
  for (const durationMs of [1, 2, 30, 20_000]) metrics.observe({ route: '/a/:id', method: 'GET', status: 200, durationMs });
  metrics.observe({ route: '/b', method: 'POST', status: 202, durationMs: 3 });
  const name = 'lead_intake_request_duration_seconds';
  const lines = (await metrics.collect()).body.split('\n').filter((line) => line.includes(name));
  expect(lines.slice(0, 2)).toEqual([`# HELP ${name} Time from a request to its answer`, `# TYPE ${name} histogram`]);
  const ofA = lines.filter((line) => line.includes('route="/a/:id"')).map((line) => line.slice(name.length));
  expect(ofA.slice(0, 2)).toEqual(['_bucket{le="0.001",route="/a/:id"} 1', '_bucket{le="0.0025",route="/a/:id"} 2']);
  expect(ofA.slice(-4)).toEqual([
    '_bucket{le="10",route="/a/:id"} 3',
    '_bucket{le="+Inf",route="/a/:id"} 4',
    '_sum{route="/a/:id"} 20.033',
    '_count{route="/a/:id"} 4',
  ]);
  expect(lines).toContain(`${name}_count{route="/b"} 1`);
});

test('counters go on from scrape to scrape', async () => {
  const admin = await startAdmin();
  const metrics = createMetrics({ reports: admin.store, queue: QUEUE, version: '1', clock: () => admin.now });
  metrics.countEvent('search_ads', 'new');
  await metrics.collect();
  metrics.countEvent('search_ads', 'new');
  expect((await metrics.collect()).body).toContain('lead_intake_events_total{origem="search_ads",resultado="new"} 2\n');
});

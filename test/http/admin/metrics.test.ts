import { expect, onTestFinished, test, vi } from 'vitest';
import { NO_RETENTION } from '../../../src/domain/retention.ts';
import { readSnapshot } from '../../../src/findings/snapshot.ts';
import { createMetrics } from '../../../src/http/admin/metrics/metrics.ts';
import { claim, finish } from '../../store-contract/steps.ts';
import { inWords } from '../../support/saying.ts';
import { exchangeRaw, statuses } from '../raw-connection.ts';
import { ADMIN_TOKEN, type AdminUnderTest, ownFormBody, startAdmin } from './admin-under-test.ts';

function metricsDeps({ store, now }: AdminUnderTest) {
  const delivery = { credentials: [], shared: {}, accountsClient: undefined, reconcileHours: 6 };
  const installation = { open: async () => [], allowsUnsigned: false, delivery, retention: NO_RETENTION };
  return {
    isWritable: async () => true,
    readInstallation: () => readSnapshot(store, installation, now),
    version: '1',
    droppedLogLines: () => 0,
  };
}

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
  const deps = metricsDeps(admin);
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
  const metrics = createMetrics({ ...metricsDeps(admin), isWritable: async () => false });
  await admin.receive();
  const { body } = await metrics.collect();
  expect(body).toContain('lead_intake_database_writable 0\n');
  expect(body).toContain('lead_intake_database_up 1\n');
  expect(body).toContain('lead_intake_jobs{estado="pendente"} 1\n');
});

/** The metrics that have a value. */
function namesOf(body: string): readonly string[] {
  return body.split('\n').flatMap((line) => line.match(/^lead_intake_\w+/) ?? []);
}

const OF_THE_PROCESS = /_(total|info|up|writable)$|_request_duration_/;

test('without a database the other figures still come, and none is old', async () => {
  const admin = await startAdmin();
  const metrics = createMetrics(metricsDeps(admin));
  await admin.receive();
  const { body: before } = await metrics.collect();
  expect(before).toContain('lead_intake_database_up 1\n');
  const figures = namesOf(before).filter((name) => !OF_THE_PROCESS.test(name));
  expect(figures).toEqual(expect.arrayContaining(['lead_intake_jobs', 'lead_intake_workers', 'lead_intake_oldest_waiting_seconds']));
  await admin.store.close();
  const { body } = await metrics.collect();
  expect(body).toContain('lead_intake_database_up 0\n');
  expect(namesOf(body).filter((name) => figures.includes(name))).toEqual([]);
  expect(body).toContain('process_cpu_seconds_total');
});

test('a database that does not answer is reported in time for the scrape, and not read any further', async () => {
  const admin = await startAdmin();
  const deps = metricsDeps(admin);
  let answers: Promise<void> = Promise.resolve();
  const readings: Promise<unknown>[] = [];
  const read = async () => {
    await answers;
    return await deps.readInstallation();
  };
  const readInstallation = () => {
    const reading = read();
    readings.push(reading);
    return reading;
  };
  const metrics = createMetrics({ ...deps, readInstallation, isWritable: () => answers.then(() => true) });
  expect((await metrics.collect()).body).toContain('lead_intake_database_up 1\n');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const hang = Promise.withResolvers<void>();
  answers = hang.promise;
  const scrape = metrics.collect();
  setImmediate(() => vi.advanceTimersByTime(5_000));
  const { body } = await scrape;
  expect(body).toContain('lead_intake_database_up 0\n');
  expect(body).toContain('lead_intake_database_writable 0\n');
  hang.resolve();
  await expect(readings.at(-1)).rejects.toThrow();
});

test('durations are a histogram: each bound counts what was at most as long', async () => {
  const admin = await startAdmin();
  const metrics = createMetrics(metricsDeps(admin));
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
  const metrics = createMetrics(metricsDeps(admin));
  metrics.countEvent('search_ads', 'new');
  await metrics.collect();
  metrics.countEvent('search_ads', 'new');
  expect((await metrics.collect()).body).toContain('lead_intake_events_total{origem="search_ads",resultado="new"} 2\n');
});

const PLATFORMS = {
  WEBHOOK_SOCIALADS_TOKENS: '123=token-of-a-page,456=token-of-another',
  SOCIALADS_DATASET_ID: '789',
  SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-dataset',
};

test('tells of each account whether it is refused or throttled, by the platform', async () => {
  const admin = await startAdmin({ env: PLATFORMS });
  const page = { platform: 'social_ads', kind: 'page' } as const;
  await admin.store.noteAccount(
    { ...page, id: '123' },
    { kind: 'refused', credential: 'f', fault: { code: 'credential_refused', params: inWords('') } },
    admin.now,
  );
  await admin.store.noteAccount(
    { ...page, id: '456' },
    { kind: 'throttled', until: admin.now + 60_000, fault: { code: 'platform_throttled', params: inWords('') } },
    admin.now,
  );
  const series = (word: string, kind: string, id: string) =>
    `lead_intake_platform_account_${word}{plataforma="social_ads",tipo="${kind}",conta="${id}"}`;
  const text = await (await admin.ask('/metrics')).text();
  for (const [word, kind, id, value] of [
    ['refused', 'page', '123', 1],
    ['refused', 'page', '456', 0],
    ['refused', 'dataset', '789', 0],
    ['paused', 'page', '123', 0],
    ['paused', 'page', '456', 1],
  ] as const) {
    expect(text).toContain(`${series(word, kind, id)} ${value}\n`);
  }
  admin.pass(60_001);
  expect(await (await admin.ask('/metrics')).text()).toContain(`${series('paused', 'page', '456')} 0\n`);
  expect(text).not.toContain('token-of');
});

test('an account that was taken away is told no longer', async () => {
  const admin = await startAdmin();
  const page = { platform: 'social_ads', kind: 'page', id: '321' } as const;
  const operator = { name: 'test', now: admin.now };
  await admin.store.saveCredential({ ...page, sealed: Buffer.from('x'), createdAt: admin.now }, operator);
  expect(await (await admin.ask('/metrics')).text()).toContain('conta="321"');
  await admin.store.removeCredential(page, operator);
  expect(await (await admin.ask('/metrics')).text()).not.toContain('conta="321"');
});

test('tells when tokens end, and how many conversions wait for an account of their client', async () => {
  const admin = await startAdmin({ env: PLATFORMS });
  const ends = 'lead_intake_platform_account_expires_timestamp_seconds{plataforma="social_ads",tipo="page",conta="123"}';
  expect(await (await admin.ask('/metrics')).text()).toContain(`${ends} 0\n`);
  await admin.store.noteAccount({ platform: 'social_ads', kind: 'page', id: '123' }, { kind: 'expires', at: admin.now + 5_000 }, admin.now);
  await admin.addCampaign();
  await admin.receive({ json: { ...ownFormBody('a'), event_type: 'venda', fbclid: 'F' }, events: [{ eventType: 'venda', identity: 'a' }] });
  await admin.work();
  await admin.store.enqueueConversions(['social_ads'], 10, admin.now);
  const fault = { code: 'client_not_connected', params: inWords('No account.') };
  const jobs = await claim(admin.store, { queue: 'conversoes', now: admin.now });
  for (const job of jobs) await finish(admin.store, job, { kind: 'parked', fault }, admin.now);
  const text = await (await admin.ask('/metrics')).text();
  expect(text).toContain(`${ends} ${admin.now / 1_000 + 5}\n`);
  expect(text).toContain('lead_intake_conversions_without_account 1\n');
});

test('tells how long a conversion for a connected platform has been waiting, and how its queue is', async () => {
  const admin = await startAdmin({ env: PLATFORMS });
  await admin.addCampaign();
  for (const [id, click] of [
    ['a', { fbclid: 'F' }],
    ['b', { gclid: 'G' }],
  ] as const) {
    const json = { ...ownFormBody(id), event_type: 'venda', ...click };
    await admin.receive({ json, events: [{ eventType: 'venda', identity: id }] });
  }
  await admin.work();
  admin.pass(90_000);
  const text = await (await admin.ask('/metrics')).text();
  expect(text).toContain('lead_intake_conversion_waiting_seconds{plataforma="social_ads"} 90\n');
  expect(text).not.toContain('lead_intake_conversion_waiting_seconds{plataforma="search_ads"}');
  expect(text).toContain('lead_intake_conversion_jobs{estado="pendente"} 0\n');
  expect(text).toContain('lead_intake_conversion_workers 0\n');
  // Both sales are from one person, whose lead has the click ids of both platforms after the second.
  await admin.store.enqueueConversions(['social_ads'], 10, admin.now);
  expect(await (await admin.ask('/metrics')).text()).toContain('lead_intake_conversion_jobs{estado="pendente"} 2\n');
});

test('tells what the last comparison with the platform found', async () => {
  const admin = await startAdmin({ env: PLATFORMS });
  expect(await (await admin.ask('/metrics')).text()).toContain('lead_intake_reconcile_timestamp_seconds 0\n');
  const check = { platform: 'social_ads', pageId: '123', storedUntil: admin.now, checkedAt: admin.now, found: 9, recovered: 0 } as const;
  await admin.store.saveFormCheck({ ...check, formId: '1', missing: 2, fault: null });
  await admin.store.saveFormCheck({ ...check, formId: '2', missing: 1, fault: { code: 'platform_unavailable', params: inWords('') } });
  const text = await (await admin.ask('/metrics')).text();
  expect(text).toContain('lead_intake_reconcile_missing_leads 3\n');
  expect(text).toContain('lead_intake_reconcile_failed_forms 1\n');
  expect(text).toContain(`lead_intake_reconcile_timestamp_seconds ${admin.now / 1_000}\n`);
  expect(text).toContain('lead_intake_reconcile_interval_seconds 21600\n');
});

test('a comparison says nothing any more when its form is gone, its page was disconnected, or it was long ago', async () => {
  const admin = await startAdmin({ env: PLATFORMS });
  const check = {
    platform: 'social_ads',
    pageId: '123',
    storedUntil: admin.now,
    checkedAt: admin.now,
    found: 9,
    recovered: 0,
    missing: 0,
  } as const;
  const fault = { code: 'platform_unavailable', params: inWords('') };
  const old = { checkedAt: admin.now - 24 * 3_600_000 - 1, missing: 5 };
  await admin.store.saveFormCheck({ ...check, formId: '1', fault });
  await admin.store.saveFormCheck({ ...check, formId: '2', fault: { code: 'form_gone', params: inWords('') } });
  await admin.store.saveFormCheck({
    ...check,
    formId: '3',
    pageId: '999',
    missing: 5,
    fault: { code: 'platform_not_connected', params: inWords('') },
  });
  await admin.store.saveFormCheck({ ...check, formId: '4', ...old, fault });
  const text = await (await admin.ask('/metrics')).text();
  expect(text).toContain('lead_intake_reconcile_failed_forms 1\n');
  expect(text).toContain('lead_intake_reconcile_missing_leads 0\n');
});

test('nothing is to be compared while no page is connected', async () => {
  const admin = await startAdmin({ env: { SOCIALADS_DATASET_ID: '789', SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-dataset' } });
  expect(await (await admin.ask('/metrics')).text()).toContain('lead_intake_reconcile_interval_seconds 0\n');
});

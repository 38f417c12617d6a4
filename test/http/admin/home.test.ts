import { expect, test } from 'vitest';
import { healthRecord } from '../../../src/http/admin/read/health.ts';
import { formDelivery, refusedRequest } from '../../support/factories.ts';
import { inWords } from '../../support/saying.ts';
import { type AdminUnderTest, BEARER, ownFormBody, QUEUE, startAdmin } from './admin-under-test.ts';
import { openEvents } from './event-reader.ts';

const DAY_MS = 86_400_000;
const SECRET = 'a-secret-of-more-than-thirty-two-characters';
const ALL_SOURCES = { FORMULARIO_SECRET: SECRET, WEBHOOK_SEARCHADS_SECRET: SECRET, WEBHOOK_SOCIALADS_SECRET: SECRET };

test('where nothing ever arrived the first page shows the first steps, until there is a lead', async () => {
  const admin = await startAdmin({ env: ALL_SOURCES });
  await startWorker(admin);
  const html = await pageOf(admin);
  expect(html).toContain('Receba seu primeiro lead');
  expect(html).not.toContain('Tudo funcionando');
  const steps = async () => (await healthOf(admin)).primeiros_passos?.filter(({ feito }) => feito).map(({ passo }) => passo) ?? null;
  expect(await steps()).toEqual(['fonte']);
  await admin.addCampaign();
  await admin.receive();
  expect(await steps()).toEqual(['fonte', 'campanha', 'evento']);
  await admin.work();
  expect(await steps()).toBeNull();
  expect(await pageOf(admin)).not.toContain('Receba seu primeiro lead');
});

test('after the login the first page says that everything is fine', async () => {
  const admin = await startAdmin({ env: ALL_SOURCES });
  await startWorker(admin);
  await admin.addCampaign();
  await admin.receive();
  await admin.work();
  expect(await healthOf(admin)).toMatchObject({ resultado: 'warning', achados: [{ codigo: 'database.no_backup' }] });
  await admin.store.recordActivity('backup', 'one.db', '10 bytes', { name: 'test', now: admin.now });
  const html = await pageOf(admin);
  expect(html).toContain('Tudo funcionando');
  expect(html).not.toContain('class="findings"');
  expect(await healthOf(admin)).toMatchObject({ resultado: 'ok', achados: [] });
});

test('what is wrong stands there, the worst first, with a way to where it is mended', async () => {
  const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
  await admin.receive();
  await admin.work();
  await admin.receive({ identity: 'form-2', origin: 'search_ads' });
  admin.pass(3 * DAY_MS);
  await admin.store.setPaused(QUEUE, true, { name: 'test', now: admin.now });
  const { resultado, achados } = await healthOf(admin);
  expect(resultado).toBe('problem');
  expect(achados.map(({ codigo, nivel, endereco }) => `${nivel} ${codigo} ${endereco}`)).toEqual([
    'problem queue.paused /admin/fila',
    'problem queue.failed_jobs /admin/webhooks?status=erro',
    'problem sources.closed /admin/fontes',
    'warning queue.no_worker_yet /admin/fila',
    'warning database.no_backup /admin/fila#banco',
    'note sources.closed /admin/fontes',
  ]);
  const html = await pageOf(admin);
  for (const text of [
    '5 pontos precisam de atenção',
    'A fila está pausada',
    '1 job com erro: o evento dele ainda não virou lead.',
    'Campanha desconhecida',
    'Ainda não há backup',
    'Google Ads: nenhum segredo definido',
    'Notas (1)',
    'href="/admin/fila#banco"',
  ])
    expect(html).toContain(text);
});

test('a source that says nothing for much longer than it used to is told about, here and on the page of the sources', async () => {
  const admin = await startAdmin({ env: ALL_SOURCES });
  await startWorker(admin);
  for (let number = 0; number < 60; number += 1) {
    await admin.receive({ identity: `form-${number}` });
    admin.pass(7 * 3_600_000);
  }
  await admin.work();
  expect((await healthOf(admin)).achados.map(({ codigo }) => codigo)).not.toContain('sources.silent');
  const since = admin.now - 7 * 3_600_000;
  admin.pass(4 * 86_400_000);
  expect((await healthOf(admin)).achados.find(({ codigo }) => codigo === 'sources.silent')?.dados).toMatchObject({
    origin: 'formulario_proprio',
    last: new Date(since).toISOString(),
  });
  const cookie = await admin.logIn();
  expect(await (await admin.ask('/admin/fontes', { cookie })).text()).toContain(
    'Sem eventos há mais tempo que o normal. Nas últimas quatro semanas',
  );
  expect(await (await admin.ask('/metrics')).text()).toContain('lead_intake_source_silent{origem="formulario_proprio"} 1\n');
});

test('ad platforms that need no signature are configured, and told about', async () => {
  const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET, WEBHOOK_ALLOW_UNSIGNED: 'true' } });
  await startWorker(admin);
  expect((await healthOf(admin)).achados).toMatchObject([
    { codigo: 'settings.unsigned', nivel: 'warning', dados: {}, endereco: '/admin/fontes' },
  ]);
});

test('a source whose credential was right and is refused now is one problem, told at the first request that looks genuine', async () => {
  const admin = await startAdmin({ env: ALL_SOURCES });
  const refused = { origin: 'search_ads', code: 'google_key_invalid', receivedAt: admin.now } as const;
  await admin.store.recordRefused([refusedRequest({ ...refused, likeness: 'known' }), refusedRequest(refused)]);
  const codes = async () => (await healthOf(admin)).achados.map(({ codigo }) => codigo).filter((code) => code.includes('refused'));
  expect(await codes()).toEqual(['sources.refused_requests']);
  const { body } = await admin.ask('/metrics').then(async (response) => ({ body: await response.text() }));
  expect(body).not.toContain('lead_intake_source_credential_refused{');
  await admin.store.accept(
    formDelivery('L-1', { origin: 'search_ads', secret: 'f'.repeat(8), senders: [{ kind: 'formulario', id: '1' }] }),
  );
  expect(await codes()).toEqual(['sources.credential_refused']);
  expect((await healthOf(admin)).achados.find(({ codigo }) => codigo === 'sources.credential_refused')).toMatchObject({
    nivel: 'problem',
    dados: { origin: 'search_ads', code: 'google_key_invalid', count: 1 },
    endereco: '/admin/recusadas?codigo=google_key_invalid&origem=search_ads&situacao=aberta',
  });
  expect(await pageOf(admin)).toContain('1 requisição que parece autêntica foi recusada');
  expect(await (await admin.ask('/metrics')).text()).toContain(
    'lead_intake_source_credential_refused{origem="search_ads",code="google_key_invalid"} 1\n',
  );
});

test('refused requests are told by cause, whatever strangers wrote into them', async () => {
  const admin = await startAdmin({ env: ALL_SOURCES });
  await admin.store.recordRefused([refusedRequest({ origin: 'search_ads', code: '<b>key</b>', receivedAt: admin.now })]);
  const html = await pageOf(admin);
  expect(html).toContain('1 requisição recusada pode ser um lead perdido');
  expect(html).toContain('&lt;b&gt;key&lt;/b&gt;');
  expect(html).toContain('/admin/recusadas?codigo=%3Cb%3Ekey%3C%2Fb%3E&amp;origem=search_ads&amp;situacao=aberta');
});

test('refused requests stay a finding until they are replayed, however long ago they came; what was refused lately is a figure', async () => {
  const admin = await startAdmin({ env: ALL_SOURCES });
  const refuse = (count: number, code: string) =>
    admin.store.recordRefused(Array.from({ length: count }, () => refusedRequest({ origin: 'search_ads', code, receivedAt: admin.now })));
  const refused = async () => (await healthOf(admin)).achados.find(({ codigo }) => codigo === 'sources.refused_requests');
  await refuse(3, 'signature_invalid');
  const oldest = admin.now;
  admin.pass(3 * DAY_MS);
  await refuse(6, 'signature_missing');
  expect(await refused()).toMatchObject({
    endereco: '/admin/recusadas?codigo=signature_invalid&origem=search_ads&situacao=aberta',
    dados: { count: 3, oldest: new Date(oldest).toISOString() },
  });
  expect(await healthOf(admin)).toMatchObject({ numeros: { recusadas_24h: 6 } });
  expect(await pageOf(admin)).toMatch(/3 requisições recusadas podem ser leads perdidos.*mais antiga.*3 d 0 h/);
  for (const { id } of (await admin.store.listRefused({ limit: 10, open: true })).items)
    await admin.store.noteReplay(id, { eventIds: ['1'], withoutCredential: false }, { name: 'test', now: admin.now });
  expect(await refused()).toBeUndefined();
});

test('a page is sent the verdict as it changes, in its language; a program gets it as JSON', async () => {
  const admin = await startAdmin({ env: ALL_SOURCES });
  await startWorker(admin);
  const page = await streamOf(admin, { accept: 'text/html, text/event-stream', 'accept-language': 'en' });
  const program = await streamOf(admin, { accept: 'text/event-stream' });
  expect(await page.next('message')).toContain('Get your first lead');
  expect(healthRecord.schema().parse(JSON.parse(await program.next('achados'))).primeiros_passos).not.toBeNull();
  await admin.store.setPaused(QUEUE, true, { name: 'test', now: admin.now });
  expect(await page.nextWith('message', 'The queue has been paused')).not.toContain('<form');
  expect(await program.nextWith('achados', 'queue.paused')).toContain('"resultado":"warning"');
});

const PLATFORMS = {
  ...ALL_SOURCES,
  WEBHOOK_SOCIALADS_TOKENS: '123=token-of-a-page',
  SOCIALADS_DATASET_ID: '789',
  SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-dataset',
};

test('a credential that a platform refuses is told, and what follows from it', async () => {
  const admin = await startAdmin({ env: PLATFORMS });
  await startWorker(admin);
  const page = { platform: 'social_ads', kind: 'page', id: '123' } as const;
  await admin.store.noteAccount(
    page,
    { kind: 'refused', credential: 'f', fault: { code: 'credential_refused', params: inWords('The token has expired.') } },
    admin.now,
  );
  const { resultado, achados } = await healthOf(admin);
  expect(resultado).toBe('problem');
  expect(achados.slice(0, 1)).toMatchObject([
    {
      codigo: 'platforms.refused',
      nivel: 'problem',
      endereco: '/admin/fontes',
      dados: {
        account: { plataforma: 'social_ads', tipo: 'page', conta: '123' },
        since: new Date(admin.now).toISOString(),
        fault: { erro_codigo: 'credential_refused', erro_mensagem: 'The token has expired.' },
      },
    },
  ]);
  const html = await pageOf(admin);
  expect(html).toContain('recusa a credencial da página 123 há');
});

test('conversions that wait for a person are told, and lead to their list', async () => {
  const admin = await startAdmin({ env: PLATFORMS });
  await startWorker(admin);
  await admin.addCampaign();
  const json = { event_type: 'venda', id: 'a', timestamp: 1, campanha_id: '42', nome: 'Bia', fbclid: 'a' };
  await admin.receive({ json, events: [{ eventType: 'venda', identity: 'a' }] });
  await admin.work();
  await admin.store.enqueueConversions(['social_ads'], 1, admin.now);
  const [claim] = await admin.store.claim({ queue: 'conversoes', workerId: 'w', limit: 1, leaseMs: 1, now: admin.now });
  if (claim === undefined) throw new Error('no conversion is due');
  const fault = { code: 'conversion_on_hold', params: inWords('Check the action.') };
  await admin.store.finish([{ claim, outcome: { kind: 'parked', fault } }], admin.now);
  const { achados } = await healthOf(admin);
  expect(achados.find(({ codigo }) => codigo === 'platforms.on_hold')).toMatchObject({
    codigo: 'platforms.on_hold',
    nivel: 'warning',
    endereco: '/admin/conversoes?estado=pendente&erro_codigo=conversion_on_hold',
    dados: { count: 1, isMore: false, codes: ['conversion_on_hold'] },
  });
  expect(await pageOf(admin)).toContain('Conversões retidas: 1');
});

test('what went on between here and the platforms is told: comparisons, rejected and waiting conversions', async () => {
  const admin = await startAdmin({ env: PLATFORMS });
  await startWorker(admin);
  await admin.addCampaign();
  for (const identity of ['a', 'b']) {
    const json = { event_type: 'venda', id: identity, timestamp: 1, campanha_id: '42', nome: 'Bia', fbclid: identity };
    await admin.receive({ json, events: [{ eventType: 'venda', identity }] });
  }
  await admin.work();
  admin.pass(DAY_MS + 1);
  await admin.store.enqueueConversions(['social_ads'], 1, admin.now);
  const [claim] = await admin.store.claim({ queue: 'conversoes', workerId: 'w', limit: 1, leaseMs: 1, now: admin.now });
  if (claim === undefined) throw new Error('no conversion is due');
  await admin.store.finish(
    [{ claim, outcome: { kind: 'failed', fault: { code: 'conversion_refused', params: inWords('no') } } }],
    admin.now,
  );
  const page = { platform: 'social_ads', kind: 'page', id: '123' } as const;
  await admin.store.noteAccount(
    page,
    { kind: 'throttled', until: admin.now + 7_200_000, fault: { code: 'platform_throttled', params: inWords('') } },
    admin.now,
  );
  const check = { platform: 'social_ads', formId: '7', pageId: '123', storedUntil: 0, found: 9, recovered: 0, missing: 3 } as const;
  const fault = { code: 'platform_unavailable', params: inWords('away') };
  await admin.store.saveFormCheck({ ...check, checkedAt: admin.now - 13 * 3_600_000, fault });
  await admin.store.recordActivity('backup', 'one.db', '10 bytes', { name: 'test', now: admin.now });
  const { achados } = await healthOf(admin);
  expect(achados.map(({ codigo, nivel }) => `${nivel} ${codigo}`)).toEqual([
    'problem platforms.no_worker',
    'warning platforms.missing_leads',
    'warning platforms.comparison_failed',
    'warning platforms.comparison_late',
    'warning platforms.old_conversion',
    'note platforms.paused',
    'note platforms.rejected',
  ]);
  const html = await pageOf(admin);
  for (const text of [
    'Nenhum worker envia conversões',
    'encontrou e gravou 3 leads que faltavam',
    'Plataforma inacessível',
    'deveria ocorrer a cada 6 h',
    'Conversões rejeitadas nas últimas 24 h: 1',
    'Meta: uma conversão aguarda há',
    'href="/admin/conversoes?estado=pendente&amp;plataforma=social_ads"',
    'href="/admin/fila#conversoes"',
  ])
    expect(html).toContain(text);
});

test('the JSON has fourteen days of leads, failures and times to lead in the time zone of the settings, and both weeks', async () => {
  const admin = await startAdmin({ env: ALL_SOURCES });
  await admin.addCampaign();
  await admin.receive({ identity: 'last week' });
  await admin.work();
  admin.pass(7 * DAY_MS);
  const timestamp = admin.now / 1_000;
  await admin.receive({ identity: 'a', json: { ...ownFormBody('a'), timestamp } });
  await admin.receive({ identity: 'b', json: { ...ownFormBody('b'), timestamp } });
  await admin.receive({ identity: 'nobody', json: { ...ownFormBody('nobody'), campanha_id: '7' } });
  admin.pass(1_500);
  await admin.work();
  admin.pass(1);
  const { fuso, dias, semana, semana_anterior } = (await healthOf(admin)).quatorze_dias;
  expect(fuso).toBe('America/Sao_Paulo');
  expect(dias).toHaveLength(14);
  expect(dias.filter(({ leads, falhas }) => leads + falhas > 0)).toEqual([
    { dia: '2026-11-20', leads: 1, falhas: 0, tempo_ate_lead_p50_ms: 0, tempo_ate_lead_p95_ms: 0 },
    { dia: '2026-11-27', leads: 2, falhas: 1, tempo_ate_lead_p50_ms: 1_500, tempo_ate_lead_p95_ms: 1_500 },
  ]);
  expect(semana).toMatchObject({ leads: 2, falhas: 1 });
  expect(semana_anterior).toMatchObject({ leads: 1, falhas: 0 });
});

async function pageOf(admin: AdminUnderTest): Promise<string> {
  return await (await admin.ask('/admin', { cookie: await admin.logIn() })).text();
}

async function healthOf(admin: AdminUnderTest): Promise<ReturnType<typeof healthRecord.write>> {
  return healthRecord.schema().parse(await (await admin.askJson('/admin', { headers: BEARER })).json());
}

async function streamOf(admin: AdminUnderTest, headers: Readonly<Record<string, string>>): ReturnType<typeof openEvents> {
  return openEvents(await admin.ask('/admin', { headers: { ...BEARER, ...headers } }));
}

async function startWorker(admin: AdminUnderTest): Promise<void> {
  const times = { startedAt: admin.now, seenAt: admin.now + 10 * DAY_MS };
  await admin.store.heartbeat({
    id: 'w-1',
    host: 'a',
    pid: 7,
    pidSpace: 'p',
    queue: QUEUE,
    version: '1',
    ...times,
    processed: 0,
    failed: 0,
  });
}

import { describe, expect, test } from 'vitest';
import { isoTime } from '../../../src/presentation/json.ts';
import { pauseRecord, queueHistoryRecord, queueRecord, snapshotRecord, storeFactsRecord } from '../../../src/presentation/queue-record.ts';
import { inWords } from '../../support/saying.ts';
import { type AdminUnderTest, BEARER, ownFormBody, QUEUE, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';
import { type EventReader, openEvents } from './event-reader.ts';

describe('the page', () => {
  test('shows the figures, and the banners that apply', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    await admin.receive();
    await admin.store.setPaused(QUEUE, true, { name: 'test', now: admin.now });
    const html = await (await admin.ask('/admin/fila', { cookie })).text();
    for (const word of ['Na fila', 'Em execução', 'Concluído', 'Adiado', 'Em espera']) expect(html).toContain(`<dt>${word}</dt>`);
    expect(html).toContain('Nenhum worker em execução');
    expect(html).toContain('<dt><a href="/admin/webhooks?status=erro">Com erro</a></dt>');
    expect(html).toContain('falta conectar uma plataforma');
    expect(html).toContain('A fila está pausada');
  });

  test('a worker with a fresh heartbeat takes the banner away, one without brings it back', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const worker = {
      id: 'w-1',
      host: '<b>host</b>',
      pid: 7,
      pidSpace: 'p',
      queue: QUEUE,
      version: '1',
      startedAt: admin.now,
      seenAt: admin.now,
      processed: 3,
      failed: 0,
    };
    await admin.store.heartbeat(worker);
    const fresh = await (await admin.ask('/admin/fila', { cookie })).text();
    expect(fresh).not.toContain('Nenhum worker em execução');
    expect(fresh).toContain('&lt;b&gt;host&lt;/b&gt;');
    admin.pass(60_000);
    expect(await (await admin.ask('/admin/fila', { cookie })).text()).toContain('Nenhum worker em execução');
  });

  test('answers JSON on the same address', async () => {
    const admin = await startAdmin();
    await admin.receive();
    await admin.store.recordActivity('backup', 'backup-1', '', { name: 'test', now: admin.now });
    const answer: unknown = await (await admin.askJson('/admin/fila', { headers: BEARER })).json();
    expect(queueRecord.schema().parse(answer)).toEqual({
      ...snapshotRecord.write(await admin.store.queueSnapshot(QUEUE, admin.now)),
      // Other programs use the disk in the meantime.
      banco: { ...storeFactsRecord.write(await admin.store.storeFacts()), disco_livre_bytes: expect.any(Number) },
      ultimo_backup_em: isoTime(admin.now),
      historico: queueHistoryRecord.write(await admin.store.queueHistory(QUEUE, admin.now)),
      conversoes: null,
    });
  });

  test('draws the last hour, with the same as tables: failures are no bar of what was finished', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const cookie = await admin.logIn();
    expect(await (await admin.ask('/admin/fila', { cookie })).text()).toContain('Nenhum job na última hora.');
    await admin.receive();
    await admin.receive({ identity: 'form-2', json: { ...ownFormBody('form-2'), campanha_id: '77' } });
    admin.pass(40_000);
    await admin.work();
    admin.pass(120_000);
    const html = await (await admin.ask('/admin/fila', { cookie })).text();
    expect(html).toContain('Última hora: 1 concluído, 1 com erro. Máximo em um minuto: 1.');
    expect(html.match(/class="bar-finished"(?! width)/g)).toHaveLength(1);
    expect(html.match(/class="bar-failed"(?! x="0.5")/g)).toHaveLength(1);
    expect(html).toContain('<title>−2 min: 1 concluído, 1 com erro</title>');
    expect(html).toContain('Última hora: metade dos jobs levou até 38 s');
    expect(html).toMatch(/<details id="waits-table">.*<td>2<\/td>.*<\/details>/s);
  });

  test('tells about the database and the last backup', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    expect(await (await admin.ask('/admin/fila', { cookie })).text()).toContain('Nunca');
    await admin.store.recordActivity('backup', 'backup-1', '', { name: 'test', now: admin.now });
    admin.pass(65_000);
    const html = await (await admin.ask('/admin/fila', { cookie })).text();
    expect(html).toContain('há 1 min</time>');
    expect(html).toContain('test.db');
  });

  test('everything it loads comes from its own origin, nothing stands inline', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const response = await admin.ask('/admin/fila', { cookie });
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    const html = await response.text();
    expect(html).not.toMatch(/ style=|<style|<script(?![^>]* src="\/admin\/)| on[a-z]+=/);
    const assets = [...html.matchAll(/(?:src|href)="(\/admin\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(assets).toHaveLength(7);
    for (const path of assets) {
      const asset = await admin.ask(path);
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });
});

describe('pause and resume', () => {
  test('by the buttons', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const paused = await admin.ask('/admin/fila/pausar', { cookie, form: { csrf } });
    expect([paused.status, paused.headers.get('location')]).toEqual([303, '/admin/fila']);
    expect(await pausedAt(admin)).toBe(admin.now);
    await admin.ask('/admin/fila/retomar', { cookie, form: { csrf } });
    expect(await pausedAt(admin)).toBeNull();
  });

  test('by a program, which needs no CSRF token', async () => {
    const admin = await startAdmin();
    const response = await admin.askJson('/admin/fila/pausar', { method: 'POST', headers: BEARER });
    expect(pauseRecord.schema().parse(await response.json())).toEqual({ fila: QUEUE, pausada: true, mudou: true });
    const again = await admin.askJson('/admin/fila/pausar', { method: 'POST', headers: BEARER });
    expect(await again.json()).toMatchObject({ mudou: false });
  });

  test.each([
    ['a misspelled field', 'queue=conversoes', {}, 422],
    ['a field twice', 'fila=conversoes&fila=webhooks', {}, 422],
    ['a compressed form', 'fila=conversoes', { 'content-encoding': 'gzip' }, 415],
  ])('not with %s, which would pause the wrong queue', async (_what, form, headers: Record<string, string>, status) => {
    const admin = await startAdmin();
    const request = { headers: { ...BEARER, ...headers }, form: new URLSearchParams(form) };
    expect((await admin.askJson('/admin/fila/pausar', request)).status).toBe(status);
    for (const queue of ['webhooks', 'conversoes']) expect((await admin.store.queueSnapshot(queue, admin.now)).pausedAt).toBeNull();
  });

  test.each([
    ['no CSRF token', {}, {}, 403],
    ['a wrong CSRF token', { csrf: 'A'.repeat(43) }, {}, 403],
    ["another site's page", { csrf: 'right' }, { 'sec-fetch-site': 'cross-site' }, 403],
    ["a sibling domain's page", { csrf: 'right' }, { 'sec-fetch-site': 'same-site' }, 403],
    ["another origin's page, told by Origin", { csrf: 'right' }, { origin: 'https://evil.example' }, 403],
    ['an Origin that is none', { csrf: 'right' }, { origin: 'evil' }, 403],
    ['our own page', { csrf: 'right' }, { 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    ['our own page in an older browser', { csrf: 'right' }, { origin: 'own' }, 303],
    ['a form too long', { csrf: 'right', more: 'x'.repeat(20_000) }, {}, 413],
  ])('from %s', async (_who, form: Record<string, string>, headers: Record<string, string>, status) => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const response = await admin.ask('/admin/fila/pausar', {
      cookie,
      form: form['csrf'] === 'right' ? { ...form, csrf } : form,
      headers: headers['origin'] === 'own' ? { origin: admin.origin } : headers,
    });
    expect(response.status).toBe(status);
    expect(await pausedAt(admin)).toBe(status === 303 ? admin.now : null);
  });

  test("another session's CSRF token is wrong", async () => {
    const admin = await startAdmin();
    const [cookie, other] = [await admin.logIn(), await admin.logIn()];
    const response = await admin.ask('/admin/fila/pausar', { cookie, form: { csrf: await admin.csrfTokenOf(other) } });
    expect(response.status).toBe(403);
  });

  test('the CSRF token may come as a header', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const headers = { 'x-csrf-token': await admin.csrfTokenOf(cookie) };
    expect((await admin.askJson('/admin/fila/pausar', { cookie, method: 'POST', headers })).status).toBe(200);
  });

  test('without a session nothing happens', async () => {
    const admin = await startAdmin();
    expect((await admin.ask('/admin/fila/pausar', { form: { csrf: '' } })).status).toBe(303);
    expect((await admin.askJson('/admin/fila/pausar', { method: 'POST' })).status).toBe(401);
    expect(await pausedAt(admin)).toBeNull();
  });
});

describe('the live stream', () => {
  test('sends a snapshot at once, and another after a change', async () => {
    const admin = await startAdmin();
    const events = await stream(admin);
    expect(JSON.parse(await events.next('snapshot'))).toMatchObject({ fila: QUEUE, pendente: 0 });
    await admin.receive();
    expect(JSON.parse(await events.next('snapshot'))).toMatchObject({ pendente: 1 });
  });

  test('a page gets HTML in its language, without anything that belongs to one session', async () => {
    const admin = await startAdmin();
    const [portuguese, english] = [await pageStream(admin, 'pt-BR,pt;q=0.9'), await pageStream(admin, 'en-US,en;q=0.9')];
    expect(await portuguese.next('message')).toContain('Nenhum worker em execução');
    expect(await english.next('message')).toContain('No worker is running');
    await admin.store.setPaused(QUEUE, true, { name: 'test', now: admin.now });
    expect(await english.nextWith('message', 'data-queue="paused"')).not.toContain('<form');
  });

  test('begins with the time of the server, so that a page can count ages', async () => {
    const admin = await startAdmin();
    const events = await stream(admin);
    expect(await events.next('beat')).toBe(isoTime(admin.now));
    expect(events.seen('snapshot')).toBe(0);
  });

  test('many changes in a moment become few updates', async () => {
    const admin = await startAdmin();
    const events = await stream(admin);
    await events.next('snapshot');
    const startedAt = performance.now();
    for (let number = 0; number < 200; number += 1) await admin.receive({ identity: `form-${number}` });
    await events.nextWith('snapshot', '"pendente":200');
    const quarters = Math.ceil((performance.now() - startedAt) / 250);
    expect(events.seen('snapshot')).toBeLessThanOrEqual(quarters + 2);
  });

  test('a second reader gets the figures at once too', async () => {
    const admin = await startAdmin();
    await (await stream(admin)).next('snapshot');
    expect(await (await stream(admin)).next('snapshot')).toContain('pendente');
  });

  test('ends when the session does', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const events = await openEvents(await admin.ask('/admin/fila', { cookie, headers: { accept: 'text/event-stream' } }));
    await events.next('snapshot');
    await admin.ask('/admin/logout', { cookie, form: { csrf } });
    await admin.receive();
    await expect(events.ended()).resolves.toBe(true);
  });

  test('one more than there is room for is turned away, and let in when one has gone', async () => {
    const admin = await startAdmin({ mostStreams: 50 });
    const leaving = new AbortController();
    const first = await askStream(admin, leaving.signal);
    // Keep references: fetch closes the connection of a response when it is garbage-collected.
    const others: Response[] = [];
    for (let number = 1; number < 50; number += 1) others.push(await askStream(admin));
    const turnedAway = await askStream(admin);
    expect([turnedAway.status, (await turnedAway.json()) as unknown]).toEqual([503, expect.objectContaining({ code: 'too_many_streams' })]);
    leaving.abort();
    await expect(first.text()).rejects.toThrow();
    await expect.poll(async () => (await askStream(admin)).status).toBe(200);
    expect(others.map((response) => response.status)).toEqual(others.map(() => 200));
  });

  test('a session has 50 at most and a token 250, and the others still look', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const other = await admin.logIn();
    const asSession = (of: string): Promise<Response> => admin.ask('/admin/fila', { cookie: of, headers: { accept: 'text/event-stream' } });
    const open: Response[] = [];
    for (let number = 0; number < 50; number += 1) open.push(await asSession(cookie));
    for (let number = 0; number < 250; number += 1) open.push(await askStream(admin));
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
    for (const turnedAway of [await asSession(cookie), await askStream(admin)]) {
      expect([turnedAway.status, turnedAway.headers.get('retry-after'), await turnedAway.json()]).toEqual([
        503,
        '10',
        expect.objectContaining({ code: 'too_many_own_streams' }),
      ]);
    }
    expect((await asSession(other)).status).toBe(200);
    await open[0]?.body?.cancel();
    await expect.poll(async () => (await asSession(cookie)).status).toBe(200);
  });

  test('readers have half of all, however often they log in', async () => {
    const admin = await startAdmin();
    const asSession = (cookie: string): Promise<Response> => admin.ask('/admin/fila', { cookie, headers: { accept: 'text/event-stream' } });
    const open: Response[] = [];
    for (let logins = 0; logins < 5; logins += 1) {
      const cookie = await admin.logIn(READONLY_TOKEN);
      for (let number = 0; number < 50; number += 1) open.push(await asSession(cookie));
    }
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await asSession(await admin.logIn(READONLY_TOKEN))).status).toBe(503);
    expect((await asSession(await admin.logIn())).status).toBe(200);
  });

  test('closing ends all streams and opens no more; twice is fine', async () => {
    const admin = await startAdmin();
    const events = await stream(admin);
    await events.next('snapshot');
    admin.closeStreams();
    admin.closeStreams();
    await expect(events.ended()).resolves.toBe(true);
    expect((await askStream(admin)).status).toBe(503);
  });
});

function askStream(admin: AdminUnderTest, signal?: AbortSignal): Promise<Response> {
  return admin.ask('/admin/fila', { headers: { ...BEARER, accept: 'text/event-stream' }, ...(signal === undefined ? {} : { signal }) });
}

/** A stream as htmx requests it. */
async function pageStream(admin: AdminUnderTest, language: string): Promise<EventReader> {
  const headers = { ...BEARER, accept: 'text/html, text/event-stream', 'accept-language': language };
  return openEvents(await admin.ask('/admin/fila', { headers }));
}

async function stream(admin: AdminUnderTest): Promise<EventReader> {
  return openEvents(await askStream(admin));
}

async function pausedAt(admin: AdminUnderTest): Promise<number | null> {
  return (await admin.store.queueSnapshot(QUEUE, admin.now)).pausedAt;
}

describe('the queue of conversions', () => {
  const CONNECTED = { SOCIALADS_DATASET_ID: '789', SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-dataset' };
  const FAULT = { code: 'conversion_refused', params: inWords('no') };

  async function withConversion(): Promise<AdminUnderTest> {
    const admin = await startAdmin({ env: CONNECTED });
    await admin.addCampaign();
    const json = { ...ownFormBody('a'), event_type: 'venda', fbclid: 'F' };
    await admin.receive({ json, events: [{ eventType: 'venda', identity: 'a' }] });
    await admin.work();
    await admin.store.enqueueConversions(['social_ads'], 10, admin.now);
    return admin;
  }

  test('stands beside that of events once a platform is connected', async () => {
    const idle = await startAdmin();
    expect(await (await idle.ask('/admin/fila', { cookie: await idle.logIn() })).text()).not.toContain('Fila de conversões');
    const admin = await startAdmin({ env: CONNECTED });
    const html = await (await admin.ask('/admin/fila', { cookie: await admin.logIn() })).text();
    expect(html).toContain('<a href="/admin/fila?fila=conversoes">Fila de conversões</a>');
    expect(html).toContain('href="/admin/conversoes?estado=rejeitada"');
  });

  test('tells what waits, who works and what failed, as JSON too', async () => {
    const admin = await withConversion();
    admin.pass(60_000);
    const html = await (await admin.ask('/admin/fila', { cookie: await admin.logIn() })).text();
    expect(html).toContain('lead-intake queue work conversoes</bdi></code>');
    const [claim] = await admin.store.claim({ queue: 'conversoes', workerId: 'w', limit: 1, leaseMs: 1, now: admin.now });
    if (claim === undefined) throw new Error('no conversion is due');
    await admin.store.finish([{ claim, outcome: { kind: 'failed', fault: FAULT } }], admin.now);
    const { conversoes } = queueRecord.schema().parse(await (await admin.askJson('/admin/fila', { headers: BEARER })).json());
    expect(conversoes).toMatchObject({ fila: 'conversoes', pendente: 0, falhou: 1, trabalhadores: [] });
  });

  test('has a page of its own, with what it means for conversions', async () => {
    const admin = await withConversion();
    const html = await (await admin.ask('/admin/fila?fila=conversoes', { cookie: await admin.logIn() })).text();
    expect(html).toContain('<h1>Fila de conversões</h1>');
    expect(html).toContain('mas não enviadas');
    expect(html).toContain('hx-sse:connect="/admin/fila?fila=conversoes"');
    const answer = queueRecord.schema().parse(await (await admin.askJson('/admin/fila?fila=conversoes', { headers: BEARER })).json());
    expect(answer).toMatchObject({ fila: 'conversoes', pendente: 1, conversoes: null });
    expect((await admin.askJson('/admin/fila?fila=outra', { headers: BEARER })).status).toBe(422);
  });

  test('is paused and resumed apart from the other', async () => {
    const admin = await withConversion();
    const cookie = await admin.logIn();
    const form = { csrf: await admin.csrfTokenOf(cookie), fila: 'conversoes' };
    const answer = await admin.ask('/admin/fila/pausar', { cookie, form });
    expect(answer.headers.get('location')).toBe('/admin/fila?fila=conversoes');
    const pausedAt = async (queue: string) => (await admin.store.queueSnapshot(queue, admin.now)).pausedAt;
    expect([await pausedAt('conversoes'), await pausedAt(QUEUE)]).toEqual([admin.now, null]);
    await admin.ask('/admin/fila/retomar', { cookie, form });
    expect(await pausedAt('conversoes')).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { slowFingerprint } from '../../../src/base/fingerprint.ts';
import { BEARER, NOON, ownFormBody, startAdmin } from './admin-under-test.ts';

const PERSONAL = ['João da Silva', 'joao.silva@example.com', '98765-4321', '+5511987654321', 'Quero um orçamento'];

describe('the list', () => {
  test('shows fifty events, newest first, and leads on to the older ones', async () => {
    const admin = await startAdmin();
    const cookie = `${await admin.logIn()}; colunas_eventos=identidade`;
    for (let number = 1; number <= 60; number += 1) await admin.receive({ identity: `form-${number}` });
    const first = await (await admin.ask('/admin/webhooks', { cookie })).text();
    expect(identitiesIn(first)).toEqual(Array.from({ length: 50 }, (_, index) => `form-${60 - index}`));
    const older = /href="([^"]+)" rel="next"/.exec(first)?.[1] ?? '';
    const second = await (await admin.ask(older.replaceAll('&amp;', '&'), { cookie })).text();
    expect(identitiesIn(second)).toEqual(Array.from({ length: 10 }, (_, index) => `form-${10 - index}`));
    expect(second).not.toContain('rel="next"');
  });

  test('filters by what stands in the address, and the form keeps it', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    await admin.receive({ identity: 'unknown-campaign' });
    await admin.work();
    await admin.receive({ identity: 'waiting' });
    const ask = async (query: string): Promise<string> =>
      (await admin.ask(`/admin/webhooks?${query}`, { cookie: `${cookie}; colunas_eventos=identidade` })).text();
    expect(identitiesIn(await ask('status=erro'))).toEqual(['unknown-campaign']);
    expect(identitiesIn(await ask('status=recebido&origem=formulario_proprio'))).toEqual(['waiting']);
    expect(identitiesIn(await ask('identidade=waiting&event_type='))).toEqual(['waiting']);
    expect(identitiesIn(await ask('event_type=lead'))).toEqual(['waiting', 'unknown-campaign']);
    expect(identitiesIn(await ask('origem=search_ads'))).toEqual([]);
    const filtered = await ask('erro_codigo=campaign_not_found&status=erro');
    expect(filtered).toContain('value="campaign_not_found"');
    expect(filtered).toContain('<option value="erro" selected="">Com erro</option>');
  });

  test('a filter that is none is refused, with the words that are', async () => {
    const admin = await startAdmin();
    const response = await admin.askJson('/admin/webhooks?status=kaputt', { headers: BEARER });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'invalid_input', detail: expect.stringContaining('recebido, processado, erro') });
  });

  test('a cursor that is none gives no server error', async () => {
    const admin = await startAdmin();
    for (const cursor of ['x', '-1', '9'.repeat(40), "1' or 1"]) {
      const response = await admin.askJson(`/admin/webhooks?${new URLSearchParams({ antes: cursor })}`, { headers: BEARER });
      expect([cursor, response.status < 500]).toEqual([cursor, true]);
    }
  });

  test('answers JSON on the same address', async () => {
    const admin = await startAdmin();
    await admin.receive({ identity: 'form-7' });
    const response = await admin.askJson('/admin/webhooks', { headers: BEARER });
    expect(await response.json()).toMatchObject({ itens: [{ identidade: 'form-7', status: 'recebido' }], proximo: null });
  });
});

describe("an event's page", () => {
  test('tells its way from the request to the lead', async () => {
    const [secret, previous] = ['form-secret-000002', 'form-secret-000001'];
    const admin = await startAdmin({ env: { FORMULARIO_SECRET: secret, FORMULARIO_SECRET_PREVIOUS: previous } });
    const cookie = await admin.logIn();
    await admin.addCampaign();
    const id = await admin.receive({ credential: 'hmac_previous', secret: slowFingerprint(previous) });
    await admin.receive({ json: { ...ownFormBody('form-1'), nome: 'Outra' } });
    await admin.work();
    const html = await (await admin.ask(`/admin/webhooks/${id}`, { cookie })).text();
    for (const text of [
      '203.0.113.9',
      'req-1',
      'assinatura HMAC-SHA256 com o segredo anterior',
      '1 com outro conteúdo (vale o primeiro)',
      'job 1',
      'Processado',
      'Agência Um',
      'Verão',
    ]) {
      expect(html).toContain(text);
    }
  });

  test('masks personal data until asked, and writes down who asked', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    await admin.addCampaign();
    const id = await admin.receive();
    await admin.work();
    const masked = await (await admin.ask(`/admin/webhooks/${id}`, { cookie })).text();
    for (const text of PERSONAL) expect(masked).not.toContain(text);
    expect(masked).toContain('J*** S***');
    expect(admin.activities()).toEqual([]);
    const shown = await (await admin.ask(`/admin/webhooks/${id}?mostrar=1`, { cookie })).text();
    for (const text of PERSONAL) expect(shown).toContain(text);
    expect(admin.activities()).toEqual([{ action: 'revelar', target: `evento:${id}`, detail: 'page', operator: 'admin@127.0.0.1' }]);
  });

  test('masks and records in JSON too', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const id = await admin.receive();
    await admin.work();
    const masked = await (await admin.askJson(`/admin/webhooks/${id}`, { headers: BEARER })).text();
    for (const text of PERSONAL) expect(masked).not.toContain(text);
    const shown = (await (await admin.askJson(`/admin/webhooks/${id}?mostrar=1`, { headers: BEARER })).json()) as unknown;
    expect(shown).toMatchObject({ evento: { status: 'processado' }, lead: { nome: 'João da Silva' } });
    expect(admin.activities()).toHaveLength(1);
  });

  test('shows the body as it was written: long numbers, markup and hidden characters', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const body = Buffer.from('{"id": 12345678901234567890, "v": 1.0, "nome": "<script>alert(1)</script>\u202Eexe", "x": "\\u0000"}');
    const id = await admin.receive({ body });
    const html = await (await admin.ask(`/admin/webhooks/${id}?mostrar=1`, { cookie })).text();
    expect(html).toContain('12345678901234567890');
    expect(html).toContain('1.0');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<span class="escape">\\u202e</span>exe');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('\u202E');
  });

  test('hostile type, identity, headers and request id stay text', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const id = await admin.receive({
      events: [{ eventType: hostile, identity: hostile }],
      headers: JSON.stringify([[hostile, hostile]]),
      requestId: hostile,
      remoteAddress: hostile,
    });
    for (const path of ['/admin/webhooks', `/admin/webhooks/${id}`, `/admin/webhooks?${new URLSearchParams({ identidade: hostile })}`]) {
      const html = await (await admin.ask(path, { cookie })).text();
      expect(html).toContain('&lt;script&gt;');
      expect(html).not.toMatch(/<script>|<img(?! src="\/admin\/assets\/)/);
    }
  });

  test('shows the newest resend that said something else, masked until asked', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const id = await admin.receive();
    const ask = async (query = '') => (await admin.ask(`/admin/webhooks/${id}${query}`, { cookie })).text();
    expect(await ask()).not.toContain('Reenvio com outro conteúdo');
    const other = Buffer.from(JSON.stringify({ ...ownFormBody('form-1'), nome: 'Outra Pessoa' }));
    await admin.receive({ body: other });
    expect(await ask()).toContain('Reenvio com outro conteúdo');
    expect(await ask()).not.toContain('Outra Pessoa');
    expect(await ask('?mostrar=1')).toContain('Outra Pessoa');
    const json = async (query = '') =>
      (await (await admin.askJson(`/admin/webhooks/${id}${query}`, { headers: BEARER })).json()) as { evento: unknown };
    expect((await json()).evento).toMatchObject({ conflito_base64: null });
    expect((await json('?mostrar=1')).evento).toMatchObject({ conflito_base64: other.toString('base64') });
  });

  test('a masked body still tells what names no person', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const id = await admin.receive({ json: { ...ownFormBody('form-1'), utm_source: 'boletim', gclid: 'Cj0KCQ', 'ana@example.com': 'x' } });
    const html = await (await admin.ask(`/admin/webhooks/${id}`, { cookie })).text();
    for (const text of ['boletim', 'Cj0KCQ', String(NOON / 1_000)]) expect(html).toContain(text);
    expect(html).not.toContain('ana@example.com');
  });

  test('a hostile body makes no slow page', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    await admin.addCampaign();
    const hidden = '\u202E\u200B'.repeat(30_000);
    const many = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [`pergunta ${index} ${hidden.slice(0, 20)}`, hidden.slice(0, 20)]),
    );
    const id = await admin.receive({ json: { ...ownFormBody('form-1'), nome: `Ana ${hidden}`, [`k${hidden}`]: hidden, ...many } });
    await admin.work();
    const html = await (await admin.ask(`/admin/webhooks/${id}?mostrar=1`, { cookie })).text();
    expect(html.length).toBeLessThan(400_000);
    expect(html.split('class="escape"').length).toBeLessThan(1_000);
    expect(html).toMatch(/mais [\d.]+ caracteres/);
  });

  test('a long body is cut on the page and whole in the download', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const body = Buffer.from(JSON.stringify({ ...ownFormBody('form-1'), mensagem: 'ã'.repeat(400_000) }));
    const id = await admin.receive({ body });
    const html = await (await admin.ask(`/admin/webhooks/${id}?mostrar=1`, { cookie })).text();
    expect(html.length).toBeLessThan(100_000);
    expect(html).toContain('Próxima parte');
    const file = await admin.ask(`/admin/webhooks/${id}/corpo`, { cookie });
    expect(Buffer.from(await file.arrayBuffer()).equals(body)).toBe(true);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="evento-${id}.bin"`);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(admin.activities()).toEqual([expect.objectContaining({ detail: 'page' }), expect.objectContaining({ detail: 'download' })]);
  });

  test.each(['999', '0', 'abc', '1e3', '99999999999999999999', '..%2f1'])('an unknown id %s is a page that says so', async (id) => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const page = await admin.ask(`/admin/webhooks/${id}`, { cookie });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Não encontrado');
    const json = await admin.askJson(`/admin/webhooks/${id}`, { headers: BEARER });
    expect([json.status, ((await json.json()) as { code: string }).code]).toEqual([404, 'not_found']);
    expect((await admin.askJson(`/admin/webhooks/${id}/corpo`, { headers: BEARER })).status).toBe(404);
    expect((await admin.askJson(`/admin/webhooks/${id}/repetir`, { headers: BEARER, method: 'POST' })).status).toBe(404);
  });
});

describe('putting an event through again', () => {
  test('a failed one, by its button', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const id = await admin.receive();
    await admin.work();
    const failed = await (await admin.ask(`/admin/webhooks/${id}`, { cookie })).text();
    expect(failed).toContain(`action="/admin/webhooks/${id}/repetir"`);
    await admin.addCampaign();
    const response = await admin.ask(`/admin/webhooks/${id}/repetir`, { cookie, form: { csrf } });
    expect([response.status, response.headers.get('location')]).toEqual([303, `/admin/webhooks/${id}?aviso=repetido`]);
    expect(await (await admin.ask(`/admin/webhooks/${id}?aviso=repetido`, { cookie })).text()).toContain('role="status"');
    await admin.work();
    expect((await admin.store.eventTrail(id))?.event.status).toBe('processado');
  });

  test('without the CSRF token nothing runs', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const id = await admin.receive();
    await admin.work();
    expect((await admin.ask(`/admin/webhooks/${id}/repetir`, { cookie, form: {} })).status).toBe(403);
    expect((await admin.store.eventTrail(id))?.event.status).toBe('erro');
  });

  test('a parked one goes at once when asked', async () => {
    const admin = await startAdmin();
    const value = { leadgen_id: '444', page_id: '1', form_id: '2', created_time: 1 };
    const json = { object: 'page', entry: [{ id: '1', time: 1, changes: [{ field: 'leadgen', value }] }] };
    const id = await admin.receive({ origin: 'social_ads', json, events: [{ eventType: 'leadgen', identity: '444' }] });
    await admin.work();
    expect((await admin.store.eventTrail(id))?.jobs[0]).toMatchObject({ state: 'pendente', waitReason: expect.any(String) });
    const cookie = await admin.logIn();
    const html = await (await admin.ask(`/admin/webhooks/${id}`, { cookie })).text();
    expect(html).toContain('Tentar agora');
    expect(html).toContain('<span class="badge badge-estacionado" title="estacionado">Em espera</span>');
    expect(html).not.toContain('badge-pendente');
    const response = await admin.askJson(`/admin/webhooks/${id}/repetir`, { headers: BEARER, method: 'POST' });
    expect(await response.json()).toEqual({ evento_id: id, repetido: true });
    expect((await admin.store.eventTrail(id))?.jobs).toMatchObject([{ state: 'pendente', waitReason: null }]);
  });

  test('one that a worker holds is left alone', async () => {
    const admin = await startAdmin();
    const id = await admin.receive();
    await admin.store.claim({ queue: 'webhooks', workerId: 'w-1', limit: 1, leaseMs: 60_000, now: admin.now });
    const response = await admin.askJson(`/admin/webhooks/${id}/repetir`, { headers: BEARER, method: 'POST' });
    expect(await response.json()).toEqual({ evento_id: id, repetido: false });
  });
});

function identitiesIn(html: string): readonly string[] {
  return [...html.matchAll(/class="identity"><code><bdi>([^<]*)</g)].map((match) => match[1] ?? '');
}

import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/base/time-units.ts';
import { faultParams } from '../../../src/domain/fault.ts';
import type { RefusedRequest } from '../../../src/domain/refused-request.ts';
import {
  forgottenRecord,
  refusedDetailRecord,
  refusedPageWithCauses,
  replayedRecord,
  replayPreviewRecord,
  singleReplayRecord,
} from '../../../src/presentation/refused-record.ts';
import { refusedRequest } from '../../support/factories.ts';
import { inWords } from '../../support/saying.ts';
import { type AdminUnderTest, BEARER, NOON, ownFormBody, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

const ENGLISH = { 'accept-language': 'en' };
const SECRET = 'a-secret-of-more-than-sixteen';
const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
const PERSONAL = ['João da Silva', 'joao.silva@example.com', '98765-4321', 'Quero um orçamento'];

/** Stores a refused request of the website form, signed with the secret by default. Returns its id. */
async function refuse(admin: AdminUnderTest, overrides: Partial<RefusedRequest> = {}): Promise<string> {
  const body = Buffer.from(JSON.stringify(ownFormBody('form-1')));
  const signature = `sha256=${createHmac('sha256', SECRET)
    .update(overrides.body ?? body)
    .digest('hex')}`;
  const headers = JSON.stringify([
    ['content-type', 'application/json'],
    ['X-Formulario-Signature', signature],
  ]);
  const params = faultParams(['signatureWrong', { header: 'X-Formulario-Signature' }]);
  await admin.store.recordRefused([refusedRequest({ params, headers, body, receivedAt: admin.now, ...overrides })]);
  return (await admin.store.listRefused({ limit: 1 })).items[0]?.id ?? '';
}

async function operatorAt(admin: AdminUnderTest) {
  const cookie = await admin.logIn();
  const csrf = await admin.csrfTokenOf(cookie);
  const read = async (path: string): Promise<string> => (await admin.ask(path, { cookie, headers: ENGLISH })).text();
  const post = (path: string) => admin.ask(path, { cookie, form: { csrf }, headers: ENGLISH });
  return { cookie, read, post };
}

async function jsonOf(admin: AdminUnderTest, path: string): Promise<unknown> {
  return (await admin.askJson(path, { headers: BEARER })).json();
}

describe('the list', () => {
  test('counts by cause and source, and is narrowed down by both', async () => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    await refuse(admin);
    await refuse(admin);
    const other = await refuse(admin, { origin: 'search_ads', code: 'body_not_json', httpStatus: 422 });
    const html = await read('/admin/recusadas');
    expect(html).toContain('href="/admin/recusadas?codigo=signature_invalid&amp;origem=formulario_proprio"');
    expect(html).toContain('Invalid signature');
    const filtered = await read('/admin/recusadas?codigo=body_not_json');
    expect([...filtered.matchAll(/href="\/admin\/recusadas\/(\d+)"/g)].map((match) => match[1])).toEqual([other]);
    expect(refusedPageWithCauses.schema().parse(await jsonOf(admin, '/admin/recusadas?origem=search_ads'))).toMatchObject({
      itens: [{ recusa_id: other, codigo: 'body_not_json' }],
      causas: [
        { origem: 'formulario_proprio', codigo: 'signature_invalid', total: 2 },
        { origem: 'search_ads', codigo: 'body_not_json', total: 1 },
      ],
    });
    expect((await admin.askJson('/admin/recusadas?origem=nowhere', { headers: BEARER })).status).toBe(422);
  });

  test('goes on page by page with its filter, and says when there is nothing', async () => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    expect(await read('/admin/recusadas')).toContain('No refused requests.');
    for (let index = 0; index < 5; index += 1) await refuse(admin);
    expect(await read('/admin/recusadas?limite=2&codigo=signature_invalid')).toMatch(/codigo=signature_invalid&amp;antes=4" rel="next"/);
    expect(await read('/admin/recusadas?codigo=other')).toContain('Nothing matches the filter.');
    const ids: string[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page = refusedPageWithCauses.schema().parse(await jsonOf(admin, `/admin/recusadas?limite=2&antes=${before}`));
      ids.push(...page.itens.map((item) => item.recusa_id));
      before = page.proximo;
    }
    expect(ids).toEqual(['5', '4', '3', '2', '1']);
  });
});

describe('many requests', () => {
  const JOAO = 'busca=joao+98765-4321';

  test('are found by what their body says, for operators only, and by campaign and time', async () => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    const id = await refuse(admin, { receivedAt: admin.now - DAY_MS });
    await refuse(admin, { body: Buffer.from('{"nome":"Rosa","campanha_id":"7"}') });
    const found = async (query: string) =>
      [...(await read(`/admin/recusadas?${query}`)).matchAll(/href="\/admin\/recusadas\/(\d+)"/g)].map((match) => match[1]);
    expect(await found(JOAO)).toEqual([id]);
    expect(await found('campanha=42')).toEqual([id]);
    expect(await found(`ate=${encodeURIComponent(new Date(admin.now - 1).toISOString())}`)).toEqual([id]);
    const reader = await admin.logIn(READONLY_TOKEN);
    expect((await admin.ask(`/admin/recusadas?${JOAO}`, { cookie: reader })).status).toBe(403);
    expect(await (await admin.ask('/admin/recusadas', { cookie: reader })).text()).not.toContain('name="busca"');
  });

  test.each([
    ['webhooks', 'Nothing matches the filter.'],
    ['leads', 'Nothing matches the filter.'],
  ])('are pointed out by the search of /admin/%s, also where it finds nothing else', async (list, nothing) => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    await refuse(admin);
    const one = await read(`/admin/${list}?${JOAO}`);
    expect(one).toContain(nothing);
    expect(one).toContain(`1 refused request matches too. <a href="/admin/recusadas?${JOAO}">View request</a>`);
    await refuse(admin);
    expect(await read(`/admin/${list}?${JOAO}`)).toContain('2 refused requests match too.');
    for (const query of ['', '?busca=+', '?busca=rosa']) expect(await read(`/admin/${list}${query}`)).not.toMatch(/match(es)? too/);
    const reader = await admin.logIn(READONLY_TOKEN);
    expect((await admin.ask(`/admin/${list}?${JOAO}`, { cookie: reader })).status).toBe(403);
  });

  test('are counted in the JSON of a search for events', async () => {
    const admin = await startAdmin();
    await refuse(admin);
    expect(await jsonOf(admin, `/admin/webhooks?${JOAO}`)).toMatchObject({ itens: [], recusadas: 1 });
    expect(await jsonOf(admin, '/admin/webhooks')).toMatchObject({ recusadas: 0 });
  });

  test('are replayed after a page that says what would happen, and no more than it named', async () => {
    const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
    const { cookie, read } = await operatorAt(admin);
    await refuse(admin);
    await refuse(admin, { headers: '[]' });
    expect(await read('/admin/recusadas')).toContain('href="/admin/recusadas/repetir?todos=1"');
    const question = await read('/admin/recusadas/repetir?todos=1&codigo=signature_invalid');
    expect(question).toContain('1 would be accepted');
    expect(question.replaceAll(/<[^>]*>/g, '')).toContain('1 still refused: No signature');
    expect(replayPreviewRecord.schema().parse(await jsonOf(admin, '/admin/recusadas/repetir?recusa=1&recusa=9'))).toMatchObject({
      gravadas: 1,
      impossiveis: 1,
    });
    expect((await admin.store.listEvents({ limit: 1 })).items).toEqual([]);
    const fields = [...question.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    await refuse(admin, { body: Buffer.from(JSON.stringify(ownFormBody('form-9'))) });
    const done = await (
      await admin.ask('/admin/recusadas/repetir', { cookie, form: new URLSearchParams(fields), headers: ENGLISH })
    ).text();
    expect(done).toContain('1 was accepted');
    expect((await admin.store.listEvents({ limit: 9 })).items).toHaveLength(1);
    expect(admin.activities()).toMatchObject([{ action: 'reaproveitar_recusada', target: 'recusa:1' }]);
    const json = await admin.askJson('/admin/recusadas/repetir', { form: { recusa: '3' }, headers: BEARER });
    expect(replayedRecord.schema().parse(await json.json())).toMatchObject({
      itens: [{ recusa_id: '3', resultado: 'stored', evento_ids: ['2'] }],
    });
    expect((await admin.askJson('/admin/recusadas/repetir', { form: {}, headers: BEARER })).status).toBe(422);
    const reader = await admin.logIn(READONLY_TOKEN);
    expect((await admin.ask('/admin/recusadas/repetir?todos=1', { cookie: reader })).status).toBe(403);
  });
});

test('what lost its credential is replayed by an operator who vouches for it, and the page offers that only there', async () => {
  const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
  const { cookie, read, post } = await operatorAt(admin);
  await refuse(admin, { headers: '[]' });
  const attempt = await (await post('/admin/recusadas/1/repetir')).text();
  expect(attempt).toContain('href="/admin/recusadas/repetir?recusa=1"');
  expect(await read('/admin/recusadas/repetir?recusa=1')).toContain('name="sem_credencial" value="1"');
  expect(replayPreviewRecord.schema().parse(await jsonOf(admin, '/admin/recusadas/repetir?recusa=1&sem_credencial=1'))).toMatchObject({
    gravadas: 1,
    sem_credencial: 1,
  });
  const done = await admin.ask('/admin/recusadas/repetir', {
    cookie,
    form: { recusa: '1', sem_credencial: '1', csrf: await admin.csrfTokenOf(cookie) },
    headers: ENGLISH,
  });
  expect(await done.text()).toContain('1 of them without a valid credential');
  expect(admin.activities()).toMatchObject([{ action: 'reaproveitar_recusada_sem_credencial', target: 'recusa:1' }]);
});

describe('forgetting', () => {
  const fieldsOf = (html: string) =>
    [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);

  test('one deletes it with its body, is logged, and is offered to operators alone', async () => {
    const admin = await startAdmin();
    const { read, post } = await operatorAt(admin);
    const id = await refuse(admin);
    expect(await read(`/admin/recusadas/${id}`)).toContain(`action="/admin/recusadas/${id}/esquecer"`);
    const reader = await admin.logIn(READONLY_TOKEN);
    expect(await (await admin.ask(`/admin/recusadas/${id}`, { cookie: reader })).text()).not.toContain('/esquecer"');
    const form = { csrf: await admin.csrfTokenOf(reader) };
    for (const path of [`/admin/recusadas/${id}/esquecer`, '/admin/recusadas/esquecer']) {
      expect((await admin.ask(path, { cookie: reader, form: { ...form, recusa: id } })).status).toBe(403);
    }
    const done = await post(`/admin/recusadas/${id}/esquecer`);
    expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/recusadas?aviso=esquecidas&numero=1']);
    expect(await read('/admin/recusadas?aviso=esquecidas&numero=1')).toContain('1 refused request deleted.');
    expect(await admin.store.findRefused(id)).toBeNull();
    expect(admin.activities()).toEqual([{ action: 'esquecer_recusada', target: `recusa:${id}`, detail: '', operator: 'admin@127.0.0.1' }]);
    expect(await read('/admin/atividade')).toContain('Deleted refused requests');
    expect((await admin.askJson(`/admin/recusadas/${id}/esquecer`, { form: {}, headers: BEARER })).status).toBe(404);
  });

  test('all that match asks first, says what could still be stored, and no more than it named goes', async () => {
    const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
    const { cookie, read } = await operatorAt(admin);
    const valid = await refuse(admin);
    const cut = await refuse(admin, { complete: false });
    const other = await refuse(admin, { code: 'body_not_json' });
    expect(await read('/admin/recusadas')).toContain('href="/admin/recusadas/esquecer?todos=1"');
    expect(await read('/admin/recusadas')).toContain(`aria-label="Select refused request ${cut}" name="recusa" value="${cut}"`);
    const question = await read('/admin/recusadas/esquecer?todos=1&codigo=signature_invalid');
    expect(question.replaceAll(/<[^>]*>/g, '')).toContain('2 refused requests will be deleted for good1 of them would be accepted');
    expect(question).toContain('Delete 2 requests');
    expect(replayPreviewRecord.schema().parse(await jsonOf(admin, `/admin/recusadas/esquecer?recusa=${valid}`))).toMatchObject({
      total: 1,
      gravadas: 1,
    });
    const late = await refuse(admin);
    const form = new URLSearchParams(fieldsOf(question));
    const done = await admin.ask('/admin/recusadas/esquecer', { cookie, form, headers: ENGLISH });
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      '/admin/recusadas?codigo=signature_invalid&aviso=esquecidas&numero=2',
    ]);
    expect((await admin.store.listRefused({ limit: 9 })).items.map(({ id }) => id)).toEqual([late, other]);
    expect(await read('/admin')).toContain('2 refused requests may be lost leads');
    const json = await admin.askJson('/admin/recusadas/esquecer', {
      form: new URLSearchParams([
        ['recusa', late],
        ['recusa', other],
        ['recusa', '99'],
      ]),
      headers: BEARER,
    });
    expect(forgottenRecord.schema().parse(await json.json())).toEqual({ recusas: [late, other], total: 2 });
    expect(await read('/admin')).not.toContain('not replayed');
    expect(await read('/admin/recusadas/esquecer?todos=1')).toContain('No refused requests match, except those already replayed.');
    expect((await admin.askJson('/admin/recusadas/esquecer', { form: {}, headers: BEARER })).status).toBe(422);
  });

  test.each(['codigo', 'origem', 'situacao', 'campanha', 'busca', 'desde', 'ate_recusa'])(
    'an empty field (%s), as an unset variable of a script leaves it, does not mean every request',
    async (name) => {
      const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
      await refuse(admin);
      for (const verb of ['esquecer', 'repetir']) {
        const answer = await admin.askJson(`/admin/recusadas/${verb}`, { headers: BEARER, form: { todos: '1', [name]: ' ' } });
        expect([verb, answer.status]).toEqual([verb, 422]);
      }
      expect((await admin.store.listRefused({ limit: 9 })).items).toMatchObject([{ replayedAt: null }]);
    },
  );

  test('a request that was replayed leaves its event as it is', async () => {
    const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
    const { read, post } = await operatorAt(admin);
    const id = await refuse(admin);
    await post(`/admin/recusadas/${id}/repetir`);
    expect(await read(`/admin/recusadas/${id}`)).toContain('The event created from it stays.');
    expect(await jsonOf(admin, '/admin/recusadas/esquecer?todos=1')).toMatchObject({ total: 0 });
    expect((await post(`/admin/recusadas/${id}/esquecer`)).status).toBe(303);
    expect((await admin.store.listRefused({ limit: 1 })).items).toEqual([]);
    expect((await admin.store.eventTrail('1'))?.event.body.byteLength).toBeGreaterThan(0);
  });
});

describe('one request', () => {
  test('tells what was asked, why it was refused and what to do, in both languages', async () => {
    const admin = await startAdmin();
    const { cookie, read } = await operatorAt(admin);
    const id = await refuse(admin);
    const html = await read(`/admin/recusadas/${id}`);
    for (const text of [
      'POST /integracoes/leads',
      '203.0.113.7',
      'req-refused',
      'X-Formulario-Signature',
      'does not match the body. Sign the exact bytes',
      'First compare the secrets',
    ]) {
      expect(html).toContain(text);
    }
    const portuguese = await (await admin.ask(`/admin/recusadas/${id}`, { cookie })).text();
    expect(portuguese).toContain('Primeiro compare os segredos');
  });

  test('masks the body until an operator asks, and writes down who asked', async () => {
    const admin = await startAdmin();
    const { cookie, read } = await operatorAt(admin);
    const id = await refuse(admin);
    const masked = `${await read(`/admin/recusadas/${id}`)} ${JSON.stringify(await jsonOf(admin, `/admin/recusadas/${id}`))}`;
    for (const text of PERSONAL) expect(masked).not.toContain(text);
    expect(admin.activities()).toEqual([]);
    const reader = await admin.logIn(READONLY_TOKEN);
    expect((await admin.ask(`/admin/recusadas/${id}?mostrar=1`, { cookie: reader })).status).toBe(403);
    expect(await (await admin.ask(`/admin/recusadas/${id}`, { cookie: reader })).text()).not.toContain('mostrar=1');
    expect(admin.activities()).toEqual([]);
    const shown = await (await admin.ask(`/admin/recusadas/${id}?mostrar=1`, { cookie })).text();
    for (const text of PERSONAL) expect(shown).toContain(text);
    expect(admin.activities()).toEqual([{ action: 'revelar', target: `recusa:${id}`, detail: 'page', operator: 'admin@127.0.0.1' }]);
    const json = refusedDetailRecord.schema().parse(await jsonOf(admin, `/admin/recusadas/${id}?mostrar=1`));
    expect(JSON.parse(json.corpo ?? '')).toMatchObject({ nome: 'João da Silva' });
  });

  test('that is no JSON is masked as a whole', async () => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    const id = await refuse(admin, { body: Buffer.from('nome=João da Silva&x='), code: 'body_not_json' });
    const html = await read(`/admin/recusadas/${id}`);
    expect(html).not.toContain('João');
    expect(html).toContain('Create the body with a JSON library.');
  });

  test('hostile everything stays text', async () => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    const id = await refuse(admin, {
      path: HOSTILE,
      method: HOSTILE,
      code: HOSTILE,
      params: inWords(HOSTILE),
      remoteAddress: HOSTILE,
      requestId: HOSTILE,
      headers: JSON.stringify([[HOSTILE, HOSTILE]]),
      body: Buffer.from(HOSTILE),
    });
    for (const path of [
      '/admin/recusadas',
      `/admin/recusadas/${id}`,
      `/admin/recusadas/${id}?mostrar=1&aviso=${encodeURIComponent(HOSTILE)}`,
    ]) {
      const html = await read(path);
      expect(html).toContain('&lt;script&gt;');
      expect(html).not.toMatch(/<script>|<img(?! src="\/admin\/assets\/)/);
    }
  });

  test('that does not exist is not found', async () => {
    const admin = await startAdmin();
    for (const id of ['9', 'x', '%00', '1e3', '9'.repeat(30)]) {
      expect((await admin.askJson(`/admin/recusadas/${id}`, { headers: BEARER })).status).toBe(404);
      expect((await admin.askJson(`/admin/recusadas/${id}/repetir`, { form: {}, headers: BEARER })).status).toBe(404);
    }
  });
});

describe('putting it through again', () => {
  test('after the secret was mended leads to the event it became, once', async () => {
    const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
    const { read, post } = await operatorAt(admin);
    await admin.addCampaign();
    const id = await refuse(admin, { receivedAt: admin.now - 8 * DAY_MS });
    const response = await post(`/admin/recusadas/${id}/repetir`);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin/webhooks/1']);
    await admin.work();
    expect((await admin.store.eventTrail('1'))?.event.status).toBe('processado');
    expect(await read(`/admin/recusadas/${id}`)).toContain('href="/admin/webhooks/1"');
    const [page, day] = [await read('/admin/webhooks/1'), new Date(NOON - 8 * DAY_MS).toISOString()];
    expect(page).toMatch(new RegExp(`refused</strong><div><time dateTime="${day}".*?first request, refused; later replayed`));
    expect(page).toMatch(new RegExp(`received</strong><div><time dateTime="${new Date(NOON).toISOString()}"`));
    const since = encodeURIComponent(new Date(NOON - 60_000).toISOString());
    expect(await jsonOf(admin, `/admin/webhooks?desde=${since}`)).toMatchObject({ itens: [{ evento_id: '1', recusado_em: day }] });
    expect(admin.activities()).toEqual([
      { action: 'reaproveitar_recusada', target: `recusa:${id}`, detail: 'evento:1', operator: 'admin@127.0.0.1' },
    ]);
    const again = await post(`/admin/recusadas/${id}/repetir`);
    expect([again.status, (await again.text()).includes('was already replayed as event 1.')]).toEqual([409, true]);
    expect((await admin.askJson(`/admin/recusadas/${id}/repetir`, { form: {}, headers: BEARER })).status).toBe(409);
  });

  test('says why it is refused still', async () => {
    const admin = await startAdmin({ env: { FORMULARIO_SECRET: 'another-secret-of-more-characters' } });
    const { post } = await operatorAt(admin);
    const id = await refuse(admin);
    const response = await post(`/admin/recusadas/${id}/repetir`);
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain('Still refused:');
    expect(html).toContain('<title>Error: Refused request');
    const json = await admin.askJson(`/admin/recusadas/${id}/repetir`, { form: {}, headers: BEARER });
    expect(json.status).toBe(422);
    expect(await json.json()).toMatchObject({ code: 'still_refused', detail: expect.stringContaining('Invalid signature') });
    expect((await admin.store.listEvents({ limit: 1 })).items).toEqual([]);
  });

  test('answers JSON in the described shape', async () => {
    const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
    const id = await refuse(admin);
    const response = await admin.askJson(`/admin/recusadas/${id}/repetir`, { form: {}, headers: BEARER });
    expect(singleReplayRecord.schema().parse(await response.json())).toEqual({ recusa_id: id, resultado: 'stored', evento_ids: ['1'] });
  });

  test('is not offered for what is kept in part, to readers, or without the CSRF token', async () => {
    const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
    const { cookie, read, post } = await operatorAt(admin);
    const cut = await refuse(admin, { complete: false });
    expect(await read(`/admin/recusadas/${cut}`)).not.toContain('/repetir"');
    expect((await post(`/admin/recusadas/${cut}/repetir`)).status).toBe(409);
    const id = await refuse(admin);
    const reader = await admin.logIn(READONLY_TOKEN);
    expect(await (await admin.ask(`/admin/recusadas/${id}`, { cookie: reader })).text()).not.toContain('/repetir"');
    const form = { csrf: await admin.csrfTokenOf(reader) };
    expect((await admin.ask(`/admin/recusadas/${id}/repetir`, { cookie: reader, form })).status).toBe(403);
    expect((await admin.ask(`/admin/recusadas/${id}/repetir`, { cookie, form: {} })).status).toBe(403);
    expect((await admin.store.listEvents({ limit: 1 })).items).toEqual([]);
  });

  test('an old timestamp counts as of the moment it came', async () => {
    const admin = await startAdmin({ env: { FORMULARIO_SECRET: SECRET } });
    const { post } = await operatorAt(admin);
    const id = await refuse(admin);
    admin.pass(3_600_000);
    expect(NOON).toBeLessThan(admin.now);
    expect((await post(`/admin/recusadas/${id}/repetir`)).status).toBe(303);
  });
});

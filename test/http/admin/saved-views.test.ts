import { describe, expect, test } from 'vitest';
import { savedViewRecord, savedViewsRecord } from '../../../src/presentation/saved-view-record.ts';
import { refusedRequest } from '../../support/factories.ts';
import { type AdminUnderTest, BEARER, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

const VIEWS = '/admin/visualizacoes';

async function save(admin: AdminUnderTest, form: Readonly<Record<string, string>>) {
  const answer = await admin.askJson(VIEWS, { headers: BEARER, form });
  return { status: answer.status, json: await answer.json() };
}

async function names(admin: AdminUnderTest, headers: Readonly<Record<string, string>>, query = ''): Promise<readonly string[]> {
  const answer = await admin.askJson(`${VIEWS}${query}`, { headers });
  return savedViewsRecord
    .schema()
    .parse(await answer.json())
    .itens.map(({ nome }) => nome);
}

describe('a saved view', () => {
  test('is a tab of its list for everybody, and the one that is open can be deleted', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const page = async (path: string, as = cookie) => (await admin.ask(path, { cookie: as, headers: { 'accept-language': 'en' } })).text();
    expect(await page('/admin/webhooks')).not.toContain('Save view');
    expect(await page('/admin/webhooks?status=erro')).toContain('name="filtro" value="status=erro"');
    const form = { csrf, lista: 'eventos', nome: 'Failed', filtro: 'status=erro' };
    const saved = await admin.ask(VIEWS, { cookie, form });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/admin/webhooks?status=erro']);
    const open = await page('/admin/webhooks?status=erro');
    expect(open).toContain('<a href="/admin/webhooks?status=erro" aria-current="page"><bdi>Failed</bdi></a>');
    expect(open).not.toContain('Save view');
    expect(open).toContain(`action="${VIEWS}/1/excluir"`);
    const reader = await page('/admin/webhooks?status=erro', await admin.logIn(READONLY_TOKEN));
    expect(reader).toContain('<bdi>Failed</bdi>');
    expect(reader).not.toContain(VIEWS);
    expect(await page('/admin/leads')).not.toContain('Failed</bdi>');
    const deleted = await admin.ask(`${VIEWS}/1/excluir`, { cookie, form: { csrf } });
    expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/admin/webhooks']);
    expect(await page('/admin/webhooks')).not.toContain('<bdi>Failed</bdi>');
    expect(admin.activities()).toMatchObject([{ action: 'salvar_visualizacao' }, { action: 'excluir_visualizacao' }]);
  });

  test('is kept as the list itself writes its filter, and refused where the filter is none', async () => {
    const admin = await startAdmin();
    const { json } = await save(admin, { lista: 'eventos', nome: 'x', filtro: 'status=erro&origem=search_ads&other=1&desde=2026-11-20' });
    const { filtro } = savedViewRecord.schema().parse(json);
    expect(filtro).toBe('origem=search_ads&status=erro&desde=2026-11-20T00%3A00%3A00.000Z');
    for (const form of [
      { lista: 'eventos', nome: 'y', filtro: 'status=kaputt' },
      { lista: 'eventos', nome: 'y', filtro: 'desde=9999-12-31T23:59:59-12:00' },
      { lista: 'nada', nome: 'y', filtro: '' },
      { lista: 'eventos', nome: ' ', filtro: '' },
      { lista: 'eventos', nome: 'y'.repeat(61), filtro: '' },
      { lista: 'eventos', nome: 'a\0b', filtro: '' },
    ]) {
      expect((await save(admin, form)).status).toBe(422);
    }
    expect((await save(admin, { lista: 'eventos', nome: 'X', filtro: '' })).status).toBe(409);
    expect(await names(admin, BEARER)).toEqual(['x']);
    expect((await admin.askJson(`${VIEWS}/9/excluir`, { headers: BEARER, form: {} })).status).toBe(404);
  });

  test('names the lists there are where the form names another one', async () => {
    const { json } = await save(await startAdmin(), { lista: 'constructor', nome: 'y', filtro: '' });
    const problem = 'must be one of: eventos, leads, conversoes, recusadas, atividade';
    expect(json).toMatchObject({ errors: [{ field: 'lista', problem }] });
    expect((await save(await startAdmin(), { nome: 'y' })).json).toMatchObject({
      errors: [{ field: 'lista', problem: 'must not be empty' }],
    });
  });

  test('that another version of the program saved does not close the list, and can be deleted', async () => {
    const admin = await startAdmin();
    await admin.store.saveView({ list: 'eventos', name: 'old', filter: 'status=archived' }, { name: 'x', now: admin.now });
    for (const headers of [BEARER, { authorization: `Bearer ${READONLY_TOKEN}` }]) {
      expect((await admin.ask('/admin/webhooks', { headers })).status).toBe(200);
    }
    expect(await names(admin, { authorization: `Bearer ${READONLY_TOKEN}` })).toEqual([]);
    expect(await names(admin, BEARER)).toEqual(['old']);
    expect((await admin.askJson(`${VIEWS}/1/excluir`, { headers: BEARER, form: {} })).status).toBe(200);
  });

  test('that searches personal data is hidden from readers', async () => {
    const admin = await startAdmin();
    for (const [nome, filtro] of [
      ['name', 'busca=zulmira'],
      ['identity', 'identidade=zulmira%40example.net'],
      ['open', 'status=erro'],
    ] as const) {
      await save(admin, { lista: 'eventos', nome, filtro });
    }
    const reader = { authorization: `Bearer ${READONLY_TOKEN}` };
    expect(await names(admin, reader)).toEqual(['open']);
    expect(await names(admin, BEARER, '?lista=eventos')).toEqual(['identity', 'name', 'open']);
    expect(await names(admin, BEARER, '?lista=leads')).toEqual([]);
    const page = await (await admin.ask('/admin/webhooks', { cookie: await admin.logIn(READONLY_TOKEN) })).text();
    expect(page).not.toContain('zulmira');
  });

  test('is named in the activity for operators only', async () => {
    const admin = await startAdmin();
    await save(admin, { lista: 'leads', nome: 'Zulmira Quixadá', filtro: 'busca=zulmira' });
    const activity = async (headers: Readonly<Record<string, string>>) => (await admin.askJson('/admin/atividade', { headers })).text();
    expect(await activity(BEARER)).toContain('Zulmira Quixadá');
    expect(await activity({ authorization: `Bearer ${READONLY_TOKEN}` })).not.toContain('Zulmira');
  });
});

test.each([
  ['eventos', '/admin/webhooks?status=erro'],
  ['leads', '/admin/leads?origem=search_ads'],
  ['conversoes', '/admin/conversoes?estado=pendente'],
  ['recusadas', '/admin/recusadas?codigo=signature_invalid'],
  ['atividade', '/admin/atividade?acao=repetir'],
])('the list %s has saved views and columns to choose', async (list, path) => {
  const admin = await startAdmin();
  await admin.store.recordRefused([refusedRequest({ receivedAt: admin.now })]);
  await save(admin, { lista: list, nome: 'Mine', filtro: path.split('?')[1] ?? '' });
  const page = await (await admin.ask(path, { cookie: await admin.logIn() })).text();
  expect(page).toContain(`<a href="${path}" aria-current="page"><bdi>Mine</bdi></a>`);
  expect(page).toMatch(new RegExp(`name="lista" value="${list}".*type="checkbox" name="coluna"`, 's'));
});

describe('the columns of a list', () => {
  test('are those that somebody chose, and the usual ones where none were', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    await admin.receive();
    const heads = async (cookies: string) =>
      [...(await (await admin.ask('/admin/webhooks', { cookie: cookies })).text()).matchAll(/<th scope="col"[^>]*>([^<]+)</g)].map(
        ([, name]) => name,
      );
    const usual = await heads(cookie);
    expect(usual).toContain('Campanha');
    expect(usual).not.toContain('ID externo');
    const chosen = await admin.ask('/admin/colunas?lista=eventos&coluna=identidade&coluna=evento_id&voltar=/admin/webhooks?status=erro', {
      cookie,
    });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/admin/webhooks?status=erro']);
    const set = chosen.headers.get('set-cookie') ?? '';
    expect(set).toContain('colunas_eventos=identidade.evento_id; Path=/admin; HttpOnly; SameSite=Lax');
    const now = await heads(`${cookie}; ${set.split(';')[0]}`);
    expect(now).toContain('ID externo');
    expect(now).not.toContain('Campanha');
    expect(await heads(`${cookie}; colunas_leads=x; colunas_eventos=`)).toEqual(usual);
    const reset = await admin.ask('/admin/colunas?lista=eventos', { cookie });
    expect([reset.headers.get('location'), reset.headers.get('set-cookie')]).toEqual([
      '/admin/webhooks',
      expect.stringContaining('Max-Age=0'),
    ]);
  });

  test.each(['?lista=nada', '?lista=eventos&coluna=a%0d%0ab', '?lista=eventos&coluna=A;b', `?lista=eventos${'&coluna=a'.repeat(31)}`])(
    '%s is refused',
    async (query) => {
      const admin = await startAdmin();
      expect((await admin.askJson(`/admin/colunas${query}`, { headers: BEARER })).status).toBe(422);
    },
  );

  test('lead back to a long filter', async () => {
    const admin = await startAdmin();
    const back = `/admin/webhooks?busca=${'%C3%A1'.repeat(300)}`;
    const answer = await admin.ask(`/admin/colunas?${new URLSearchParams({ lista: 'eventos', voltar: back })}`, {
      cookie: await admin.logIn(),
    });
    expect(answer.headers.get('location')).toBe(back);
  });

  test('lead nowhere else', async () => {
    const admin = await startAdmin();
    const answer = await admin.ask('/admin/colunas?lista=leads&voltar=https://evil.example/', { cookie: await admin.logIn() });
    expect(answer.headers.get('location')).toBe('/admin');
  });
});

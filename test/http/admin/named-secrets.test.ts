import { beforeEach, expect, test } from 'vitest';
import { ADMIN_TOKEN, type AdminUnderTest, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

const PATH = '/admin/fontes/segredos';
const JSON_HEADERS = { authorization: `Bearer ${ADMIN_TOKEN}`, accept: 'application/json' };

const ENGLISH = { 'accept-language': 'en' };

let admin: AdminUnderTest;
let cookie: string;

beforeEach(async () => {
  admin = await startAdmin();
  await admin.addCampaign();
  cookie = await admin.logIn(ADMIN_TOKEN);
});

async function post(path: string, form: Readonly<Record<string, string>>) {
  const headers = { ...ENGLISH, 'x-csrf-token': await admin.csrfTokenOf(cookie) };
  const answer = await admin.ask(path, { cookie, headers, form });
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
}

async function read(path: string): Promise<string> {
  return (await admin.ask(path, { cookie, headers: ENGLISH })).text();
}

test('a secret is added and shown once; the list, the client and the sources lead to it, and it can be removed', async () => {
  const added = await post(PATH, { nome: 'verao-2026', origem: 'formulario_proprio', cliente: '1' });
  const secret = /<pre class="body">([\w-]{43})<\/pre>/.exec(added.html)?.[1] ?? '';
  expect([added.status, secret.length]).toEqual([200, 43]);
  const list = await read(PATH);
  expect(list).toContain('verao-2026');
  expect(list).toContain('Agência Um');
  expect(list).not.toContain(secret);
  expect(await read('/admin/clientes/1')).toContain(`${PATH}?cliente=1`);
  expect(await read('/admin/fontes')).toContain('1 secret</a>');
  expect(await read(`${PATH}?cliente=2`)).not.toContain('verao-2026');
  expect(admin.contents()).not.toContain(secret);

  expect(await post(`${PATH}/remover`, { nome: 'verao-2026' })).toMatchObject({
    status: 303,
    location: `${PATH}?aviso=segredo_removido`,
  });
  expect(await read(`${PATH}?aviso=segredo_removido`)).toContain('Secret removed.');
  expect(await read('/admin/atividade')).toContain('Removed a sender secret');
});

test('a form that cannot be used comes back with what is wrong, without the secret that was typed', async () => {
  const refused = await post(PATH, { nome: '', origem: 'search_ads', segredo: 'short-one' });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('must have 16 to 256 characters');
  expect(refused.html).not.toMatch(/short-one|must be entered again/);
  await post(PATH, { nome: 'a', origem: 'search_ads' });
  const taken = (await post(PATH, { nome: 'a', origem: 'search_ads', segredo: '' })).html;
  expect(taken).toContain('already exists');
  expect(taken).not.toContain('must be entered again');
  // Sent again with an empty field, it would generate another secret than the sender has.
  const typed = (await post(PATH, { nome: 'a', origem: 'search_ads', segredo: 'the-key-of-a-form' })).html;
  expect(typed).toMatch(/already exists.*must be entered again.*aria-invalid="true"[^>]* name="segredo"/s);
  expect(typed).not.toContain('the-key-of-a-form');
  expect(await post(`${PATH}/remover`, { nome: 'b' })).toMatchObject({ status: 404 });
});

test('a secret for the export needs a client, and says where Google Ads wants it', async () => {
  const unlimited = await post(PATH, { nome: 'import', origem: 'exportacao' });
  expect([unlimited.status, unlimited.html]).toEqual([422, expect.stringContaining('Choose a client for the export secret')]);
  const added = await post(PATH, { nome: 'import', origem: 'exportacao', cliente: '1' });
  expect(added.html).toContain('/export/conversions.csv with any user name and this secret as the password');
  expect(await read(PATH)).toContain('Conversion export');
});

test('programs add, list and remove by JSON; a reader sees no form and no secret', async () => {
  const form = { nome: 'google', origem: 'search_ads', cliente: 'Agência Um', segredo: 'a-key-that-the-forms-have' };
  const added = await admin.ask(PATH, { headers: JSON_HEADERS, form });
  expect(await added.json()).toEqual({ nome: 'google', origem: 'search_ads', cliente_id: '1', segredo: form.segredo });
  const reader = { authorization: `Bearer ${READONLY_TOKEN}` };
  const seen = (await (await admin.ask(PATH, { headers: { ...reader, accept: 'application/json' } })).json()) as { itens: object[] };
  expect(seen.itens).toMatchObject([
    { nome: 'google', cliente_id: '1', usado_em: null, rotacao: 'nenhuma', remetentes: [], removido_em: null },
  ]);
  const page = await (await admin.ask(PATH, { headers: { ...reader, accept: 'text/html' } })).text();
  expect(page).toContain('google');
  expect(page).not.toContain('<form method="post" action="/admin/fontes');
  const removed = await admin.ask(`${PATH}/remover`, { headers: JSON_HEADERS, form: { nome: 'google' } });
  expect(await removed.json()).toMatchObject({ nome: 'google', removido_em: expect.any(String) });
});

test('the page of an event says by which secret it came and to whom that is limited', async () => {
  const answer = await admin.ask(PATH, {
    headers: JSON_HEADERS,
    form: { nome: 'verao-2026', origem: 'formulario_proprio', cliente: '1' },
  });
  expect(answer.status).toBe(200);
  const [known] = await admin.store.listNamedSecrets();
  await admin.receive({ identity: 'f-9', secret: known?.fingerprint ?? '', senders: [], limitedTo: '1' });
  const page = await read('/admin/webhooks/1');
  expect(page).toContain('with the secret “');
  expect(page).toContain('verao-2026');
  expect(page).toContain('client 1');
});

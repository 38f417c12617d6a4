import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { SECRETS } from '../end-to-end/operator.ts';
import { startAdmin, ADMIN_TOKEN as TOKEN_UNDER_TEST } from '../http/admin/admin-under-test.ts';
import { eventIdOf, READONLY_TOKEN } from './office.ts';
import { openOffice } from './open-office.ts';
import { chromiumTabs, SERVER_GONE } from './tabs.ts';

const openTab = chromiumTabs();

/** Chromium logs every response of 400 and above to its console. */
const REFUSED = [/status of 40[13]/];

/**
 * Holds back the answers of live connections: the first one to learn that the session ended would open the login page before the test can
 * click.
 */
async function holdLiveConnections(tab: Page): Promise<void> {
  await tab.route(
    (url) => url.pathname.startsWith('/admin/'),
    (route) => (route.request().headers()['accept']?.includes('text/event-stream') ? undefined : route.continue()),
  );
}

test('whoever comes by a link logs in and arrives where the link leads; logging out closes the door', async () => {
  const office = await openOffice();
  const tab = await openTab({ expected: REFUSED });
  await tab.goto(`${office.url}/admin/webhooks?status=erro`);
  expect(new URL(tab.url()).pathname).toBe('/admin/login');
  const field = tab.getByLabel('Token de administração');
  await field.fill('um-token-que-nao-vale');
  await tab.getByRole('button', { name: 'Entrar' }).click();
  await tab.getByRole('alert').waitFor();
  expect(await tab.getByRole('alert').textContent()).toContain('Token incorreto');

  await field.fill(SECRETS.ADMIN_TOKEN);
  await tab.keyboard.press('Enter');
  await tab.waitForURL(`${office.url}/admin/webhooks?status=erro`);
  await tab.getByRole('button', { name: 'Sair' }).click();
  await tab.waitForURL(/\/admin\/login/);
  await tab.goto(`${office.url}/admin/fila`);
  expect(new URL(tab.url()).pathname).toBe('/admin/login');
});

test('after logging out the browser holds nothing of what was searched for', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks?busca=otavio');
  await tab.goto(`${office.url}/admin/leads?busca=nogueira`);
  expect(await tab.evaluate('JSON.stringify(sessionStorage)')).toContain('otavio');
  await tab.getByRole('button', { name: 'Sair' }).click();
  await tab.waitForURL(`${office.url}/admin/login`);
  expect(await tab.evaluate('JSON.stringify(sessionStorage)')).toBe('{}');
  await office.logIn(tab, '/admin/leads?busca=nogueira');
  expect(await tab.evaluate('JSON.stringify(sessionStorage)')).toBe('{}');
});

test('the one-time link that serve prints opens the admin once', async () => {
  const office = await openOffice({ env: { ADMIN_TOKEN: '', ADMIN_READONLY_TOKEN: '' } });
  const tab = await openTab();
  await tab.goto(office.service.adminUrl);
  await tab.waitForURL(`${office.url}/admin`);
  const stranger = await openTab({ expected: REFUSED });
  await stranger.goto(office.service.adminUrl);
  await stranger.getByRole('alert').waitFor();
});

test('a session that has ended sends to the login, whether the page looks or changes something', async () => {
  const admin = await startAdmin();
  const tab = await openTab({ expected: REFUSED });
  await holdLiveConnections(tab);
  await tab.goto(`${admin.origin}/admin/fila`);
  await tab.locator('input[name=token]').fill(TOKEN_UNDER_TEST);
  await tab.keyboard.press('Enter');
  await tab.getByRole('button', { name: 'Pausar fila' }).waitFor();
  admin.pass(13 * 3_600_000);
  await tab.getByRole('button', { name: 'Pausar fila' }).click();
  await tab.getByLabel('Token de administração').waitFor();
  expect((await admin.store.queueSnapshot('webhooks', admin.now)).pausedAt).toBeNull();
});

/** To a browser, `office.test` is another machine. Without https it warns, and sends no `Sec-Fetch-Site`. */
const UNTRUSTED = [/Cross-Origin-Opener-Policy header has been ignored/, /^request to http:\/\/office\.test:/];

test.each([
  ['127.0.0.1', REFUSED],
  ['office.test', [...REFUSED, ...UNTRUSTED]],
])(
  'on http://%s a form that was filled in when its session ended comes through the login, and is sent when the person says so',
  async (host, expected) => {
    const admin = await startAdmin();
    const tab = await openTab({ expected });
    await tab.goto(`${admin.origin.replace('127.0.0.1', host)}/admin/clientes`);
    const token = tab.getByLabel('Token de administração');
    await token.fill(TOKEN_UNDER_TEST);
    await tab.keyboard.press('Enter');
    const form = tab.locator('form[action="/admin/clientes"][method=post]');
    await form.locator('input[name=nome]').fill('Padaria "Sol" <b>& Filhos');
    admin.pass(13 * 3_600_000);
    await tab.keyboard.press('Enter');
    await tab.getByText('Sua sessão expirou').waitFor();
    await token.fill(TOKEN_UNDER_TEST);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'Seu formulário não foi enviado' }).waitFor();
    expect(admin.contents()).not.toContain('Padaria');
    await tab.getByText('Padaria "Sol" <b>& Filhos').waitFor();
    await tab.getByRole('button', { name: 'Enviar' }).click();
    await tab.getByRole('button', { name: 'Sair' }).waitFor();
    expect(admin.contents()).toContain('Padaria');
  },
);

test('a form that was open while the service was started again is sent', async () => {
  const office = await openOffice();
  const tab = await openTab({ expected: [...REFUSED, SERVER_GONE] });
  await holdLiveConnections(tab);
  await office.logIn(tab, '/admin/fila');
  await office.kill();
  await office.startAgain();
  await tab.getByRole('button', { name: 'Pausar fila' }).click();
  await tab.getByRole('button', { name: 'Retomar fila' }).waitFor();
  expect(await office.json('/admin/fila')).toMatchObject({ pausada_em: expect.any(String) });
});

test('a reader sees everything masked and gets nothing to change it with', async () => {
  const office = await openOffice({ flags: ['--work'] });
  await office.addCampaign();
  const id = eventIdOf(await office.sendForm('um', { campanha_id: '77', email: 'joao.silva@example.com' }));
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila', READONLY_TOKEN);
  await tab.getByText('somente leitura', { exact: true }).waitFor();
  expect(await tab.getByRole('button', { name: 'Pausar fila' }).count()).toBe(0);
  for (const path of ['/admin/webhooks', `/admin/webhooks/${id}`]) {
    await tab.goto(office.url + path);
    expect(await tab.locator('main form[method=post]').count()).toBe(0);
    expect(await tab.locator('a[href*="mostrar="]').count()).toBe(0);
    expect(await tab.content()).not.toContain('joao.silva@example.com');
  }
});

test('a page of another origin can neither post a form of ours nor frame our pages', async () => {
  const office = await openOffice();
  const tab = await openTab({ expected: [...REFUSED, /frame-ancestors|X-Frame-Options|Refused to display|Framing/i, /ERR_BLOCKED_BY/] });
  await office.logIn(tab, '/admin/fila');
  const elsewhere = await serveElsewhere(`<!doctype html><title>elsewhere</title>
    <form method="post" action="${office.url}/admin/fila/pausar"><button>win a prize</button></form>
    <iframe src="${office.url}/admin/fila" width="600" height="400"></iframe>`);
  await tab.goto(elsewhere);
  await tab.waitForLoadState('load');
  expect(await framedText(tab)).not.toContain('Fila');
  const answered = tab.waitForResponse(`${office.url}/admin/fila/pausar`);
  await tab.getByRole('button', { name: 'win a prize' }).click();
  expect((await answered).status()).toBe(403);
  await tab.getByRole('heading', { level: 1, name: 'Requisição de outro site' }).waitFor();
  expect(await office.json('/admin/fila')).toMatchObject({ pausada_em: null });
});

test('the language follows the browser, is switched by a link, and stays switched', async () => {
  const office = await openOffice();
  const tab = await openTab({ language: 'en-GB' });
  await office.logIn(tab, '/admin/webhooks?status=erro');
  expect(await tab.locator('html').getAttribute('lang')).toBe('en-GB');
  await tab.getByRole('link', { name: 'Português' }).click();
  await tab.waitForURL(`${office.url}/admin/webhooks?status=erro`);
  expect(await tab.locator('html').getAttribute('lang')).toBe('pt-BR');
  await tab.getByRole('link', { name: 'Fila' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
});

async function framedText(tab: Page): Promise<string> {
  const frame = tab.frames().find((candidate) => candidate !== tab.mainFrame());
  return (await frame?.content()) ?? '';
}

/** A page on another port: a different origin but the same site for cookies, which is the harder case. */
async function serveElsewhere(html: string): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventIdOf } from './office.ts';
import { openOffice } from './open-office.ts';
import { openerOf } from './sample-dialogs.ts';
import { chromiumTabs } from './tabs.ts';

const openTab = chromiumTabs();

interface EventList {
  readonly itens: readonly { readonly evento_id: string; readonly status: string; readonly identidade: string }[];
}

test('an event comes in live, fails, is mended by the link on its page, runs again and turns before the eyes into a lead', async () => {
  const office = await openOffice({ worker: true });
  await office.addCampaign('42');
  const list = await openTab();
  await office.logIn(list, '/admin/webhooks');
  await list.getByText('Ao vivo', { exact: true }).waitFor();
  await list.evaluate('window.stillTheSamePage = true');

  await office.command('send', 'form', '--url', office.url, '--campaign', '77', '--id', 'ao-vivo');
  const row = list.locator('table.list tbody tr').first();
  await row.getByText('Campanha desconhecida').waitFor();
  const [{ evento_id: id = '' } = {}] = (await office.json<EventList>('/admin/webhooks')).itens;

  const desk = await list.context().newPage();
  await desk.goto(`${office.url}/admin/webhooks/${id}`);
  await desk.locator('main a[href^="/admin/campanhas?"]').first().click();
  const form = desk.locator('form', { has: desk.locator('input[name=nome]') });
  expect(await form.locator('input[name=id]').inputValue()).toBe('77');
  await form.locator('input[name=nome]').fill('Inverno');
  await form.locator('select[name=cliente]').selectOption({ label: 'Agência Um' });
  await form.locator('button[type=submit]').click();
  await desk.getByRole('heading', { level: 1, name: /Inverno|77/ }).waitFor();

  await desk.getByRole('link', { name: `Voltar ao evento ${id}` }).click();
  await desk.getByRole('button', { name: 'Tentar novamente' }).click();
  await desk.getByText('O evento voltou para a fila.').waitFor();
  await row.getByText('Processado').waitFor();
  expect(await list.evaluate('window.stillTheSamePage')).toBe(true);

  await row.locator('a.row-link').click();
  await list.locator('main a[href^="/admin/leads/"]').first().click();
  await list.waitForURL(/\/admin\/leads\//);
  await list.getByRole('heading', { level: 1 }).waitFor();
  expect(await list.locator('main').textContent()).not.toContain('maria@example.com');
  await list.locator('a[href*="mostrar=1"]').first().click();
  await list.getByText('maria@example.com').first().waitFor();
  expect(await office.json('/admin/atividade')).toMatchObject({
    itens: expect.arrayContaining([expect.objectContaining({ acao: 'revelar' })]),
  });
});

test('columns are chosen without losing the filter that was set just before', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks');
  await tab.locator('#filter #busca').fill('um');
  await tab.keyboard.press('Enter');
  await tab.waitForURL(/busca=um/);
  await tab.locator(openerOf('columns')).click();
  await tab.locator('#columns input[value=identidade]').check();
  await tab.locator('#columns button[type=submit]').click();
  await tab.waitForURL(`${office.url}/admin/webhooks?busca=um`);
});

test('the other language shows the list with the filter that was set just before', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks');
  await tab.locator('#filter #busca').fill('um');
  await tab.keyboard.press('Enter');
  await tab.waitForURL(/busca=um/);
  await tab.getByRole('link', { name: 'English' }).click();
  await tab.getByRole('heading', { name: 'Events' }).waitFor();
  expect(tab.url()).toBe(`${office.url}/admin/webhooks?busca=um`);
});

test('a click anywhere on a row opens what it is about, with Ctrl in a new tab; a click on its box or on selected text does not', async () => {
  const office = await openOffice();
  await office.sendForm('um');
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks');
  const row = tab.locator('#event-list tbody tr').first();
  await row.getByRole('checkbox').click();
  const { x = 0, y = 0 } = (await row.locator('.badge').boundingBox()) ?? {};
  await tab.mouse.move(x + 15, y + 8);
  await tab.mouse.down();
  await tab.mouse.move(x + 50, y + 8, { steps: 4 });
  await tab.mouse.up();
  expect(await tab.evaluate('String(getSelection())')).not.toBe('');
  expect(tab.url()).toBe(`${office.url}/admin/webhooks`);
  await tab.evaluate('getSelection().empty()');
  const [other] = await Promise.all([tab.context().waitForEvent('page'), row.locator('td.belonging').click({ modifiers: ['Control'] })]);
  await other.waitForURL(`${office.url}/admin/webhooks/1`);
  await row.locator('td.belonging').click();
  await tab.waitForURL(`${office.url}/admin/webhooks/1`);
});

test('a second click on a button sends nothing again: the value of a new secret stays to be seen', async () => {
  const office = await openOffice({ env: { CREDENTIALS_KEY: 'a-key-of-tests-with-more-than-32-characters' } });
  const tab = await openTab();
  await office.logIn(tab, '/admin/fontes/segredos');
  let posts = 0;
  const clicked = Promise.withResolvers<void>();
  await tab.route('**/segredos', async (route) => {
    if (route.request().method() === 'POST') posts += 1;
    // The second click comes before the answer.
    await clicked.promise;
    await route.continue();
  });
  const add = tab.locator('form[action="/admin/fontes/segredos"]');
  await add.locator('input[name=nome]').fill('site');
  await add.locator('select[name=origem]').selectOption('formulario_proprio');
  await add.locator('button[type=submit]').dblclick({ delay: 50 });
  clicked.resolve();
  await tab.locator('.notice-good pre.body').waitFor();
  expect(posts).toBe(1);
});

test('two hundred failed events run again in one step, the number named before, the filter kept after', async () => {
  const office = await openOffice({ flags: ['--work'] });
  for (let index = 0; index < 200; index += 1) await office.sendForm(`f-${index}`, { campanha_id: '77' });
  await office.sendForm('outro', { campanha_id: '78' });
  await office.untilProcessed();
  await office.addCampaign('77');

  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks?erro_codigo=unknown_campaign');
  await tab.locator('.whole-filter a[href*="/repetir?"]').click();
  await tab.getByText('201').first().waitFor();
  await tab.locator('.confirm button[type=submit]').click();
  await tab.waitForURL(/\/admin\/webhooks\?.*erro_codigo=unknown_campaign/);
  await tab.locator('.notice', { hasText: '201' }).waitFor();
  await office.untilProcessed();
  expect((await office.json<EventList>('/admin/webhooks?status=processado&limite=1000')).itens).toHaveLength(200);
  expect((await office.json<EventList>('/admin/webhooks?status=erro')).itens).toMatchObject([{ identidade: 'outro' }]);
});

test('chosen events are named and asked about before they are forgotten; going back changes nothing', async () => {
  const office = await openOffice({ flags: ['--work'] });
  for (const id of ['um', 'dois', 'tres']) await office.sendForm(id, { campanha_id: '77' });
  await office.untilProcessed();
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks?status=erro');
  const boxes = tab.locator('input[name=evento]');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await tab.locator('.bulk button[formaction$="/esquecer"]').click();
  await tab.locator('.confirm .number', { hasText: '2' }).waitFor();
  await tab.locator('.confirm a.button').click();
  await tab.waitForURL(/status=erro/);
  expect(await office.json<EventList>('/admin/webhooks?status=erro')).toMatchObject({ itens: { length: 3 } });
});

test('one search finds an event by whatever somebody remembers of it', async () => {
  const office = await openOffice({ flags: ['--work'] });
  await office.addCampaign();
  const person = { nome: 'Otávio Nogueira', email: 'otavio.nogueira@example.com', telefone: '(11) 95555-0123', gclid: 'Cj0KCQiAbusca' };
  const id = eventIdOf(await office.sendForm('site-busca-1', person));
  await office.sendForm('site-outro-2', { nome: 'Vanessa Dias', email: 'vanessa@example.com' });
  await office.untilProcessed();
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  for (const text of ['site-busca-1', 'otavio', 'Otávio Nogueira', 'otavio.nogueira@example.com', '11 95555-0123', 'Cj0KCQiAbusca']) {
    await tab.goto(`${office.url}/admin/fila`);
    await tab.getByRole('searchbox', { name: 'Buscar evento ou lead' }).fill(text);
    await tab.getByRole('option', { name: 'Buscar nos eventos por' }).click();
    await tab.waitForURL(/\/admin\/webhooks\?busca=/);
    await rowsOf(tab).first().waitFor();
    expect(await idsIn(tab), text).toEqual([id]);
  }
});

test('the way back from an event leads to the list as it was left, also after a step was taken', async () => {
  const office = await openOffice({ flags: ['--work'] });
  await office.sendForm('um', { campanha_id: '77' });
  await office.untilProcessed();
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks?status=erro&aviso=repetir&numero=2');
  await rowsOf(tab).locator('a').first().click();
  await tab.getByRole('button', { name: 'Tentar novamente', exact: true }).click();
  await tab.locator('.notice-good').waitFor();
  await tab.locator('.back a').click();
  await tab.waitForURL(`${office.url}/admin/webhooks?status=erro`);
});

test('the event that is being mended is no part of the list a way back leads to', async () => {
  const office = await openOffice();
  await office.addCampaign('42');
  const id = eventIdOf(await office.sendForm('um', { campanha_id: '77' }));
  const tab = await openTab();
  await office.logIn(tab, `/admin/campanhas?busca=ver&id=77&evento=${id}`);
  await tab.goto(`${office.url}/admin/campanhas/42`);
  await tab.locator('.back a').first().click();
  await tab.waitForURL(`${office.url}/admin/campanhas?busca=ver`);
});

function rowsOf(tab: Page): Locator {
  return tab.locator('table.list tbody tr');
}

async function idsIn(tab: Page): Promise<readonly string[]> {
  const links = 'table.list tbody a[href^="/admin/webhooks/"]';
  const hrefs = await tab.evaluate(`[...document.querySelectorAll('${links}')].map((link) => link.getAttribute('href'))`);
  return (hrefs as readonly string[]).map((href) => href.split('/').at(-1) ?? '');
}

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { READONLY_TOKEN } from './office.ts';
import { openOffice } from './open-office.ts';
import { fillWithSamples } from './sample-data.ts';
import { openDialog, openerOf, SAMPLE_DIALOGS } from './sample-dialogs.ts';
import { samplePages } from './sample-pages.ts';
import { chromiumTabs, NARROW } from './tabs.ts';

const openTab = chromiumTabs();

test('the first key of Tab offers to skip the navigation, and the skip lands in the content', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  await tab.keyboard.press('Tab');
  expect(await focused(tab)).toBe('Ir para o conteúdo');
  await tab.keyboard.press('Enter');
  await tab.keyboard.press('Tab');
  expect(await tab.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
});

test('every stop of Tab is seen: it has a name, an outline, 24 px, and nothing lies over it', async () => {
  const office = await openOffice();
  for (let index = 0; index < 12; index += 1) await office.sendForm(`f-${index}`);
  const tab = await openTab({ size: { width: 1024, height: 640 } });
  await office.logIn(tab, '/admin/webhooks');
  const stops = await tabThrough(tab);
  expect(stops.length).toBeGreaterThan(20);
  expect(stops.filter(({ name }) => name === '')).toEqual([]);
  expect(stops.filter(({ outline }) => !outline)).toEqual([]);
  expect(stops.filter(({ covered }) => covered)).toEqual([]);
  expect(stops.map(({ name }) => name).indexOf('Fila')).toBeLessThan(stops.map(({ name }) => name).indexOf('Filtrar'));
});

test('on a phone the menu opens, is walked and closes by keyboard alone', async () => {
  const office = await openOffice();
  const tab = await openTab({ size: NARROW });
  await office.logIn(tab, '/admin/fila');
  const menu = tab.getByRole('button', { name: 'Menu' });
  await menu.focus();
  await tab.keyboard.press('Enter');
  await tab.getByRole('link', { name: 'Eventos' }).waitFor();
  await tab.keyboard.press('Tab');
  expect(await focused(tab)).toBe('Visão geral');
  await tab.keyboard.press('Escape');
  await tab.getByRole('link', { name: 'Eventos' }).waitFor({ state: 'hidden' });
  expect(await focused(tab)).toBe('Menu');
  await tab.keyboard.press('Enter');
  for (const name of ['Visão geral', 'Fila', 'Eventos']) {
    await tab.keyboard.press('Tab');
    expect(await focused(tab)).toBe(name);
  }
  await tab.keyboard.press('Enter');
  await tab.waitForURL(`${office.url}/admin/webhooks`);
});

test('a live update takes nobody the focus away', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  await tab.getByText('Ao vivo', { exact: true }).waitFor();
  await tab.locator('main a').first().focus();
  const before = await focused(tab);
  await office.sendForm('um');
  await tab.locator('.figure', { hasText: 'Na fila' }).locator('.value', { hasText: /^1$/ }).first().waitFor();
  expect(await focused(tab)).toBe(before);
});

test('Ctrl-K opens the palette, what is typed narrows it, arrows choose, Enter goes there', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  await tab.keyboard.press('Control+k');
  const palette = tab.getByRole('dialog', { name: 'Buscar ou ir para' });
  await palette.waitFor();
  const box = palette.getByRole('combobox');
  expect(await activeOption(tab)).toBe('Visão geral');
  await tab.keyboard.press('ArrowDown');
  expect(await activeOption(tab)).toBe('Fila');
  await tab.keyboard.press('ArrowUp');
  await tab.keyboard.press('ArrowUp');
  expect(await activeOption(tab)).toBe('Sair');
  await box.pressSequentially('acoes');
  expect(await optionsOf(tab)).toEqual(['Buscar nos leads por acoes', 'Buscar nos eventos por acoes']);
  await box.fill('conversoes');
  expect(await activeOption(tab)).toBe('Conversões');
  await tab.keyboard.press('Enter');
  await tab.waitForURL(`${office.url}/admin/conversoes`);
});

test('Escape closes the palette and the focus is where it was; no dialog opens over another', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  await tab.getByRole('link', { name: 'Fila' }).focus();
  await tab.keyboard.press('Control+k');
  await tab.keyboard.press('?');
  expect(await tab.locator('#palette input[role=combobox]').inputValue()).toBe('?');
  expect(await tab.locator('dialog:modal').count()).toBe(1);
  await closeDialog(tab);
  expect(await focused(tab)).toBe('Fila');
});

test('the palette finds leads and events while one types, by person and campaign, masked', async () => {
  const office = await openOffice({ worker: true });
  await office.addCampaign();
  await office.sendForm('a', { nome: 'Beatriz Nogueira' });
  await office.sendForm('b', { nome: 'Beatriz Nogueira', campanha_id: 'none' });
  await office.untilProcessed();
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  await tab.locator('.find input').click();
  await tab.keyboard.type('beatriz');
  const found = tab.locator('#palette-found').getByRole('option');
  await found.nth(1).waitFor();
  expect(await found.first().textContent()).toMatch(/^B\S* \S* Verão · Agência Um/);
  expect(await found.nth(1).textContent()).toContain('Com erro');
  expect(await tab.locator('#palette-found').textContent()).not.toContain('Nogueira');
  await found.first().click();
  await tab.waitForURL(`${office.url}/admin/leads/1`);
});

test('the palette leads to a new campaign, to the question before a retry, and out', async () => {
  const office = await openOffice();
  const tab = await openTab({ language: 'en-GB' });
  await office.logIn(tab, '/admin/fila');
  for (const [text, path] of [
    ['new campaign', '/admin/campanhas#add'],
    ['retry all', '/admin/webhooks/repetir?todos=1&status=erro&voltar=%2Fadmin%2Fwebhooks%3Fstatus%3Derro'],
    ['pause', '/admin/fila'],
    ['log out', '/admin/login'],
  ] as const) {
    await tab.keyboard.press('Control+k');
    await tab.locator('#palette input[role=combobox]').fill(text);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(office.url + path);
  }
});

test('a link that names a form leads into it, opened over the list or on the page, and Escape closes it', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  const isInside = () => tab.evaluate('document.activeElement.closest("#add") !== null');
  // Without a client the form is on the page itself.
  await tab.goto(`${office.url}/admin/clientes#add`);
  await expect.poll(isInside).toBe(true);
  await office.command('client', 'add', '--name', 'Agência Um');
  await tab.reload();
  const name = tab.locator('.dialog input[name=nome]');
  await name.waitFor();
  await expect.poll(isInside).toBe(true);
  await tab.keyboard.press('Escape');
  await name.waitFor({ state: 'hidden' });
  await tab.locator(openerOf('add')).click();
  await expect.poll(() => focused(tab)).toBe('Nome');
});

test.each([
  ['with', false, 'pt-BR', 'Cancelar'],
  ['without', true, 'en-GB', 'Cancel'],
] as const)(
  '%s a script, Cancel leaves every form over a page by Enter or Space, and the focus is where it was',
  async (_, withoutScript, language, name) => {
    const office = await openOffice({ prepare: fillWithSamples });
    const tab = await openTab({ withoutScript, language });
    await office.logIn(tab, '/admin/fila');
    for (const [index, dialog] of SAMPLE_DIALOGS.entries()) {
      const { id } = dialog;
      await openDialog(office, tab, dialog);
      await tabTo(tab, name);
      expect(await tab.evaluate(`document.activeElement.closest("#${id}") !== null`), id).toBe(true);
      await tab.keyboard.press(index % 2 === 0 ? 'Enter' : 'Space');
      await tab.locator(`#${id}`).waitFor({ state: 'hidden' });
      expect(await tab.locator(`${openerOf(id)}:focus`).count(), id).toBe(1);
    }
  },
);

test('every form over a page has one way out beside its last button, and no other form has one', { timeout: 60_000 }, async () => {
  const office = await openOffice({ prepare: fillWithSamples });
  const tab = await openTab({ expected: [/status of 404/] });
  await office.logIn(tab, '/admin/fila');
  let count = 0;
  for (const path of await samplePages(office)) {
    await tab.goto(office.url + path);
    const forms = (await tab.evaluate(WAYS_OUT)) as readonly { readonly over: string[]; readonly ways: string[] }[];
    for (const { over, ways } of forms) expect(ways, path).toEqual(over);
    count += forms.filter(({ over }) => over.length > 0).length;
  }
  expect(count).toBeGreaterThan(20);
});

test('Cancel leads from a refused form to its page without the form, and nothing is changed', async () => {
  const office = await openOffice();
  await office.command('client', 'add', '--name', 'Agência Um');
  const tab = await openTab({ withoutScript: true, expected: [/status of 4(?:09|22)/] });
  await office.logIn(tab, '/admin/clientes/1');
  for (const [path, id, field, value] of [
    ['/admin/clientes', 'add', 'nome', 'Agência Um'],
    ['/admin/clientes/1', 'change-retention', 'corpos', '-1'],
  ] as const) {
    await tab.goto(office.url + path);
    await tab.locator(openerOf(id)).click();
    await tab.locator(`#${id} input[name=${field}]`).fill(value);
    await tab.keyboard.press('Enter');
    await tab.locator(`#${id} [role=alert]`).waitFor();
    await tabTo(tab, 'Cancelar');
    await tab.keyboard.press('Enter');
    await tab.locator(`#${id}`).waitFor({ state: 'hidden' });
    expect(tab.url()).toBe(office.url + path);
    await tab.locator(openerOf(id)).waitFor();
  }
  expect(await office.json('/admin/clientes')).toMatchObject({ itens: { length: 1 } });
});

test('a link that names a form opens it again after Cancel', async () => {
  const office = await openOffice();
  await office.addCampaign();
  const tab = await openTab({ language: 'en-GB' });
  await office.logIn(tab, '/admin/campanhas');
  for (let time = 0; time < 2; time += 1) {
    await tab.keyboard.press('Control+k');
    await tab.locator('#palette input[role=combobox]').fill('new campaign');
    await tab.keyboard.press('Enter');
    await tab.locator('#add').waitFor();
    await tab.locator('#add').getByRole('button', { name: 'Cancel' }).click();
    await tab.locator('#add').waitFor({ state: 'hidden' });
  }
});

test('a form that is on the page because there is nothing else has no Cancel', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/clientes');
  expect(await tab.locator('#add input[name=nome]').isVisible()).toBe(true);
  expect(await tab.getByText('Cancelar').count()).toBe(0);
});

test('a reader goes to pages by the palette, and neither searches nor changes anything', async () => {
  const office = await openOffice();
  const tab = await openTab({ language: 'en-GB' });
  await office.logIn(tab, '/admin/fila', READONLY_TOKEN);
  await tab.keyboard.press('Control+k');
  const names = await optionsOf(tab);
  expect(names).toContain('Leads');
  expect(names.slice(-3)).toEqual(['Keyboard shortcuts', 'Português', 'Log out']);
  for (const name of ['New campaign', 'Retry all failed events', 'Search leads for']) expect(names).not.toContain(name);
  await tab.locator('#palette input[role=combobox]').fill('zzz');
  expect(await tab.getByRole('status').last().textContent()).toBe('Nothing found');
});

test('without a script there is no palette, and the search above the page finds events', async () => {
  const office = await openOffice();
  await office.sendForm('um');
  const tab = await openTab({ withoutScript: true });
  await office.logIn(tab, '/admin/fila');
  expect(await tab.locator('dialog:visible, .find kbd:visible').count()).toBe(0);
  await tab.locator('.find input').fill('um');
  await tab.keyboard.press('Enter');
  await tab.waitForURL(`${office.url}/admin/webhooks?busca=um`);
  expect(await tab.locator('tr[id^="evento-"]').count()).toBe(1);
});

test('j, k and arrows go through the rows of every list, x selects and Enter opens', async () => {
  const office = await openOffice({ worker: true });
  await office.addCampaign();
  for (const name of ['Ana', 'Bia', 'Caio']) await office.sendForm(name, { nome: name });
  await office.untilProcessed();
  for (const [path, page] of [
    ['/admin/webhooks', '/admin/webhooks/3'],
    ['/admin/leads', '/admin/leads/3'],
  ] as const) {
    const tab = await openTab();
    await office.logIn(tab, path);
    await tab.keyboard.press('j');
    expect(await rowOfFocus(tab)).toBe(0);
    await tab.keyboard.press('j');
    await tab.keyboard.press('ArrowDown');
    expect(await rowOfFocus(tab)).toBe(2);
    await tab.keyboard.press('j');
    expect(await rowOfFocus(tab)).toBe(2);
    await tab.keyboard.press('k');
    await tab.keyboard.press('ArrowUp');
    expect(await rowOfFocus(tab)).toBe(0);
    await tab.keyboard.press('x');
    expect(await tab.locator('[data-rows] tbody input:checked').count()).toBe(path === '/admin/webhooks' ? 1 : 0);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(office.url + page);
  }
});

test('a slash searches the list, or everything; single keys can be switched off', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks');
  await tab.keyboard.press('/');
  expect(await tab.evaluate('document.activeElement.id')).toBe('busca');
  await tab.goto(`${office.url}/admin/fila`);
  await tab.keyboard.press('/');
  await tab.locator('#palette input[role=combobox]').waitFor();
  expect(await tab.locator('#palette input[role=combobox]').inputValue()).toBe('');
  await closeDialog(tab);
  await tab.keyboard.press('?');
  const keys = tab.getByRole('dialog', { name: 'Atalhos do teclado' });
  await keys.getByLabel('Usar atalhos de uma tecla só').uncheck();
  await closeDialog(tab);
  for (const key of ['/', '?', 'j']) await tab.keyboard.press(key);
  expect(await tab.locator('dialog:modal').count()).toBe(0);
  await tab.keyboard.press('Control+k');
  await tab.locator('#palette input[role=combobox]').fill('atalhos');
  await tab.keyboard.press('Enter');
  await keys.waitFor();
  expect(await keys.getByLabel('Usar atalhos de uma tecla só').isChecked()).toBe(false);
});

/** Chromium closes a dialog some time after Escape, and then takes the focus out of it: until then, keys go to the dialog. */
async function closeDialog(tab: Page): Promise<void> {
  await tab.keyboard.press('Escape');
  const isLeft = 'document.querySelector("dialog:modal") === null && document.activeElement.closest("dialog") === null';
  await expect.poll(() => tab.evaluate(isLeft)).toBe(true);
}

interface Stop {
  readonly name: string;
  readonly outline: boolean;
  readonly covered: boolean;
}

/** The focused element: its label, or its text. */
async function focused(tab: Page): Promise<string> {
  return (await tab.evaluate(`(${nameOf})(document.activeElement)`)) as string;
}

/** What Enter opens in the palette, as the combobox announces it. */
async function activeOption(tab: Page): Promise<string | null> {
  const id = await tab.locator('#palette input[role=combobox]').getAttribute('aria-activedescendant');
  const option = tab.locator('[role=option][aria-selected=true]');
  expect(await option.getAttribute('id')).toBe(id);
  return await option.textContent();
}

async function optionsOf(tab: Page): Promise<readonly string[]> {
  return await tab.locator('#palette [role=option]:visible').allTextContents();
}

/** Index of the focused row of a list, from 0. */
async function rowOfFocus(tab: Page): Promise<number> {
  return (await tab.evaluate('document.activeElement.closest("[data-rows] > tbody > tr").sectionRowIndex')) as number;
}

/** Presses Tab until the element with this name has the focus. */
async function tabTo(tab: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await tab.keyboard.press('Tab');
    if ((await focused(tab)) === name) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

/** Presses Tab until the focus has left the page. */
async function tabThrough(tab: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 300; presses += 1) {
    await tab.keyboard.press('Tab');
    const stop = (await tab.evaluate(`(${stopOf})(${nameOf})`)) as Stop | null;
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error('Tab never left the page');
}

const nameOf = `(element) => (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim()`;

/** For each form: the popover it is in, and what its last button closes. The filter of a list is around its popover, not in it. */
const WAYS_OUT = `[...document.querySelectorAll('main form')].map((form) => {
  const over = form.closest('[popover]');
  const closing = [...form.querySelectorAll('[popovertargetaction=hide]')];
  return {
    over: over === null ? [] : [over.id],
    ways: closing.map((button) => (button.matches('.buttons > :last-child:not(:only-child)') ? button.getAttribute('popovertarget') : '?')),
  };
})`;

/** The focused element as it appears on the screen; `null` if nothing has the focus. */
const stopOf = `(nameOf) => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {
    name: nameOf(element),
    outline: getComputedStyle(element).outlineStyle !== 'none',
    covered: hit === null || !(element.contains(hit) || hit.contains(element)),
  };
}`;

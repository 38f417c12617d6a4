import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openOffice } from './open-office.ts';
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
  await tab.getByRole('link', { name: 'Webhooks' }).waitFor();
  await tab.keyboard.press('Tab');
  expect(await focused(tab)).toBe('Visão geral');
  await tab.keyboard.press('Escape');
  await tab.getByRole('link', { name: 'Webhooks' }).waitFor({ state: 'hidden' });
  expect(await focused(tab)).toBe('Menu');
  await tab.keyboard.press('Enter');
  for (const name of ['Visão geral', 'Fila', 'Webhooks']) {
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
  await tab.locator('.figure', { hasText: 'pendente' }).locator('.value', { hasText: /^1$/ }).first().waitFor();
  expect(await focused(tab)).toBe(before);
});

interface Stop {
  readonly name: string;
  readonly outline: boolean;
  readonly covered: boolean;
}

/** What has the focus: its label, or its words. */
async function focused(tab: Page): Promise<string> {
  return (await tab.evaluate(`(${nameOf})(document.activeElement)`)) as string;
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

/** What has the focus as an eye finds it; null when nothing has. */
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

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Office } from './office.ts';
import { fillWithSamples } from './sample-data.ts';
import { pageNamed, samplePages } from './sample-pages.ts';
import { chromiumTabs } from './tabs.ts';

const openTab = chromiumTabs();

let office: Office;
beforeAll(async () => {
  office = await Office.open({ flags: ['--work'], prepare: fillWithSamples });
});
afterAll(() => office[Symbol.asyncDispose]());

test.each([320, 360, 768, 1024, 1440, 2560])('no page scrolls sideways in a window of %i px', { timeout: 120_000 }, async (width) => {
  const tab = await openTab({ size: { width, height: 800 }, expected: [/status of 40[04]/] });
  await office.logIn(tab, '/admin/fila');
  const tooWide: string[] = [];
  for (const path of await samplePages(office)) {
    await tab.goto(office.url + path);
    if (await scrollsSideways(tab)) tooWide.push(path);
  }
  expect(tooWide).toEqual([]);
});

test('with letters twice as large nothing is cut off or pushed out', async () => {
  const tab = await openTab({ size: { width: 1280, height: 800 } });
  await office.logIn(tab, '/admin/fila');
  for (const path of ['/admin/fila', '/admin/webhooks']) {
    await tab.goto(office.url + path);
    await tab.evaluate('document.documentElement.style.fontSize = "200%"');
    expect(await scrollsSideways(tab)).toBe(false);
  }
});

test('a dark page is dark, and forced colours keep the states apart', async () => {
  const tab = await openTab({ dark: true });
  await office.logIn(tab, '/admin/webhooks');
  const [red = 255, green = 255, blue = 255] = await backgroundOf(tab);
  expect(Math.max(red, green, blue)).toBeLessThan(64);
  await tab.emulateMedia({ forcedColors: 'active' });
  expect(await tab.evaluate('getComputedStyle(document.querySelector(".badge")).borderTopStyle')).toBe('solid');
});

test('what opens over an event stays inside of a narrow window', async () => {
  const tab = await openTab({ size: { width: 360, height: 740 } });
  await office.logIn(tab, '/admin/fila');
  await tab.goto(office.url + (await pageNamed(office, 'failed')));
  await tab.locator('.pop > summary').click();
  expect(await scrollsSideways(tab)).toBe(false);
});

test('on paper is what a page says, and not what surrounds it', async () => {
  const tab = await openTab({ size: { width: 1280, height: 800 } });
  await office.logIn(tab, '/admin/webhooks');
  await tab.emulateMedia({ media: 'print' });
  for (const part of ['.top', '#navigation', '.event-filter', '.bulk']) expect(await tab.locator(part).isVisible()).toBe(false);
  expect(await tab.evaluate('document.querySelector("main").clientWidth')).toBeGreaterThan(1_200);
});

async function scrollsSideways(tab: Page): Promise<boolean> {
  return (await tab.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')) as boolean;
}

async function backgroundOf(tab: Page): Promise<readonly number[]> {
  const colour = (await tab.evaluate('getComputedStyle(document.body).backgroundColor')) as string;
  return (colour.match(/\d+/g) ?? []).map(Number);
}

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPerson } from './find-person.ts';
import { layoutFaults } from './layout-faults.ts';
import { Office, READONLY_TOKEN } from './office.ts';
import { openOffice } from './open-office.ts';
import { previewMapping } from './preview-mapping.ts';
import { fillWithSamples } from './sample-data.ts';
import { openDialog, SAMPLE_DIALOGS, SAMPLE_FILTERS } from './sample-dialogs.ts';
import { pageNamed, samplePages } from './sample-pages.ts';
import { chromiumTabs } from './tabs.ts';

const openTab = chromiumTabs();

let office: Office;
beforeAll(async () => {
  office = await Office.open({ flags: ['--work'], prepare: fillWithSamples });
});
afterAll(() => office[Symbol.asyncDispose]());

const MISSING_PAGES = [/status of 40[04]/];

test.each([
  ['pt-BR', [320, 360, 768, 1024, 1440, 2560], [320, 1024, 1440]],
  ['en-US', [320, 1440], []],
] as const)(
  'no page scrolls sideways, breaks a number or lets anything leave its place (%s, %j px; with wider letters than it ships %j px)',
  { timeout: 240_000 },
  async (language, widths, widthsOfWiderLetters) => {
    const tab = await openTab({ language, expected: MISSING_PAGES });
    await office.logIn(tab, '/admin/fila');
    expect(await faultsOfAllPages(tab, widths, widthsOfWiderLetters)).toEqual([]);
  },
);

test('nor does one with figures in the millions', async () => {
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  for (const path of ['/admin', '/admin/fila', '/admin/fila?fila=conversoes', '/admin/webhooks', '/admin/campanhas', '/admin/fontes']) {
    await tab.goto(office.url + path);
    const faults = await faultsInWindows(tab, [320, 360, 1024, 1440], () => tab.evaluate(ENLARGE_COUNTS));
    expect(faults, path).toEqual([]);
  }
});

test('nor does the preview of a mapping', async () => {
  const tab = await openTab();
  await previewMapping(office, tab);
  expect(await faultsInWindows(tab, [320, 360, 768, 1440])).toEqual([]);
});

test('nor does a person who was found', async () => {
  const tab = await openTab();
  await findPerson(office, tab);
  expect(await faultsInWindows(tab, [320, 360, 768, 1440])).toEqual([]);
});

test('every form over a page fits into its window, and its buttons into it', { timeout: 60_000 }, async () => {
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  for (const dialog of [...SAMPLE_DIALOGS, ...SAMPLE_FILTERS]) {
    await openDialog(office, tab, dialog);
    for (const width of [320, 360, 1440]) {
      await tab.setViewportSize({ width, height: 740 });
      const inside = (await tab.evaluate(
        `(${rangesOf})(document.getElementById(${JSON.stringify(dialog.id)}))`,
      )) as readonly (readonly number[])[];
      for (const [least, left = 0, right = 0, most] of inside) {
        expect(left, `${dialog.id} at ${width} px`).toBeGreaterThanOrEqual(least ?? 0);
        expect(right, `${dialog.id} at ${width} px`).toBeLessThanOrEqual(most ?? 0);
      }
    }
  }
});

test('a form opens in the middle of its window, whatever is around it', async () => {
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  for (const dialog of SAMPLE_DIALOGS) {
    await openDialog(office, tab, dialog);
    const shifts = await tab.evaluate(`[...document.querySelectorAll('.dialog:popover-open')].map((open) => {
      const { left, right, top, bottom } = open.getBoundingClientRect();
      return [left + right - document.documentElement.clientWidth, top + bottom - innerHeight].map((shift) => Math.abs(Math.round(shift)));
    })`);
    for (const shift of shifts as readonly unknown[]) expect(shift, `${dialog.page} ${dialog.id}`).toEqual([0, 0]);
  }
});

test('names of settings fit into the sources page', async () => {
  const office = await openOffice({
    env: { WEBHOOK_SOCIALADS_TOKENS: 'token-de-teste', SOCIALADS_CONVERSIONS_TOKEN: 'token', SOCIALADS_DATASET_ID: '990000000000001' },
  });
  const tab = await openTab();
  await office.logIn(tab, '/admin/fontes');
  expect(await tab.locator('main').textContent()).toContain('SOCIALADS_CONVERSIONS_TOKEN');
  expect(await faultsInWindows(tab, [320, 1440])).toEqual([]);
});

test('the labels of the buttons that connect accounts wrap in a narrow window', async () => {
  const office = await openOffice({ env: { CREDENTIALS_KEY: 'a-key-of-tests-with-more-than-32-characters' } });
  await office.addCampaign();
  const tab = await openTab({ language: 'pt-BR' });
  await office.logIn(tab, '/admin/clientes/1/contas');
  expect(await tab.locator('[popovertarget=connect-dataset]:not([popovertargetaction])').textContent()).toContain('Conectar');
  await tab.evaluate(WIDEN_LETTERS);
  expect(await faultsInWindows(tab, [320])).toEqual([]);
});

test('a heading without actions keeps no room for them', async () => {
  const tab = await openTab({ language: 'en-US', size: { width: 320, height: 800 } });
  await office.logIn(tab, '/admin/campanhas', READONLY_TOKEN);
  const height = () => tab.evaluate('document.querySelector(".heading").clientHeight');
  const shown = await height();
  await tab.evaluate('document.querySelector(".heading .actions")?.remove()');
  expect(shown).toBe(await height());
});

test('the first steps of an empty database fit into their page', async () => {
  const office = await openOffice();
  const tab = await openTab();
  await office.logIn(tab, '/admin');
  expect(await tab.locator('#first-steps').count()).toBe(1);
  expect(await faultsInWindows(tab, [320, 1024, 2560])).toEqual([]);
});

test('the letters are those the program ships, kept for good by the browser; rarer ones are loaded when a page has one', async () => {
  const tab = await openTab();
  const loaded = new Map<string, string | undefined>();
  tab.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.woff2')) loaded.set(pathname, response.headers()['cache-control']);
  });
  await office.logIn(tab, '/admin/leads');
  await tab.evaluate('document.fonts.ready');
  const forGood = 'public, max-age=31536000, immutable';
  expect([...loaded]).toEqual([['/admin/assets/inter-latin.woff2', forGood]]);
  expect(await tab.evaluate('[...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family)')).toEqual([
    'Inter',
  ]);
  await tab.evaluate('document.querySelector("h1").textContent = "Wałęsa"');
  await tab.evaluate('document.fonts.ready');
  expect([...loaded.keys()]).toEqual(['/admin/assets/inter-latin.woff2', '/admin/assets/inter-latin-ext.woff2']);
});

test('the bar for chosen events covers no row while none is chosen, and stays in sight while one is', async () => {
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks');
  const bar = tab.locator('#bulk');
  await expect.poll(() => isInSight(bar)).toBe(false);
  await tab.locator('#event-list tbody input[type=checkbox]').first().check();
  await expect.poll(() => isInSight(bar)).toBe(true);
});

test('in the chart of throughput what failed is drawn on the scale of what was finished', async () => {
  const tab = await openTab({ language: 'en-GB' });
  await office.logIn(tab, '/admin/fila');
  const bars = (await tab.evaluate(`[...document.querySelectorAll('#throughput g')].map((bar) => ({
    counts: bar.querySelector('title').textContent.match(/(\\d+) done, (\\d+) failed/).slice(1).map(Number),
    heights: ['finished', 'failed'].map((kind) => Number(bar.querySelector('.bar-' + kind)?.getAttribute('height') ?? 0)),
  }))`)) as readonly { readonly counts: readonly [number, number]; readonly heights: readonly [number, number] }[];
  const ofOne = bars.flatMap(({ counts, heights }) => heights.flatMap((height, kind) => (counts[kind] ? [height / counts[kind]] : [])));
  expect(bars.some(({ counts }) => counts[0] > 0 && counts[1] > 0)).toBe(true);
  expect(Math.max(...ofOne) - Math.min(...ofOne)).toBeLessThan(0.2);
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
  await tab.locator('.to-forget .more > button').click();
  await tab.locator('.to-forget summary').click();
  expect(await scrollsSideways(tab)).toBe(false);
});

test('on paper is what a page says, and not what surrounds it', async () => {
  const tab = await openTab({ size: { width: 1280, height: 800 } });
  await office.logIn(tab, '/admin/webhooks');
  await tab.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const part of ['.top', '#navigation', '.event-filter', '.bulk']) expect(await tab.locator(part).isVisible()).toBe(false);
  expect(await tab.evaluate('document.querySelector("main").clientWidth')).toBeGreaterThan(1_200);
  expect(await tab.evaluate('getComputedStyle(document.body).color')).toBe('rgb(27, 33, 41)');
  const printed = await tab.evaluate('getComputedStyle(document.querySelector("time[data-show=ago]"), "::after").content');
  expect(printed).toMatch(/\d{4}.*:\d\d:\d\d/);
});

/** Of a dialog in its window, and of each control in it: from where, left, right, to where. */
const rangesOf = `(dialog) => {
  const of = (outer, { left, right }) => [Math.floor(outer.left), left, right, Math.ceil(outer.right)];
  const box = dialog.getBoundingClientRect();
  const controls = [...dialog.querySelectorAll('button, summary, input:not([type=hidden]), select, textarea, p, label')];
  const window = { left: 0, right: document.documentElement.clientWidth };
  return [of(window, box), ...controls.map((control) => of(box, control.getBoundingClientRect())).filter(([, left, right]) => right > left)];
}`;

/** Replaces every count on the page by one of seven digits. */
const ENLARGE_COUNTS = `for (const element of document.querySelectorAll('.value, .number, .group-count, .legend strong, td, dd')) {
  if (/^\\d{1,3}$/.test(element.textContent.trim())) element.textContent = '1,234,567';
}`;

/** Restores the original letters. */
const WIDEN_LETTERS = `{
  const before = getComputedStyle(document.body).fontFamily;
  document.body.style.fontFamily = '"DejaVu Sans"';
  before;
}`;

async function faultsOfAllPages(tab: Page, widths: readonly number[], widthsOfWiderLetters: readonly number[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of await samplePages(office)) {
    await tab.goto(office.url + path);
    found.push(...(await faultsInWindows(tab, widths)).map((fault) => `${path}: ${fault}`));
    if (widthsOfWiderLetters.length > 0) expect(await tab.evaluate(WIDEN_LETTERS)).toMatch(/^Inter,/);
    found.push(...(await faultsInWindows(tab, widthsOfWiderLetters)).map((fault) => `${path} with wider letters: ${fault}`));
  }
  return found;
}

/** Checks the open page in windows of these widths, one after the other: reloading it for each would take five times as long. */
async function faultsInWindows(tab: Page, widths: readonly number[], prepare?: () => Promise<unknown>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await tab.setViewportSize({ width, height: 800 });
    await prepare?.();
    found.push(...(await layoutFaults(tab)).map((fault) => `${width} px: ${fault}`));
  }
  return found;
}

async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const height = element.page().viewportSize()?.height ?? 0;
  return box !== null && box.y < height && box.y + box.height > 0;
}

async function scrollsSideways(tab: Page): Promise<boolean> {
  return (await tab.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')) as boolean;
}

async function backgroundOf(tab: Page): Promise<readonly number[]> {
  const colour = (await tab.evaluate('getComputedStyle(document.body).backgroundColor')) as string;
  return (colour.match(/\d+/g) ?? []).map(Number);
}

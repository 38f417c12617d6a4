import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPerson } from './find-person.ts';
import { Office } from './office.ts';
import { openOffice } from './open-office.ts';
import { previewMapping } from './preview-mapping.ts';
import { fillWithSamples } from './sample-data.ts';
import { openDialog, openerOf, SAMPLE_DIALOGS } from './sample-dialogs.ts';
import { samplePages } from './sample-pages.ts';
import { chromiumTabs, NARROW, WIDE } from './tabs.ts';

const openTab = chromiumTabs();

/** WCAG 2.2 AA with the levels and versions it includes, as the law and the contract require. */
const ALL_RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** Of axe's rules, only colours differ between light and dark, and they are the same in both languages. They take most of axe's time. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const LANGUAGES = ['pt-BR', 'en-GB'] as const;
const MAIN_LANGUAGE: Language = 'pt-BR';

type Language = (typeof LANGUAGES)[number];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let office: Office;
beforeAll(async () => {
  office = await Office.open({ flags: ['--work'], prepare: fillWithSamples });
});
afterAll(() => office[Symbol.asyncDispose]());

describe.each(LANGUAGES)('axe-core finds nothing in %s', (language) => {
  test('on any page', { timeout: 900_000 }, async () => {
    const tab = await openTab({ language, expected: [/status of 40[04]/] });
    await office.logIn(tab, '/admin/fila');
    const findings: string[] = [];
    for (const path of await samplePages(office)) {
      await tab.goto(office.url + path);
      findings.push(...(await examine(tab, language, path)));
    }
    expect(findings).toEqual([]);
  });

  test('on the login, with and without its error, and on an error page', async () => {
    const tab = await openTab({ language, expected: [/status of 40[14]/] });
    await tab.goto(`${office.url}/admin/login`);
    const findings = [...(await examine(tab, language, 'login'))];
    await tab.locator('input[name=token]').fill('um-token-que-nao-vale');
    await tab.keyboard.press('Enter');
    await tab.getByRole('alert').waitFor();
    findings.push(...(await examine(tab, language, 'login with error')));
    expect(findings).toEqual([]);
  });

  test('on the preview of a mapping', async () => {
    const tab = await openTab({ language });
    await previewMapping(office, tab);
    expect(await examine(tab, language, 'preview')).toEqual([]);
  });

  test('on a person who was found, with each open form', async () => {
    const tab = await openTab({ language });
    await findPerson(office, tab);
    const findings = [...(await examine(tab, language, 'person'))];
    for (const step of ['give', 'erase']) {
      await tab.locator(openerOf(step)).click();
      findings.push(...(await inEachScheme(tab, language, step)));
      await tab.keyboard.press('Escape');
    }
    expect(findings).toEqual([]);
  });

  test('on any form over a page', { timeout: 240_000 }, async () => {
    const tab = await openTab({ language });
    await office.logIn(tab, '/admin/fila');
    const findings: string[] = [];
    for (const dialog of SAMPLE_DIALOGS) {
      await openDialog(office, tab, dialog);
      findings.push(...(await examine(tab, language, `${dialog.page} ${dialog.id}`, `#${dialog.id}`)));
    }
    expect(findings).toEqual([]);
  });

  test('on the overview of an empty database, which shows the first steps', async () => {
    const office = await openOffice();
    const tab = await openTab({ language });
    await office.logIn(tab, '/admin');
    expect(await examine(tab, language, 'first steps')).toEqual([]);
  });

  test('on the open palette, with what it found, and on the list of keys', async () => {
    const tab = await openTab({ language });
    await office.logIn(tab, '/admin');
    await tab.keyboard.press('?');
    const findings = [...(await examine(tab, language, 'keys'))];
    await tab.keyboard.press('Escape');
    await tab.keyboard.press('Control+k');
    findings.push(...(await examine(tab, language, 'palette')));
    await tab.keyboard.type('mar');
    await tab.locator('#palette-found [role=option]').first().waitFor();
    findings.push(...(await examine(tab, language, 'palette with results')));
    expect(findings).toEqual([]);
  });

  test('on the open menu of a phone', async () => {
    const tab = await openTab({ language, size: NARROW });
    await office.logIn(tab, '/admin/fila');
    await tab.locator('.menu').click();
    await tab.locator('#navigation:popover-open').waitFor();
    expect(await inEachScheme(tab, language, 'menu')).toEqual([]);
  });
});

/**
 * Runs all rules where the layout differs, and only the colour rules where just the colours differ. Narrow only in one language: the texts
 * are those of the wide page, and whether they fit is tested in `layout.test.ts`. `part`: without the rest of the page, whose links an open
 * form may cover in part.
 */
async function examine(tab: Page, language: Language, name: string, part = 'html'): Promise<readonly string[]> {
  const wide = await inEachScheme(tab, language, name, part);
  if (language !== MAIN_LANGUAGE) return wide;
  await tab.setViewportSize(NARROW);
  const narrow = await violations(tab, `${name} narrow`, part, ALL_RULES);
  await tab.setViewportSize(WIDE);
  return [...wide, ...narrow];
}

async function inEachScheme(tab: Page, language: Language, name: string, part = 'html'): Promise<readonly string[]> {
  if (language !== MAIN_LANGUAGE) return await violations(tab, name, part, ALL_RULES, COLOURS);
  const light = await violations(tab, name, part, ALL_RULES);
  await tab.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(tab, `${name} dark`, part, { type: 'rule', values: COLOURS });
  await tab.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark];
}

async function violations(
  tab: Page,
  name: string,
  part: string,
  runOnly: { readonly type: string; readonly values: readonly string[] },
  except: readonly string[] = [],
): Promise<readonly string[]> {
  if ((await tab.evaluate('typeof axe')) === 'undefined') await tab.evaluate(AXE);
  const rules = { 'target-size': { enabled: true }, ...Object.fromEntries(except.map((rule) => [rule, { enabled: false }])) };
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], rules });
  const found = (await tab.evaluate(`axe.run(${JSON.stringify(part)}, ${options})`)) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${name}: ${id}: ${html} ${failureSummary ?? ''}`),
  );
}

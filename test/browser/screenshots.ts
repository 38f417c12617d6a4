// `npm run screenshots` renders the pictures of README.md and docs/ from sample data. `npm run screenshots -- FOLDER` renders every page
// instead, on a desktop and a phone, in both languages, to compare before and after a change. Needs what test/install-debian-packages.sh
// installs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { ROOT } from '../support/run-program.ts';
import { launchChromium } from './chromium.ts';
import { Office } from './office.ts';
import { fillWithSamples } from './sample-data.ts';
import { pageNamed, SAMPLE_PAGES, type SamplePage } from './sample-pages.ts';
import { shrinkPng } from './shrink-png.ts';
import { terminalPicture } from './terminal-picture.ts';

const FOLDER = join(ROOT, 'docs', 'screenshots');
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5 };

interface Picture {
  readonly file: string;
  readonly page: SamplePage;
  readonly look: BrowserContextOptions;
}

const PICTURES: readonly Picture[] = [
  { file: 'home', page: 'home', look: DESK },
  { file: 'home-phone', page: 'home', look: PHONE },
  { file: 'queue', page: 'queue', look: DESK },
  { file: 'event', page: 'failed', look: DESK },
];

const WIDTHS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

await using office = await Office.open({ flags: ['--work'], prepare: fillWithSamples });
const browser = await launchChromium();
const [, , folder] = process.argv;
if (folder === undefined) {
  for (const picture of PICTURES) await take(browser, picture);
  writeFileSync(join(FOLDER, 'terminal.svg'), await terminalPicture(office.url));
} else await takeAll(browser, folder);
await browser.close();

async function take(from: Browser, { file, page, look }: Picture): Promise<void> {
  const context = await enter(from, { ...look, locale: 'en' });
  await save(context, page, join(FOLDER, `${file}.png`), false);
  await context.close();
}

async function takeAll(from: Browser, into: string): Promise<void> {
  for (const locale of ['en', 'pt-BR']) {
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      const context = await enter(from, { viewport, locale });
      mkdirSync(join(into, `${locale}-${width}`), { recursive: true });
      for (const page of SAMPLE_PAGES) await save(context, page, join(into, `${locale}-${width}`, `${page}.png`), true);
      await context.close();
    }
  }
}

async function enter(from: Browser, look: BrowserContextOptions): Promise<BrowserContext> {
  const context = await from.newContext({ ...look, timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' });
  const tab = await context.newPage();
  await office.logIn(tab, '/admin/fila');
  await tab.close();
  return context;
}

async function save(context: BrowserContext, page: SamplePage, path: string, fullPage: boolean): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(office.url + (await pageNamed(office, page)));
  const live = tab.locator('[data-state="live"]');
  if ((await live.count()) > 0) await live.waitFor();
  const png = shrinkPng(await tab.screenshot({ fullPage }));
  writeFileSync(path, png);
  await tab.close();
  process.stdout.write(`${path} ${Math.ceil(png.length / 1024)} KiB\n`);
}

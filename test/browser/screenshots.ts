// `npm run screenshots`: takes the pictures of the README from sample data, in the program as it is. Needs what test/install-debian-packages.sh
// installs, and `npm run build` before it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { ROOT } from '../support/run-program.ts';
import { launchChromium } from './chromium.ts';
import { Office } from './office.ts';
import { fillWithSamples } from './sample-data.ts';
import { pageNamed, type SamplePage } from './sample-pages.ts';
import { shrinkPng } from './shrink-png.ts';

const FOLDER = join(ROOT, 'docs', 'screenshots');
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5 };
const DARK: BrowserContextOptions = { ...DESK, colorScheme: 'dark' };

interface Picture {
  readonly file: string;
  readonly page: SamplePage;
  readonly look: BrowserContextOptions;
}

const PICTURES: readonly Picture[] = [
  { file: 'home-phone', page: 'home', look: PHONE },
  { file: 'fila', page: 'queue', look: DESK },
  { file: 'fila-dark', page: 'queue', look: DARK },
  { file: 'webhooks', page: 'events', look: DESK },
  { file: 'webhooks-phone', page: 'events', look: PHONE },
  { file: 'event', page: 'failed', look: DESK },
  { file: 'campaigns', page: 'campaigns', look: DESK },
  { file: 'refused', page: 'refused', look: DARK },
];

await using office = await Office.open({ flags: ['--work'], prepare: fillWithSamples });
const browser = await launchChromium();
mkdirSync(FOLDER, { recursive: true });
for (const picture of PICTURES) await take(browser, picture);
await browser.close();

async function take(from: Browser, { file, page, look }: Picture): Promise<void> {
  const context = await from.newContext({ ...look, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' });
  const tab = await context.newPage();
  await office.logIn(tab, '/admin/fila');
  await tab.goto(office.url + (await pageNamed(office, page)));
  const live = tab.locator('[data-state="live"]');
  if ((await live.count()) > 0) await live.waitFor();
  const path = join(FOLDER, `${file}.png`);
  const png = shrinkPng(await tab.screenshot());
  writeFileSync(path, png);
  await context.close();
  process.stdout.write(`${path} ${Math.ceil(png.length / 1024)} KiB\n`);
}

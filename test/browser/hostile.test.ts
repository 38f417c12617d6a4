import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-program.ts';
import { eventIdOf, type Office } from './office.ts';
import { openOffice } from './open-office.ts';
import { chromiumTabs } from './tabs.ts';

const openTab = chromiumTabs();

const NAUGHTY = JSON.parse(readFileSync(`${ROOT}test/vectors/naughty_strings.json`, 'utf8')) as readonly string[];
const WORST = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(2)>',
  "'-alert(3)-'",
  '<svg/onload=alert(4)>',
  '</title></textarea></pre><script>alert(5)</script>',
  'javascript:alert(6)',
  '\u202Egnp.exe\u2066 \u2069',
  '\u001b[2J\u001b[31mred\u001b]0;title\u0007',
  '<div hx-get="https://example.com" hx-trigger="load">',
];
const STRINGS_PER_EVENT = 25;

test('no string a stranger sends becomes more than text', async () => {
  const office = await openOffice({ flags: ['--work'] });
  await office.addCampaign();
  const ids = await sendAll(office, [...WORST, ...NAUGHTY]);
  await office.untilProcessed();
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks');
  const paths = ['/admin/webhooks', ...ids.flatMap((id) => [`/admin/webhooks/${id}`, `/admin/webhooks/${id}?mostrar=1`])];
  for (const path of paths) {
    await tab.goto(office.url + path);
    expect(await strangersElements(tab), path).toEqual([]);
    expect(await tab.locator('main').textContent(), path).not.toMatch(DECEIVING);
  }
  await tab.getByRole('navigation').getByRole('link', { name: 'Eventos' }).click();
  await tab.waitForURL(`${office.url}/admin/webhooks`);
});

test('a body of a megabyte does not make its page slow or large', async () => {
  const office = await openOffice({ flags: ['--work'] });
  await office.addCampaign();
  const id = eventIdOf(await office.sendForm('grande', { mensagem: '<b>\u202E'.repeat(80_000), nome: 'Ana '.repeat(20_000) }));
  await office.untilProcessed();
  const tab = await openTab();
  await office.logIn(tab, '/admin/webhooks');
  const response = await tab.goto(`${office.url}/admin/webhooks/${id}?mostrar=1`);
  expect((await response?.body())?.length).toBeLessThan(600_000);
  expect(await strangersElements(tab)).toEqual([]);
  expect(await tab.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')).toBe(false);
});

test('a hostile address is answered by a page that runs nothing of it', async () => {
  const office = await openOffice();
  const tab = await openTab({ expected: [/status of 4\d\d/] });
  await office.logIn(tab, '/admin/webhooks');
  for (const text of WORST) {
    for (const name of ['status', 'erro_codigo', 'identidade', 'antes', 'busca', 'aviso']) {
      await tab.goto(`${office.url}/admin/webhooks?${new URLSearchParams({ [name]: text })}`);
      expect(await strangersElements(tab), `${name}=${text}`).toEqual([]);
    }
  }
});

/** Characters that change the direction of a line, and characters that a terminal would execute. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
const DECEIVING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069]/;

/** Elements that none of our pages has in its content. */
async function strangersElements(tab: Page): Promise<unknown> {
  const selector = [
    'script:not([src^="/admin/assets/"])',
    'img:not([src^="/admin/assets/"])',
    '[hx-get]:not([hx-get^="/admin/"])',
    ...['iframe', 'object', 'embed', 'style', 'link', 'base', 'meta', 'video', 'audio', 'marquee', '[style]'],
  ];
  return await tab.evaluate(
    `[...document.body.querySelectorAll(${JSON.stringify(selector.map((part) => `main ${part}`).join())})].map((element) => element.outerHTML)
      .concat([...document.body.querySelectorAll('*')].filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on'))).map((element) => element.outerHTML))`,
  );
}

/** Sends the strings as names, ids, answers and user agents, several in each event. */
async function sendAll(office: Office, strings: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let from = 0; from < strings.length; from += STRINGS_PER_EVENT) {
    const chunk = strings.slice(from, from + STRINGS_PER_EVENT);
    const [nome = 'Ana'] = chunk.filter((text) => /\S/.test(text));
    const answers = Object.fromEntries(chunk.map((text, index) => [`${index} ${text}`.slice(0, 200), text]));
    const answer = await office.sendForm(`${from} ${nome}`.slice(0, 200), {
      nome,
      mensagem: chunk.join('\n'),
      utm_source: nome,
      ...answers,
    });
    if (answer.status === 202) ids.push(eventIdOf(answer));
  }
  expect(ids.length).toBeGreaterThan(15);
  return ids;
}

import { beforeEach, describe, expect, test } from 'vitest';
import type { DescribedRoute } from '../../../src/http/admin/requests/operation.ts';
import { MESSAGES } from '../../../src/messages/messages.ts';
import { strangeWords } from '../../support/plain-words.ts';
import { ADMIN_TOKEN, type AdminUnderTest, startAdmin } from './admin-under-test.ts';
import { addressOf, fillAdmin, lookingRoutes, ownRoutes } from './every-route.ts';

const OPERATOR = { authorization: `Bearer ${ADMIN_TOKEN}` };

let admin: AdminUnderTest;

beforeEach(async () => {
  admin = await startAdmin();
  await fillAdmin(admin);
});

async function languageOfPage(path: string, headers: Readonly<Record<string, string>>, cookie?: string): Promise<string | undefined> {
  const html = await (await admin.ask(path, { headers, ...(cookie === undefined ? {} : { cookie }) })).text();
  return /<html lang="([^"]+)"/.exec(html)?.[1];
}

describe('the language of a page', () => {
  test.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
    ['en-US,en;q=0.9,pt;q=0.8', 'en-GB'],
    ['en;q=0.3, pt;q=0.4', 'pt-BR'],
    ['pt;q=0, en;q=0.1', 'en-GB'],
    ['en, pt', 'en-GB'],
    ['pt, en;q=9', 'pt-BR'],
    ['PT-pt', 'pt-BR'],
    ['EN', 'en-GB'],
    ['de, fr;q=0.9', 'pt-BR'],
    ['de, en;q=0.1', 'en-GB'],
    ['*', 'pt-BR'],
    ['english', 'pt-BR'],
    ['en;q=oops, pt;q=0.1', 'pt-BR'],
    ['en;q=-1', 'pt-BR'],
    [',;q=,=', 'pt-BR'],
    ['', 'pt-BR'],
  ])('Accept-Language: %s is answered in %s', async (accept, language) => {
    expect(await languageOfPage('/admin/fila', { ...OPERATOR, 'accept-language': accept })).toBe(language);
    expect(await languageOfPage('/admin/login', { 'accept-language': accept })).toBe(language);
    expect(await languageOfPage('/admin/nowhere', { 'accept-language': accept })).toBe(language);
  });

  test.each(['lead_intake_idioma=en', 'other=1; lead_intake_idioma=en ; x=y'])('the choice (%s) wins over the header', async (cookie) => {
    for (const path of ['/admin/fila', '/admin/nowhere']) {
      expect(await languageOfPage(path, { ...OPERATOR, 'accept-language': 'pt-BR' }, cookie)).toBe('en-GB');
    }
    expect(await languageOfPage('/admin/login', { 'accept-language': 'pt-BR' }, cookie)).toBe('en-GB');
  });

  test.each(['lead_intake_idioma=de', 'lead_intake_idioma=', 'lead_intake_idioma="en"', 'xlead_intake_idioma=pt'])(
    'a choice that is none (%s) leaves it to the header',
    async (cookie) => {
      expect(await languageOfPage('/admin/login', { 'accept-language': 'en' }, cookie)).toBe('en-GB');
    },
  );

  test('every page is there in both, with the same addresses in it', async () => {
    for (const route of lookingRoutes(admin)) {
      const [pt, en] = await Promise.all(['pt', 'en'].map((language) => pageOf(addressOf(route), language)));
      if (pt === undefined || en === undefined) continue;
      const isPart = !pt.html.startsWith('<!doctype');
      if (!isPart) expect([route.path, pt.lang, en.lang]).toEqual([route.path, 'pt-BR', 'en-GB']);
      expect(linksIn(pt.html)).toEqual(linksIn(en.html));
    }
  });

  test('states have labels in the language of the page', async () => {
    for (const language of ['pt', 'en'] as const) {
      const { jobStates, states } = MESSAGES[language].labels;
      const { html: queue } = (await pageOf('/admin/fila', language)) ?? { html: '' };
      for (const label of Object.values(jobStates)) expect(queue).toContain(label);
      for (const word of Object.keys(jobStates)) expect(queue).not.toContain(`>${word}<`);
      const { html: events } = (await pageOf('/admin/webhooks', language)) ?? { html: '' };
      for (const word of ['processado', 'erro'] as const) expect(events).toContain(`title="${word}">${states[word]}</span>`);
    }
  });

  test('JSON is the same for everybody', async () => {
    for (const path of ['/admin/webhooks', '/admin/nowhere', '/admin/webhooks/999999']) {
      const texts = await Promise.all(
        ['pt', 'en'].map(async (language) => (await admin.askJson(path, { headers: { ...OPERATOR, 'accept-language': language } })).text()),
      );
      const [pt, en] = texts.map((text) => text.replace(/"requestId":"[^"]+"/, ''));
      expect([path, pt]).toEqual([path, en]);
    }
  });

  function linksIn(html: string): readonly string[] {
    const links = [...html.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, link = '']) => link);
    return links.filter((link) => !link.startsWith('/admin/idioma'));
  }
});

describe('a page', () => {
  /** Texts of senders and operators, in any language, and the name of the other language on its link. */
  const DATA =
    /The signature is wrong\.|unknown|Verão|Agência Um|João da Silva|Zulmira|Quixadá|Quero um orçamento|onde\?|Português|English/g;

  test('has no word of the other language, no stored word and no home-made one', async () => {
    const strange: string[] = [];
    // The API is described in English for everybody.
    for (const route of lookingRoutes(admin).filter(({ path }) => path !== '/admin/api')) {
      for (const language of ['pt', 'en'] as const) {
        const { html = '' } = (await pageOf(addressOf(route), language)) ?? {};
        for (const text of textsOf(html)) {
          const words = strangeWords(text.replaceAll(DATA, '…'), language);
          if (words.length > 0) strange.push(`${language} ${route.path} ${words.join(', ')}: ${text.trim()}`);
        }
      }
    }
    expect(strange).toEqual([]);
  });

  /** The texts between tags, without code and what only scripts read. */
  function textsOf(html: string): readonly string[] {
    return html
      .replaceAll(/<(script|style|code|pre|kbd|samp|textarea|title)\b[^>]*>[\s\S]*?<\/\1>/g, '')
      .split(/<[^>]+>/)
      .map(unescaped);
  }
});

describe('what is wrong', () => {
  test('with an address is told in the language of the page: no English sentence on a Portuguese page', async () => {
    const addresses = [
      ...ownRoutes(admin, 'GET').flatMap((route) => ('operation' in route ? wrongValues(route as DescribedRoute) : [])),
      ...lookingRoutes(admin).flatMap(({ path }) =>
        path.includes(':') ? ['999999', 'nonsense', '0'].map((id) => path.replace(/:\w+/, id)) : [],
      ),
    ];
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const json = await admin.askJson(address, { headers: OPERATOR });
      if (json.status < 400) continue;
      const { detail } = (await json.json()) as { detail: string };
      const [pt, en] = await Promise.all(['pt', 'en'].map((language) => pageOf(address, language)));
      const shown = [pt, en].map((page) => unescaped(page?.html ?? '').includes(detail));
      expect([address, pt?.status, en?.status, ...shown]).toEqual([address, json.status, json.status, false, true]);
    }
  });

  test('with what was sent too', async () => {
    for (const [address, form] of [
      ['/admin/falhas/repetir', { todos: '2' }],
      ['/admin/falhas/esquecer', {}],
      ['/admin/falhas/repetir', { job: 'x' }],
    ] as const) {
      const ask = (headers: Readonly<Record<string, string>>) => admin.ask(address, { form, headers: { ...OPERATOR, ...headers } });
      const { detail } = (await (await ask({ accept: 'application/json' })).json()) as { detail: string };
      const pt = await ask({ 'accept-language': 'pt' });
      expect([address, pt.status, unescaped(await pt.text()).includes(detail)]).toEqual([address, 422, false]);
    }
  });

  /** The path with each query parameter set to a value that no parser accepts. */
  function wrongValues({ path, operation }: DescribedRoute): readonly string[] {
    const names = Object.keys(operation.query?.shape ?? {}).filter((name) => name !== 'voltar' && name !== 'para');
    return names.map((name) => `${addressOf({ path } as DescribedRoute)}?${name}=${'~'.repeat(600)}`);
  }
});

/** A page in a language; `undefined` if the path has none. */
async function pageOf(path: string, language: string): Promise<{ status: number; html: string; lang: string | undefined } | undefined> {
  const answer = await admin.ask(path, { headers: { ...OPERATOR, 'accept-language': language } });
  const html = await answer.text();
  if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) return undefined;
  return { status: answer.status, html, lang: /<html lang="([^"]+)"/.exec(html)?.[1] };
}

function unescaped(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

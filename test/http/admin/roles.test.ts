import { beforeEach, describe, expect, test } from 'vitest';
import { wayOf } from '../../../src/http/admin/entrance/guard.ts';
import type { DescribedRoute } from '../../../src/http/admin/requests/operation.ts';
import type { Route } from '../../../src/http/exchange.ts';
import { ADMIN_TOKEN, type AdminUnderTest, type AskOptions, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';
import { addressOf, changingRoutes, fillAdmin, lookingRoutes, ownRoutes, PERSONAL } from './every-route.ts';

const READER = { authorization: `Bearer ${READONLY_TOKEN}` };
const JSON_TYPE = 'application/json';

let admin: AdminUnderTest;

beforeEach(async () => {
  admin = await startAdmin();
  await fillAdmin(admin);
});

/** The two ways for a reader to authenticate, each as a browser and as an API client. */
async function readers(): Promise<readonly (readonly [name: string, options: AskOptions])[]> {
  const cookie = await admin.logIn(READONLY_TOKEN);
  const csrf = { 'x-csrf-token': await admin.csrfTokenOf(cookie) };
  return [
    ['bearer, page', { headers: READER }],
    ['bearer, JSON', { headers: { ...READER, accept: JSON_TYPE } }],
    ['session, page', { cookie, headers: csrf }],
    ['session, JSON', { cookie, headers: { ...csrf, accept: JSON_TYPE } }],
  ];
}

/** The readers' paths where `busca` searches for people. Campaigns are excluded, because they are searched by their own names. */
function searchedPaths(of: AdminUnderTest): readonly string[] {
  return lookingRoutes(of)
    .filter((route) => wayOf(route.handler) === 'visit' && isDescribed(route) && 'busca' in (route.operation.query?.shape ?? {}))
    .map(({ path }) => path)
    .filter((path) => path !== '/admin/campanhas');
}

function isDescribed(route: Route): route is DescribedRoute {
  return 'operation' in route;
}

describe('a reader', () => {
  test('changes nothing: every changing route answers 403 read_only', async () => {
    const ways = await readers();
    const before = admin.contents();
    const routes = changingRoutes(admin);
    expect(routes.length).toBeGreaterThan(4);
    for (const route of routes) {
      for (const [name, options] of ways) {
        const answer = await admin.ask(addressOf(route), { ...options, form: { todos: '1', erro_codigo: 'unknown_campaign' } });
        const text = await answer.text();
        expect([route.path, name, answer.status]).toEqual([route.path, name, 403]);
        expect(text).toContain('read_only');
      }
    }
    expect(admin.contents()).toBe(before);
  });

  test('finds every address that searches people below', () => {
    expect(searchedPaths(admin)).toEqual(
      expect.arrayContaining(['/admin/webhooks', '/admin/webhooks/total', '/admin/webhooks/grupos', '/admin/leads']),
    );
  });

  test('does not search by words, which would find out what it sees masked', async () => {
    for (const [name, options] of await readers()) {
      for (const path of searchedPaths(admin)) {
        expect([name, path, (await admin.ask(`${path}?busca=quixada`, options)).status]).toEqual([name, path, 403]);
        expect([name, path, (await admin.ask(`${path}?origem=search_ads`, options)).status]).toEqual([name, path, 200]);
      }
    }
    for (const identity of ['zulmira.q@example.net', '(85) 97777-1234', 'form-1']) {
      const asked = await admin.askJson(`/admin/webhooks?${new URLSearchParams({ identidade: identity })}`, { headers: READER });
      const ofType = await admin.askJson(`/admin/webhooks?${new URLSearchParams({ event_type: identity })}`, { headers: READER });
      const status = identity === 'form-1' ? 200 : 403;
      expect([identity, asked.status, ofType.status]).toEqual([identity, status, status]);
    }
    const page = await (await admin.ask('/admin/webhooks', { cookie: await admin.logIn(READONLY_TOKEN) })).text();
    expect(page).not.toContain('name="busca"');
  });

  test('sees every page, masked, whatever stands in the address', async () => {
    const ways = await readers();
    const before = admin.contents();
    for (const route of lookingRoutes(admin)) {
      for (const [name, options] of ways) {
        for (const query of ['', '?mostrar=1', '?mostrar=1&revelar=1', '?busca=quixada']) {
          const answer = await admin.ask(addressOf(route) + query, options);
          const text = await answer.text();
          const shown = PERSONAL.filter((personal) => text.includes(personal));
          expect([route.path + query, name, shown]).toEqual([route.path + query, name, []]);
          const isAnswered = [200, 303].includes(answer.status) && !answer.headers.get('location')?.startsWith('/admin/login');
          expect([route.path + query, name, isAnswered || [403, 422].includes(answer.status)]).toEqual([route.path + query, name, true]);
          if (query === '' && wayOf(route.handler) === 'visit') expect([route.path, name, isAnswered]).toEqual([route.path, name, true]);
          if (wayOf(route.handler) === 'reveal') expect([route.path, name, answer.status]).toEqual([route.path, name, 403]);
        }
      }
    }
    expect(admin.contents()).toBe(before);
  });

  test('gets no form that changes anything, and no link that reveals', async () => {
    const cookie = await admin.logIn(READONLY_TOKEN);
    const changing = changingRoutes(admin).map(addressOf);
    for (const route of lookingRoutes(admin)) {
      const answer = await admin.ask(addressOf(route), { cookie });
      const html = await answer.text();
      if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) continue;
      const actions = postedTo(html);
      expect([route.path, actions.filter((action) => changing.includes(action))]).toEqual([route.path, []]);
      expect([route.path, html.includes('mostrar=1')]).toEqual([route.path, false]);
    }
  });

  test('may log out and choose the language', async () => {
    const cookie = await admin.logIn(READONLY_TOKEN);
    const language = await admin.ask('/admin/idioma?para=en&voltar=/admin/fila', { cookie });
    expect([language.status, language.headers.get('location')]).toEqual([303, '/admin/fila']);
    const out = await admin.ask('/admin/logout', { cookie, form: { csrf: await admin.csrfTokenOf(cookie) } });
    expect([out.status, out.headers.get('location')]).toEqual([303, '/admin/login']);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(303);
  });

  test('is told so in the language of the page, and in English in JSON', async () => {
    const [first] = changingRoutes(admin);
    const address = first === undefined ? '' : addressOf(first);
    const page = async (language: string) =>
      (await admin.ask(address, { form: {}, headers: { ...READER, 'accept-language': language } })).text();
    expect(await page('pt-BR')).toContain('Acesso somente leitura');
    expect(await page('en')).toContain('Read-only access');
    const problem = await admin.askJson(address, { form: {}, headers: { ...READER, 'accept-language': 'pt-BR' } });
    expect(await problem.json()).toMatchObject({
      status: 403,
      code: 'read_only',
      detail: expect.stringContaining('Log in with ADMIN_TOKEN'),
    });
  });
});

/** The targets of a page's forms. */
function postedTo(html: string): readonly string[] {
  const forms = [...html.matchAll(/<form\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => /method="post"/i.test(tag));
  const tags = [...forms, ...[...html.matchAll(/<button\b[^>]*>/g)].map(([tag]) => tag)];
  return tags.flatMap((tag) => [...tag.matchAll(/action="([^"?]*)/g)].map(([, action = '']) => action));
}

describe('an operator', () => {
  test('passes where a reader does not', async () => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    for (const route of [...changingRoutes(admin), ...lookingRoutes(admin)]) {
      const form = route.method === 'POST' ? { form: {} } : {};
      const answer = await admin.askJson(addressOf(route), { headers, ...form });
      await answer.body?.cancel();
      expect([route.path, [401, 403].includes(answer.status)]).toEqual([route.path, false]);
    }
  });
});

describe('the token of readers', () => {
  test('opens nothing where there is no ADMIN_TOKEN', async () => {
    const alone = await startAdmin({ adminToken: undefined, oneTimeToken: 'one-time-token-of-this-start' });
    expect((await alone.askJson('/admin/fila', { headers: READER })).status).toBe(401);
    expect((await alone.ask('/admin/login', { form: { token: READONLY_TOKEN } })).status).toBe(401);
    await alone.logIn('one-time-token-of-this-start');
  });

  test('is slowed down like the other one, and its owner has no more guesses at the other', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await admin.askJson('/admin/fila', { headers: READER });
      await admin.askJson('/admin/fila', { headers: { authorization: `${READER.authorization}-${attempt}` } });
      await admin.ask('/admin/login', { form: { token: `${READONLY_TOKEN}-${attempt}` } });
    }
    expect((await admin.ask('/admin/login', { form: { token: 'another-guess-at-it' } })).status).toBe(429);
    expect((await admin.askJson('/admin/fila', { headers: { authorization: 'Bearer another-guess-at-it' } })).status).toBe(429);
  });

  test('does not become an operator by a second login', async () => {
    const reader = await admin.logIn(READONLY_TOKEN);
    const operator = await admin.logIn();
    const [change] = changingRoutes(admin);
    const csrf = await admin.csrfTokenOf(operator);
    const answer = await admin.askJson(change === undefined ? '' : addressOf(change), { cookie: reader, form: { csrf } });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'csrf_token_invalid']);
  });
});

test('every route that takes a form asks who may change: none was forgotten', () => {
  const odd = ownRoutes(admin, 'POST').filter(({ handler }) => wayOf(handler) !== 'change');
  expect(odd.map(({ path, handler }) => [path, wayOf(handler)])).toEqual([
    ['/admin/login', 'entrance'],
    ['/admin/logout', 'post'],
  ]);
  const open = ownRoutes(admin, 'GET').filter(({ handler }) => !['visit', 'reveal'].includes(wayOf(handler) ?? ''));
  expect(['/', '/admin', '/admin/idioma', '/admin/login', '/metrics']).toEqual(expect.arrayContaining(open.map(({ path }) => path)));
});

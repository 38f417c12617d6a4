import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { SESSION_IDLE_MS } from '../../../src/domain/admin-session.ts';
import type { Route } from '../../../src/http/exchange.ts';
import { ADMIN_TOKEN, type AdminUnderTest, BEARER, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';
import { addressOf, changingRoutes, fillAdmin, lookingRoutes, ownRoutes, PERSONAL } from './every-route.ts';

const LIVE = 'text/html, text/event-stream';
const WRONG = 'not-the-admin-token';

let admin: AdminUnderTest;

beforeEach(async () => {
  admin = await startAdmin();
  await fillAdmin(admin);
});

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { code: string }).code;
}

describe('forged requests', () => {
  test('every changing route wants the CSRF token of this very session', async () => {
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const ofAnother = await admin.csrfTokenOf(await admin.logIn());
    const before = admin.contents();
    for (const route of [...changingRoutes(admin), logout()]) {
      for (const form of [{}, { csrf: '' }, { csrf: ofAnother }, { csrf: csrf.slice(1) }, { CSRF: csrf }]) {
        const answer = await admin.askJson(addressOf(route), { cookie, form: { ...form, todos: '1' } });
        expect([route.path, answer.status, await codeOf(answer)]).toEqual([route.path, 403, 'csrf_token_invalid']);
      }
      const inAddress = await admin.askJson(`${addressOf(route)}?csrf=${csrf}`, { cookie, form: { todos: '1' } });
      expect([route.path, inAddress.status]).toEqual([route.path, 403]);
    }
    expect(admin.contents()).toBe(before);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
  });

  test('no changing route takes values in its address, or a body that is no form', async () => {
    const before = admin.contents();
    for (const route of changingRoutes(admin)) {
      const inAddress = await admin.askJson(`${addressOf(route)}?erro_codigo=none`, { headers: BEARER, form: { todos: '1' } });
      expect([route.path, inAddress.status, await codeOf(inAddress)]).toEqual([route.path, 422, 'invalid_input']);
      const asJson = await fetch(admin.origin + addressOf(route), {
        method: 'POST',
        headers: { ...BEARER, accept: 'application/json', 'content-type': 'application/json' },
        body: '{"todos":"1"}',
      });
      expect([route.path, asJson.status, await codeOf(asJson)]).toEqual([route.path, 415, 'form_expected']);
    }
    expect(admin.contents()).toBe(before);
  });

  test.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['a page of another origin, told by an older browser', { origin: 'https://evil.example' }],
    ['a page of the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['an origin that is none', { origin: 'nonsense' }],
  ])('%s changes nothing, even with the token', async (_name, headers) => {
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const before = admin.contents();
    for (const route of [...changingRoutes(admin), logout()]) {
      const answer = await admin.askJson(addressOf(route), { cookie, form: { csrf, todos: '1' }, headers });
      expect([route.path, answer.status, await codeOf(answer)]).toEqual([route.path, 403, 'other_origin']);
    }
    expect(admin.contents()).toBe(before);
  });

  test('a body that is no form is refused, whatever it carries', async () => {
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const answer = await fetch(`${admin.origin}/admin/fila/pausar`, {
        method: 'POST',
        headers: { cookie, accept: 'application/json', 'content-type': type },
        body: `csrf=${csrf}`,
      });
      expect([type, answer.status]).toEqual([type, 415]);
      expect(await answer.json()).toMatchObject({ title: 'Not a form', detail: expect.stringContaining('`curl --data-urlencode ') });
    }
    const header = await admin.askJson('/admin/fila/pausar', { cookie, method: 'POST', headers: { 'x-csrf-token': csrf } });
    expect(header.status).toBe(200);
  });

  function logout(): Route {
    const route = ownRoutes(admin, 'POST').find(({ path }) => path === '/admin/logout');
    if (route === undefined) throw new Error('there is no log-out');
    return route;
  }
});

describe('a session that ended', () => {
  /** The cookie of a session that has just ended. */
  async function ended(): Promise<string> {
    const cookie = await admin.logIn();
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
    admin.pass(SESSION_IDLE_MS);
    return cookie;
  }

  test('every page leads to the login and back to where one was', async () => {
    const cookie = await ended();
    for (const route of lookingRoutes(admin)) {
      const address = `${addressOf(route)}?status=erro&limite=7`;
      const answer = await admin.ask(address, { cookie });
      expect([route.path, answer.status, answer.headers.get('location')]).toEqual([
        route.path,
        303,
        `/admin/login?${new URLSearchParams({ voltar: address })}`,
      ]);
      const entered = await admin.ask('/admin/login', { form: { token: ADMIN_TOKEN, voltar: address } });
      expect([route.path, entered.headers.get('location')]).toEqual([route.path, address]);
    }
  });

  test('a part of a page is told to load the page anew, a live part ends it by a message', async () => {
    const cookie = await ended();
    for (const route of lookingRoutes(admin)) {
      const part = await admin.ask(addressOf(route), { cookie, headers: { 'hx-request': 'true', accept: 'text/html' } });
      expect([route.path, part.status, part.headers.get('hx-refresh')]).toEqual([route.path, 204, 'true']);
      const live = await admin.ask(addressOf(route), { cookie, headers: { 'hx-request': 'true', accept: LIVE } });
      expect([route.path, live.status, live.headers.get('content-type')]).toEqual([route.path, 200, 'text/event-stream; charset=utf-8']);
      expect(await live.text()).toBe('event: session-ended\ndata:\n\n');
    }
  });

  test('a program is told 401, whatever it wants to read', async () => {
    const cookie = await ended();
    for (const route of [...lookingRoutes(admin), ...changingRoutes(admin)]) {
      const form = route.method === 'POST' ? { form: {} } : {};
      for (const accept of ['application/json', 'text/event-stream', '*/*']) {
        const answer = await admin.ask(addressOf(route), { cookie, ...form, headers: { accept } });
        expect([route.path, accept, answer.status, await codeOf(answer)]).toEqual([route.path, accept, 401, 'login_required']);
      }
    }
  });

  test('an open live page ends with its session', async () => {
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const live = await admin.ask('/admin/fila', { cookie, headers: { accept: LIVE } });
    const reading = live.text();
    await admin.ask('/admin/logout', { cookie, form: { csrf } });
    await admin.receive({ identity: 'after-the-end' });
    expect(await reading).not.toContain('after-the-end');
  });

  test('nothing of the pages stays in a cache, and logging out clears what the browser kept', async () => {
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    for (const route of lookingRoutes(admin).filter(({ path }) => path !== '/admin/openapi.json')) {
      const answer = await admin.ask(addressOf(route), { cookie });
      expect([route.path, answer.headers.get('cache-control')]).toEqual([route.path, 'no-store']);
      expect(answer.headers.get('vary')).toBe('Accept, Accept-Language, Cookie');
    }
    const out = await admin.ask('/admin/logout', { cookie, form: { csrf } });
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    expect(out.headers.get('cache-control')).toBe('no-store');
  });
});

describe('every answer', () => {
  test('forbids frames, guessing of types, scripts of others and referrers for others, also when it refuses', async () => {
    const cookie = await admin.logIn();
    const own = ownRoutes(admin, 'GET').map(addressOf);
    const asked = [...own, '/admin/nowhere', '/admin/assets/nothing.js', ...ownRoutes(admin, 'POST').map(addressOf)];
    const posted = asked.filter((address) => address.startsWith('/admin/'));
    const requests = [
      ...asked.flatMap((address) => [
        { address, options: { cookie } },
        { address, options: {} },
      ]),
      ...posted.map((address) => ({ address, options: { cookie, form: {} } })),
    ];
    for (const { address, options } of requests) {
      {
        const answer = await admin.ask(address, options);
        await answer.body?.cancel();
        const headers = ['x-frame-options', 'x-content-type-options', 'referrer-policy', 'cross-origin-resource-policy'];
        expect([address, ...headers.map((name) => answer.headers.get(name))]).toEqual([
          address,
          'DENY',
          'nosniff',
          'same-origin',
          'same-origin',
        ]);
        const policy = answer.headers.get('content-security-policy') ?? '';
        for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "script-src 'self'", "form-action 'self'"])
          expect(policy).toContain(rule);
        expect(policy).not.toContain('unsafe');
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
  });

  test('to HEAD has the headers of GET and nothing behind them', async () => {
    const cookie = await admin.logIn();
    for (const route of ownRoutes(admin, 'GET')) {
      const get = await admin.ask(addressOf(route), { cookie });
      const length = (await get.arrayBuffer()).byteLength;
      const head = await rawHead(addressOf(route), cookie);
      expect([route.path, head.status, head.type, head.body]).toEqual([route.path, get.status, get.headers.get('content-type'), '']);
      if (get.headers.has('content-length')) expect(Number(get.headers.get('content-length'))).toBe(length);
    }
  });

  test('to a method that an address does not have names those it has; a browser reads it as a page', async () => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await admin.askJson('/admin/fila', { headers, method });
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
    const page = await admin.ask('/admin/fila/pausar', { headers: { ...headers, 'accept-language': 'pt' } });
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await page.text()).toContain('Não é uma página');
    const json = await admin.askJson('/admin/logout', { headers });
    expect([json.status, json.headers.get('allow'), await codeOf(json)]).toEqual([405, 'POST', 'method_not_allowed']);
  });

  /** Raw, because `fetch` would hide a body that must not be there. */
  function rawHead(path: string, cookie: string): Promise<{ status: number; type: string | null; body: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(admin.origin + path, { method: 'HEAD', headers: { cookie, accept: 'text/html' } }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? null, body }));
      });
      sent.on('error', reject).end();
    });
  }
});

describe('what is asked for', () => {
  test.each<readonly [accept: string, type: string]>([
    ['application/json', 'application/json'],
    ['text/html, application/json', 'text/html'],
    ['text/html;q=0.5, application/json', 'application/json'],
    ['text/html;q=0, application/json', 'application/json'],
    ['*/*', 'text/html'],
    ['image/png', 'text/html'],
    ['text/html;q=oops', 'text/html'],
    ['', 'text/html'],
  ])('Accept: %s', async (accept, type) => {
    const cookie = await admin.logIn();
    const answer = await admin.ask('/admin/fila', { cookie, headers: { accept } });
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain(type);
    expect(text.startsWith('{')).toBe(type === 'application/json');
  });

  test('whatever is asked for, strangers see nothing', async () => {
    for (const route of lookingRoutes(admin)) {
      for (const accept of ['text/html', 'application/json', 'text/csv', LIVE, '*/*', 'text/event-stream;q=0.1, text/html']) {
        const text = await (await admin.ask(addressOf(route), { headers: { accept } })).text();
        expect([route.path, accept, [...PERSONAL, 'form-1', 'csrf'].filter((word) => text.includes(word))]).toEqual([
          route.path,
          accept,
          [],
        ]);
      }
    }
  });
});

describe('guessing', () => {
  const guess = (proxied: AdminUnderTest, address: string, token = WRONG) =>
    proxied.askJson('/admin/fila', { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address } });

  test('from all addresses of one IPv6 network is slowed down as one, another network is not', async () => {
    const proxied = await startAdmin({ trustProxy: 1 });
    for (let attempt = 0; attempt < 6; attempt += 1) await guess(proxied, `2001:db8:1:2:${attempt}::1`);
    expect((await guess(proxied, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await guess(proxied, '2001:db8:1:3::1')).status).toBe(401);
  });

  test('at one of the two tokens counts with guessing at the other', async () => {
    const proxied = await startAdmin({ trustProxy: 1 });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await guess(proxied, '203.0.113.7', (attempt % 2 === 0 ? READONLY_TOKEN : ADMIN_TOKEN).slice(1));
    }
    expect((await guess(proxied, '203.0.113.7')).status).toBe(429);
  });
});

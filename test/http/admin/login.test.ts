import { describe, expect, test } from 'vitest';
import { SESSION_IDLE_MS, SESSION_LONGEST_MS } from '../../../src/domain/admin-session.ts';
import { ADMIN_TOKEN, type AdminUnderTest, cookieOf, NOON, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';
import { addressOf, fillAdmin, lookingRoutes } from './every-route.ts';

const WRONG = 'not-the-admin-token';

describe('logging in with the admin token', () => {
  test('a stranger is sent to the login and back to the address asked for', async () => {
    const admin = await startAdmin();
    const turnedAway = await admin.ask('/admin/webhooks?status=erro');
    expect(turnedAway.status).toBe(303);
    const login = turnedAway.headers.get('location') ?? '';
    expect(login).toBe('/admin/login?voltar=%2Fadmin%2Fwebhooks%3Fstatus%3Derro');
    const page = await (await admin.ask(login)).text();
    expect(page).toContain('name="voltar" value="/admin/webhooks?status=erro"');
    const entered = await admin.ask('/admin/login', { form: { token: ADMIN_TOKEN, voltar: '/admin/webhooks?status=erro' } });
    expect(entered.status).toBe(303);
    expect(entered.headers.get('location')).toBe('/admin/webhooks?status=erro');
    expect((await admin.ask('/admin/webhooks', { cookie: cookieOf(entered) })).status).toBe(200);
  });

  test('a browser that opens the bare address comes to the admin pages; to a program, there is nothing', async () => {
    const admin = await startAdmin();
    const browser = await admin.ask('/', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([browser.status, browser.headers.get('location')]).toEqual([303, '/admin']);
    for (const accept of ['*/*', 'application/json']) {
      const program = await admin.ask('/', { headers: { accept } });
      expect([program.status, ((await program.json()) as { code: string }).code]).toEqual([404, 'not_found']);
    }
  });

  test('without an address to come back to it leads to the first page', async () => {
    const admin = await startAdmin();
    const entered = await admin.ask('/admin/login', { form: { token: ADMIN_TOKEN } });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/admin']);
  });

  test('the cookie cannot be read by scripts, sent by other sites, or sent beyond the admin', async () => {
    const admin = await startAdmin();
    const response = await admin.ask('/admin/login', { form: { token: ADMIN_TOKEN } });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^lead_intake_admin=[\w-]{43}; Path=\/admin; HttpOnly; SameSite=Strict$/),
    ]);
  });

  test('the cookie is Secure when the browser came by https', async () => {
    const admin = await startAdmin({ isHttps: true });
    const response = await admin.ask('/admin/login', { form: { token: ADMIN_TOKEN } });
    expect(response.headers.getSetCookie()[0]).toContain('; Secure');
  });

  test('a wrong token gives no session and says so', async () => {
    const admin = await startAdmin();
    const response = await admin.ask('/admin/login', { form: { token: WRONG } });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).toContain('role="alert"');
  });

  test.each([
    'https://evil.example/',
    'https://evil.example/admin/webhooks',
    '//evil.example/admin/fila',
    '/\\evil.example',
    '/admin/../../evil',
    '/admin@evil.example',
    'javascript:alert(1)',
    '/admin/login?voltar=/admin/login',
    '/health',
  ])('voltar=%s leads nowhere but to the first page', async (voltar) => {
    const admin = await startAdmin();
    const response = await admin.ask('/admin/login', { form: { token: ADMIN_TOKEN, voltar } });
    expect(response.headers.get('location')).toBe('/admin');
  });

  test('a login form posted by another site is refused', async () => {
    const admin = await startAdmin();
    const response = await admin.ask('/admin/login', { form: { token: ADMIN_TOKEN }, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('a link followed from another site is repeated from our own, where the cookie comes along', async () => {
    const admin = await startAdmin();
    const response = await admin.ask('/admin/webhooks/7', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<meta http-equiv="refresh" content="0;url=/admin/webhooks/7"/>');
  });
});

describe('a link with a token', () => {
  test('does not log in where there is a fixed token, and counts as no failure', async () => {
    const admin = await startAdmin();
    for (const token of [ADMIN_TOKEN, ...Array<string>(8).fill(WRONG)]) {
      const response = await admin.ask(`/admin/login?token=${token}`);
      expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
      expect(await response.text()).toContain('name="token"');
    }
    expect((await bearer(admin, WRONG)).status).toBe(401);
  });
});

describe('unknown addresses', () => {
  test.each(['/admin/', '/admin/nowhere', '/admin/fila/x/y'])('%s is a page for browsers and a problem for programs', async (path) => {
    const admin = await startAdmin();
    const page = await admin.ask(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Não encontrado');
    const problem = await admin.askJson(path, { method: 'POST' });
    expect([problem.status, ((await problem.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  });
});

describe('slowing down', () => {
  test('after five failures the address has to wait; the right token still gets in', async () => {
    const admin = await startAdmin();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      statuses.push((await admin.ask('/admin/login', { form: { token: WRONG } })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    await admin.logIn();
    const blocked = await admin.ask('/admin/login', { form: { token: WRONG } });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBe(60);
    expect(blocked.headers.getSetCookie()).toEqual([]);
  });

  test('the log has the first failure and the block, not every guess', async () => {
    const admin = await startAdmin();
    for (let attempt = 0; attempt < 20; attempt += 1) await bearer(admin, WRONG);
    const lines = admin.lines.filter(({ level }) => level === 'warn');
    expect(lines).toMatchObject([
      { msg: 'admin login failed', ip: '127.0.0.1' },
      { blockSeconds: 60, ip: '127.0.0.1' },
    ]);
    expect(JSON.stringify(lines)).not.toContain(WRONG);
  });

  test('guesses sent at the same moment are all counted', async () => {
    const admin = await startAdmin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => bearer(admin, WRONG)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('wrong tokens of others behind the same address never keep the right one out, by form or by bearer', async () => {
    const admin = await startAdmin();
    const login = (token: string) => admin.ask('/admin/login', { form: { token } });
    for (let failure = 0; failure < 5; failure += 1) await Promise.all([login(WRONG), bearer(admin, WRONG)]);
    const answers: number[] = [];
    for (let attempt = 0; attempt < 25; attempt += 1) {
      await Promise.all([login(WRONG), bearer(admin, WRONG)]);
      answers.push(
        (await login(ADMIN_TOKEN)).status,
        (await bearer(admin, ADMIN_TOKEN)).status,
        (await bearer(admin, READONLY_TOKEN)).status,
      );
    }
    expect(answers).toEqual(Array.from({ length: 25 }, () => [303, 200, 200]).flat());
  });

  test('programs with a wrong token do not change what people are answered at the login', async () => {
    const admin = await startAdmin();
    for (let failure = 0; failure < 6; failure += 1) await bearer(admin, WRONG);
    expect((await bearer(admin, WRONG)).status).toBe(429);
    expect((await admin.ask('/admin/login', { form: { token: WRONG } })).status).toBe(401);
  });

  test('the page says that the right token is still accepted', async () => {
    const admin = await startAdmin();
    for (let failure = 0; failure < 5; failure += 1) await admin.ask('/admin/login', { form: { token: WRONG } });
    const blocked = await admin.ask('/admin/login', { form: { token: WRONG } });
    expect(await blocked.text()).toContain('O token correto sempre funciona.');
  });

  test('one address does not slow down another', async () => {
    const admin = await startAdmin({ trustProxy: 1 });
    const from = (address: string) =>
      admin.askJson('/admin/fila', { headers: { authorization: `Bearer ${WRONG}`, 'x-forwarded-for': address } });
    for (let attempt = 0; attempt < 6; attempt += 1) await from('203.0.113.1');
    expect((await from('203.0.113.1')).status).toBe(429);
    expect((await from('203.0.113.2')).status).toBe(401);
  });

  test('an open session is not slowed down by failures of its address', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    for (let attempt = 0; attempt < 6; attempt += 1) await bearer(admin, WRONG);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
  });
});

describe('bearer token', () => {
  test('lets a program in, without cookie and without forms that change something', async () => {
    const admin = await startAdmin();
    const response = await bearer(admin, ADMIN_TOKEN);
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
    const page = await admin.ask('/admin/fila', { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    expect(await page.text()).not.toContain('method="post"');
  });

  test('a wrong one, and none, answer 401 with the way to log in', async () => {
    const admin = await startAdmin();
    const wrong = await bearer(admin, WRONG);
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
    expect(wrong.headers.get('content-type')).toContain('application/problem+json');
    for (const accept of ['application/json', 'text/event-stream', '*/*']) {
      const none = await admin.ask('/admin/fila', { headers: { accept } });
      expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
      expect(await none.json()).toMatchObject({ code: 'login_required' });
    }
  });

  test('many requests at once with the right one are not taken for guesses', async () => {
    const admin = await startAdmin();
    const answers = await Promise.all(Array.from({ length: 30 }, () => bearer(admin, ADMIN_TOKEN)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});

describe('sessions', () => {
  test('end two hours after the last request', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    admin.pass(SESSION_IDLE_MS - 1);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
    admin.pass(SESSION_IDLE_MS - 1);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
    admin.pass(SESSION_IDLE_MS);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(303);
  });

  test('end twelve hours after the login, however busy', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    for (let passed = 0; passed + 3_600_000 < SESSION_LONGEST_MS.operator; passed += 3_600_000) {
      admin.pass(3_600_000);
      expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
    }
    admin.pass(3_600_000);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(303);
  });

  test('of a reader end thirty days after the login', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn(READONLY_TOKEN);
    const step = SESSION_IDLE_MS / 2;
    for (let passed = step; passed < 30 * 24 * 3_600_000; passed += step) {
      admin.pass(step);
      // While the session is valid, the login redirects.
      expect((await admin.ask('/admin/login', { cookie })).headers.get('location')).toBe('/admin');
    }
    admin.pass(step);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(303);
  });

  test('are used by an open live page', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const leaving = new AbortController();
    const live = await admin.ask('/admin/webhooks', {
      cookie,
      headers: { accept: 'text/html, text/event-stream' },
      signal: leaving.signal,
    });
    const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
    admin.pass(SESSION_IDLE_MS - 1);
    // A message goes out only after the session was checked.
    await admin.receive({ identity: 'seen-live' });
    let seen = '';
    while (!seen.includes('seen-live')) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) throw new Error('the stream ended');
      seen += value;
    }
    admin.pass(SESSION_IDLE_MS - 1);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
    leaving.abort();
  });

  test('logging out ends the session itself, not only the cookie', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const out = await admin.ask('/admin/logout', { cookie, form: { csrf } });
    expect([out.status, out.headers.get('location')]).toEqual([303, '/admin/login']);
    expect(out.headers.getSetCookie()[0]).toContain('Max-Age=0');
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(303);
  });

  test('a cookie of the same name that comes first does not log out', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    expect((await admin.ask('/admin/fila', { cookie: `lead_intake_admin=shadow; ${cookie}` })).status).toBe(200);
  });

  test('are stored without what the cookie holds', async () => {
    const admin = await startAdmin();
    const id = (await admin.logIn()).split('=')[1] ?? '';
    expect(admin.contents()).toContain('"operador"');
    expect([admin.contents().includes(id), admin.contents().includes(ADMIN_TOKEN)]).toEqual([false, false]);
  });

  test('write their use at most once a minute', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const stored = async () => (await admin.store.listSessions(admin.now)).map(({ usedAt }) => usedAt - NOON);
    for (const passed of [30_000, 60_000]) {
      admin.pass(passed - (admin.now - NOON));
      expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
      expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
    }
    await expect.poll(stored).toEqual([60_000]);
    admin.pass(1);
    await admin.ask('/admin/fila', { cookie });
    expect(await stored()).toEqual([60_000]);
  });

  test('that cannot be stored let people in all the same, while the service runs', async () => {
    const admin = await startAdmin();
    admin.execute("create trigger full before insert on sessoes begin select raise(abort, 'disk full'); end");
    const cookie = await admin.logIn();
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
    expect(admin.lines).toContainEqual(expect.objectContaining({ msg: 'a session could not be stored, and ends when this process does' }));
    await admin.ask('/admin/logout', { cookie, form: { csrf: await admin.csrfTokenOf(cookie) } });
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(303);
  });

  test('hundreds of cookies in one request are not all looked up', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const forged = (count: number) =>
      Array.from({ length: count }, (_, index) => `lead_intake_admin=${String(index).padStart(43, 'A')}`).join('; ');
    expect((await admin.ask('/admin/fila', { cookie: `${forged(9)}; ${cookie}` })).status).toBe(200);
    expect((await admin.ask('/admin/fila', { cookie: `${forged(10)}; ${cookie}` })).status).toBe(303);
    expect((await admin.ask('/admin/fila', { cookie: `${'lead_intake_admin=x; '.repeat(700)}${cookie}` })).status).toBe(200);
  });

  test('a made-up cookie is no session', async () => {
    const admin = await startAdmin();
    expect((await admin.ask('/admin/fila', { cookie: `lead_intake_admin=${'A'.repeat(43)}` })).status).toBe(303);
  });
});

describe('a form whose session has ended', () => {
  const PATH = '/admin/clientes';
  const NAME = 'Padaria "Sol" <b>& Filhos';
  const FROM_OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

  /** An admin, with the cookie and a form of a session that has ended. */
  async function leaveOpen() {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const form = { csrf: await admin.csrfTokenOf(cookie), nome: NAME, nota: 'a\r\nb', senha: 'never-kept', token: '' };
    admin.pass(SESSION_IDLE_MS);
    return { admin, cookie, form, isAdded: () => admin.contents().includes('Padaria') };
  }

  /** The fields that a browser sends from the page's form with this action. */
  function fieldsOf(html: string, action: string): URLSearchParams {
    const form = html.split(`action="${action}"`)[1]?.split('</form>')[0] ?? '';
    const plain = (text: string) =>
      text
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, '&');
    return new URLSearchParams(
      [...form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, n = '', v = '']) => [n, plain(v)]),
    );
  }

  test.each([FROM_OWN_PAGE, undefined])('goes through the login and is sent when the person says so (%j)', async (headers) => {
    const { admin, cookie, form, isAdded } = await leaveOpen();
    const kept = await admin.ask(PATH, { cookie, form, headers: headers ?? { origin: admin.origin } });
    const login = await kept.text();
    expect([kept.status, kept.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="admin"']);
    expect(login).not.toContain('never-kept');
    expect(login).not.toContain('<b>');
    const carried = fieldsOf(login, '/admin/login');
    expect(carried.get('voltar')).toBe(PATH);

    carried.set('token', WRONG);
    const failed = await admin.ask('/admin/login', { cookie, form: carried });
    expect(failed.status).toBe(401);
    const again = fieldsOf(await failed.text(), '/admin/login');
    again.set('token', ADMIN_TOKEN);
    const entered = await admin.ask('/admin/login', { cookie, form: again });
    const page = await entered.text();
    expect([entered.status, isAdded()]).toEqual([200, false]);
    expect(page).toContain('Seu formulário não foi enviado');
    expect(page).not.toContain('<b>');
    const toSend = fieldsOf(page, PATH);
    expect([...toSend.keys(), toSend.get('nome'), toSend.get('nota')]).toEqual(['csrf', 'nome', 'nota', NAME, 'a\r\nb']);
    // Left out, a secret would be generated.
    expect(page).toMatch(/>senha<\/label><input [^>]*type="password"[^>]* required=""[^>]* name="senha"/);
    expect(page).not.toContain('name="token"');

    // This path has no such field.
    toSend.delete('nota');
    const sent = await admin.ask(PATH, { cookie: cookieOf(entered), form: toSend, headers: FROM_OWN_PAGE });
    expect([sent.status, isAdded()]).toEqual([303, true]);
  });

  test('is not shown after a login that brings a form of somebody else’s making', async () => {
    const { admin, cookie, form } = await leaveOpen();
    const carried = fieldsOf(await (await admin.ask(PATH, { cookie, form, headers: FROM_OWN_PAGE })).text(), '/admin/login');
    carried.set('token', ADMIN_TOKEN);
    const entered = await admin.ask('/admin/login', { form: carried });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, PATH]);
  });

  test('that is only a button leads to the login: there is nothing to lose', async () => {
    const { admin, cookie, form } = await leaveOpen();
    const answer = await admin.ask('/admin/webhooks/1/repetir', { cookie, form: { csrf: form.csrf }, headers: FROM_OWN_PAGE });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/login']);
  });

  test('is not sent by a reader', async () => {
    const { admin, cookie, form, isAdded } = await leaveOpen();
    const carried = fieldsOf(await (await admin.ask(PATH, { cookie, form, headers: FROM_OWN_PAGE })).text(), '/admin/login');
    carried.set('token', READONLY_TOKEN);
    const entered = await admin.ask('/admin/login', { cookie, form: carried });
    const sent = await admin.ask(PATH, { cookie: cookieOf(entered), form: fieldsOf(await entered.text(), PATH), headers: FROM_OWN_PAGE });
    expect([sent.status, isAdded()]).toEqual([403, false]);
    expect(await sent.text()).toContain('read_only');
  });

  test.each<[why: string, change: { csrf?: string; cookie?: string; headers?: Record<string, string> }]>([
    ['another token', { csrf: 'f'.repeat(64) }],
    ['no cookie', { cookie: '' }],
    ['the cookie of another session', { cookie: `lead_intake_admin=${'A'.repeat(43)}` }],
    ['a page of another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a page of a sibling domain', { headers: { 'sec-fetch-site': 'same-site' } }],
    ['another origin', { headers: { origin: 'https://evil.example' } }],
    ['no word about its origin', { headers: {} }],
    ['another kind of body', { headers: { ...FROM_OWN_PAGE, 'content-type': 'text/plain' } }],
  ])('with %s leads to the login and carries nothing', async (_why, { csrf, cookie: otherCookie, headers = FROM_OWN_PAGE }) => {
    const { admin, cookie, form } = await leaveOpen();
    const answer = await admin.ask(PATH, {
      cookie: otherCookie ?? cookie,
      form: { ...form, ...(csrf === undefined ? {} : { csrf }) },
      headers,
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/login']);
    expect(await answer.text()).toBe('');
  });

  test('is shown again only for a path of the admin', async () => {
    const admin = await startAdmin();
    for (const voltar of ['https://evil.example/', '//evil.example/admin/leads', '/admin/login', '/health']) {
      const answer = await admin.ask('/admin/login', { form: { token: ADMIN_TOKEN, voltar, formulario: 'nome=x' } });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin']);
    }
  });

  // When the session ends, a live page reloads, which would discard input.
  test('is on no live page, as far as it has fields to fill in', async () => {
    const admin = await startAdmin();
    await fillAdmin(admin);
    const cookie = await admin.logIn();
    const pages = await Promise.all(lookingRoutes(admin).map(async (route) => (await admin.ask(addressOf(route), { cookie })).text()));
    const live = pages.filter((page) => page.includes('id="live"'));
    expect(live.length).toBeGreaterThan(3);
    const forms = live.flatMap((page) => page.match(/<form [^>]*method="post".*?<\/form>/g) ?? []);
    expect(forms.length).toBeGreaterThan(3);
    expect(forms.filter((form) => /<textarea|<select|<input (?!type="hidden")/.test(form))).toEqual([]);
  });

  test('and was followed by a login in another tab is shown again, for the person to send', async () => {
    const { admin, form, isAdded } = await leaveOpen();
    const cookie = await admin.logIn();
    const answer = await admin.ask(PATH, { cookie, form, headers: FROM_OWN_PAGE });
    const page = await answer.text();
    expect([answer.status, page, isAdded()]).toEqual([403, expect.stringContaining('Você entrou novamente'), false]);
    expect(page).not.toContain('never-kept');
    const toSend = fieldsOf(page, PATH);
    toSend.delete('nota');
    const sent = await admin.ask(PATH, { cookie, form: toSend, headers: FROM_OWN_PAGE });
    expect([sent.status, isAdded()]).toEqual([303, true]);
    const unsure = await admin.ask(PATH, { cookie, form: { ...form, nome: 'Outra' } });
    expect([unsure.status, (await unsure.text()).includes('csrf_token_invalid')]).toEqual([403, true]);
  });

  test('as long as a form may be comes through the login', async () => {
    const { admin, cookie, form } = await leaveOpen();
    const long = { ...form, nota: 'ç'.repeat(2_600) };
    const carried = fieldsOf(await (await admin.ask(PATH, { cookie, form: long, headers: FROM_OWN_PAGE })).text(), '/admin/login');
    carried.set('token', ADMIN_TOKEN);
    const entered = await admin.ask('/admin/login', { cookie, form: carried });
    expect(fieldsOf(await entered.text(), PATH).get('nota')).toBe(long.nota);
  });
});

describe('without ADMIN_TOKEN', () => {
  const ONE_TIME = 'one-time-token-of-this-start';

  test('on loopback the link that serve prints works once', async () => {
    const admin = await startAdmin({ adminToken: undefined, oneTimeToken: ONE_TIME });
    const link = `/admin/login?token=${ONE_TIME}`;
    const entered = await admin.ask(link);
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/admin']);
    const cookie = cookieOf(entered);
    expect((await admin.ask('/admin/fila', { cookie })).status).toBe(200);
    expect((await admin.ask(link)).status).toBe(401);
    expect((await admin.ask('/admin/login', { form: { token: ONE_TIME } })).status).toBe(401);
    const again = await admin.ask(link, { cookie });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/admin']);
  });

  test.each(['cross-site', 'same-site'])('a page of another site (%s) cannot use the link', async (site) => {
    const admin = await startAdmin({ adminToken: undefined, oneTimeToken: ONE_TIME });
    const link = `/admin/login?token=${ONE_TIME}`;
    const turnedAway = await admin.ask(link, { headers: { 'sec-fetch-site': site } });
    expect([turnedAway.status, turnedAway.headers.getSetCookie()]).toEqual([200, []]);
    expect((await admin.ask(link, { headers: { 'sec-fetch-site': 'none' } })).status).toBe(303);
  });

  test('its token works once in the form too', async () => {
    const admin = await startAdmin({ adminToken: undefined, oneTimeToken: ONE_TIME });
    await admin.logIn(ONE_TIME);
    expect((await admin.ask('/admin/login', { form: { token: ONE_TIME } })).status).toBe(401);
  });

  test('a link preview does not use it up, and it is no bearer token', async () => {
    const admin = await startAdmin({ adminToken: undefined, oneTimeToken: ONE_TIME });
    await admin.ask(`/admin/login?token=${ONE_TIME}`, { method: 'HEAD' });
    expect((await bearer(admin, ONE_TIME)).status).toBe(401);
    await admin.logIn(ONE_TIME);
  });

  test.each(['/admin/fila', '/admin/webhooks', '/admin/login'])('on another address %s answers 503 and says what to set', async (path) => {
    const admin = await startAdmin({ adminToken: undefined, oneTimeToken: ONE_TIME, listensOnLoopback: false });
    const json = await admin.askJson(path);
    expect(json.status).toBe(503);
    expect(await json.json()).toMatchObject({ code: 'admin_not_configured', detail: expect.stringContaining('ADMIN_TOKEN') });
    const page = await admin.ask(path);
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('ADMIN_TOKEN')]);
    expect(admin.lines.filter(({ level, err }) => err !== undefined || level === 'error')).toEqual([]);
    expect((await admin.ask(`/admin/login?token=${ONE_TIME}`)).status).toBe(503);
  });
});

function bearer(admin: AdminUnderTest, token: string): Promise<Response> {
  return admin.askJson('/admin/fila', { headers: { authorization: `Bearer ${token}` } });
}

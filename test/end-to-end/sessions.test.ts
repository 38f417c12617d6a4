import { describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/running-service.ts';
import { Installation, SECRETS } from './operator.ts';

const BROWSER = { Accept: 'text/html,*/*;q=0.8', 'User-Agent': 'Firefox of Ana' };
const LIVE = { ...BROWSER, Accept: 'text/html, text/event-stream', 'HX-Request': 'true' };
const OTHER_TOKEN = 'another-admin-token-0001';

/** A browser that keeps its cookie, also when the service restarts. */
class Browser {
  #cookie = '';

  ask(service: RunningService, path: string, form?: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = BROWSER) {
    return fetch(service.url + path, {
      redirect: 'manual',
      headers: { ...headers, Cookie: this.#cookie },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
  }

  async logIn(service: RunningService, token: string = SECRETS.ADMIN_TOKEN): Promise<void> {
    const entered = await this.ask(service, '/admin/login', { token });
    if (entered.status !== 303) throw new Error(`login answered ${entered.status}`);
    this.#cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  async csrfToken(service: RunningService): Promise<string> {
    const html = await (await this.ask(service, '/admin/fila')).text();
    return /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  }

  async isIn(service: RunningService): Promise<boolean> {
    return (await this.ask(service, '/admin/fila')).status === 200;
  }
}

describe('a session', () => {
  test('outlives a kill of the service: pages, a form that was open, and live pages go on', async () => {
    await using installation = new Installation();
    const browser = new Browser();
    const before = await installation.serve();
    await browser.logIn(before);
    const csrf = await browser.csrfToken(before);
    await before.stop('SIGKILL');
    const after = await installation.serve();
    expect((await browser.ask(after, '/admin/fila/pausar', { csrf })).status).toBe(303);
    expect((await (await browser.ask(after, '/admin/fila')).text()).includes('/admin/fila/retomar')).toBe(true);
    const live = await browser.ask(after, '/admin/fila', undefined, LIVE);
    const first = await live.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).not.toContain('session-ended');
  });

  test('holds in every process on the database, is listed, and ends everywhere when it is revoked', async () => {
    await using installation = new Installation();
    const one = await installation.serve();
    await using other = await startService(installation.folder, installation.env);
    const [ana, bia] = [new Browser(), new Browser()];
    await ana.logIn(one);
    await bia.logIn(other);
    const live = (await ana.ask(other, '/admin/fila', undefined, LIVE)).text();
    expect([await ana.isIn(other), await bia.isIn(one)]).toEqual([true, true]);
    const { itens } = await installation.json<{ itens: { sessao_id: string; papel: string; navegador: string }[] }>('session', 'list');
    expect(itens).toHaveLength(2);
    expect(itens[0]).toMatchObject({ papel: 'operador', navegador: 'Firefox of Ana', endereco: '127.0.0.1' });
    expect(await installation.run(['session', 'revoke', '--all'])).toEqual({ exitCode: 0, stdout: '2 sessions ended.\n', stderr: '' });
    expect([await ana.isIn(one), await ana.isIn(other), await bia.isIn(one)]).toEqual([false, false, false]);
    // When its stream ends, the page asks again and gets the reason.
    await live;
    expect(await (await ana.ask(other, '/admin/fila', undefined, LIVE)).text()).toContain('session-ended');
  });

  test('ends when ADMIN_TOKEN changes, and does not come back with the old one', async () => {
    await using installation = new Installation();
    const browser = new Browser();
    const first = await installation.serve();
    await browser.logIn(first);
    await first.stop();
    const changed = await startService(installation.folder, { ...installation.env, ADMIN_TOKEN: OTHER_TOKEN });
    expect(await browser.isIn(changed)).toBe(false);
    await changed.stop();
    expect(await installation.json('session', 'list')).toEqual({ itens: [] });
    expect(await browser.isIn(await installation.serve())).toBe(false);
  });

  test('begun by the one-time link goes on after a restart, until ADMIN_TOKEN is set', async () => {
    await using installation = new Installation({ ADMIN_TOKEN: '' });
    const browser = new Browser();
    const first = await installation.serve();
    await browser.logIn(first, new URL(first.adminUrl).searchParams.get('token') ?? '');
    await first.stop();
    const second = await installation.serve();
    expect(await browser.isIn(second)).toBe(true);
    await second.stop();
    await using secured = await startService(installation.folder, { ...installation.env, ADMIN_TOKEN: OTHER_TOKEN });
    expect(await browser.isIn(secured)).toBe(false);
  });
});

import { request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cancellation } from '../../../src/base/cancellation.ts';
import { AdminAccess } from '../../../src/http/admin/entrance/access.ts';
import { createGuard } from '../../../src/http/admin/entrance/guard.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { TempDir } from '../../support/temp-dir.ts';
import { createLogLines } from '../log-lines.ts';
import { startServer } from '../server-under-test.ts';
import { ADMIN_TOKEN, BEARER, BROWSER } from './admin-under-test.ts';

const TIMEOUT_MS = 50;

/** A protected path whose read never ends. */
async function startEndlessRead(timeoutMs: number) {
  const { log } = createLogLines();
  const clock = Date.now;
  const folder = new TempDir();
  const store = openSqliteStore(`sqlite:${folder.file('test.db')}`, clock());
  onTestFinished(async () => {
    await store.close();
    folder[Symbol.dispose]();
  });
  const access = new AdminAccess({
    sessions: store,
    failedLogins: store,
    adminToken: ADMIN_TOKEN,
    readonlyToken: undefined,
    oneTimeToken: undefined,
    listensOnLoopback: true,
    clock,
    log,
    isHttps: () => false,
  });
  const guard = createGuard(access, timeoutMs);
  const reading = Promise.withResolvers<AbortSignal | undefined>();
  const ended = Promise.withResolvers<unknown>();
  const endlessRead = (): Promise<never> => {
    const signal = cancellation();
    reading.resolve(signal);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  };
  const look = guard.visit(() =>
    endlessRead().catch((error: unknown) => {
      ended.resolve(error);
      throw error;
    }),
  );
  const change = guard.change(({ res }) => {
    reading.resolve(cancellation());
    res.end('done');
  });
  const { url, lines } = await startServer([
    { method: 'GET', path: '/look', handler: look },
    { method: 'POST', path: '/change', handler: change },
  ]);
  return { url, lines, reading: reading.promise, ended: ended.promise };
}

describe('a look at the admin', () => {
  test('that takes too long is refused with what to narrow down', async () => {
    const { url } = await startEndlessRead(TIMEOUT_MS);
    const response = await fetch(`${url}/look`, { headers: BEARER });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'query_too_expensive', detail: expect.stringContaining('a shorter period') });
    const page = await fetch(`${url}/look`, { headers: { ...BEARER, accept: BROWSER, 'accept-language': 'pt-BR' } });
    expect(await page.text()).toContain('um período menor');
  });

  test('ends when the client goes away, and is no failure', async () => {
    const { url, lines, reading, ended } = await startEndlessRead(60_000);
    const client = request(`${url}/look`, { headers: BEARER });
    client.on('error', () => undefined);
    client.end();
    await reading;
    client.destroy();
    expect(await ended).toMatchObject({ code: 'query_cancelled' });
    expect(lines.filter(({ msg }) => String(msg).includes('could not be served'))).toEqual([]);
  });

  test('can be cancelled, and a change cannot', async () => {
    const { url, reading } = await startEndlessRead(60_000);
    const response = await fetch(`${url}/change`, { method: 'POST', headers: BEARER, body: new URLSearchParams() });
    expect(await response.text()).toBe('done');
    expect(await reading).toBeUndefined();
  });
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { AdminUnderTest } from '../http/admin/admin-under-test.ts';
import { ADMIN_TOKEN, QUEUE, startAdmin } from '../http/admin/admin-under-test.ts';
import { layLine } from './line.ts';
import { openOffice } from './open-office.ts';
import { chromiumTabs, SERVER_GONE } from './tabs.ts';

const openTab = chromiumTabs();

/** Chromium logs every response of 400 and above to its console. */
const REFUSED = [/status of (?:401|503)/];
const LIVE = '#connection[data-now=live]';

test('an update changes what changed and leaves the rest: focus, selection, what is open, times in the reader’s zone', async () => {
  const admin = await startAdmin();
  await beat(admin);
  await admin.receive();
  await admin.work();
  const tab = await openTab();
  await look(admin, tab, '/admin/fila');
  await tab.locator('#throughput-table summary').click();
  await tab.evaluate(`(() => {
    const text = document.querySelector('.list tbody bdi').firstChild;
    getSelection().setBaseAndExtent(text, 0, text, 3);
    window.time = document.querySelector('.list tbody time');
    window.changesOfTime = 0;
    new MutationObserver((changes) => { window.changesOfTime += changes.length; })
      .observe(window.time, { subtree: true, childList: true, characterData: true, attributes: true });
  })()`);
  await admin.receive({ identity: 'form-2' });
  await figure(tab, 'Na fila', '1').waitFor();
  expect(
    await tab.evaluate(`({
      selected: String(getSelection()),
      focused: document.activeElement.textContent,
      open: document.querySelector('#throughput-table').open,
      isSameTime: document.querySelector('.list tbody time') === window.time,
      changesOfTime: window.changesOfTime,
      isUtc: window.time.textContent.includes('UTC'),
    })`),
  ).toEqual({ selected: 'w-1', focused: 'Ver como tabela', open: true, isSameTime: true, changesOfTime: 0, isUtc: false });
});

test('a hidden tab ends its stream and a shown one has the newest figures; hiding and showing in a hurry loses nothing', async () => {
  const admin = await startAdmin({ mostStreams: 1 });
  // A new stream can arrive before the server has seen the last one end: then the page is refused, and waits for room.
  const tab = await openTab({ expected: REFUSED });
  await look(admin, tab, '/admin/fila');
  expect(await streamStatus(admin)).toBe(503);
  await tab.evaluate(visibility('hidden'));
  await tab.locator('#connection[data-now=paused]').waitFor();
  await expect.poll(() => streamStatus(admin)).toBe(200);
  await admin.receive();
  await tab.evaluate(visibility('visible'));
  await figure(tab, 'Na fila', '1').waitFor();
  for (const state of ['hidden', 'visible', 'hidden', 'visible'] as const) await tab.evaluate(visibility(state));
  await tab.locator(LIVE).waitFor();
  await admin.receive({ identity: 'form-2' });
  await figure(tab, 'Na fila', '2').waitFor();
});

test('a tab that is opened in the background asks for no stream until somebody looks', async () => {
  const admin = await startAdmin({ mostStreams: 1 });
  const tab = await openTab();
  await tab.addInitScript(visibility('hidden'));
  let streams = 0;
  tab.on('request', (request) => {
    if (request.headers()['accept']?.includes('text/event-stream') === true) streams += 1;
  });
  await logIn(admin, tab, '/admin/fila');
  await tab.locator('#connection[data-now=paused]').waitFor();
  await tab.waitForLoadState('networkidle');
  expect(streams).toBe(0);
  await tab.evaluate(visibility('visible'));
  await tab.locator(LIVE).waitFor();
  expect(streams).toBe(1);
});

test('where too many pages are open, the page says so and waits for room', async () => {
  const admin = await startAdmin({ mostStreams: 1 });
  const leaving = new AbortController();
  const other = await admin.ask('/admin/fila', { headers: { ...BEARER, accept: 'text/event-stream' }, signal: leaving.signal });
  const tab = await openTab({ expected: REFUSED });
  await tab.clock.install();
  await logIn(admin, tab, '/admin/fila');
  await tab.getByText('Há muitas páginas ao vivo abertas').waitFor();
  leaving.abort();
  await expect(other.text()).rejects.toThrow();
  await tab.clock.runFor(20_000);
  await tab.locator(LIVE).waitFor();
});

test('a lost connection is told with the age of the figures, and comes back by itself within seconds', async () => {
  const admin = await startAdmin();
  const line = await layLine(admin.origin);
  const tab = await openTab({ expected: [SERVER_GONE] });
  await look(line, tab, '/admin/fila');
  await line.cut();
  await tab.getByText('Conexão perdida').waitFor();
  await tab.locator('.stale', { hasText: /Última atualização há [1-9]\d* s/ }).waitFor();
  await admin.receive();
  await line.mend();
  await figure(tab, 'Na fila', '1').waitFor({ timeout: 6_000 });
  await tab.locator('.stale').waitFor({ state: 'hidden' });
});

test('a connection that says nothing any more is given up and made anew', async () => {
  const admin = await startAdmin();
  const tab = await openTab();
  await tab.clock.install();
  // A dead connection: the stream is open, but no data arrives.
  let asked = 0;
  await tab.exposeFunction('countAsked', () => {
    asked += 1;
  });
  await tab.addInitScript(`
    const fetchReally = window.fetch;
    window.fetch = async (address, options) => {
      await window.countAsked();
      if (window.isDead !== true) return fetchReally(address, options);
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('event: beat\\ndata: 2026-11-20T12:00:00Z\\n\\n')) }),
        { headers: { 'Content-Type': 'text/event-stream' } });
    };
    window.isDead = true;
  `);
  await look(admin, tab, '/admin/fila');
  expect(asked).toBe(1);
  await tab.evaluate('window.isDead = false');
  await admin.receive();
  await tab.clock.runFor(20_000);
  await figure(tab, 'Na fila', '1').waitFor();
});

test('when the session has ended, the page leads to the login and from there back', async () => {
  const admin = await startAdmin();
  const tab = await openTab({ expected: REFUSED });
  await look(admin, tab, '/admin/fila');
  admin.pass(13 * 3_600_000);
  await admin.receive();
  await tab.waitForURL(/\/admin\/login\?voltar=%2Fadmin%2Ffila$/);
  await tab.locator('input[name=token]').fill(ADMIN_TOKEN);
  await tab.keyboard.press('Enter');
  await tab.waitForURL(`${admin.origin}/admin/fila`);
  await tab.locator(LIVE).waitFor();
});

test('a page whose session has ended is loaded anew once, however long that takes', async () => {
  const admin = await startAdmin();
  const tab = await openTab();
  await look(admin, tab, '/admin/fila');
  let loads = 0;
  let streams = 0;
  await tab.route('**/admin/fila', async (route) => {
    if (!route.request().isNavigationRequest()) {
      streams += 1;
      return route.continue();
    }
    loads += 1;
    // Like a service that has only just started: the answer takes longer than the pause before the next attempt to connect.
    setTimeout(() => route.continue(), 1_500);
  });
  admin.pass(13 * 3_600_000);
  await admin.receive();
  await tab.waitForURL(/\/admin\/login/);
  expect([loads, streams]).toEqual([1, 1]);
});

test('a service that was started again is found, without a new login', async () => {
  const office = await openOffice();
  const tab = await openTab({ expected: [...REFUSED, SERVER_GONE] });
  await office.logIn(tab, '/admin');
  await tab.locator(LIVE).waitFor();
  await office.kill();
  await tab.getByText('Conexão perdida').waitFor();
  await office.startAgain();
  await tab.locator(LIVE).waitFor();
  expect(new URL(tab.url()).pathname).toBe('/admin');
});

test('a filter exchanges the live part, and nothing of the connection before stays behind', async () => {
  const admin = await startAdmin();
  await admin.receive();
  const tab = await openTab();
  await tab.addInitScript(`
    const [begin, end] = [window.setInterval, window.clearInterval];
    window.intervals = new Set();
    window.setInterval = (...args) => { const id = begin(...args); window.intervals.add(id); return id; };
    window.clearInterval = (id) => { window.intervals.delete(id); end(id); };`);
  await look(admin, tab, '/admin/webhooks');
  const before = await leftOpen(tab);
  await tab.locator('#filter [popovertarget]').click();
  for (const status of ['erro', 'processado', '']) {
    await tab.evaluate('window.before = document.getElementById("live")');
    await tab.locator('#filter select[name=status]').selectOption(status);
    await expect.poll(() => tab.evaluate('document.getElementById("live") !== window.before')).toBe(true);
    await tab.locator(LIVE).waitFor();
  }
  await expect.poll(() => leftOpen(tab)).toEqual(before);
  await admin.receive({ identity: 'form-2' });
  await expect.poll(() => tab.locator('#event-list tbody tr').count()).toBe(2);
});

test('ages count on between messages by the clock of the server', async () => {
  const admin = await startAdmin();
  await admin.receive();
  admin.pass(5_000);
  const tab = await openTab();
  await tab.clock.install({ time: '2031-01-01T00:00:00Z' });
  await look(admin, tab, '/admin/fila');
  const oldest = tab.locator('.states .figure').first().locator('.value');
  expect(await oldest.textContent()).toBe('5 s');
  await tab.clock.runFor(3_000);
  // The time within the second at which it is read is not known.
  expect(await oldest.textContent()).toMatch(/^[78] s$/);
});

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** The number of running intervals, and of listeners on the document and the window. */
async function leftOpen(tab: Page): Promise<readonly number[]> {
  const session = await tab.context().newCDPSession(tab);
  const counts = [Number(await tab.evaluate('window.intervals.size'))];
  for (const expression of ['document', 'window']) {
    const { result } = await session.send('Runtime.evaluate', { expression });
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
    counts.push(listeners.filter(({ type }) => type === 'visibilitychange' || type === 'online').length);
  }
  await session.detach();
  return counts;
}

async function beat(admin: AdminUnderTest): Promise<void> {
  const times = { startedAt: admin.now, seenAt: admin.now };
  await admin.store.heartbeat({
    id: 'w-1',
    host: 'a',
    pid: 7,
    pidSpace: 'p',
    queue: QUEUE,
    version: '1',
    ...times,
    processed: 3,
    failed: 0,
  });
}

async function logIn(admin: { readonly origin: string }, tab: Page, path: string): Promise<void> {
  await tab.goto(admin.origin + path);
  await tab.locator('input[name=token]').fill(ADMIN_TOKEN);
  await tab.keyboard.press('Enter');
  await tab.waitForURL(admin.origin + path);
}

/** Logs in and waits until the page is live. */
async function look(admin: { readonly origin: string }, tab: Page, path: string): Promise<void> {
  await logIn(admin, tab, path);
  await tab.locator(LIVE).waitFor();
}

function figure(tab: Page, name: string, value: string): ReturnType<Page['locator']> {
  return tab.locator('.figure', { has: tab.getByText(name, { exact: true }) }).locator('.value', { hasText: new RegExp(`^${value}$`) });
}

/** Whether the service accepts one more stream. */
async function streamStatus(admin: AdminUnderTest): Promise<number> {
  const leaving = new AbortController();
  const { status } = await admin.ask('/admin/fila', { headers: { ...BEARER, accept: 'text/event-stream' }, signal: leaving.signal });
  leaving.abort();
  return status;
}

function visibility(state: 'hidden' | 'visible'): string {
  return `
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${state === 'hidden'} });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange'));`;
}

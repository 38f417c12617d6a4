import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChangeFeed } from '../../../src/domain/ports.ts';
import { type LiveReader, LiveViews } from '../../../src/http/admin/live/live-views.ts';
import { sharedRead } from '../../../src/http/shared-read.ts';
import { createLogLines } from '../log-lines.ts';
import { type EventReader, openEvents } from './event-reader.ts';

const ANYBODY: LiveReader = { shares: [], isAllowed: () => true };
const NOON = Date.UTC(2026, 10, 20, 12);

/** A feed whose changes the test triggers. */
class Changes implements ChangeFeed {
  #token = 0;
  #wake: (() => void)[] = [];

  changeToken(): number {
    return this.#token;
  }

  async waitForChange({ since = this.#token, signal }: Parameters<ChangeFeed['waitForChange']>[0]): Promise<void> {
    if (since < this.#token || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#wake.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  change(): void {
    this.#token += 1;
    for (const wake of this.#wake.splice(0)) wake();
  }
}

test('a page that cannot be brought up to date is not told that it is, until it can be again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const changes = new Changes();
  let text: string | undefined = 'one';
  const look = vi.fn(async () => {
    if (text === undefined) throw new Error('the database is locked');
    return { data: text };
  });
  const events = await watch(changes, look);
  expect([await events.next('beat'), await events.next('message')]).toEqual(['2026-11-20T12:00:00.000Z', 'one']);

  text = undefined;
  changes.change();
  await expect.poll(() => look.mock.settledResults.at(-1)?.type).toBe('rejected');
  vi.advanceTimersByTime(20_000);
  text = 'two';
  changes.change();
  expect(await events.next('message')).toBe('two');
  expect(events.seen('beat')).toBe(1);
  await expect.poll(() => look.mock.settledResults.at(-1)?.type).toBe('fulfilled');
  vi.advanceTimersByTime(5_000);
  expect(await events.next('beat')).toBe('2026-11-20T12:00:00.000Z');
});

test('while the store cannot say whether something changed, pages get no beat; then they go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const changes = new Changes();
  const token = vi.spyOn(changes, 'changeToken').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  const { log, lines } = createLogLines();
  const written: string[] = [];
  const res = { write: (text: string | Buffer) => written.push(String(text)), end: () => undefined, once: () => undefined };
  const live = new LiveViews({ changes, log, clock: () => NOON });
  onTestFinished(() => live.close());
  const exchange = { req: { method: 'GET', socket: { destroyed: false } }, res, begin: () => undefined };
  live.open(exchange as unknown as Parameters<LiveViews['open']>[0], { key: 'one', look: async () => ({ data: 'new' }) }, ANYBODY);
  const opening = written.length;

  await vi.advanceTimersByTimeAsync(5_500);
  expect(written.slice(opening)).toEqual([]);
  expect(lines).toMatchObject([{ level: 'warn', err: { message: 'disk I/O error' } }]);
  token.mockRestore();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => written.at(-1)).toContain('data: new');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written.at(-1)).toContain('event: beat');
});

test('those who ask together look once, and whoever comes later looks anew, also after a failure', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const look = vi.fn(async () => look.mock.calls.length);
  const shared = sharedRead(look, { forMs: 100 });
  expect([await shared(), await shared()]).toEqual([1, 1]);
  vi.advanceTimersByTime(101);
  expect(await shared()).toBe(2);
  vi.advanceTimersByTime(101);
  look.mockRejectedValueOnce(new Error('locked'));
  await expect(shared()).rejects.toThrow('locked');
  vi.advanceTimersByTime(101);
  expect(await shared()).toBe(4);
});

test('every line of the data is one of the event, and U+2028 and U+2029 end none', async () => {
  const data = '{"nome":"a\u2028b\u2029c"}';
  const events = await watch(new Changes(), async () => ({ data: `${data}\r\nd\re\n\nf` }));
  expect(await events.next('message')).toBe(`${data}\nd\ne\n\nf`);
});

test('what somebody searched for is not logged', async () => {
  const { log, lines } = createLogLines();
  const view = { key: 'pt operator /admin/webhooks?busca=maria%40example.com', look: () => Promise.reject(new Error('locked')) };
  await watch(new Changes(), view.look, { log, key: view.key });
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  expect(lines[0]).toMatchObject({ level: 'warn', view: 'pt operator /admin/webhooks' });
  expect(JSON.stringify(lines)).not.toContain('maria');
});

test.each([
  { sockets: 30, pause: 3_000 },
  { sockets: 4_000, pause: 30_000 },
])('what the sockets take counts: $sockets ms for all pages, $pause ms until the next update', async ({ sockets, pause }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  let workedMs = 0;
  const usage = vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: workedMs * 1_000, system: 0 }));
  const changes = new Changes();
  const live = new LiveViews({ changes, log: createLogLines().log, clock: () => NOON });
  onTestFinished(() => {
    live.close();
    usage.mockRestore();
    vi.useRealTimers();
  });
  // Like a socket of Node's: what is written goes out in the next tick.
  const write = (text: string | Buffer): void => void process.nextTick(() => (workedMs += text.includes('data: new') ? sockets : 0));
  const res = { write, end: () => undefined, once: () => undefined, writableNeedDrain: false };
  const look = vi.fn(async () => ({ data: 'new' }));
  const exchange = { req: { method: 'GET', socket: { destroyed: false } }, res, begin: () => undefined } as unknown as Parameters<
    LiveViews['open']
  >[0];
  live.open(exchange, { key: 'one', look }, ANYBODY);
  // The first update ends with an immediate. Not `expect.poll`: it advances fake timers at every look.
  await new Promise(setImmediate);
  await new Promise(setImmediate);

  changes.change();
  await vi.advanceTimersByTimeAsync(pause - 100);
  expect(look).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(look).toHaveBeenCalledTimes(2);
});

test('the place of a stream is free again when its connection has broken and nobody was told, as on Node 22 with pipelined requests', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const live = new LiveViews({ changes: new Changes(), log: createLogLines().log, clock: () => NOON, mostStreams: 1 });
  onTestFinished(() => {
    live.close();
    vi.useRealTimers();
  });
  const socket = { destroyed: false };
  const res = { write: () => true, end: () => undefined, once: () => undefined, writableNeedDrain: false };
  const open = (): void => {
    const exchange = { req: { method: 'GET', socket }, res, begin: () => undefined };
    live.open(exchange as unknown as Parameters<LiveViews['open']>[0], { key: 'one', look: async () => ({ data: 'one' }) }, ANYBODY);
  };
  open();
  expect(open).toThrow(expect.objectContaining({ code: 'too_many_streams' }));
  socket.destroyed = true;
  vi.advanceTimersByTime(5_000);
  socket.destroyed = false;
  expect(open).not.toThrow();
});

/** A stream of one view, over a real connection. */
async function watch(
  changes: ChangeFeed,
  look: () => Promise<{ data: string }>,
  { log, key } = { log: createLogLines().log, key: 'one' },
): Promise<EventReader> {
  const live = new LiveViews({ changes, log, clock: () => NOON });
  const server = createServer((req, res) => {
    const begin = (status: number, headers: Record<string, string>): void => void res.writeHead(status, headers);
    live.open({ req, res, begin } as Parameters<LiveViews['open']>[0], { key, look }, ANYBODY);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    live.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return openEvents(await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
}

import { describe, expect, test } from 'vitest';
import type { Route } from '../../src/http/exchange.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { createLogLines } from './log-lines.ts';
import { openRaw } from './raw-connection.ts';
import { heldRoute, hello, startServer } from './server-under-test.ts';

describe('listening', () => {
  test('a port in use is told with what to do', async () => {
    const { port } = await startServer([]);
    const { log } = createLogLines();
    const second = createHttpServer({ routes: [], log, trustProxy: 0 });
    await expect(second.listen('127.0.0.1', port)).rejects.toMatchObject({ code: 'port_in_use', hint: expect.stringContaining('--port') });
    await second.close();
  });

  test('an address that is not of this machine is a matter of configuration', async () => {
    const { log } = createLogLines();
    const server = createHttpServer({ routes: [], log, trustProxy: 0 });
    await expect(server.listen('192.0.2.1', 0)).rejects.toMatchObject({ code: 'configuration_invalid' });
  });
});

describe('closing', () => {
  test('lets a request in flight finish and takes no new connection', async () => {
    const held = heldRoute();
    const { http, url } = await startServer([held.route]);
    const answer = fetch(`${url}/held`);
    await held.entered;
    const closed = http.close(30_000);
    await expect(fetch(`${url}/held`)).rejects.toThrow();
    held.release();
    const response = await answer;
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    await closed;
  });

  test('idle connections, used and unused, do not hold it up', async () => {
    const { http, port } = await startServer([hello]);
    const unused = await openRaw(port);
    const used = await openRaw(port);
    used.write('GET /hello HTTP/1.1\r\nHost: x\r\n\r\n');
    await used.until((received) => received.includes('hello'));
    // The grace is longer than the test's timeout: if a connection held it up, this would not end.
    await http.close(300_000);
    await Promise.all([unused.closed, used.closed]);
    expect(http.server.listening).toBe(false);
  });

  test('an answer already begun is finished, and its connection then closed', async () => {
    let end: () => void = () => undefined;
    const streaming: Route = {
      method: 'GET',
      path: '/stream',
      handler: ({ res }) => {
        res.writeHead(200, { 'Content-Length': 2 });
        res.write('a');
        end = () => res.end('b');
      },
    };
    const { http, port } = await startServer([streaming]);
    const connection = await openRaw(port);
    connection.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    await connection.until((received) => received.endsWith('a'));
    const closed = http.close(30_000);
    end();
    await closed;
    expect((await connection.closed).endsWith('ab')).toBe(true);
  });

  test('what is left after the grace is cut; twice is fine', async () => {
    const held = heldRoute();
    const { http, url } = await startServer([held.route]);
    const answer = fetch(`${url}/held`);
    answer.catch(() => undefined);
    await held.entered;
    await Promise.all([http.close(50), http.close(50)]);
    await expect(answer).rejects.toThrow();
    held.release();
    await http.close();
  });
});

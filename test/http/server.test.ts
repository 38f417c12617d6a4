import { describe, expect, test } from 'vitest';
import { AppError, ERROR_CODES, type ErrorCode } from '../../src/base/app-error.ts';
import { type Route, sendJson } from '../../src/http/exchange.ts';
import { HttpProblem } from '../../src/http/problem.ts';
import type { Answered } from '../../src/http/server.ts';
import { exchangeRaw, openRaw, statuses } from './raw-connection.ts';
import { echo, heldRoute, hello, startServer } from './server-under-test.ts';

describe('routing', () => {
  test('a handler sees path, query, parameters, method and address', async () => {
    const seen: Record<string, unknown> = {};
    const route: Route = {
      method: 'GET',
      path: '/events/:id',
      handler: (exchange) => {
        Object.assign(seen, { ...exchange.params }, { path: exchange.path, q: exchange.query.get('q'), address: exchange.remoteAddress });
        sendJson(exchange, 200, {});
      },
    };
    const { url } = await startServer([route]);
    await fetch(`${url}/events/a%2Fb?q=1%20x`);
    expect(seen).toEqual({ id: 'a/b', path: '/events/a%2Fb', q: '1 x', address: '127.0.0.1' });
  });

  test('an unknown address is a 404 problem', async () => {
    const { url } = await startServer([hello]);
    const response = await fetch(`${url}/nowhere`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is nothing at this address.',
      code: 'not_found',
      requestId: response.headers.get('x-request-id'),
    });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s where only GET is known is a 405 that says so', async (method) => {
    const { url } = await startServer([hello]);
    const response = await fetch(`${url}/hello`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('405 names every method of the address; HEAD of a POST route is one', async () => {
    const { url } = await startServer([hello, { ...hello, method: 'POST' }, echo]);
    expect((await fetch(`${url}/hello`, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST');
    const head = await fetch(`${url}/echo`, { method: 'HEAD' });
    expect([head.status, head.headers.get('allow'), await head.text()]).toEqual([405, 'POST', '']);
  });

  test('HEAD is GET without the body', async () => {
    const { port } = await startServer([hello]);
    const received = await exchangeRaw(port, 'HEAD /hello?who=me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(statuses(received)).toEqual([200]);
    expect(received).toContain('Content-Length: 15');
    expect(received.endsWith('\r\n\r\n')).toBe(true);
  });

  test('a catch-all takes what no other route knows, and hides no method of those that are known', async () => {
    const rest = (method: Route['method']): Route => ({ method, path: '/*', handler: (exchange) => sendJson(exchange, 410, {}) });
    const { url } = await startServer([hello, echo, rest('GET'), rest('POST')]);
    const answer = async (method: string, path: string) => {
      const response = await fetch(url + path, { method });
      return [response.status, response.headers.get('allow')];
    };
    expect(await answer('GET', '/hello')).toEqual([200, null]);
    expect(await answer('GET', '/nowhere/at/all')).toEqual([410, null]);
    expect(await answer('POST', '/nowhere')).toEqual([410, null]);
    // The fallback also handles wrong methods; it receives the methods of the path.
    expect(await answer('GET', '/echo')).toEqual([410, 'POST']);
    expect(await answer('POST', '/hello')).toEqual([410, 'GET, HEAD']);
    expect(await answer('PUT', '/hello')).toEqual([405, 'GET, HEAD']);
    expect(await answer('PUT', '/nowhere')).toEqual([404, null]);
  });

  test('a whole URL in the request line is understood', async () => {
    const { port } = await startServer([hello]);
    const received = await exchangeRaw(port, 'GET http://x/hello?who=me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(received).toContain('{"hello":"me"}');
  });

  test.each(['*', '/%', '/%ff', '//', '/hello/', '/HELLO', '/hello%00'])('%s is a 404', async (target) => {
    const { port } = await startServer([hello]);
    const received = await exchangeRaw(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(statuses(received)).toEqual([404]);
  });
});

describe('every answer', () => {
  test('carries a request id and may not be sniffed or stored', async () => {
    const { url } = await startServer([hello]);
    for (const path of ['/hello', '/nowhere']) {
      const { headers } = await fetch(url + path);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each([
    ['abc.DEF_1-2', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['a b', false],
    ['a"b', false],
  ])('a trusted proxy’s request ID %s is kept: %s; a sender’s never is', async (given, kept) => {
    const { url } = await startServer([hello], { trustProxy: 1 });
    const { headers } = await fetch(`${url}/hello`, { headers: { 'X-Request-Id': given } });
    expect(headers.get('x-request-id') === given).toBe(kept);
    const direct = await startServer([hello]);
    const answer = await fetch(`${direct.url}/hello`, { headers: { 'X-Request-Id': given } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
  });

  test('is reported with its route', async () => {
    const reported: Answered[] = [];
    const { url } = await startServer([hello], { onAnswered: (answered) => reported.push(answered) });
    await (await fetch(`${url}/hello?x=1`)).text();
    await (await fetch(`${url}/nowhere`)).text();
    expect(reported).toMatchObject([
      { route: '/hello', method: 'GET', status: 200 },
      { route: 'none', method: 'GET', status: 404 },
    ]);
    expect(reported.every(({ durationMs }) => durationMs >= 0 && durationMs < 5_000)).toBe(true);
  });
});

describe('what a handler throws', () => {
  const throwing = (thrown: unknown): Route => ({
    method: 'GET',
    path: '/throws',
    handler: () => {
      throw thrown;
    },
  });
  const EXPECTED: Readonly<Partial<Record<ErrorCode, number>>> = {
    not_found: 404,
    conflict: 409,
    invalid_input: 422,
    store_unusable: 503,
    store_forbidden: 503,
    store_newer: 503,
    store_moved: 503,
    store_busy: 503,
    store_full: 503,
    store_overloaded: 503,
    store_unavailable: 503,
    store_closed: 503,
  };

  test.each(ERROR_CODES)('%s has its status, and 503 says when to come again', async (code) => {
    const { url } = await startServer([throwing(new AppError(code, 'inner text', { hint: 'inner hint' }))]);
    const response = await fetch(`${url}/throws`);
    const body = (await response.json()) as { code: string; detail: string };
    expect(response.status).toBe(EXPECTED[code] ?? 500);
    expect(response.headers.has('retry-after')).toBe(response.status === 503);
    expect(body.code).toBe(response.status === 500 ? 'internal' : code);
    expect(body.detail.includes('inner')).toBe(response.status < 500);
  });

  test('the inner text of anything else goes to the log under the request id, not to the caller', async () => {
    const { url, lines } = await startServer([throwing(new Error('password=hunter2 at /srv/x'))]);
    const response = await fetch(`${url}/throws`);
    const text = await response.text();
    expect(text).not.toMatch(/hunter2|srv|stack/);
    expect(lines).toMatchObject([
      { level: 'error', requestId: response.headers.get('x-request-id'), err: { message: expect.stringMatching(/hunter2/) } },
    ]);
  });

  test('a 503 that was meant and trouble of the store are logged without a stack: there may be one for every request', async () => {
    const { url, lines } = await startServer([throwing(new HttpProblem(503, 'overloaded', 'Later.'))]);
    await fetch(`${url}/throws`);
    expect(lines).toEqual([expect.objectContaining({ level: 'info', code: 'overloaded' })]);
    expect(lines[0]).not.toHaveProperty('err');
    const cause = new Error('database or disk is full');
    const other = await startServer([throwing(new AppError('store_full', 'The disk is full.', { cause }))]);
    await fetch(`${other.url}/throws`);
    expect(other.lines).toMatchObject([{ level: 'warn', code: 'store_full', reason: 'The disk is full. (database or disk is full)' }]);
    expect(other.lines[0]).not.toHaveProperty('err');
  });

  test('a problem goes out with its own headers and field errors', async () => {
    const problem = new HttpProblem(422, 'fields_invalid', 'No.', {
      headers: { 'X-Extra': '1' },
      errors: [{ field: 'id', problem: 'is missing' }],
    });
    const { url } = await startServer([throwing(problem)]);
    const response = await fetch(`${url}/throws`);
    expect([response.status, response.headers.get('x-extra')]).toEqual([422, '1']);
    expect(await response.json()).toMatchObject({ code: 'fields_invalid', errors: [{ field: 'id', problem: 'is missing' }] });
  });

  test('a half-written answer is cut off rather than ended as if it were whole', async () => {
    const route: Route = {
      method: 'GET',
      path: '/half',
      handler: ({ res }) => {
        res.writeHead(200, { 'Content-Length': 100 });
        res.write('half');
        throw new Error('too late');
      },
    };
    const { url } = await startServer([route]);
    await expect(fetch(`${url}/half`).then((response) => response.text())).rejects.toThrow();
  });
});

describe('odd requests', () => {
  test('what is no HTTP is a 400 problem, and the connection ends', async () => {
    const { port } = await startServer([hello]);
    const received = await exchangeRaw(port, 'HELLO\r\n\r\n');
    expect(statuses(received)).toEqual([400]);
    expect(received).toMatch(/application\/problem\+json/);
    expect(JSON.parse(received.slice(received.indexOf('{')))).toMatchObject({ status: 400, code: 'request_malformed' });
  });

  test.each([
    ['two different lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n'],
    ['a length and chunks', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'],
    ['a length that is none', 'Content-Length: -1\r\n'],
    ['a blank before the colon', 'X-A : 1\r\n'],
  ])('%s are refused', async (_name, headers) => {
    const { port } = await startServer([echo]);
    expect(statuses(await exchangeRaw(port, `POST /echo HTTP/1.1\r\nHost: x\r\n${headers}\r\nab`))).toEqual([400]);
  });

  test('no Host header is refused', async () => {
    const { port } = await startServer([hello]);
    expect(statuses(await exchangeRaw(port, 'GET /hello HTTP/1.1\r\n\r\n'))).toEqual([400]);
  });

  test('headers over 16 KiB are a 431', async () => {
    const { port } = await startServer([hello]);
    const received = await exchangeRaw(port, `GET /hello HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(statuses(received)).toEqual([431]);
  });

  test.each([
    ['headers', 'GET /hello HTTP/1.1\r\nHost: x\r\n'],
    ['a body', 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'],
  ])('%s that never end are a 408', async (_name, beginning) => {
    const reading: Route = { ...echo, handler: ({ req }) => void req.resume() };
    const { port } = await startServer([hello, reading], { timeouts: { headersMs: 100, requestMs: 200, checkMs: 20 } });
    expect(statuses(await exchangeRaw(port, beginning))).toEqual([408]);
  });

  test('pipelined requests are answered in order', async () => {
    const held = heldRoute();
    const { port } = await startServer([held.route, hello]);
    const connection = await openRaw(port);
    connection.write(
      'GET /held HTTP/1.1\r\nHost: x\r\n\r\nGET /hello?who=b HTTP/1.1\r\nHost: x\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    await held.entered;
    held.release();
    expect(statuses(await connection.closed)).toEqual([200, 200, 404]);
  });

  test('a connection with more requests than are answered at a time is closed after the last answer; the rest is not looked at', async () => {
    const held = heldRoute();
    let entered = 0;
    const counted: Route = {
      ...held.route,
      handler: (exchange) => {
        entered += 1;
        return held.route.handler(exchange);
      },
    };
    const { port } = await startServer([counted]);
    const connection = await openRaw(port);
    connection.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5_000));
    await held.entered;
    const other = await exchangeRaw(port, 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(statuses(other)).toEqual([404]);
    expect(entered).toBe(16);
    held.release();
    const received = await connection.closed;
    expect(statuses(received)).toEqual(Array(16).fill(200));
    expect(received.match(/^Connection: close/gm)).toHaveLength(1);
    expect(entered).toBe(16);
  });

  test('requests that are answered at once count too: their client has read none of the answers', async () => {
    const { port } = await startServer([hello]);
    const received = await exchangeRaw(port, 'GET /hello HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200));
    expect(statuses(received)).toEqual(Array(16).fill(200));
  });

  test('a client that waits for answers before it sends more than a few requests keeps its connection', async () => {
    const { port } = await startServer([hello]);
    const connection = await openRaw(port);
    for (let round = 1; round <= 10; round += 1) {
      connection.write('GET /hello HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(15));
      await connection.until((received) => statuses(received).length === 15 * round);
    }
    connection.socket.destroy();
  });

  test('a body that arrives late is read although its connection has as many requests as it may', async () => {
    const held = heldRoute();
    const { port } = await startServer([held.route, reading]);
    const connection = await openRaw(port);
    connection.write(`${'GET /held HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(15)}POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc`);
    await held.entered;
    held.release();
    await connection.until((received) => statuses(received).length === 15);
    connection.write('def');
    expect(statuses(await connection.closed)).toEqual([...Array(15).fill(200), 200]);
  });

  test('garbage behind a good request does not take its answer away', async () => {
    const held = heldRoute();
    const { port } = await startServer([held.route]);
    const connection = await openRaw(port);
    connection.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n');
    await held.entered;
    held.release();
    expect(statuses(await connection.closed)).toEqual([200, 400]);
  });

  test.each([
    ['an expectation we do not know', '1.1\r\nHost: x\r\nExpect: tea', 417],
    ['one beside the one we know', '1.1\r\nHost: x\r\nExpect: 100-continue, tea', 417],
    ['the one we know', '1.1\r\nHost: x\r\nExpect: 100-Continue', 200],
    ['one from HTTP/1.0, which knows none', '1.0\r\nExpect: tea', 200],
    ['no Host from HTTP/1.0', '1.0', 200],
    ['two Host headers', '1.1\r\nHost: x\r\nhost: x', 400],
    ['two Host headers from HTTP/1.0', '1.0\r\nHost: x\r\nHost: y', 400],
    ['a header whose value is Host', '1.1\r\nHost: x\r\nX-A: host', 200],
    ['transfer codings the client would take in the answer', '1.1\r\nHost: x\r\nTE: gzip, chunked', 200],
    ['a transfer coding beside chunked', '1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked', 501],
    ['chunked, in capitals', '1.1\r\nHost: x\r\nTransfer-Encoding: Chunked', 200],
    ['a major version we do not speak', '2.0\r\nHost: x', 505],
    ['another one', '3.0\r\nHost: x', 505],
  ])('%s', async (_name, head, status) => {
    const { port } = await startServer([hello]);
    expect(
      statuses(
        await exchangeRaw(port, `GET /hello HTTP/${head}\r\nConnection: close\r\n\r\n${/: chunked/i.test(head) ? '0\r\n\r\n' : ''}`),
      ),
    ).toEqual([status]);
  });
});

/** Responds once it has read the whole body. */
const reading: Route = {
  ...echo,
  handler: async (exchange) => {
    for await (const _chunk of exchange.req);
    sendJson(exchange, 200, {});
  },
};

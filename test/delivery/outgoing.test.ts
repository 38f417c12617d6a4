import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import {
  Outgoing,
  OutgoingError,
  type OutgoingErrorKind,
  type OutgoingOptions,
  type OutgoingRequest,
} from '../../src/delivery/outgoing.ts';
import { TempDir } from '../support/temp-dir.ts';
import { LocalServer } from './local-server.ts';

const TOKEN = 'EAAB-secret-token-4711';
const OK = 'HTTP/1.1 200 OK\r\n';

/** The call carries the token in every place where one can be. */
function withToken(origin: string, overrides: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return {
    method: 'GET',
    url: new URL(`/me?input_token=${TOKEN}`, origin),
    headers: { authorization: `Bearer ${TOKEN}` },
    ...overrides,
  };
}

/** How the call fails. Throws if it succeeds, or if the error contains a secret. */
async function failure(outgoing: Outgoing, asked: OutgoingRequest): Promise<OutgoingError> {
  const error = await outgoing.request(asked).then(
    (answer) => expect.fail(`answered ${answer.status}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutgoingError)) throw error;
  expect(error.cause).toBeUndefined();
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(TOKEN);
  expect(error.message).toContain(asked.url.host);
  expect(error.message).not.toContain('?');
  return error;
}

/** A server that sends these bytes as soon as data arrives. */
function saying(answer: (socket: Socket) => void): Promise<LocalServer<ReturnType<typeof createTcpServer>>> {
  return LocalServer.listening(createTcpServer((socket) => socket.once('data', () => answer(socket))));
}

async function kindOf(
  server: LocalServer<ReturnType<typeof createTcpServer>>,
  options: Partial<OutgoingOptions>,
): Promise<OutgoingErrorKind> {
  await using outgoing = new Outgoing({ origins: [server.origin], ...options });
  return (await failure(outgoing, withToken(server.origin))).kind;
}

describe('a call', () => {
  test('brings status, headers and the bytes of the body, whatever the status', async () => {
    await using server = await LocalServer.http((_request, response) => {
      response.writeHead(503, { 'X-Usage': '{}', 'Set-Cookie': ['a=1', 'b=2'] }).end(Buffer.from([0xff, 0x00, 0x41]));
    });
    await using outgoing = new Outgoing({ origins: [server.origin] });
    const answer = await outgoing.request(withToken(server.origin));
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'x-usage': '{}', 'set-cookie': 'a=1, b=2' });
    expect([...answer.body]).toEqual([0xff, 0x00, 0x41]);
  });

  test('sends method, path, query, headers and body, and asks for bytes that are not packed', async () => {
    await using server = await LocalServer.http(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
    });
    await using outgoing = new Outgoing({ origins: [server.origin] });
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' };
    const answer = await outgoing.request({ method: 'POST', url: new URL('/v26.0/1/events?a=b', server.origin), headers, body: '{"é":1}' });
    expect(JSON.parse(Buffer.from(answer.body).toString())).toEqual({
      method: 'POST',
      url: '/v26.0/1/events?a=b',
      headers: expect.objectContaining({
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'lead-intake',
        'content-length': '8',
      }),
      body: '{"é":1}',
    });
  });

  test('uses its connections again, also after a redirect', async () => {
    await using server = await LocalServer.http((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: '/' });
      response.end('ok');
    });
    await using outgoing = new Outgoing({ origins: [server.origin] });
    for (let call = 0; call < 10; call += 1) {
      await outgoing.request(withToken(server.origin));
      await failure(outgoing, withToken(server.origin, { url: new URL('/away', server.origin) }));
    }
    // The pool opens a second connection if a request comes before the first one is returned.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test('waits for one of the connections there may be', async () => {
    const open: ServerResponse[] = [];
    const both = Promise.withResolvers<void>();
    let most = 0;
    await using server = await LocalServer.http((_request, response) => {
      most = Math.max(most, open.push(response));
      if (open.length === 2) both.resolve();
    });
    await using outgoing = new Outgoing({ origins: [server.origin], connections: 2 });
    const calls = Array.from({ length: 6 }, () => outgoing.request(withToken(server.origin)));
    await both.promise;
    server.server.on('request', () => setImmediate(() => open.shift()?.end()));
    for (const response of open.splice(0)) response.end();
    await Promise.all(calls);
    expect({ most, connections: server.connections }).toEqual({ most: 2, connections: 2 });
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 304, 307, 308])('%i is not followed', async (status) => {
    const asked: string[] = [];
    await using server = await LocalServer.http((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status, { location: `/elsewhere?token=${TOKEN}` }).end();
    });
    await using outgoing = new Outgoing({ origins: [server.origin] });
    const error = await failure(outgoing, withToken(server.origin));
    expect(error.kind).toBe('redirected');
    expect(error.message).toContain(`HTTP ${status}`);
    expect(asked).toHaveLength(1);
  });
});

describe('an address that is not configured', () => {
  test('is never called', async () => {
    await using server = await LocalServer.http((_request, response) => void response.end());
    await using outgoing = new Outgoing({ origins: [`${server.origin}/with/a/path`] });
    const { port } = server;
    const others = [`http://127.0.0.2:${port}`, `http://localhost:${port}`, `https://127.0.0.1:${port}`, 'http://127.0.0.1', 'file:///etc'];
    for (const other of others) {
      const error = await failure(outgoing, withToken(other, { url: new URL('/', other) })).catch((thrown: unknown) => thrown);
      expect(error, other).toMatchObject({ kind: 'forbidden_host' });
    }
    const withPassword = new URL(`http://user:${TOKEN}@127.0.0.1:${port}/`);
    expect((await failure(outgoing, withToken(server.origin, { url: withPassword }))).kind).toBe('forbidden_host');
    expect(server.connections).toBe(0);
    expect((await outgoing.request(withToken(server.origin))).status).toBe(200);
  });
});

describe('an answer without an end', () => {
  const few = { mostBodyBytes: 1_000 };

  test('in bytes is not read, however its length is told', async () => {
    const chunk = 'x'.repeat(400);
    const endless = (socket: Socket): void => {
      const more = (): void => void (socket.writable && socket.write(`190\r\n${chunk}\r\n`, () => setImmediate(more)));
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`, more);
    };
    await using chunked = await saying(endless);
    await using announced = await saying((socket) => void socket.write(`${OK}content-length: 1001\r\n\r\n${'x'.repeat(1_001)}`));
    await using untilClose = await saying((socket) => void socket.end(`${OK}connection: close\r\n\r\n${'x'.repeat(1_001)}`));
    await using headers = await saying((socket) => void socket.write(`${OK}x-long: ${'x'.repeat(100_000)}\r\n\r\n`));
    for (const server of [chunked, announced, untilClose, headers]) expect(await kindOf(server, few)).toBe('too_large');
  });

  test('is read up to the limit', async () => {
    await using server = await LocalServer.http((_request, response) => void response.end('x'.repeat(1_000)));
    await using outgoing = new Outgoing({ origins: [server.origin], ...few });
    expect((await outgoing.request(withToken(server.origin))).body).toHaveLength(1_000);
  });

  test('that says more than it announced does not get into the next answer', async () => {
    let calls = 0;
    await using server = await saying((socket) => {
      calls += 1;
      socket.write(`${OK}content-length: 2\r\n\r\n{}${OK}content-length: 5\r\n\r\nfalse`);
    });
    await using outgoing = new Outgoing({ origins: [server.origin] });
    for (let call = 1; call <= 3; call += 1) {
      const answer = await outgoing.request(withToken(server.origin));
      expect(Buffer.from(answer.body).toString()).toBe('{}');
      expect(calls).toBe(call);
    }
  });

  test('in time is given up: headers, body, or both drop by drop', { timeout: 10_000 }, async () => {
    const drops = (socket: Socket): void => {
      const drop = setInterval(() => socket.write('1\r\nx\r\n'), 20);
      socket.once('close', () => clearInterval(drop));
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
    };
    await using silent = await saying(() => undefined);
    await using headers = await saying((socket) => void socket.write(`${OK}x: `));
    await using body = await saying((socket) => void socket.write(`${OK}content-length: 9\r\n\r\n{`));
    await using dripping = await saying(drops);
    const kinds = [
      kindOf(silent, { headersTimeoutMs: 50 }),
      kindOf(headers, { headersTimeoutMs: 50 }),
      kindOf(body, { bodyTimeoutMs: 50 }),
    ];
    expect(await Promise.all(kinds)).toEqual(['timeout', 'timeout', 'timeout']);
    await using outgoing = new Outgoing({ origins: [dripping.origin], bodyTimeoutMs: 1_000 });
    expect((await failure(outgoing, withToken(dripping.origin, { timeoutMs: 200 }))).kind).toBe('timeout');
  });

  test('does not hold up a call that waits for its connection for ever', { timeout: 10_000 }, async () => {
    await using server = await saying(() => undefined);
    await using outgoing = new Outgoing({ origins: [server.origin], connections: 1 });
    const calls = [50, 100].map((timeoutMs) => failure(outgoing, withToken(server.origin, { timeoutMs })));
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['timeout', 'timeout']);
  });
});

describe('nobody who answers', () => {
  test('a port where nothing listens', async () => {
    const server = await LocalServer.http(() => undefined);
    const { origin } = server;
    await server[Symbol.asyncDispose]();
    await using outgoing = new Outgoing({ origins: [origin] });
    const error = await failure(outgoing, withToken(origin));
    expect(error).toMatchObject({ kind: 'unreachable', isUnsent: true, message: expect.stringContaining('ECONNREFUSED') });
  });

  test('a connection that breaks before, within and after the headers, or speaks no HTTP', async () => {
    await using reset = await saying((socket) => void socket.resetAndDestroy());
    await using closed = await saying((socket) => void socket.end());
    await using half = await saying((socket) => void socket.end(`${OK}content-length: 9\r\n\r\n{`));
    await using mail = await saying((socket) => void socket.end('220 mail.example.com ESMTP\r\n'));
    for (const server of [reset, closed, half, mail]) {
      await using outgoing = new Outgoing({ origins: [server.origin] });
      expect(await failure(outgoing, withToken(server.origin))).toMatchObject({ kind: 'unreachable', isUnsent: false });
    }
  });
});

describe('giving up', () => {
  test('ends the call and its connection', async () => {
    const asked = Promise.withResolvers<Socket>();
    await using server = await saying(asked.resolve);
    await using outgoing = new Outgoing({ origins: [server.origin] });
    const stop = new AbortController();
    const call = failure(outgoing, withToken(server.origin, { signal: stop.signal }));
    const gone = asked.promise.then((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await asked.promise;
    stop.abort(new Error(TOKEN));
    expect((await call).kind).toBe('aborted');
    await gone;
  });

  test('because the caller waited long enough is no stop of the program: no answer came in time', async () => {
    await using silent = await saying(() => undefined);
    await using outgoing = new Outgoing({ origins: [silent.origin] });
    const patience = AbortSignal.any([AbortSignal.timeout(20), new AbortController().signal]);
    expect((await failure(outgoing, withToken(silent.origin, { signal: patience }))).kind).toBe('timeout');
  });

  test('before it began opens no connection', async () => {
    await using server = await saying(() => undefined);
    await using outgoing = new Outgoing({ origins: [server.origin] });
    expect((await failure(outgoing, withToken(server.origin, { signal: AbortSignal.abort() }))).kind).toBe('aborted');
    expect(server.connections).toBe(0);
  });

  test('for all: the end of the program ends what is under way, and nothing begins after it', async () => {
    const asked = Promise.withResolvers<Socket>();
    await using server = await saying(asked.resolve);
    const outgoing = new Outgoing({ origins: [server.origin] });
    const call = failure(outgoing, withToken(server.origin));
    await asked.promise;
    await outgoing[Symbol.asyncDispose]();
    expect((await call).kind).toBe('aborted');
    expect((await failure(outgoing, withToken(server.origin))).kind).toBe('aborted');
  });
});

describe('TLS', () => {
  /** Key and self-signed certificate of `localhost`. */
  function selfSigned(folder: TempDir): { key: string; cert: string } {
    const [key, cert] = [folder.file('key.pem'), folder.file('cert.pem')];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '1', '-keyout', key, '-out', cert, ...names], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  }

  test('is verified: issuer and name; what is not to be trusted gets nothing', async () => {
    using folder = new TempDir();
    const pair = selfSigned(folder);
    let requests = 0;
    await using server = await LocalServer.listening(
      createTlsServer(pair, (_request, response) => {
        requests += 1;
        response.end('ok');
      }),
    );
    const [byName, byAddress] = [`https://localhost:${server.port}`, `https://127.0.0.1:${server.port}`];
    const ask = async (origin: string): Promise<unknown> => {
      await using outgoing = new Outgoing({ origins: [origin] });
      return await outgoing.request(withToken(origin)).then(
        ({ status }) => status,
        (error: OutgoingError) => [error.kind, /\(([A-Z_]+)\)/.exec(error.message)?.[1]],
      );
    };
    expect(await ask(byName)).toEqual(['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, pair.cert]);
    try {
      expect(await ask(byName)).toBe(200);
      expect(await ask(byAddress)).toEqual(['tls', 'ERR_TLS_CERT_ALTNAME_INVALID']);
    } finally {
      setDefaultCACertificates(trusted);
    }
    expect(requests).toBe(1);
  });

  test('where none is spoken', async () => {
    await using server = await saying((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const origin = `https://127.0.0.1:${server.port}`;
    await using outgoing = new Outgoing({ origins: [origin] });
    expect((await failure(outgoing, withToken(origin))).kind).toBe('tls');
  });
});

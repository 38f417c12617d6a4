import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { explainAnswer, wasAccepted } from '../../../src/cli/sending/explain-answer.ts';
import { type Answer, type NoAnswer, postEvent } from '../../../src/cli/sending/post-event.ts';
import { Origin } from '../../../src/domain/origin.ts';

const open: (Server | TcpServer)[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server | TcpServer): Promise<string> {
  open.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/integracoes/leads` : '';
}

function post(url: string, timeoutMs?: number): Promise<Answer | NoAnswer> {
  return postEvent(
    { url, headers: { 'Content-Type': 'application/json', 'X-Test': 'ação'.slice(0, 1) }, body: '{"nome":"João"}' },
    timeoutMs,
  );
}

async function explained(listener: RequestListener): Promise<string> {
  const url = await listening(createServer(listener));
  return explainAnswer(await post(url), Origin.ownForm, url).en;
}

describe('an answer', () => {
  test('comes with status, body and time, and the service got the exact bytes', async () => {
    const got: Buffer[] = [];
    const url = await listening(
      createServer(async (request, response) => {
        for await (const chunk of request) got.push(chunk);
        response.writeHead(202).end('{"status":"accepted","evento_id":"12"}');
      }),
    );
    const result = await post(url);
    expect(result).toMatchObject({ kind: 'answered', status: 202, body: '{"status":"accepted","evento_id":"12"}' });
    expect(Buffer.concat(got).toString()).toBe('{"nome":"João"}');
    expect(wasAccepted(result)).toBe(true);
    expect(explainAnswer(result, Origin.ownForm, url).en).toContain('`lead-intake events show 12`');
  });

  test('a redirect is not followed', async () => {
    let requests = 0;
    const sentence = await explained((_request, response) => {
      requests += 1;
      response.writeHead(301, { Location: 'https://leads.example.com/' }).end();
    });
    expect(requests).toBe(1);
    expect(sentence).toContain('redirects to https://leads.example.com/');
  });

  test.each([
    [401, '{"code":"signature_invalid"}', 'different values of FORMULARIO_SECRET'],
    [401, '{"code":"timestamp_out_of_window"}', 'clocks'],
    [401, 'no json', 'different values of FORMULARIO_SECRET'],
    [404, '<html>', 'There is no /integracoes/leads at this address'],
    [422, '{"code":"fields_invalid"}', 'names every field'],
    [503, '{"code":"source_not_configured"}', 'runs without FORMULARIO_SECRET'],
    [503, '{"code":"store_busy"}', 'Nothing is lost'],
    [502, '', 'proxy'],
    [418, '', 'HTTP 418'],
    [500, '', 'HTTP 500'],
    [200, '{"status":"already_accepted","evento_id":"3"}', 'already has this event'],
    [200, '{"status":"accepted","eventos":[{"evento_id":"8","status":"accepted"}]}', '`lead-intake events show 8`'],
    [401, '{"code":"signature_missing"}', 'WEBHOOK_ALLOW_UNSIGNED'],
    [200, '<html>', 'not from lead-intake'],
    [200, '{"evento_id":"7; reboot"}', 'not from lead-intake'],
    [400, '{"code":"constructor"}', 'HTTP 400'],
    [400, '{"code":"__proto__"}', 'HTTP 400'],
  ])('%i %s is explained', async (status, body, expected) => {
    expect(await explained((_request, response) => void response.writeHead(status).end(body))).toContain(expected);
  });
});

describe('no answer', () => {
  test('because nothing listens', async () => {
    const server = createServer();
    const url = await listening(server);
    server.close();
    await once(server, 'close');
    const result = await post(url);
    expect(result).toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED' });
    expect(explainAnswer(result, Origin.ownForm, url).en).toContain('lead-intake serve');
  });

  test('in time', async () => {
    const url = await listening(createServer(() => undefined));
    const result = await post(url, 50);
    expect(result).toMatchObject({ kind: 'unreachable', code: 'TIMEOUT' });
    expect(explainAnswer(result, Origin.ownForm, url).en).toContain('No answer within');
  });

  test('in HTTP', async () => {
    const url = await listening(
      createTcpServer((socket) => void socket.on('data', () => socket.end('SSH-2.0-OpenSSH\r\n')).on('error', () => undefined)),
    );
    expect(explainAnswer(await post(url), Origin.ownForm, url).en).toContain('does not speak HTTP');
  });

  test('because the connection is closed', async () => {
    const url = await listening(createTcpServer((socket) => void socket.on('data', () => socket.end()).on('error', () => undefined)));
    expect(explainAnswer(await post(url), Origin.ownForm, url).en).toContain('closed the connection');
  });

  test('because TLS is spoken to a port without it', async () => {
    const url = (await listening(createServer())).replace('http:', 'https:');
    expect(explainAnswer(await post(url), Origin.ownForm, url).en).toContain('encrypted connection failed');
  });

  test('because the name is unknown', async () => {
    const url = 'http://no-such-host.invalid/integracoes/leads';
    expect(explainAnswer(await post(url), Origin.ownForm, url).en).toMatch(/does not exist|could not be looked up/);
  });
});

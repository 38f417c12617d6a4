import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runLoad } from '../../src/benchmark/load.ts';
import { Submissions } from '../../src/benchmark/submissions.ts';
import { runYardstick } from '../../src/benchmark/yardstick.ts';

async function loadOf(port: number, secret = 'secret') {
  const submissions = new Submissions(secret).requests(20);
  return await runLoad({ port, connections: 3, submissions, signal: new AbortController().signal });
}

async function loadOfYardstick(secret: string) {
  const stop = new AbortController();
  const address = Promise.withResolvers<{ readonly url: string }>();
  const running = runYardstick('secret', stop.signal, address.resolve);
  const result = await loadOf(Number(new URL((await address.promise).url).port), secret);
  stop.abort();
  await running;
  return result;
}

async function listening(listener: RequestListener): Promise<{ port: number; close(): void }> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Two iterations of the event loop between the pieces, so that the client reads each piece separately. */
function writePieces(socket: Socket, [piece, ...rest]: readonly string[]): void {
  if (piece === undefined) return;
  socket.write(piece);
  setImmediate(() => setImmediate(() => writePieces(socket, rest)));
}

describe('a load at full speed', () => {
  test('sends every request once and ends when they are used up', async () => {
    const result = await loadOfYardstick('secret');
    expect(result).toMatchObject({ refused: 0, lost: 0 });
    expect(result.sent).toHaveLength(20);
    expect(result.accepted.size).toBe(20);
    expect(result.latenciesMs).toHaveLength(20);
  });

  test('the yardstick refuses what is not signed with its secret', async () => {
    const result = await loadOfYardstick('other');
    expect(result).toMatchObject({ accepted: new Map(), refused: 20 });
  });

  test('answers that come in pieces are put together', async () => {
    const server = createTcpServer((socket) => {
      // The request is small enough to arrive in one piece.
      socket.on('data', () => writePieces(socket, ['HTTP/1.1 20', '0 OK\r\nContent-Le', 'ngth: 4\r\n\r\nab', 'cd']));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const result = await loadOf((server.address() as AddressInfo).port);
    server.close();
    expect(result).toMatchObject({ refused: 0, lost: 0 });
    expect(result.accepted.size).toBe(20);
  });

  test('a server that dies acknowledges nothing more', async () => {
    let answered = 0;
    const server = await listening((request, response) => {
      request.resume().on('end', () => {
        answered += 1;
        if (answered > 6) response.destroy();
        else response.writeHead(202, { 'Content-Length': 0 }).end();
      });
    });
    const result = await loadOf(server.port);
    server.close();
    expect(result.accepted.size).toBe(6);
    expect(result.lost).toBe(3);
    expect(result.sent).toHaveLength(9);
  });
});

describe('a load at a rate', () => {
  test('does not wait for answers, and counts from the planned moment', async () => {
    const total = 5;
    const held: ServerResponse[] = [];
    const server = await listening((request, response) => {
      request.resume();
      held.push(response);
      // A client that waits for each answer never gets here.
      if (held.length === total) for (const one of held) one.writeHead(202, { 'Content-Length': 0 }).end();
    });
    const submissions = new Submissions('secret').requests(total);
    const { signal } = new AbortController();
    const result = await runLoad({ port: server.port, connections: total, perSecond: 100, submissions, signal });
    server.close();
    expect(result).toMatchObject({ refused: 0, lost: 0 });
    expect(result.sent).toEqual(submissions.map(({ id }) => id));
    expect(new Set(result.accepted.keys())).toEqual(new Set(result.sent));
    // The first was planned 40 ms before the last, and all answers came at once. Latencies measured from sending would not differ.
    expect(Math.max(...result.latenciesMs) - Math.min(...result.latenciesMs)).toBeGreaterThan(20);
  });

  test('with fewer connections than requests, the wait for one counts too', async () => {
    const server = await listening((request, response) => {
      request.resume().on('end', () => response.writeHead(422, { 'Content-Length': 2 }).end('{}'));
    });
    const submissions = new Submissions('secret').requests(50);
    const { signal } = new AbortController();
    const result = await runLoad({ port: server.port, connections: 1, perSecond: 100_000, submissions, signal });
    server.close();
    expect(result).toMatchObject({ accepted: new Map(), refused: 50, lost: 0 });
    // All were planned at almost the same time and answered one after the other.
    expect(result.latenciesMs.at(-1)).toBeGreaterThan(result.latenciesMs[0] ?? 0);
  });
});

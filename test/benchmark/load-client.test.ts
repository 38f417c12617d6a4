import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { loadAtFullSpeed } from '../../src/benchmark/load-client.ts';
import { Submissions } from '../../src/benchmark/submissions.ts';
import { startYardstick } from '../../src/benchmark/yardstick.ts';

async function loadOf(port: number, secret = 'secret') {
  const submissions = new Submissions(secret).requests(20);
  return await loadAtFullSpeed({ port, connections: 3, submissions, durationMs: 60_000, signal: new AbortController().signal });
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
    const yardstick = await startYardstick('secret');
    const result = await loadOf(Number(new URL(yardstick.url).port));
    yardstick.close();
    expect(result).toMatchObject({ refused: 0, lost: 0 });
    expect(result.sent).toHaveLength(20);
    expect(new Set(result.accepted).size).toBe(20);
    expect(result.latenciesMs).toHaveLength(20);
  });

  test('the yardstick refuses what is not signed with its secret', async () => {
    const yardstick = await startYardstick('secret');
    const result = await loadOf(Number(new URL(yardstick.url).port), 'other');
    yardstick.close();
    expect(result).toMatchObject({ accepted: [], refused: 20 });
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
    expect(result.accepted).toHaveLength(20);
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
    expect(result.accepted).toHaveLength(6);
    expect(result.lost).toBe(3);
    expect(result.sent).toHaveLength(9);
  });
});

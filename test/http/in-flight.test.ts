import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { Exchange } from '../../src/http/exchange.ts';
import { InFlight } from '../../src/http/in-flight.ts';

test('a connection that broke keeps nobody waiting, also when its last answer never closes, as on Node 22 with pipelined requests', () => {
  const server = createServer();
  const inFlight = new InFlight(server);
  const socket = new Duplex();
  server.emit('connection', socket);
  inFlight.add({ req: { socket, complete: true }, res: new EventEmitter() } as unknown as Exchange);
  const answered = vi.fn();
  inFlight.whenAnswered(socket, answered);
  expect(answered).not.toHaveBeenCalled();
  socket.emit('close');
  inFlight.whenAnswered(socket, answered);
  expect(answered).toHaveBeenCalledOnce();
});

import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Exchange } from './exchange.ts';

/** The requests being answered, by connection, so that closing and broken pipelines can wait for them. */
export class InFlight {
  readonly #server: Server;
  /** The last one of each connection: answers leave in order, so when it is done all are. */
  readonly #last = new Map<Duplex, Exchange>();
  #closed: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
    // When a connection breaks, Node 22 closes no answer that waited behind another one on it.
    server.on('connection', (socket) => socket.once('close', () => this.#last.delete(socket)));
  }

  add(exchange: Exchange): void {
    this.#last.set(exchange.req.socket, exchange);
    if (this.#closed !== undefined) exchange.res.shouldKeepAlive = false;
  }

  /** To be called once it is answered, or its client gone. */
  remove(exchange: Exchange): void {
    const { socket } = exchange.req;
    if (this.#last.get(socket) === exchange) this.#last.delete(socket);
    if (this.#closed !== undefined) this.#server.closeIdleConnections();
  }

  /** Calls back when complete requests on the connection have been answered; at once when there are none. */
  whenAnswered(socket: Duplex, callback: () => void): void {
    const last = this.#last.get(socket);
    if (last === undefined) callback();
    else if (last.req.complete) last.res.once('close', callback);
    else if (last.res.headersSent) socket.destroy();
    else callback();
  }

  close(graceMs: number): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
      this.#server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const { res } of this.#last.values()) res.shouldKeepAlive = false;
    });
    return this.#closed;
  }
}

import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Exchange } from './exchange.ts';

/**
 * How many requests of one connection are worked on at the same time. Clients that pipeline send a handful; without a limit, a
 * megabyte of small ones takes 100 MB and holds everybody else up.
 */
const MOST_UNANSWERED = 16;

interface Connection {
  /** The last one that is being answered: answers leave in order, so when it is done all are. Undefined: none is. */
  last: Exchange | undefined;
  unanswered: number;
  /** Requests that came in the same turn of the event loop: their client cannot have read an answer between them, however quick it was. */
  together: number;
  turn: number;
  /** It reached the limit: it closes after the last answer, and what came later is not looked at. */
  isFull: boolean;
  willPause: boolean;
}

/** The requests being answered, by connection, so that closing and broken pipelines can wait for them, and none has too many. */
export class InFlight {
  readonly #server: Server;
  readonly #connections = new Map<Duplex, Connection>();
  #closed: Promise<void> | undefined;
  #turn = 0;
  #turnEnds = false;

  constructor(server: Server) {
    this.#server = server;
    // When a connection breaks, Node 22 closes no answer that waited behind another one on it.
    server.on('connection', (socket) => socket.once('close', () => this.#connections.delete(socket)));
  }

  /**
   * False: the connection has as many unanswered requests as it may, and this one is not to be answered. The last answer says
   * `Connection: close`, so that the client sends the rest again on another one (RFC 9112, section 9.3.2).
   */
  add(exchange: Exchange): boolean {
    const { socket } = exchange.req;
    // The rest of a chunk is parsed although the connection is gone.
    if (socket.destroyed) return false;
    const connection = this.#connections.get(socket) ?? newConnection();
    if (connection.isFull) {
      stopReading(socket, connection);
      return false;
    }
    this.#connections.set(socket, connection);
    connection.last = exchange;
    connection.unanswered += 1;
    connection.isFull = Math.max(connection.unanswered, this.#countTogether(connection)) >= MOST_UNANSWERED;
    if (connection.isFull || this.#closed !== undefined) exchange.res.shouldKeepAlive = false;
    return true;
  }

  /** To be called once it is answered, or its client gone. */
  remove(exchange: Exchange): void {
    const { socket } = exchange.req;
    const connection = this.#connections.get(socket);
    if (connection !== undefined) {
      connection.unanswered -= 1;
      // Kept until the connection closes, for the count of its turn, but without what it would hold on to.
      if (connection.unanswered === 0) connection.last = undefined;
    }
    if (this.#closed !== undefined) this.#server.closeIdleConnections();
  }

  /** Calls back when complete requests on the connection have been answered; at once when there are none. */
  whenAnswered(socket: Duplex, callback: () => void): void {
    const last = this.#connections.get(socket)?.last;
    if (last === undefined) callback();
    else if (last.req.complete) last.res.once('close', callback);
    else if (last.res.headersSent) socket.destroy();
    else callback();
  }

  #countTogether(connection: Connection): number {
    if (!this.#turnEnds) {
      this.#turnEnds = true;
      setImmediate(() => {
        this.#turnEnds = false;
        this.#turn += 1;
      });
    }
    connection.together = connection.turn === this.#turn ? connection.together + 1 : 1;
    connection.turn = this.#turn;
    return connection.together;
  }

  close(graceMs: number): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
      this.#server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const { last } of this.#connections.values()) if (last !== undefined) last.res.shouldKeepAlive = false;
    });
    return this.#closed;
  }
}

function newConnection(): Connection {
  return { last: undefined, unanswered: 0, together: 0, turn: -1, isFull: false, willPause: false };
}

/** After the chunk that is being parsed, because Node reads on after each request in it. It does so after each answer too, for one chunk more. */
function stopReading(socket: Duplex, connection: Connection): void {
  if (connection.willPause) return;
  connection.willPause = true;
  setImmediate(() => {
    connection.willPause = false;
    socket.pause();
  });
}

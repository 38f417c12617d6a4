import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Exchange } from './exchange.ts';

/**
 * Maximum unanswered requests per connection. Pipelining clients send a handful; without a limit, a megabyte of small requests takes 100 MB
 * and delays everyone else.
 */
const MOST_UNANSWERED = 16;

interface Connection {
  /** The last request being answered: answers leave in order, so once it is done, all are. `undefined` if there is none. */
  last: Exchange | undefined;
  unanswered: number;
  /**
   * Requests that arrived in the same iteration of the event loop: the client cannot have read an answer between them, however fast it was.
   */
  together: number;
  turn: number;
  /** The connection reached the limit: it closes after the last answer, and later requests are ignored. */
  isFull: boolean;
  willPause: boolean;
}

/** The requests being answered, by connection, so that closing and broken pipelines can wait for them, and no connection has too many. */
export class InFlight {
  readonly #server: Server;
  readonly #connections = new Map<Duplex, Connection>();
  #closed: Promise<void> | undefined;
  #turn = 0;
  #turnEnds = false;

  constructor(server: Server) {
    this.#server = server;
    // When a connection breaks, Node 22 does not close answers that waited behind another one.
    server.on('connection', (socket) => socket.once('close', () => this.#connections.delete(socket)));
  }

  /**
   * False if the connection has reached its limit and this request must not be answered. The last answer carries `Connection: close`, so
   * that the client sends the rest again on a new connection (RFC 9112, section 9.3.2).
   */
  add(exchange: Exchange): boolean {
    const { socket } = exchange.req;
    // The rest of a chunk is parsed even though the connection is closed.
    if (socket.destroyed) return false;
    const connection = this.#connectionOf(socket);
    if (connection.isFull) {
      stopReading(socket, connection);
      return false;
    }
    connection.last = exchange;
    connection.unanswered += 1;
    connection.isFull = Math.max(connection.unanswered, this.#countTogether(connection)) >= MOST_UNANSWERED;
    if (connection.isFull || this.#closed !== undefined) exchange.res.shouldKeepAlive = false;
    return true;
  }

  /** Call it once the request is answered or the client has disconnected. */
  remove(exchange: Exchange): void {
    const { socket } = exchange.req;
    const connection = this.#connections.get(socket);
    if (connection !== undefined) {
      connection.unanswered -= 1;
      // Kept until the connection closes, to count requests per iteration, but without the exchange, so that its memory is freed.
      if (connection.unanswered === 0) connection.last = undefined;
    }
    if (this.#closed !== undefined) this.#server.closeIdleConnections();
  }

  /** Calls back once all complete requests on the connection have been answered; immediately if there are none. */
  whenAnswered(socket: Duplex, callback: () => void): void {
    const last = this.#connections.get(socket)?.last;
    if (last === undefined) callback();
    else if (last.req.complete) last.res.once('close', callback);
    else if (last.res.headersSent) socket.destroy();
    else callback();
  }

  #connectionOf(socket: Duplex): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { last: undefined, unanswered: 0, together: 0, turn: -1, isFull: false, willPause: false };
    this.#connections.set(socket, connection);
    return connection;
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

/**
 * After the current chunk, because Node resumes reading after each request in it. It also does so after each answer, for one more chunk.
 */
function stopReading(socket: Duplex, connection: Connection): void {
  if (connection.willPause) return;
  connection.willPause = true;
  setImmediate(() => {
    connection.willPause = false;
    socket.pause();
  });
}

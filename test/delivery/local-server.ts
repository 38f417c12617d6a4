import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A test server on a free port of loopback. Disposing closes its open connections. */
export class LocalServer<S extends ListeningServer = Server> implements AsyncDisposable {
  readonly server: S;
  readonly #sockets = new Set<Socket>();
  #connections = 0;

  private constructor(server: S) {
    this.server = server;
    server.on('connection', (socket: Socket) => {
      this.#connections += 1;
      this.#sockets.add(socket);
      // Clients that give up reset the connection.
      socket.on('error', () => undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static http(listener: RequestListener): Promise<LocalServer> {
    return LocalServer.listening(createServer(listener));
  }

  static async listening<S extends ListeningServer>(server: S): Promise<LocalServer<S>> {
    const local = new LocalServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    return local;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** How many connections were opened in total. */
  get connections(): number {
    return this.#connections;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

interface ListeningServer {
  listen(port: number, host: string, listening: () => void): unknown;
  address(): AddressInfo | string | null;
  on(event: 'connection', listener: (socket: Socket) => void): unknown;
  close(closed: () => void): unknown;
}

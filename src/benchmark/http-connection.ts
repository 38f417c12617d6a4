import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The result of one request: its status, or that the connection ended before an answer arrived. */
export type Answer = number | 'lost';

const HEAD_END = Buffer.from('\r\n\r\n');
/** The position of the status in `HTTP/1.1 202 …`. */
const STATUS_FROM = 9;
const STATUS_TO = 12;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;

/**
 * A keep-alive connection that writes prepared requests, one at a time, and reads only status and length of the answers: the client must
 * cost little compared to the server it measures. It does not support chunked answers; the program sends none here.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #answered: PromiseWithResolvers<Answer> | undefined;
  #isOpen = true;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    // An error is followed by `close`, which covers every way a connection ends.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
  }

  /** Rejects with the system's error if no server listens. */
  static async open(port: number): Promise<HttpConnection> {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  /** Sends a request. The previous one must have been answered. */
  send(request: Buffer): Promise<Answer> {
    this.#answered = Promise.withResolvers();
    const { promise } = this.#answered;
    if (this.#isOpen) this.#socket.write(request);
    else this.#end();
    return promise;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.byteLength === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0);
    if (this.#received.byteLength < headEnd + HEAD_END.byteLength + length) return;
    this.#received = Buffer.alloc(0);
    this.#answered?.resolve(Number(head.slice(STATUS_FROM, STATUS_TO)));
  }

  #end(): void {
    this.#isOpen = false;
    this.#answered?.resolve('lost');
  }
}

import { connect, type Socket } from 'node:net';

export interface RawConnection {
  readonly socket: Socket;
  write(data: string | Buffer): void;
  /** Everything received so far. */
  received(): string;
  /** Resolves with everything received as soon as it satisfies the test. */
  until(matches: (received: string) => boolean): Promise<string>;
  /** Resolves with everything received when the other side has closed. */
  closed: Promise<string>;
}

/** A connection on which a test writes arbitrary bytes. */
export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const waiting = new Set<() => void>();
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    for (const check of waiting) check();
  });
  // A reset by the server counts as a close.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return {
    socket,
    write: (data) => void socket.write(data),
    received: () => received,
    until: (matches) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!matches(received)) return;
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        void closed.then(() => reject(new Error(`closed before the expected answer came: ${received}`)));
        check();
      }),
    closed,
  };
}

/** Writes, waits until the server closes, and returns everything it sent. */
export async function exchangeRaw(port: number, data: string | Buffer): Promise<string> {
  const connection = await openRaw(port);
  connection.write(data);
  return connection.closed;
}

/** The status codes of the responses in a stream of bytes, in order. */
export function statuses(received: string): readonly number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]));
}

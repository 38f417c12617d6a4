import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection to a server that can be cut and restored, like a network between the two. */
export interface Line {
  /** The address of the server through this line. */
  readonly origin: string;
  /** Closes every connection and accepts none. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Opens a line to a server on loopback; closed when the test ends. */
export async function layLine(origin: string): Promise<Line> {
  const target = Number(new URL(origin).port);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const open = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  await open(0);
  onTestFinished(cut);
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, cut, mend: () => open(port) };
}

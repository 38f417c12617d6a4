import { connect, type Socket } from 'node:net';
import { ADMIN_TOKEN } from './lead-intake.ts';

/** Open live pages. Their streams are read but not rendered. */
export interface LivePages {
  close(): void;
}

/**
 * Opens as many streams as live pages in browsers would, rotating through the paths and both languages. The sockets discard what they read,
 * to load the machine as little as possible.
 */
export async function openLivePages(url: string, paths: readonly string[], count: number): Promise<LivePages> {
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const path = paths[index % paths.length] ?? '/admin';
      return openStream(url, path, Math.floor(index / paths.length) % 2 === 0 ? 'pt' : 'en');
    }),
  );
  return { close: () => sockets.forEach((socket) => void socket.destroy()) };
}

/** Resolves when the stream has started. */
function openStream(url: string, path: string, language: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${ADMIN_TOKEN}`,
        `Accept-Language: ${language}`,
        'Accept: text/html, text/event-stream',
        '',
        '',
      ].join('\r\n'),
    );
    socket.once('error', reject);
    socket.once('data', (head) => {
      if (!head.toString('latin1').includes('text/event-stream')) {
        socket.destroy();
        return reject(new Error(`${path} is no stream: ${head.toString('latin1').split('\r\n')[0]}`));
      }
      socket.off('error', reject).on('error', () => undefined);
      resolve(socket.resume());
    });
  });
}

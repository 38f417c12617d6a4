import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where PostgreSQL listens in a folder. */
const SOCKET = '.s.PGSQL.5432';

/** The network between processes and a PostgreSQL server: a proxy that can be cut. */
export class Cable implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'cable-'));
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #isSilent = false;

  private constructor(to: { readonly folder: string }) {
    this.#server = createServer((here) => {
      if (this.#isCut) {
        here.destroy();
        return;
      }
      this.#sockets.add(here);
      if (this.#isSilent) return;
      const there = createConnection(join(to.folder, SOCKET));
      for (const [one, other] of [
        [here, there],
        [there, here],
      ] as const) {
        this.#sockets.add(one);
        one.pipe(other);
        one.on('error', () => undefined);
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  static async to(server: { readonly folder: string }): Promise<Cable> {
    const cable = new Cable(server);
    await new Promise<void>((resolve) => cable.#server.listen(join(cable.folder, SOCKET), resolve));
    return cable;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on, nothing passes, and nobody is told. */
  silence(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
    this.#isSilent = true;
  }

  mend(): void {
    this.#isCut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

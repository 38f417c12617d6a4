import pg from 'pg';
import { driverUrl, hostUrls } from '../../config/database-path.ts';
import { toStoreError } from './errors.ts';

/** SQLSTATE of a write to a standby. */
const READ_ONLY = '25006';

/** The hosts of each URL of this process, that of the next connection first: all connections go where the primary was last. */
const known = new Map<string, string[]>();

function hostsOf(databaseUrl: string): string[] {
  const hosts = known.get(databaseUrl) ?? hostUrls(databaseUrl).map(driverUrl);
  known.set(databaseUrl, hosts);
  return hosts;
}

/** How many hosts a URL names. */
export function hostCount(databaseUrl: string): number {
  return hostsOf(databaseUrl).length;
}

/** Connects, with another host each time that one is away or is a standby, until all have been tried. */
export async function tryEachHost<Client>(databaseUrl: string, connect: () => Promise<Client>): Promise<Client> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await connect();
    } catch (error) {
      if (tried === hostCount(databaseUrl) || toStoreError(error).code !== 'store_unavailable') throw error;
    }
  }
}

/** The class of connections to the primary. One to a host that is away, or is a standby, fails; the next goes to the next host. */
export function clientOf(databaseUrl: string): new (config?: pg.ClientConfig) => pg.Client {
  const hosts = hostsOf(databaseUrl);
  return class extends pg.Client {
    readonly #url: string;

    constructor(config?: pg.ClientConfig) {
      const url = hosts[0] as string;
      super({ ...config, connectionString: url });
      this.#url = url;
      // Its next statement fails. Without a listener, a server that is killed between two statements would end the process.
      this.on('error', () => undefined);
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connecting = this.#connectToPrimary(() => super.connect());
      if (callback === undefined) return connecting;
      // The pool's callback gets no error if there is none.
      connecting.then(() => (callback as (error?: Error) => void)(), callback);
      return undefined;
    }

    async #connectToPrimary(connect: () => Promise<unknown>): Promise<this> {
      try {
        await connect();
        if (hosts.length > 1) await this.#requirePrimary();
        return this;
      } catch (error) {
        // The next connection is made to another host, unless one that failed later has seen to it.
        if (hosts[0] === this.#url) hosts.push(hosts.shift() as string);
        throw error;
      }
    }

    async #requirePrimary(): Promise<void> {
      const { rows } = await this.query<{ readonly standby: boolean }>('select pg_is_in_recovery() as standby');
      if (!rows[0]?.standby) return;
      await this.end();
      throw Object.assign(new Error('The server is a standby.'), { code: READ_ONLY });
    }
  };
}

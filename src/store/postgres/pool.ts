import pg from 'pg';
import { inStoreWords, toStoreError } from './errors.ts';
import { clientOf, hostCount, tryEachHost } from './hosts.ts';

/** Most connections of a process for each kind; more callers wait in line. Slow reads take none from those that store events. */
const POOL_SIZES = { read: 5, write: 5 };
/** How long a caller waits for a connection, to all hosts in turn, in ms: a sender that gets no answer repeats its request. */
const CONNECT_TIMEOUT_MS = 5_000;
/** How long a statement may run or wait for a lock, in ms. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** How long the process waits for the answer to a statement, in ms: longer than the server works on it, which may be gone. */
const ANSWER_TIMEOUT_MS = 35_000;
/** How long a connection may be idle within a transaction, in ms: a process that is stopped must not keep its locks. */
const IDLE_TIMEOUT_MS = 10_000;

/** What names the connections of processes that use a database. */
export const APPLICATION = 'lead-intake';

const NUMBERS = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Values as SQLite gives them: integers below 2^53 as numbers, flags as 0 and 1, JSON as text. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text') => {
    if (NUMBERS.has(type)) return Number;
    if (type === pg.types.builtins.BOOL) return (value: string) => (value === 't' ? 1 : 0);
    if (type === pg.types.builtins.JSON || type === pg.types.builtins.JSONB) return (value: string) => value;
    return pg.types.getTypeParser(type, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Opens no connection before the first query. One for writes stays open until the end: a process that is idle is seen by others. */
export function openPool(url: string, kind: keyof typeof POOL_SIZES): pg.Pool {
  const pool = new PrimaryPool(url, {
    ...settingsOf(url),
    Client: clientOf(url),
    max: POOL_SIZES[kind],
    min: kind === 'write' ? 1 : 0,
    // Several statements are under way at once: a transaction waits for the network a few times instead of once for each.
    pipeline: true,
    types: TYPES,
  });
  // A connection that the server closes while nobody uses it is replaced by the next query.
  pool.on('error', () => undefined);
  return pool;
}

/** Works with a client of a pool; one whose connection failed is thrown away. */
export async function withClient<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (toStoreError(error).code === 'store_unavailable') failed = error as Error;
    throw error;
  } finally {
    client.release(failed);
  }
}

class PrimaryPool extends pg.Pool {
  readonly #url: string;

  constructor(url: string, config: pg.PoolConfig) {
    super(config);
    this.#url = url;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = tryEachHost(this.#url, () => super.connect());
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error | boolean) => void) => void;

/** Ends a connection without asking the server, which may be gone: what waits for it fails as if the server had ended it. */
export function breakOff(client: pg.ClientBase): void {
  (client as unknown as { readonly connection: pg.Connection }).connection.stream.destroy();
}

/** One connection outside of the pools, which is not connected yet. */
export function newClient(url: string): pg.Client {
  return new (clientOf(url))(settingsOf(url));
}

/** One connection whose statements and transactions take as long as they need. */
export async function connectPatiently(url: string, name: string): Promise<pg.Client> {
  return await tryEachHost(url, async () => {
    const client = new (clientOf(url))({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: name,
      keepAlive: true,
      types: TYPES,
    });
    await client.connect();
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return client;
  });
}

/**
 * Works with such a connection.
 * @throws AppError `store_…`
 */
export async function withPatientClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return await inStoreWords(async () => {
    const client = await connectPatiently(url, APPLICATION);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  });
}

function settingsOf(url: string): pg.ClientConfig {
  return {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS / hostCount(url),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    application_name: APPLICATION,
    keepAlive: true,
  };
}

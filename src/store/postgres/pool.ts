import pg from 'pg';
import { clientOf } from './hosts.ts';

/** Connections of one process; more wait in line. */
const POOL_SIZE = 10;
/** How long a caller waits for a connection, in ms: a sender that gets no answer repeats its request. */
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

/** Opens no connection before the first query. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    ...settingsOf(),
    Client: clientOf(url),
    max: POOL_SIZE,
    // Several statements are under way at once: a transaction waits for the network a few times instead of once for each.
    pipeline: true,
    types: TYPES,
  });
  // A connection that the server closes while nobody uses it is replaced by the next query.
  pool.on('error', () => undefined);
  return pool;
}

/** One connection outside of the pool. */
export function newClient(url: string): pg.Client {
  return new (clientOf(url))(settingsOf());
}

/** One connection whose statements and transactions take as long as they need. */
export function newPatientClient(url: string, name: string): pg.Client {
  return new (clientOf(url))({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: name,
    keepAlive: true,
    types: TYPES,
  });
}

function settingsOf(): pg.ClientConfig {
  return {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    application_name: APPLICATION,
    keepAlive: true,
  };
}

import { hash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/** A prepared statement that the connection does not have, or has already: a pooler gives transactions to connections in turn. */
const UNKNOWN = new Set(['26000', '42P05']);

/** 120 bits. */
const NAME_CHARACTERS = 20;

/**
 * The statements of frequent transactions, and those that a rare one repeats, which the server parses and plans once for each connection: for
 * a group of 32 events, that was a quarter of all work, and for retrying thousands of events two thirds. Poolers that do not know prepared
 * statements (PgBouncer before 1.21, in transaction mode) get none after the first error.
 */
export class PreparedStatements {
  #names: Map<string, string> | undefined = new Map();

  /** @param settings of its transaction, under which the server plans it */
  named(query: QueryConfig, settings: string): QueryConfig {
    if (this.#names === undefined || query.values === undefined) return query;
    // By its text: behind a pooler, another process may have given the name to its statement.
    const key = settings + query.text;
    const name = this.#names.get(key) ?? `lead_intake_${hash('sha256', key, 'base64url').slice(0, NAME_CHARACTERS)}`;
    this.#names.set(key, name);
    return { ...query, name };
  }

  /** True if the transaction failed only because its statements were prepared: from now on, none are. */
  areRefused(error: unknown): boolean {
    if (!(error instanceof Error && 'code' in error && UNKNOWN.has(String(error.code)))) return false;
    this.#names = undefined;
    return true;
  }
}

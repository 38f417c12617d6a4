import { type Bound, bound } from '../../sql/bound.ts';
import { WRITES } from '../../sql/writes.ts';
import type { SqliteConnection } from '../connection.ts';
import { giveBackSpace, probe } from '../maintenance.ts';

const SQLITE_WRITES = { ...WRITES, giveBackSpace, probe };

export type WriteOperations = Bound<typeof SQLITE_WRITES>;

/** The writes, bound to a connection. */
export function writeOperations(connection: SqliteConnection): WriteOperations {
  return bound(connection, SQLITE_WRITES);
}

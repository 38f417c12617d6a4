import type { SqliteConnection } from '../connection.ts';
import { isDamageError } from '../errors.ts';
import { INDEX_SCHEMA, indexVersion, removeIndex, writableIndex } from './index-file.ts';
import { fittingPositions, type Positions } from './positions.ts';

/**
 * Runs a transaction of the index of a database. Creates the index if it is missing. Every process reads the database after it has the
 * write lock of the index, so what is read later is not overwritten with what was read before.
 *
 * @param lockTimeoutMs how long to wait for another process that is indexing
 * @returns `undefined` if the index is damaged or does not fit the database; it was removed
 */
export function writeIndex<Result>(
  database: SqliteConnection,
  lockTimeoutMs: number,
  write: (index: SqliteConnection, positions: Positions) => Result,
): Result | undefined {
  let index: SqliteConnection | undefined;
  try {
    index = writableIndex(database);
    index.driver.exec(`pragma busy_timeout = ${lockTimeoutMs}; begin immediate`);
    if (indexVersion(index) === 0) index.driver.exec(INDEX_SCHEMA);
    const positions = fittingPositions(database, index, 'main');
    if (positions !== undefined) {
      const result = write(index, positions);
      index.driver.exec('commit');
      return result;
    }
  } catch (error) {
    if (!isDamageError(error)) throw error;
  } finally {
    if (index?.driver.isInTransaction() === true) index.driver.exec('rollback');
  }
  removeIndex(database.path, database.index?.file);
  return undefined;
}

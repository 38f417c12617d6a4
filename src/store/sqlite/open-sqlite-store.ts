import type { Store } from '../../domain/ports.ts';
import { SqliteStore } from './sqlite-store.ts';

/**
 * Opens the database of a `sqlite:PATH` address; folder, file and schema are made when missing.
 *
 * @param now UTC ms, recorded with the migrations that run
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`
 */
export function openSqliteStore(databaseUrl: string, now: number): Store {
  return new SqliteStore(databaseUrl.replace(/^sqlite:/, ''), now);
}

import type { Store } from '../../domain/ports.ts';
import { SqliteStore } from './sqlite-store.ts';

/**
 * Opens the database of a `sqlite:PATH` address; folder, file and schema are made when missing.
 *
 * @param now UTC ms, recorded with the migrations that run
 * @param options `lockPatienceMs`: how long a write waits for another process before it is refused with `store_busy`; 5 s when left out
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`
 */
export function openSqliteStore(databaseUrl: string, now: number, options: { readonly lockPatienceMs?: number } = {}): Store {
  return new SqliteStore(databaseUrl.replace(/^sqlite:/, ''), now, options);
}

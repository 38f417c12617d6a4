import { isPostgresUrl } from '../config/database-path.ts';
import type { Store } from '../domain/ports.ts';
import type { SqliteStoreOptions } from './sqlite/core.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';

/**
 * Opens the database of a `sqlite:PATH` or `postgres://…` URL. Most options are about a file; a server needs none of them.
 *
 * @param now UTC ms
 * @throws AppError `store_…`
 */
export async function openStore(databaseUrl: string, now: number, options: SqliteStoreOptions): Promise<Store> {
  if (!isPostgresUrl(databaseUrl)) return openSqliteStore(databaseUrl, now, options);
  // Loaded on demand: most installations use a file.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
  return await openPostgresStore(databaseUrl, now, options.attribution === undefined ? {} : { attribution: options.attribution });
}

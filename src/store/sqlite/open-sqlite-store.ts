import { databasePath } from '../../config/database-path.ts';
import type { Store } from '../../domain/ports.ts';
import { storePorts } from '../sql/store-ports.ts';
import { SqliteCore, type SqliteStoreOptions } from './core.ts';

/**
 * Opens the database of a `sqlite:PATH` address. Writes go through the writer (group commit, synced before a promise resolves), reads
 * through their own connection. Creates folder, file and schema if they are missing.
 *
 * @param now UTC ms, recorded with the migrations that run
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`
 */
export function openSqliteStore(databaseUrl: string, now: number, options: SqliteStoreOptions = {}): Store {
  const core = new SqliteCore(databasePath(databaseUrl), now, options);
  return storePorts(core, {
    storeFacts: () => core.reader.read('storeFacts'),
    // Avoids starting the read thread, which takes 13 MB, until another read needs it.
    queueSnapshot: async (queue, now) => (await core.look('briefSnapshot', queue, now)) ?? core.read('queueSnapshot', queue, now),
    indexMore: (limit) => core.indexer.read('indexMore', limit),
    checkWritable: () => core.writer.write('probe'),
    broken: core.broken,
    clockAheadMs: () => 0,
  });
}

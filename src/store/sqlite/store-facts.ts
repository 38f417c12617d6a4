import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StoreFacts } from '../../domain/queue-status.ts';
import { erasureFacts } from '../sql/queries/figures.ts';
import type { SqliteConnection } from './connection.ts';
import { keptLogs } from './damaged-log.ts';
import { realDatabase } from './database-path.ts';
import { schemaVersion } from './migrations/migrate.ts';
import { journalOf } from './privacy/database-journal.ts';

export async function storeFacts(connection: SqliteConnection): Promise<StoreFacts> {
  const { path } = connection;
  const database = realDatabase(path);
  const damaged = keptLogs(path).at(-1);
  return {
    ...(damaged === undefined ? {} : { damagedLogAt: damaged.writtenAt }),
    ...(await erasureFacts(connection, journalOf(path).exists)),
    kind: 'sqlite',
    location: path,
    schemaVersion: schemaVersion(connection.driver),
    fileBytes: fileBytes(path),
    walBytes: fileBytes(`${database}-wal`),
    diskFreeBytes: diskFreeBytes(dirname(database)),
  };
}

function diskFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

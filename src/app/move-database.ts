import { databasePath, isPostgresUrl, shownDatabase } from '../config/database-path.ts';
import { appError } from '../messages/messages.ts';
import { type Moved, type MoveRequest, moveRows } from '../store/move/move-rows.ts';
import { journalEntries } from '../store/sql/privacy/stored-erasures.ts';
import { openWriteConnection } from '../store/sqlite/connection.ts';
import { databaseExists, refuseMissing } from '../store/sqlite/database-path.ts';
import type { Driver } from '../store/sqlite/driver.ts';
import { SqliteSide } from '../store/sqlite/move-side.ts';
import { journalOf } from '../store/sqlite/privacy/database-journal.ts';
import { requireUnused } from './database-users.ts';

export type { Moved, MoveStage } from '../store/move/move-rows.ts';

/** Database URLs: one of a SQLite file, the other of a PostgreSQL server. */
interface Databases {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies a whole database into an empty one of the other kind, verifies the copy, and marks it complete. Neither can be used meanwhile. A
 * move that was stopped or killed is resumed by the next one.
 *
 * @throws AppError `usage` unless one is a file and the other a server; `conflict` while a process uses one of them, if the target has other
 * data, or if the copy differs; `store_…`; the signal's abort reason
 */
export async function moveDatabase({ from, to }: Databases, request: Pick<MoveRequest, 'now' | 'signal' | 'onProgress'>): Promise<Moved> {
  if (isPostgresUrl(from) === isPostgresUrl(to)) throw appError('usage', (m) => m.errors.move.oneOfEach);
  // Loaded on demand, like the store.
  const { PostgresSide } = await import('../store/postgres/move-side.ts');
  // The source first: opening the target changes it.
  if (isPostgresUrl(to)) {
    await using source = SqliteSide.source(lockedFile(existingPath(from)));
    await using target = await PostgresSide.open(to, request.now);
    return await moveRows({ ...request, from: source, to: target, tables: source.tables(), source: shownDatabase(from) });
  }
  const path = databasePath(to);
  await using source = await PostgresSide.open(from, request.now);
  await using target = SqliteSide.target(lockedFile(path, request.now));
  const moved = await moveRows({ ...request, from: source, to: target, tables: target.tables(), source: shownDatabase(from) });
  journalOf(path).complete(await journalEntries(source, null));
  return moved;
}

function existingPath(file: string): string {
  const path = databasePath(file);
  refuseMissing(path);
  return path;
}

/** @param createdAt UTC ms; omitted: the file is not created */
function lockedFile(path: string, createdAt?: number): Driver {
  if (createdAt !== undefined && !databaseExists(path)) openWriteConnection(path, createdAt, { create: true }).close();
  const use = requireUnused(path);
  if (use.kind !== 'held') throw appError('store_unusable', (m) => m.errors.store.notADatabase);
  return use.driver;
}

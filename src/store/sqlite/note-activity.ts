import { AppError } from '../../base/app-error.ts';
import type { OperatorAction } from '../../domain/activity.ts';
import type { Operator } from '../../domain/ports.ts';
import { recordActivity } from '../sql/operations/control.ts';
import { SqliteConnection } from './connection.ts';
import { openDriver } from './driver.ts';
import { hasTable } from './migrations/migrate.ts';
import { openForWriting } from './open-for-writing.ts';

/** How long to wait for another process's write lock, in ms. */
const TIMEOUT_MS = 5_000;

/**
 * Adds a line to the operators' log of a database. Does not migrate the schema, unlike opening the store. Returns false if the line cannot
 * be written now (locked, read-only, full).
 *
 * @throws AppError `store_…` for a damaged log that could not be kept or recovered
 */
export async function noteActivity(
  path: string,
  activity: { action: OperatorAction; target: string; detail: string },
  operator: Operator,
): Promise<boolean> {
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(openForWriting(path), path);
    connection.driver.exec(`pragma busy_timeout = ${TIMEOUT_MS}`);
    await recordActivity(connection, activity.action, activity.target, activity.detail, operator);
    return true;
  } catch (error) {
    // Report lost events even if only a log line was to be written.
    if (error instanceof AppError) throw error;
    return false;
  } finally {
    connection?.close();
  }
}

/** Ends every session in a copy of a database, which still has those that were ended since. Without migrating its schema. */
export function forgetSessions(path: string): void {
  const driver = openDriver(path, { readonly: false });
  try {
    if (hasTable(driver, 'sessoes')) driver.exec('delete from sessoes');
  } finally {
    driver.close();
  }
}

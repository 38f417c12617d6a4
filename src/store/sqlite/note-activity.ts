import { AppError } from '../../base/app-error.ts';
import type { OperatorAction } from '../../domain/activity.ts';
import type { Operator } from '../../domain/ports.ts';
import { Connection } from './connection.ts';
import { openForWriting } from './open-for-writing.ts';
import { recordActivity } from './operations/control.ts';

/** How long the write lock of others is waited for, in ms. */
const PATIENCE_MS = 5_000;

/**
 * Writes a line into the operators' log of a database without bringing its schema up to date, as opening the store would. False when
 * it cannot be written now (locked, read-only, full).
 *
 * @throws AppError `store_…` for a damaged log that could not be kept or recovered
 */
export function noteActivity(
  path: string,
  activity: { action: OperatorAction; target: string; detail: string },
  operator: Operator,
): boolean {
  let connection: Connection | undefined;
  try {
    connection = new Connection(openForWriting(path), path);
    connection.driver.exec(`pragma busy_timeout = ${PATIENCE_MS}`);
    recordActivity(connection, activity.action, activity.target, activity.detail, operator);
    return true;
  } catch (error) {
    // Lost events must not be kept quiet for the sake of a line.
    if (error instanceof AppError) throw error;
    return false;
  } finally {
    connection?.close();
  }
}

import type { Operator } from '../../domain/ports.ts';
import { Connection } from './connection.ts';
import { openDriver } from './driver.ts';
import { recordActivity } from './operations/control.ts';

/** How long the write lock of others is waited for, in ms. */
const PATIENCE_MS = 5_000;

/**
 * Writes a line into the operators' log of a database without bringing its schema up to date, as opening the store would. False when
 * it cannot be written now (locked, read-only, full).
 */
export function noteActivity(path: string, activity: { action: string; target: string; detail: string }, operator: Operator): boolean {
  let connection: Connection | undefined;
  try {
    connection = new Connection(openDriver(path, { readonly: false }));
    connection.driver.exec(`pragma busy_timeout = ${PATIENCE_MS}`);
    recordActivity(connection, activity.action, activity.target, activity.detail, operator);
    return true;
  } catch {
    return false;
  } finally {
    connection?.close();
  }
}

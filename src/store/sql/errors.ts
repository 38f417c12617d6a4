import type { AppError } from '../../base/app-error.ts';
import { appError } from '../../messages/messages.ts';

export function closedError(): AppError {
  return appError('store_closed', (m) => m.errors.store.closed);
}

export function overloadedError(): AppError {
  return appError('store_overloaded', (m) => m.errors.store.overloaded);
}

/** True if a UNIQUE, FOREIGN KEY, NOT NULL or CHECK constraint failed: the codes of SQLite, and class 23 of the SQL standard. */
export function isConstraintError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(SQLITE_CONSTRAINT|23...$)/.test(String(error.code));
}

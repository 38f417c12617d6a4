import { AppError, type ErrorCode } from '../../base/app-error.ts';
import { appError, type ErrorPick } from '../../messages/messages.ts';
import { sqliteCode } from './driver.ts';

type Translation = readonly [code: ErrorCode, pick: ErrorPick];

const BUSY: Translation = ['store_busy', (m) => m.errors.store.busy];
const FULL: Translation = ['store_full', (m) => m.errors.store.full];
const NOT_A_DATABASE: Translation = ['store_unusable', (m) => m.errors.store.notADatabase];
const IO: Translation = ['store_unavailable', (m) => m.errors.store.inputOutput];

const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  SQLITE_BUSY: BUSY,
  SQLITE_LOCKED: BUSY,
  SQLITE_FULL: FULL,
  // The shared-memory file could not grow.
  SQLITE_IOERR_SHMSIZE: FULL,
  SQLITE_READONLY: ['store_unusable', (m) => m.errors.store.readOnly],
  SQLITE_CANTOPEN: ['store_unusable', (m) => m.errors.store.cannotOpen],
  SQLITE_NOTADB: NOT_A_DATABASE,
  SQLITE_CORRUPT: NOT_A_DATABASE,
  SQLITE_IOERR: IO,
};

/** Converts a driver error to a store error by SQLite's result code, never by its text. */
export function toStoreError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const sqlite = sqliteCode(error);
  if (sqlite === undefined || isOfOneOperation(sqlite))
    return appError('internal', (m) => m.errors.store.operationRefused, { cause: error });
  const [code, pick] = TRANSLATIONS[sqlite] ?? TRANSLATIONS[primaryCode(sqlite)] ?? IO;
  return appError(code, pick, { cause: error });
}

/** Codes caused by a single operation, not by the database. */
function isOfOneOperation(code: string): boolean {
  return /^SQLITE_(CONSTRAINT|ERROR|MISMATCH|RANGE|TOOBIG|MISUSE)/.test(code);
}

/** True for a disk error: a failed read, write or sync. */
export function isDiskError(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_IOERR') ?? false;
}

/** True if the file cannot be read as a database. */
export function isDamageError(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error) ?? '');
}

export function isBusyError(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && TRANSLATIONS[primaryCode(code)] === BUSY;
}

/** `SQLITE_IOERR_WRITE` → `SQLITE_IOERR` */
function primaryCode(code: string): string {
  return code.split('_').slice(0, 2).join('_');
}

import { AppError, type ErrorCode } from '../../base/app-error.ts';
import { sqliteCode } from './driver.ts';

interface Translation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const BUSY: Translation = {
  code: 'store_busy',
  message: 'The database is locked by another process.',
  hint: 'It usually clears by itself; if it does not, look for a process that holds the file open (a backup, a database browser).',
};
const FULL: Translation = {
  code: 'store_full',
  message: 'The disk of the database is full.',
  hint: 'Free space or move the database; nothing that was acknowledged is lost. `lead-intake queue prune` deletes old jobs.',
};
const READONLY: Translation = {
  code: 'store_unusable',
  message: 'The database cannot be written: the file, its folder or the file system is read-only.',
  hint: 'Give the user that runs lead-intake write permission to the database file and to its folder.',
};
const CANNOT_OPEN: Translation = {
  code: 'store_unusable',
  message: 'The database file cannot be opened.',
  hint: 'Check DATABASE_URL: the path must be a file, and its folder must be writable for the user that runs lead-intake.',
};
const NOT_A_DATABASE: Translation = {
  code: 'store_unusable',
  message: 'The file is not a SQLite database, or it is damaged.',
  hint: 'Check DATABASE_URL. If the file was a database before, keep a copy of it and restore the newest backup.',
};
const IO: Translation = {
  code: 'store_unavailable',
  message: 'The database file could not be read or written.',
  hint: 'Look at the disk and at the system log.',
};

const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  SQLITE_BUSY: BUSY,
  SQLITE_LOCKED: BUSY,
  SQLITE_FULL: FULL,
  SQLITE_READONLY: READONLY,
  SQLITE_CANTOPEN: CANNOT_OPEN,
  SQLITE_NOTADB: NOT_A_DATABASE,
  SQLITE_CORRUPT: NOT_A_DATABASE,
  SQLITE_IOERR: IO,
};

/** An error of the driver in the store's words, told apart by SQLite's result code, never by text. */
export function toStoreError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = sqliteCode(error);
  const translation = code === undefined || isOfOneOperation(code) ? undefined : (TRANSLATIONS[primaryCode(code)] ?? IO);
  if (translation === undefined) return new AppError('internal', 'The database refused an operation.', { cause: error });
  return new AppError(translation.code, translation.message, { hint: translation.hint, cause: error });
}

/** Codes that are about what one operation asked, not about the database. */
function isOfOneOperation(code: string): boolean {
  return /^SQLITE_(CONSTRAINT|ERROR|MISMATCH|RANGE|TOOBIG|MISUSE)/.test(code);
}

/** True for a broken UNIQUE, FOREIGN KEY, NOT NULL or CHECK rule. */
export function isConstraintError(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT') ?? false;
}

export function isBusyError(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && TRANSLATIONS[primaryCode(code)] === BUSY;
}

/** `SQLITE_IOERR_WRITE` → `SQLITE_IOERR` */
function primaryCode(code: string): string {
  return code.split('_').slice(0, 2).join('_');
}

import { AppError, type ErrorCode } from '../../base/app-error.ts';
import { inEveryLanguage, type Messages } from '../../messages/messages.ts';
import { sqliteCode } from './driver.ts';

type Texts = Messages['errors']['store'];

/** What happened, and what to do. */
interface ErrorText {
  readonly message: string;
  readonly hint?: string;
}

/** An error with the words of the catalogue: `storeError('store_busy', (m) => m.busy)`. */
export function storeError(code: ErrorCode, pick: (texts: Texts) => ErrorText, cause?: unknown): AppError {
  const { en, pt } = inEveryLanguage((messages) => pick(messages.errors.store));
  const hint = en.hint === undefined ? {} : { hint: { en: en.hint, pt: pt.hint ?? en.hint } };
  return new AppError(code, { en: en.message, pt: pt.message }, cause === undefined ? hint : { ...hint, cause });
}

export function closedError(): AppError {
  return storeError('store_closed', (m) => m.closed);
}

export function clientNotFound(client: string): AppError {
  return storeError('not_found', (m) => m.noClient({ client }));
}

type Translation = readonly [code: ErrorCode, pick: (texts: Texts) => ErrorText];

const BUSY: Translation = ['store_busy', (m) => m.busy];
const FULL: Translation = ['store_full', (m) => m.full];
const NOT_A_DATABASE: Translation = ['store_unusable', (m) => m.notADatabase];
const IO: Translation = ['store_unavailable', (m) => m.inputOutput];

const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  SQLITE_BUSY: BUSY,
  SQLITE_LOCKED: BUSY,
  SQLITE_FULL: FULL,
  // The memory that processes share is a file too, and could not grow.
  SQLITE_IOERR_SHMSIZE: FULL,
  SQLITE_READONLY: ['store_unusable', (m) => m.readOnly],
  SQLITE_CANTOPEN: ['store_unusable', (m) => m.cannotOpen],
  SQLITE_NOTADB: NOT_A_DATABASE,
  SQLITE_CORRUPT: NOT_A_DATABASE,
  SQLITE_IOERR: IO,
};

/** An error of the driver in the store's words, told apart by SQLite's result code, never by text. */
export function toStoreError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const sqlite = sqliteCode(error);
  if (sqlite === undefined || isOfOneOperation(sqlite)) return storeError('internal', (m) => m.operationRefused, error);
  const [code, pick] = TRANSLATIONS[sqlite] ?? TRANSLATIONS[primaryCode(sqlite)] ?? IO;
  return storeError(code, pick, error);
}

/** Codes that are about what one operation asked, not about the database. */
function isOfOneOperation(code: string): boolean {
  return /^SQLITE_(CONSTRAINT|ERROR|MISMATCH|RANGE|TOOBIG|MISUSE)/.test(code);
}

/** True for a broken UNIQUE, FOREIGN KEY, NOT NULL or CHECK rule. */
export function isConstraintError(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT') ?? false;
}

/** True for trouble of the disk itself: a read, a write or a sync that failed. */
export function isDiskError(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_IOERR') ?? false;
}

/** True where the file cannot be read as a database. */
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

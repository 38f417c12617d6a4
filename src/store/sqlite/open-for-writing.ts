import { appError } from '../../messages/messages.ts';
import { keepDamagedLog } from './damaged-log.ts';
import { realDatabase } from './database-path.ts';
import { type Driver, openDriver } from './driver.ts';
import { isBusyError, isDamageError, toStoreError } from './errors.ts';

/**
 * Opens a database that is in use, for writing. The last connection to close deletes the log, so keep a copy of a damaged log first. Use
 * `openDriver` for copies that no other process knows.
 *
 * @throws AppError `store_…` if no copy can be kept or other processes have the database open; the driver's error
 */
export function openForWriting(path: string): Driver {
  if (keepDamagedLog(path)) recoverExclusively(path);
  return openDriver(path, { readonly: false });
}

/**
 * Has SQLite recover the damaged log by its checksums, checkpoint the intact part and empty the log. Otherwise the remaining frames would
 * look like damage again behind the frames that overwrite them.
 *
 * Only without another connection: shared memory has no checksums, so others would checkpoint damaged pages.
 */
function recoverExclusively(path: string): void {
  const driver = openDriver(path, { readonly: false });
  try {
    driver.exec('pragma locking_mode = exclusive');
    driver.prepare('pragma wal_checkpoint(truncate)').get();
  } catch (error) {
    if (!isBusyError(error)) throw error;
    const log = `${realDatabase(path)}-wal`;
    throw appError('store_unavailable', (m) => m.errors.store.logInUse({ log }), { cause: error });
  } finally {
    driver.close();
  }
}

/**
 * Whether another process keeps the write lock for longer than `waitMs`. Changes nothing if the caller has a connection of its own: the
 * last one to close would checkpoint the log. False where this user cannot write: then the lock cannot be asked for.
 */
export function isWriteLocked(path: string, waitMs: number): boolean {
  const driver = openDriver(path, { readonly: false });
  try {
    driver.exec(`pragma busy_timeout = ${waitMs}; begin immediate; rollback`);
    return false;
  } catch (error) {
    return isBusyError(error);
  } finally {
    driver.close();
  }
}

/** How long to wait for short commands of other processes, in ms. */
const TIMEOUT_MS = 1_000;

/** `damaged`: SQLite cannot read enough of the file to lock it. */
export type ExclusiveUse =
  | { readonly kind: 'held'; readonly driver: Driver; readonly release: () => void }
  | { readonly kind: 'in_use' }
  | { readonly kind: 'damaged' };

/**
 * Locks a database for this process alone until it is released. Every process that has the database open holds SQLite's shared lock, even
 * while idle, so none is missed. This also checkpoints the WAL, so that the file alone is the complete database.
 *
 * While the lock is held, use only its driver: the system drops all locks of a process at its first `close` of the file.
 *
 * @throws AppError `store_…` if the disk or permissions prevent it
 */
export function takeExclusively(path: string): ExclusiveUse {
  let driver: Driver | undefined;
  try {
    driver = openForWriting(path);
    driver.exec(`pragma busy_timeout = ${TIMEOUT_MS}`);
    driver.exec('pragma locking_mode = exclusive');
    driver.exec('pragma journal_mode = delete');
    driver.exec('begin exclusive');
    const held = driver;
    return { kind: 'held', driver: held, release: () => held.close() };
  } catch (error) {
    driver?.close();
    if (isBusyError(error)) return { kind: 'in_use' };
    if (isDamageError(error)) return { kind: 'damaged' };
    throw toStoreError(error);
  }
}

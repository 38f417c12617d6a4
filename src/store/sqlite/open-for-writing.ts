import { keepDamagedLog, logInUse } from './damaged-log.ts';
import { type Driver, openDriver } from './driver.ts';
import { isBusyError } from './errors.ts';

/**
 * Opens a database that is in use to write it. Its last connection that closes deletes the log, so whoever opens one to write keeps a
 * copy of a damaged log first. Copies that nobody else knows are opened with `openDriver`.
 *
 * @throws AppError `store_…` where no copy can be kept, or others have the database open; the driver's error
 */
export function openForWriting(path: string): Driver {
  if (keepDamagedLog(path)) recoverAlone(path);
  return openDriver(path, { readonly: false });
}

/**
 * Has SQLite read the damaged log by its checksums, copy what is whole into the database and empty the log: what is left of it would look
 * damaged again, behind the frames that are written over it.
 *
 * Only without another connection: what the others share of the log knows no checksums, and would copy damaged pages into the database.
 */
function recoverAlone(path: string): void {
  const driver = openDriver(path, { readonly: false });
  try {
    driver.exec('pragma locking_mode = exclusive');
    driver.prepare('pragma wal_checkpoint(truncate)').get();
  } catch (error) {
    if (isBusyError(error)) throw logInUse(path, error);
    throw error;
  } finally {
    driver.close();
  }
}

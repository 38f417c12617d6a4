import type { Driver } from './driver.ts';
import { isBusyError, isDamageError, toStoreError } from './errors.ts';
import { openForWriting } from './open-for-writing.ts';

/** How long short commands of others are waited for, in ms. */
const PATIENCE_MS = 1_000;

/** `damaged`: SQLite cannot read the file far enough to lock it. */
export type ExclusiveUse =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'in_use' }
  | { readonly kind: 'damaged' };

/**
 * Takes a database for this process alone, until it is released. Everybody who has it open holds SQLite's shared lock, also while
 * idle, so nobody is overlooked. The WAL is moved into the file on the way, so that the file alone is the database.
 *
 * While it is held the file must not be opened or read in another way: the system drops the locks of a process with its first `close`.
 *
 * @throws AppError `store_…` for trouble of the disk or of permissions
 */
export function takeExclusively(path: string): ExclusiveUse {
  let driver: Driver | undefined;
  try {
    driver = openForWriting(path);
    driver.exec(`pragma busy_timeout = ${PATIENCE_MS}`);
    driver.exec('pragma locking_mode = exclusive');
    driver.exec('pragma journal_mode = delete');
    driver.exec('begin exclusive');
    const held = driver;
    return { kind: 'held', release: () => held.close() };
  } catch (error) {
    driver?.close();
    if (isBusyError(error)) return { kind: 'in_use' };
    if (isDamageError(error)) return { kind: 'damaged' };
    throw toStoreError(error);
  }
}

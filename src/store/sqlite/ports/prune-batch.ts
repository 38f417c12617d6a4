import type { AppError } from '../../../base/app-error.ts';
import type { QueueControl } from '../../../domain/ports.ts';
import { storeError, toStoreError } from '../errors.ts';
import { copyLog, releaseSpaceAside } from '../space-reserve.ts';
import type { WriteOperations } from '../writer/write-operations.ts';
import type { SqliteCore } from './core.ts';

/** Free pages given back to the file system after each pruned batch; small, so that the write lock is held shortly. */
const VACUUM_PAGES = 256;
/** Jobs pruned in one transaction on a full disk: few, so that they fit into the room that the log has once it was copied. */
const JOBS_WHEN_FULL = 100;

/** `QueueControl.pruneBatch`. On a full disk it goes on in small steps, with the room that is set aside for it. */
export function pruneBatch(core: SqliteCore): QueueControl['pruneBatch'] {
  let { isDiskFull } = core;

  async function write<Name extends 'pruneBatch' | 'giveBackSpace'>(
    name: Name,
    ...args: Parameters<WriteOperations[Name]>
  ): Promise<ReturnType<WriteOperations[Name]>> {
    const result = await core.writer.write(name, ...args);
    if (isDiskFull) copyLog(core.path);
    return result;
  }

  async function withRoom<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (isDiskFull || toStoreError(error).code !== 'store_full') throw noRoom(error);
      isDiskFull = true;
    }
    try {
      releaseSpaceAside(core.path);
      return await step();
    } catch (error) {
      throw noRoom(error);
    }
  }

  return async (selection, limit) => {
    const pruned = await withRoom(() => write('pruneBatch', selection, isDiskFull ? Math.min(limit, JOBS_WHEN_FULL) : limit));
    // A step of its own: it moves pages and would otherwise lengthen the transaction that deletes.
    await withRoom(() => write('giveBackSpace', VACUUM_PAGES));
    return pruned;
  };
}

/** What a person can do when even deleting found no room; other errors as they are. */
function noRoom(thrown: unknown): AppError {
  const error = toStoreError(thrown);
  if (error.code !== 'store_full') return error;
  return storeError('store_full', (m) => m.noRoomToDelete, error.cause);
}

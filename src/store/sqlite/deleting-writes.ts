import type { AppError } from '../../base/app-error.ts';
import { appError } from '../../messages/messages.ts';
import type { StoreCore } from '../sql/core.ts';
import { toStoreError } from './errors.ts';
import { copyLog, releaseSpaceReserve } from './space-reserve.ts';

/** Runs steps that free space, and uses the reserved space if the disk is full. */
export function deletingWrites(path: string, isFullAlready: boolean): StoreCore['deleting'] {
  let isDiskFull = isFullAlready;
  const run = async <Value>(step: (isFull: boolean) => Promise<Value>): Promise<Value> => {
    const result = await step(isDiskFull);
    if (isDiskFull) copyLog(path);
    return result;
  };
  return async (step) => {
    try {
      return await run(step);
    } catch (error) {
      if (isDiskFull || toStoreError(error).code !== 'store_full') throw noRoom(error);
      isDiskFull = true;
    }
    try {
      releaseSpaceReserve(path);
      return await run(step);
    } catch (error) {
      throw noRoom(error);
    }
  };
}

/** What the operator can do if even deleting found no space; other errors unchanged. */
export function noRoom(thrown: unknown): AppError {
  const error = toStoreError(thrown);
  if (error.code !== 'store_full') return error;
  return appError('store_full', (m) => m.errors.store.noRoomToDelete, { cause: error.cause });
}

import type { AppError } from '../../base/app-error.ts';
import { appError } from '../../messages/messages.ts';
import { toStoreError } from './errors.ts';
import { copyLog, releaseSpaceReserve } from './space-reserve.ts';

/** Steps that free space, and use the reserved space if the disk is full. */
export class DeletingWrites {
  readonly #path: string;
  #isDiskFull: boolean;

  constructor(path: string, isDiskFull: boolean) {
    this.#path = path;
    this.#isDiskFull = isDiskFull;
  }

  async run<Value>(step: (isFull: boolean) => Promise<Value>): Promise<Value> {
    try {
      return await this.#step(step);
    } catch (error) {
      if (this.#isDiskFull || toStoreError(error).code !== 'store_full') throw noRoom(error);
      this.#isDiskFull = true;
    }
    try {
      releaseSpaceReserve(this.#path);
      return await this.#step(step);
    } catch (error) {
      throw noRoom(error);
    }
  }

  async #step<Value>(step: (isFull: boolean) => Promise<Value>): Promise<Value> {
    const result = await step(this.#isDiskFull);
    if (this.#isDiskFull) copyLog(this.#path);
    return result;
  }
}

/** What the operator can do if even deleting found no space; other errors unchanged. */
export function noRoom(thrown: unknown): AppError {
  const error = toStoreError(thrown);
  if (error.code !== 'store_full') return error;
  return appError('store_full', (m) => m.errors.store.noRoomToDelete, { cause: error.cause });
}

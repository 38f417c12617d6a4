import { cancellation } from '../../../base/cancellation.ts';
import { closedError, toStoreError } from '../errors.ts';
import type { Reads } from '../queries/reads.ts';
import type { Reader } from './reader.ts';

/** Reads in this thread: for commands that run alone. Closing it leaves the connection open. */
export class LocalReader implements Reader {
  readonly read: Reader['read'];
  #isClosed = false;

  constructor(reads: Reads) {
    this.read = async (name, ...args) => {
      cancellation()?.throwIfAborted();
      if (this.#isClosed) throw closedError();
      try {
        return (reads[name] as (...args: unknown[]) => never)(...args);
      } catch (error) {
        throw toStoreError(error);
      }
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}

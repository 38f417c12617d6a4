import { cancellation } from '../../../base/cancellation.ts';
import type { Connection } from '../connection.ts';
import { toStoreError } from '../errors.ts';
import { closedError } from '../writer/writer.ts';
import { queryRunner, type Reader } from './reader.ts';

/** Reads in this thread: for commands that run alone. Closing it leaves the connection open. */
export class LocalReader implements Reader {
  readonly read: Reader['read'];
  #isClosed = false;

  constructor(connection: Connection, path: string) {
    const run = queryRunner(connection, path);
    this.read = async (group, name, ...args) => {
      cancellation()?.throwIfAborted();
      if (this.#isClosed) throw closedError();
      try {
        return (await run(group, name, args)) as never;
      } catch (error) {
        throw this.#isClosed ? closedError() : toStoreError(error);
      }
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}

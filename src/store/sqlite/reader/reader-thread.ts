import { parentPort, workerData } from 'node:worker_threads';
import { openReadConnection } from '../connection.ts';
import { toStoreError } from '../errors.ts';
import { plainError } from '../writer/messages.ts';
import type { FromReader, ReaderStart, ToReader } from './messages.ts';
import { packResult } from './packing.ts';
import { type QueryGroup, queryRunner } from './reader.ts';

/** The thread's side of `ThreadReader`: runs one read after the other, and answers each. */
export function runReaderThread(): void {
  const port = parentPort;
  if (port === null) throw new Error('This file runs as a worker thread only.');
  const { path } = workerData as ReaderStart;
  const connection = openReadConnection(path);
  const run = queryRunner(connection, path);

  const answer = async (group: QueryGroup, name: string, args: readonly unknown[]): Promise<FromReader> => {
    try {
      return { value: packResult(name, await run(group, name, args)) };
    } catch (error) {
      return { error: plainError(toStoreError(error)) };
    }
  };
  port.on('message', async (message: ToReader) => {
    if ('close' in message) {
      connection.close();
      port.close();
      return;
    }
    port.postMessage(await answer(message.group, message.name, message.args));
  });
}

import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openReadConnection } from '../connection.ts';
import { toStoreError } from '../errors.ts';
import { readsOf } from '../reads.ts';
import { plainError } from '../writer/messages.ts';
import { packResult } from './packing.ts';
import type { FromReader, ReaderStart, ToReader } from './reader.ts';

/** The thread's side of `ThreadReader`: runs one read at a time and answers each. */
export function runReaderThread(): void {
  const port = parentPort;
  if (port === null) throw new Error('This file runs as a worker thread only.');
  const { path, background } = workerData as ReaderStart;
  // Only on Linux is this the priority of a thread; elsewhere it is that of the process.
  if (background && process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
  const connection = openReadConnection(path);
  const reads = readsOf(connection) as Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

  const answer = async (name: string, args: readonly unknown[]): Promise<FromReader> => {
    try {
      return { value: packResult(name, await reads[name]?.(...args)) };
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
    port.postMessage(await answer(message.name, message.args));
  });
}

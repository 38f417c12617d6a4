import { parentPort, workerData } from 'node:worker_threads';
import { toAppError } from '../../../base/app-error.ts';
import { openWriteConnection } from '../connection.ts';
import { type FromThread, plainError, type Reply, type ThreadStart, type ToThread } from './messages.ts';
import { packResult, unpackArgs } from './packing.ts';
import { writeOperations } from './write-operations.ts';
import { Writer } from './writer.ts';

type AnyOperation = Record<string, (...args: never[]) => unknown>;

/** The thread's side of `ThreadWriter`: runs incoming operations through its own writer, and replies after each commit. */
export function runWriterThread(): void {
  const port = parentPort;
  if (port === null) throw new Error('This file runs as a worker thread only.');
  const { path, now, lockTimeoutMs, background } = workerData as ThreadStart;
  const connection = openWriteConnection(path, now, { create: false });
  const operations: AnyOperation = writeOperations(connection);
  const writer = new Writer(connection, operations, () => undefined, {
    background,
    ...(lockTimeoutMs === undefined ? {} : { lockTimeoutMs }),
  });
  const reply = replier((message) => port.postMessage(message));

  port.on('message', async (message: ToThread) => {
    if ('close' in message) {
      await writer.close();
      connection.close();
      // The last replies are sent in the microtasks after their commit; the port must stay open until then.
      await new Promise((resolve) => setImmediate(resolve));
      port.close();
      return;
    }
    for (const { id, name, args } of message.calls) {
      writer.write(name, ...(unpackArgs(name, args) as never[])).then(
        (value) => reply({ id, value: packResult(name, value) }),
        (error: unknown) => reply({ id, error: plainError(toAppError(error)) }),
      );
    }
  });
}

/** Sends the replies of one commit as one message: they all settle in the same run of microtasks. */
function replier(send: (message: FromThread) => void): (reply: Reply) => void {
  let replies: Reply[] = [];
  return (reply) => {
    if (replies.length === 0) {
      queueMicrotask(() => {
        send({ replies });
        replies = [];
      });
    }
    replies.push(reply);
  };
}

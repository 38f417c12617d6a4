import { parentPort, workerData } from 'node:worker_threads';
import { toAppError } from '../../../base/app-error.ts';
import { openWriteConnection } from '../connection.ts';
import { CALL_LENGTH, type FromThread, type PlainError, plainError, type ThreadStart, type ToThread } from './messages.ts';
import { packResult, unpackArgs } from './packing.ts';
import { writeOperations } from './write-operations.ts';
import { type OperationTable, Writer } from './writer.ts';

/** The thread's side of `ThreadWriter`: runs incoming operations through its own writer, and replies after each commit. */
export function runWriterThread(): void {
  const port = parentPort;
  if (port === null) throw new Error('This file runs as a worker thread only.');
  const { path, now, lockTimeoutMs, background } = workerData as ThreadStart;
  const connection = openWriteConnection(path, now, { create: false });
  const writer = new Writer<OperationTable>(connection, writeOperations(connection), () => undefined, {
    background,
    ...(lockTimeoutMs === undefined ? {} : { lockTimeoutMs }),
  });
  const replies = new Replies((message) => port.postMessage(message));

  port.on('message', async (message: ToThread) => {
    if ('close' in message) {
      await writer.close();
      connection.close();
      // The last replies are sent in the microtasks after their commit; the port must stay open until then.
      await new Promise((resolve) => setImmediate(resolve));
      port.close();
      return;
    }
    for (let at = 0; at < message.calls.length; at += CALL_LENGTH) {
      const id = message.calls[at] as number;
      const name = message.calls[at + 1] as string;
      const args = unpackArgs(name, message.calls[at + 2] as readonly unknown[]);
      writer.write(name, ...(args as never[])).then(
        (value) => replies.add(id, packResult(name, value)),
        (error: unknown) => replies.refuse(id, plainError(toAppError(error))),
      );
    }
  });
}

/** Sends the replies of one commit as one message: they all settle in the same run of microtasks. */
class Replies {
  readonly #send: (message: FromThread) => void;
  #results: unknown[] = [];
  #refusals: FromThread['refusals'][number][] = [];

  constructor(send: (message: FromThread) => void) {
    this.#send = send;
  }

  add(id: number, result: unknown): void {
    this.#sendSoon();
    this.#results.push(id, result);
  }

  refuse(id: number, error: PlainError): void {
    this.#sendSoon();
    this.#refusals.push({ id, error });
  }

  #sendSoon(): void {
    if (this.#results.length + this.#refusals.length > 0) return;
    queueMicrotask(() => {
      const message = { results: this.#results, refusals: this.#refusals };
      this.#results = [];
      this.#refusals = [];
      this.#send(message);
    });
  }
}

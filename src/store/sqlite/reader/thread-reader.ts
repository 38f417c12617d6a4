import type { Worker } from 'node:worker_threads';
import { cancellation } from '../../../base/cancellation.ts';
import { appError } from '../../../messages/messages.ts';
import { closedError } from '../../sql/errors.ts';
import { startThread } from '../start-thread.ts';
import { fromPlainError } from '../writer/messages.ts';
import { unpackResult } from './packing.ts';
import type { FromReader, Reader, ReaderStart } from './reader.ts';

/** Maximum waiting reads of one kind; further ones are refused. */
const MOST_WAITING = 200;
/** Far more than any page needs: a bug here ends the thread, not the service. */
const LIMITS = { maxOldGenerationSizeMb: 256 };
/** The thread that indexes all the time would keep 13 MiB more for garbage. */
const BACKGROUND_LIMITS = { ...LIMITS, maxYoungGenerationSizeMb: 4 };

interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts a thread that reads an existing, migrated database. */
export function startReaderThread(start: Omit<ReaderStart, 'script'>): Worker {
  const resourceLimits = start.background ? BACKGROUND_LIMITS : LIMITS;
  return startThread({ workerData: { script: 'reader', ...start } satisfies ReaderStart, resourceLimits });
}

/**
 * Reads in its own thread, so that heavy reads do not delay senders. The first read starts the thread. It gets one read at a time; kinds of
 * reads take turns, so that many reads of one kind delay another kind by only one. A cancelled read is not started, and its result is not
 * awaited. If the thread dies, its current read is refused and the next read starts a new thread. If a thread cannot be started, the read
 * is refused.
 */
export class ThreadReader implements Reader {
  readonly #start: () => Worker;
  /** Calls by kind; the kind that has waited longest comes first. */
  readonly #waiting = new Map<string, Call[]>();
  #thread: Worker | undefined;
  #running: Call | undefined;
  #lastKind: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  read: Reader['read'] = (name, ...args) => {
    const signal = cancellation();
    if (this.#closing !== undefined) return Promise.reject(closedError());
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const line = this.#waiting.get(name) ?? [];
    if (line.length >= MOST_WAITING) return Promise.reject(appError('store_overloaded', (m) => m.errors.store.tooManyReads));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call = { name, args, resolve, reject };
    const cancel = (): void => {
      this.#drop(call);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    this.#waiting.set(name, [...line, call]);
    this.#next();
    return promise.finally(() => signal?.removeEventListener('abort', cancel)) as never;
  };

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const calls = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const call of calls) call.reject(closedError());
    const thread = this.#thread;
    if (thread === undefined) return;
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage({ close: true });
    await ended;
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const kinds = [...this.#waiting.keys()];
    const kind = kinds.find((name) => name !== this.#lastKind) ?? kinds[0];
    if (kind === undefined) return;
    const [call, ...others] = this.#waiting.get(kind) ?? [];
    this.#waiting.delete(kind);
    if (others.length > 0) this.#waiting.set(kind, others);
    if (call !== undefined) this.#run(call);
  }

  #run(call: Call): void {
    const { name, args } = call;
    this.#running = call;
    this.#lastKind = name;
    try {
      this.#thread ??= this.#open();
      this.#thread.postMessage({ name, args });
    } catch (cause) {
      // The operating system refuses a new thread if there are too many or memory is low.
      this.#running = undefined;
      call.reject(appError('store_unavailable', (m) => m.errors.store.readerNotStarted, { cause }));
      this.#next();
    }
  }

  #drop(call: Call): void {
    const others = (this.#waiting.get(call.name) ?? []).filter((one) => one !== call);
    if (others.length === 0) this.#waiting.delete(call.name);
    else this.#waiting.set(call.name, others);
  }

  #open(): Worker {
    const thread = this.#start();
    let cause: unknown;
    thread.on('message', (message: FromReader) => {
      const call = this.#running;
      this.#running = undefined;
      if (call !== undefined) settle(call, message);
      this.#next();
    });
    thread.on('error', (error) => {
      cause = error;
    });
    thread.on('exit', (code) => {
      const call = this.#running;
      this.#running = undefined;
      this.#thread = undefined;
      call?.reject(appError('store_unavailable', (m) => m.errors.store.readerDied, { cause: cause ?? `exit code ${code}` }));
      if (this.#closing === undefined) this.#next();
    });
    return thread;
  }
}

function settle(call: Call, message: FromReader): void {
  if ('error' in message) call.reject(fromPlainError(message.error));
  else call.resolve(unpackResult(call.name, message.value));
}

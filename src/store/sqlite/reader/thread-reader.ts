import { getAsset, isSea } from 'node:sea';
import { Worker } from 'node:worker_threads';
import type { AppError } from '../../../base/app-error.ts';
import { cancellation } from '../../../base/cancellation.ts';
import { closedError, storeError } from '../errors.ts';
import { appError } from '../writer/messages.ts';
import type { FromReader, ReaderStart } from './messages.ts';
import { unpackResult } from './packing.ts';
import type { Reader } from './reader.ts';

/** Reads of one kind that may wait; further ones are refused. */
const MOST_WAITING = 200;
/** Far more than any page needs: a fault here ends the thread, and not the service. */
const LIMITS = { maxOldGenerationSizeMb: 256 };

interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts a thread that reads a database that exists and is up to date. */
export function startReaderThread(path: string): Worker {
  const options = { workerData: { script: 'reader', path } satisfies ReaderStart, resourceLimits: LIMITS };
  // The executable has no files to start from: the thread runs what the executable itself begins with.
  if (isSea()) return new Worker(getAsset('start.cjs', 'utf8'), { ...options, eval: true });
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./start-reader-thread.${ending}`, import.meta.url), options);
}

/**
 * Reads in a thread of its own, so that whoever reads a lot does not hold up those who send leads. The thread is started by the first read. It
 * is given one read at a time; kinds of reads come in rotation, so that many of one kind delay another kind by one. A read that
 * nobody waits for any more is not begun, and its result not awaited. When the thread dies, what it was reading is refused and the next
 * read starts another; a read whose thread cannot be started is refused.
 */
export class ThreadReader implements Reader {
  readonly #start: () => Worker;
  /** Calls by their kind; the kind that has waited longest comes first. */
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
    if (line.length >= MOST_WAITING) return Promise.reject(tooManyReads());
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        this.#drop(call);
        reject(signal?.reason);
      };
      const done = (): void => signal?.removeEventListener('abort', cancel);
      const call: Call = {
        name,
        args,
        resolve: (value) => {
          done();
          resolve(value as never);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.set(name, [...line, call]);
      this.#next();
    });
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
      this.#running = undefined;
      call.reject(notStarted(cause));
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
      call?.reject(readerDied(cause ?? `exit code ${code}`));
      if (this.#closing === undefined) this.#next();
    });
    return thread;
  }
}

function settle(call: Call, message: FromReader): void {
  if ('error' in message) call.reject(appError(message.error));
  else call.resolve(unpackResult(call.name, message.value));
}

function tooManyReads(): AppError {
  return storeError('store_overloaded', (m) => m.tooManyReads);
}

/** The operating system refuses a thread where there are too many, or too little memory. */
function notStarted(cause: unknown): AppError {
  return storeError('store_unavailable', (m) => m.readerNotStarted, cause);
}

function readerDied(cause: unknown): AppError {
  return storeError('store_unavailable', (m) => m.readerDied, cause);
}

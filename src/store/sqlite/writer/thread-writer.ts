import { getAsset, isSea } from 'node:sea';
import { Worker } from 'node:worker_threads';
import type { AppError } from '../../../base/app-error.ts';
import { closedError, storeError } from '../errors.ts';
import { appError, type Call, type FromThread, type Reply, type ThreadStart, type ToThread } from './messages.ts';
import { packArgs, unpackResult } from './packing.ts';
import { MAX_BACKLOG, type OperationTable, overloadedError, type WriteQueue } from './writer.ts';

/**
 * So many calls are not kept back until the turn of the event loop ends: the thread stores the first requests of a turn while the others are
 * still read. Otherwise each waits for the other by turns (own forms on 64 connections: 7,200 accepted a second instead of 9,400).
 */
const SEND_AT = 8;

interface Pending {
  readonly name: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** Starts the thread that owns the write connection of a database that exists and is up to date. */
export function startWriterThread(options: Omit<ThreadStart, 'script'>): Worker {
  const start: ThreadStart = { script: 'writer', ...options };
  // The executable has no files to start from: the thread runs what the executable itself begins with.
  if (isSea()) return new Worker(getAsset('start.cjs', 'utf8'), { eval: true, workerData: start });
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./start-writer-thread.${ending}`, import.meta.url), { workerData: start });
}

/**
 * A writer in a thread of its own: syncing to disk does not hold up the event loop. What is asked for in one turn of the
 * loop goes to the thread as a few messages. When the thread dies, everything pending is refused, and so is what comes later.
 */
export class ThreadWriter<Operations extends OperationTable> implements WriteQueue<Operations> {
  readonly #thread: Worker;
  readonly #onCommit: () => void;
  readonly #onDeath: (error: AppError) => void;
  readonly #pending = new Map<number, Pending>();
  readonly #ended = Promise.withResolvers<void>();
  #outbox: Call[] = [];
  #nextId = 0;
  #refusal: AppError | undefined;

  constructor(thread: Worker, onCommit: () => void, onDeath: (error: AppError) => void) {
    this.#thread = thread;
    this.#onCommit = onCommit;
    this.#onDeath = onDeath;
    let cause: unknown;
    thread.on('message', (message: FromThread) => this.#settle(message.replies));
    thread.on('error', (error) => {
      cause = error;
    });
    thread.on('exit', (code) => this.#end(cause ?? `exit code ${code}`));
  }

  write<Name extends keyof Operations & string>(name: Name, ...args: Parameters<Operations[Name]>): Promise<ReturnType<Operations[Name]>> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    if (this.#pending.size >= MAX_BACKLOG) return Promise.reject(overloadedError());
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const call = { id, name, args: packArgs(name, args) };
      this.#pending.set(id, { name, resolve: resolve as (value: unknown) => void, reject });
      if (this.#outbox.length === 0) setImmediate(() => this.#send());
      this.#outbox.push(call);
      if (this.#outbox.length === SEND_AT) this.#send();
    });
  }

  /** @param readerEnded the connection stays open until then: the last one that closes empties the WAL */
  close(readerEnded: Promise<void> = Promise.resolve()): Promise<void> {
    if (this.#refusal === undefined) {
      this.#refusal = closedError();
      this.#send();
      void readerEnded.then(() => this.#post({ close: true }));
    }
    return this.#ended.promise;
  }

  #send(): void {
    if (this.#outbox.length === 0) return;
    const calls = this.#outbox;
    this.#outbox = [];
    this.#post({ calls });
  }

  #post(message: ToThread): void {
    this.#thread.postMessage(message);
  }

  #settle(replies: readonly Reply[]): void {
    this.#onCommit();
    for (const reply of replies) {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      if ('error' in reply) pending?.reject(appError(reply.error));
      else pending?.resolve(unpackResult(pending.name, reply.value));
    }
  }

  /** Expected after `close` when all is answered; otherwise the program cannot store anything any more. */
  #end(cause: unknown): void {
    const isExpected = this.#refusal !== undefined && this.#pending.size === 0;
    const error = storeError('store_unavailable', (m) => m.writerDied, cause);
    if (!isExpected) this.#refusal = error;
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
    this.#ended.resolve();
    if (!isExpected) this.#onDeath(error);
  }
}

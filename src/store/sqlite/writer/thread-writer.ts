import type { Worker } from 'node:worker_threads';
import type { AppError } from '../../../base/app-error.ts';
import { appError } from '../../../messages/messages.ts';
import type { Answer } from '../../sql/core.ts';
import { closedError, overloadedError } from '../../sql/errors.ts';
import { startThread } from '../start-thread.ts';
import { CALL_LENGTH, type FromThread, fromPlainError, RESULT_LENGTH, type ThreadStart, type ToThread } from './messages.ts';
import { packArgs, unpackResult } from './packing.ts';
import { MAX_BACKLOG, type OperationTable, type WriteQueue } from './writer.ts';

/**
 * Sends calls once this many are collected, before the iteration of the event loop ends: the thread stores the first requests of an
 * iteration while the others are still being read. Otherwise loop and thread wait for each other (website forms on 64 connections: 7,200
 * accepted per second instead of 9,400).
 */
const SEND_AT = 8;

interface Pending {
  readonly name: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** Starts the thread that owns the write connection of an existing, migrated database. */
export function startWriterThread(options: Omit<ThreadStart, 'script'>): Worker {
  return startThread({ workerData: { script: 'writer', ...options } satisfies ThreadStart });
}

/**
 * A writer in its own thread: syncing to disk does not block the event loop. Calls of one iteration of the loop go to the thread in a few
 * messages. If the thread dies, all pending and later calls are refused.
 */
export class ThreadWriter<Operations extends OperationTable> implements WriteQueue<Operations> {
  readonly #thread: Worker;
  readonly #onCommit: () => void;
  readonly #onDeath: (error: AppError) => void;
  readonly #pending = new Map<number, Pending>();
  readonly #ended = Promise.withResolvers<void>();
  #outbox: unknown[] = [];
  #nextId = 0;
  #refusal: AppError | undefined;

  constructor(thread: Worker, onCommit: () => void, onDeath: (error: AppError) => void) {
    this.#thread = thread;
    this.#onCommit = onCommit;
    this.#onDeath = onDeath;
    let cause: unknown;
    thread.on('message', (message: FromThread) => this.#settle(message));
    thread.on('error', (error) => {
      cause = error;
    });
    thread.on('exit', (code) => this.#end(cause ?? `exit code ${code}`));
  }

  write<Name extends keyof Operations & string>(name: Name, ...args: Parameters<Operations[Name]>): Answer<Operations, Name> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    if (this.#pending.size >= MAX_BACKLOG) return Promise.reject(overloadedError());
    return new Promise((resolve, reject) => {
      const packed = packArgs(name, args);
      const id = this.#nextId++;
      this.#pending.set(id, { name, resolve: resolve as (value: unknown) => void, reject });
      if (this.#outbox.length === 0) setImmediate(() => this.#send());
      this.#outbox.push(id, name, packed);
      if (this.#outbox.length === SEND_AT * CALL_LENGTH) this.#send();
    });
  }

  /** @param readerEnded the connection stays open until then: the last one to close checkpoints the WAL */
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

  #settle({ results, refusals }: FromThread): void {
    this.#onCommit();
    for (let at = 0; at < results.length; at += RESULT_LENGTH) {
      const pending = this.#take(results[at] as number);
      pending?.resolve(unpackResult(pending.name, results[at + 1]));
    }
    for (const { id, error } of refusals) this.#take(id)?.reject(fromPlainError(error));
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** Expected after `close` once all calls are answered; otherwise the program can no longer store anything. */
  #end(cause: unknown): void {
    const isExpected = this.#refusal !== undefined && this.#pending.size === 0;
    const error = appError('store_unavailable', (m) => m.errors.store.writerDied, { cause });
    if (!isExpected) this.#refusal = error;
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
    this.#ended.resolve();
    if (!isExpected) this.#onDeath(error);
  }
}

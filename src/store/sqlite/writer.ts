import { AppError } from '../../base/app-error.ts';
import type { Connection } from './connection.ts';
import { isBusyError, toStoreError } from './errors.ts';

/** Operations waiting beyond this are refused with `store_overloaded`: the sender's own retry is better than an endless queue. */
const MAX_BACKLOG = 10_000;
/** Most operations in one transaction: it bounds how long other processes wait for the write lock. */
const MAX_BATCH = 500;
/** How long a batch waits for the write lock of another process before its operations are refused, in ms. */
const LOCK_PATIENCE_MS = 5_000;
/** Pause between two tries to take the write lock, in ms. A worker's batch of 100 jobs holds it for about 10 ms. */
const LOCK_RETRY_MS = 2;

/** Synchronous functions on the write connection: plain data in, plain data out, so that they can move to a thread. */
export type OperationTable = Readonly<Record<string, (...args: never[]) => unknown>>;

interface Pending {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: AppError };

/**
 * Group commit: whatever was asked while the last commit ran goes into one transaction with one sync to disk, each
 * operation in a savepoint of its own. No timer is used, so a lone operation is not delayed. Promises settle only after
 * COMMIT: resolved means on disk.
 */
export class Writer<Operations extends OperationTable> {
  readonly #connection: Connection;
  readonly #operations: Operations;
  readonly #onCommit: () => void;
  readonly #lockPatienceMs: number;
  #backlog: Pending[] = [];
  #flushing = false;
  #lockWaitSince: number | undefined;
  #closed = false;
  readonly #drained = Promise.withResolvers<void>();

  constructor(connection: Connection, operations: Operations, onCommit: () => void, options: { readonly lockPatienceMs?: number } = {}) {
    this.#connection = connection;
    this.#operations = operations;
    this.#onCommit = onCommit;
    this.#lockPatienceMs = options.lockPatienceMs ?? LOCK_PATIENCE_MS;
  }

  /** Runs one operation; resolves after it is on disk. */
  write<Name extends keyof Operations>(name: Name, ...args: Parameters<Operations[Name]>): Promise<ReturnType<Operations[Name]>> {
    if (this.#closed) return Promise.reject(closedError());
    if (this.#backlog.length >= MAX_BACKLOG) return Promise.reject(overloadedError());
    const operation = this.#operations[name] as unknown as (...args: unknown[]) => unknown;
    return new Promise((resolve, reject) => {
      this.#backlog.push({ run: () => operation(...args), resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Waits for what was accepted, refuses what comes later. Again is fine. */
  close(): Promise<void> {
    this.#closed = true;
    this.#noteWhenDrained();
    return this.#drained.promise;
  }

  #noteWhenDrained(): void {
    if (this.#closed && this.#backlog.length === 0 && !this.#flushing) this.#drained.resolve();
  }

  #schedule(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    if (!this.#takeLock()) return;
    const batch = this.#backlog.splice(0, MAX_BATCH);
    const replies = this.#commit(batch);
    for (const [index, pending] of batch.entries()) settle(pending, replies[index]);
    this.#flushing = false;
    if (this.#backlog.length > 0) this.#schedule();
    else this.#noteWhenDrained();
  }

  /** Begins the transaction. When another process holds the lock, comes back later without blocking the event loop. */
  #takeLock(): boolean {
    try {
      this.#connection.statement('begin immediate').run();
      this.#lockWaitSince = undefined;
      return true;
    } catch (error) {
      const now = performance.now();
      this.#lockWaitSince ??= now;
      if (isBusyError(error) && now - this.#lockWaitSince < this.#lockPatienceMs) {
        setTimeout(() => this.#flush(), LOCK_RETRY_MS);
      } else {
        this.#refuseBacklog(toStoreError(error));
      }
      return false;
    }
  }

  #refuseBacklog(error: AppError): void {
    this.#lockWaitSince = undefined;
    const refused = this.#backlog.splice(0);
    this.#flushing = false;
    for (const pending of refused) pending.reject(error);
    this.#noteWhenDrained();
  }

  #commit(batch: readonly Pending[]): readonly Reply[] {
    let replies: readonly Reply[];
    try {
      replies = batch.map((pending) => this.#runOne(pending));
      this.#connection.statement('commit').run();
    } catch (error) {
      if (this.#connection.driver.isInTransaction()) this.#connection.statement('rollback').run();
      const failure: Reply = { ok: false, error: toStoreError(error) };
      return batch.map(() => failure);
    }
    // Outside: what is on disk must not be reported as failed because telling others of it did not work.
    this.#onCommit();
    return replies;
  }

  #runOne(pending: Pending): Reply {
    try {
      return { ok: true, value: this.#connection.atomically(pending.run) };
    } catch (error) {
      // SQLite has rolled the whole batch back: going on would commit the rest alone and lose what came before.
      if (!this.#connection.driver.isInTransaction()) throw error;
      return { ok: false, error: toStoreError(error) };
    }
  }
}

function settle(pending: Pending, reply: Reply | undefined): void {
  if (reply?.ok === true) pending.resolve(reply.value);
  else pending.reject(reply?.error ?? new AppError('internal', 'A write was not answered.'));
}

function closedError(): AppError {
  return new AppError('store_closed', 'The database is closed.', { hint: 'The program is stopping; try again.' });
}

function overloadedError(): AppError {
  return new AppError('store_overloaded', 'More writes are waiting than the database can take.', { hint: 'Try again in a few seconds.' });
}

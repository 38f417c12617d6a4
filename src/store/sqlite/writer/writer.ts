import type { AppError } from '../../../base/app-error.ts';
import type { Attempt, Connection } from '../connection.ts';
import { closedError, isBusyError, isDiskError, storeError, toStoreError } from '../errors.ts';
import { SCHEMA_VERSION } from '../migrations/index.ts';
import { checkSchema } from '../migrations/migrate.ts';

/** Operations waiting beyond this are refused with `store_overloaded`: the sender's own retry is better than an endless queue. */
export const MAX_BACKLOG = 10_000;
/** Most operations in one transaction, so that one that fails has not too many to repeat. */
const MAX_BATCH = 500;
/** While other processes write too, a transaction begins no further operation after so many ms. */
const SHARED_MS = 2;
/** They are taken to be there until so long after they were last noticed, in ms. */
const SHARED_FOR_MS = 250;
/** Beside others, the lock is left alone for so long after a transaction that took longer than this, in ms: they look every `LOCK_RETRY_MS`. */
const GAP_MS = 4;
/** A service that accepts events is taken to be there until so long after another event was noticed, in ms. */
const INTAKE_FOR_MS = 10_000;
/**
 * Beside such a service, a process that only works leaves the lock alone for so many times as long as it held it. A process that is stopped
 * (SIGSTOP, `docker pause`) keeps what it holds, and no event can be stored meanwhile: this is how rarely that happens.
 */
const LEFT_FOR_INTAKE = 4;
/** Its transactions begin no further operation after so many ms: with the pauses between them, short ones would finish too few jobs. */
const BESIDE_INTAKE_MS = 6;
/** But not for longer than this, in ms: one slow commit must not stop the work. */
const MOST_PAUSE_MS = 250;

const NEWEST_EVENT = "select seq from sqlite_sequence where name = 'webhook_eventos'";

/** How long a batch waits for the write lock of another process before its operations are refused, in ms. */
const LOCK_PATIENCE_MS = 5_000;
/** Pause between two tries to take the write lock, in ms. */
const LOCK_RETRY_MS = 1;

/** Synchronous functions on the write connection: plain data in, plain data out, so that they can be called from another thread. */
export type OperationTable = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Where the ports put their writes: `Writer` in this thread, or `ThreadWriter`, which has one in a thread of its own. */
export interface WriteQueue<Operations extends OperationTable> {
  /** Runs one operation; resolves after it is on disk. Rejects with an AppError; sending it again is always safe. */
  write<Name extends keyof Operations & string>(name: Name, ...args: Parameters<Operations[Name]>): Promise<ReturnType<Operations[Name]>>;
  /** Waits for what was accepted, refuses what comes later. Again is fine. */
  close(): Promise<void>;
}

interface Pending {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/**
 * Group commit: whatever was asked while the last commit ran goes into one transaction with one sync to disk. No timer
 * collects operations, so a lone one is not delayed. Promises settle only after COMMIT: resolved means on disk. When an
 * operation fails, the transaction is rolled back, and the operations taken so far are repeated with a savepoint for each, so
 * that it fails alone. While other processes write too, transactions are short, with pauses in which those get the lock; one that only
 * works (`background`) holds it for at most a fifth of the time while another one accepts events.
 */
export class Writer<Operations extends OperationTable> implements WriteQueue<Operations> {
  readonly #connection: Connection;
  readonly #operations: Operations;
  readonly #onCommit: () => void;
  readonly #lockPatienceMs: number;
  #backlog: Pending[] = [];
  /** Of the backlog, the first so many are repeated carefully, because one of them failed. */
  #toRepeat = 0;
  #isFlushing = false;
  #lockWaitSince: number | undefined;
  /** Changes when another process has committed. */
  #dataVersion: number | undefined;
  #othersUntil = 0;
  /** The disk failed: the file is opened anew before anything is acknowledged again. */
  #mustReopen = false;
  readonly #isBackground: boolean;
  #newestEvent: number | undefined;
  #intakeUntil = 0;
  /** The lock is left to others until then. */
  #restUntil = 0;
  #isClosed = false;
  readonly #drained = Promise.withResolvers<void>();

  constructor(
    connection: Connection,
    operations: Operations,
    onCommit: () => void,
    options: { readonly lockPatienceMs?: number; readonly background?: boolean } = {},
  ) {
    this.#connection = connection;
    this.#operations = operations;
    this.#onCommit = onCommit;
    this.#isBackground = options.background ?? false;
    this.#lockPatienceMs = options.lockPatienceMs ?? LOCK_PATIENCE_MS;
  }

  write<Name extends keyof Operations & string>(name: Name, ...args: Parameters<Operations[Name]>): Promise<ReturnType<Operations[Name]>> {
    if (this.#isClosed) return Promise.reject(closedError());
    if (this.#backlog.length >= MAX_BACKLOG) return Promise.reject(overloadedError());
    const operation = this.#operations[name] as unknown as (...args: unknown[]) => unknown;
    return new Promise((resolve, reject) => {
      this.#backlog.push({ run: () => operation(...args), resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#noteWhenDrained();
    return this.#drained.promise;
  }

  #noteWhenDrained(): void {
    if (this.#isClosed && this.#backlog.length === 0 && !this.#isFlushing) this.#drained.resolve();
  }

  #schedule(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    const pauseMs = this.#restUntil - performance.now();
    if (pauseMs <= 0) setImmediate(() => this.#flush());
    else setTimeout(() => this.#flush(), Math.ceil(pauseMs));
  }

  #flush(): void {
    if (!this.#takeLock()) return;
    const isRepeat = this.#toRepeat > 0;
    const most = isRepeat ? this.#toRepeat : MAX_BATCH;
    this.#toRepeat = 0;
    const began = performance.now();
    const isBesideIntake = began < this.#intakeUntil;
    const isShared = began < this.#othersUntil;
    const forMs = isBesideIntake ? BESIDE_INTAKE_MS : isShared ? SHARED_MS : Number.POSITIVE_INFINITY;
    const { taken, replies } = this.#commit(most, isRepeat, began + forMs);
    const ended = performance.now();
    const heldMs = ended - began;
    if (isBesideIntake) this.#restUntil = ended + Math.min(heldMs * LEFT_FOR_INTAKE, MOST_PAUSE_MS);
    else if (isShared && heldMs > GAP_MS) this.#restUntil = ended + GAP_MS;
    if (replies === 'repeat') {
      this.#toRepeat = taken;
    } else {
      const batch = this.#backlog.splice(0, taken);
      for (const [index, pending] of batch.entries()) settle(pending, replies[index]);
    }
    this.#isFlushing = false;
    if (this.#backlog.length > 0) this.#schedule();
    else this.#noteWhenDrained();
  }

  /**
   * Notices that other processes write as well: SQLite's `data_version` changes with their commits and not with our own. One of
   * them may be a newer program that has changed the schema: whoever does not know it writes no more.
   *
   * @throws AppError `store_newer`
   */
  #lookForOthers(): void {
    const { data_version: version } = this.#connection.statement('pragma data_version').get() as { readonly data_version: number };
    if (this.#dataVersion !== undefined && version !== this.#dataVersion) {
      checkSchema(this.#connection.driver, SCHEMA_VERSION);
      this.#othersUntil = performance.now() + SHARED_FOR_MS;
      if (this.#isBackground) this.#lookForIntake();
    }
    this.#dataVersion = version;
  }

  /** Notices that another process accepts events. */
  #lookForIntake(): void {
    const { seq } = (this.#connection.statement(NEWEST_EVENT).get() ?? { seq: 0 }) as { readonly seq: number };
    if (this.#newestEvent !== undefined && seq !== this.#newestEvent) this.#intakeUntil = performance.now() + INTAKE_FOR_MS;
    this.#newestEvent = seq;
  }

  #reopen(): void {
    this.#connection.reopen();
    this.#mustReopen = false;
    // It counts anew for each connection.
    this.#dataVersion = undefined;
  }

  /** Begins the transaction. When another process holds the lock, comes back later without blocking the event loop. */
  #takeLock(): boolean {
    try {
      if (this.#mustReopen) this.#reopen();
      this.#connection.statement('begin immediate').run();
      this.#lockWaitSince = undefined;
      this.#connection.checkPlace();
      this.#lookForOthers();
      return true;
    } catch (error) {
      if (this.#connection.driver.isInTransaction()) this.#connection.statement('rollback').run();
      if (isDiskError(error)) this.#mustReopen = true;
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
    this.#toRepeat = 0;
    const refused = this.#backlog.splice(0);
    this.#isFlushing = false;
    for (const pending of refused) pending.reject(error);
    this.#noteWhenDrained();
  }

  /** Runs operations from the head of the backlog, at least one, in one transaction; says how many. */
  #commit(
    most: number,
    isCareful: boolean,
    until: number,
  ): { readonly taken: number; readonly replies: readonly Attempt<unknown>[] | 'repeat' } {
    this.#connection.isCareful = isCareful;
    const replies: Attempt<unknown>[] = [];
    let taken = 0;
    let hasRun = false;
    try {
      for (const { run } of this.#backlog) {
        taken += 1;
        replies.push(this.#connection.attempt(run));
        if (taken === most || performance.now() > until) break;
      }
      hasRun = true;
      this.#connection.tally.store(this.#connection);
      this.#connection.statement('commit').run();
    } catch (error) {
      this.#connection.tally.reset();
      if (this.#connection.driver.isInTransaction()) this.#connection.statement('rollback').run();
      if (isDiskError(error)) this.#mustReopen = true;
      if (!isCareful && !hasRun) return { taken, replies: 'repeat' };
      return { taken, replies: Array.from({ length: taken }, () => ({ ok: false, error })) };
    }
    // Outside: what is on disk must not be reported as failed because telling others of it did not work.
    this.#onCommit();
    return { taken, replies };
  }
}

function settle(pending: Pending, reply: Attempt<unknown> | undefined): void {
  if (reply?.ok === true) pending.resolve(reply.value);
  else pending.reject(toStoreError(reply?.error));
}

export function overloadedError(): AppError {
  return storeError('store_overloaded', (m) => m.overloaded);
}

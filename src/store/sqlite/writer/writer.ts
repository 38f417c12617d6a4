import type { AppError } from '../../../base/app-error.ts';
import type { Attempt } from '../../sql/connection.ts';
import type { Answer } from '../../sql/core.ts';
import { closedError, overloadedError } from '../../sql/errors.ts';
import { CHECKPOINT_PAGES, type SqliteConnection } from '../connection.ts';
import { isBusyError, isDiskError, toStoreError } from '../errors.ts';
import { checkSchema } from '../migrations/migrate.ts';

/** Operations beyond this backlog are refused with `store_overloaded`: a retry by the sender is better than an endless queue. */
export const MAX_BACKLOG = 10_000;
/** Maximum operations in one transaction, so that a failure repeats only a limited number. */
const MAX_BATCH = 500;
/** While other processes write too, a transaction starts no further operation after this time, in ms. */
const SHARED_MS = 2;
/** Other processes count as present until this long after their last detected commit, in ms. */
const SHARED_FOR_MS = 250;
/** Beside other writers, the lock is left free this long after a transaction that took longer, in ms: they poll every `LOCK_RETRY_MS`. */
const GAP_MS = 4;
/** A service that accepts events counts as present until this long after its last detected event, in ms. */
const INTAKE_FOR_MS = 10_000;
/**
 * Next to such a service, a background process leaves the lock free this many times as long as it held it. A process that is stopped
 * (SIGSTOP, `docker pause`) keeps its lock, and no event can be stored until it resumes: this makes that rare.
 */
const LEFT_FOR_INTAKE = 3;
/** It then starts no further operation after this time, in ms: with the pauses, shorter transactions would finish too few jobs. */
const BESIDE_INTAKE_MS = 3;
/** Maximum pause, in ms: one slow commit must not stop the work. */
const MOST_PAUSE_MS = 250;
/** A claim is one operation, and 500 jobs would hold the lock for 5 to 15 ms. */
const CLAIMED_BESIDE_INTAKE = 100;
/** How much of that time may still be owed, in ms: a worker with little to do never pauses between taking a job and finishing it. */
const OWED_MS = 24;
/** It copies the log at this many pages, before a commit of events of the service would have to wait for that (`CHECKPOINT_PAGES`). */
const CHECKPOINT_BESIDE_INTAKE = CHECKPOINT_PAGES / 2;

const NEWEST_EVENT = 'select max(id) as id from eventos';

/** How long a batch waits for the write lock of another process before its operations are refused, in ms. */
const LOCK_TIMEOUT_MS = 5_000;
/** Pause between two attempts to take the write lock, in ms. */
const LOCK_RETRY_MS = 1;

/**
 * Functions on the write connection: plain data in, plain data out, so that another thread can call them. Nothing else runs on the connection
 * until one has ended, and they wait for nothing but it: a transaction ends within the turn of the event loop in which it began.
 */
export type OperationTable = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** Runs the writes of the ports: `Writer` in this thread, `ThreadWriter` through a writer in its own thread. */
export interface WriteQueue<Operations extends OperationTable> {
  /** Runs one operation; resolves once it is on disk. Rejects with an AppError; repeating the operation is always safe. */
  write<Name extends keyof Operations & string>(name: Name, ...args: Parameters<Operations[Name]>): Answer<Operations, Name>;
  /** Completes accepted operations and refuses later ones. Idempotent. */
  close(): Promise<void>;
}

interface Pending {
  readonly run: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/**
 * Group commit: all operations requested during the last commit go into one transaction with one sync to disk. No timer collects
 * operations, so a single one is not delayed. Promises settle only after COMMIT: resolved means on disk. If an operation fails, the
 * transaction is rolled back and its operations are repeated with a savepoint each, so that only the failing one is refused. While other
 * processes write too, transactions are short, with pauses in which those get the lock. A `background` writer holds the lock for at most a
 * quarter of the time while another process accepts events.
 */
export class Writer<Operations extends OperationTable> implements WriteQueue<Operations> {
  readonly #connection: SqliteConnection;
  readonly #operations: Operations;
  readonly #onCommit: () => void;
  readonly #lockTimeoutMs: number;
  #backlog: Pending[] = [];
  /** How many operations at the head of the backlog are repeated carefully, because one of them failed. */
  #toRepeat = 0;
  #isFlushing = false;
  #lockWaitSince: number | undefined;
  /** Changes when another process commits. */
  #dataVersion: number | undefined;
  #othersUntil = 0;
  /** The disk failed: reopen the file before acknowledging anything else. */
  #mustReopen = false;
  readonly #isBackground: boolean;
  #newestEvent: number | null | undefined;
  #intakeUntil = 0;
  #checkpointPages = CHECKPOINT_PAGES;
  /** By then, the lock was free long enough for the time it was held beside a service that accepts events. */
  #leftEnoughAt = 0;
  /** The lock is left to other processes until then. */
  #restUntil = 0;
  #isClosed = false;
  readonly #drained = Promise.withResolvers<void>();

  constructor(
    connection: SqliteConnection,
    operations: Operations,
    onCommit: () => void,
    options: { readonly lockTimeoutMs?: number; readonly background?: boolean } = {},
  ) {
    this.#connection = connection;
    this.#operations = operations;
    this.#onCommit = onCommit;
    this.#isBackground = options.background ?? false;
    this.#lockTimeoutMs = options.lockTimeoutMs ?? LOCK_TIMEOUT_MS;
  }

  write<Name extends keyof Operations & string>(name: Name, ...args: Parameters<Operations[Name]>): Answer<Operations, Name> {
    if (this.#isClosed) return Promise.reject(closedError());
    if (this.#backlog.length >= MAX_BACKLOG) return Promise.reject(overloadedError());
    const operation = this.#operations[name] as unknown as (...args: unknown[]) => Promise<unknown>;
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
    if (pauseMs <= 0) setImmediate(() => void this.#flush());
    else setTimeout(() => void this.#flush(), Math.ceil(pauseMs));
  }

  async #flush(): Promise<void> {
    if (!this.#takeLock()) return;
    const isRepeat = this.#toRepeat > 0;
    const most = isRepeat ? this.#toRepeat : MAX_BATCH;
    this.#toRepeat = 0;
    const began = performance.now();
    const isBesideIntake = began < this.#intakeUntil;
    const isShared = began < this.#othersUntil;
    this.#connection.mostClaimed = isBesideIntake ? CLAIMED_BESIDE_INTAKE : Number.POSITIVE_INFINITY;
    this.#checkpointAt(isBesideIntake ? CHECKPOINT_BESIDE_INTAKE : CHECKPOINT_PAGES);
    const forMs = isBesideIntake ? BESIDE_INTAKE_MS : isShared ? SHARED_MS : Number.POSITIVE_INFINITY;
    const { taken, replies } = await this.#commit(most, isRepeat, began + forMs);
    const ended = performance.now();
    const heldMs = ended - began;
    if (isBesideIntake) this.#leaveForIntake(began, ended);
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

  #checkpointAt(pages: number): void {
    if (pages === this.#checkpointPages) return;
    this.#connection.driver.exec(`pragma wal_autocheckpoint = ${pages}`);
    this.#checkpointPages = pages;
  }

  /** Over time the lock is held at most a quarter of it; short transactions after a time without any need no pause. */
  #leaveForIntake(began: number, ended: number): void {
    const leftEnoughAt = Math.max(this.#leftEnoughAt, began) + (ended - began) * (1 + LEFT_FOR_INTAKE);
    this.#leftEnoughAt = Math.min(leftEnoughAt, ended + MOST_PAUSE_MS);
    this.#restUntil = this.#leftEnoughAt - OWED_MS;
  }

  /**
   * Detects that other processes write too: their commits change SQLite's `data_version`, our own do not. One of them may be a newer
   * program that has migrated the schema: this program must stop writing then.
   *
   * @throws AppError `store_newer`
   */
  #detectOthers(): void {
    const version = this.#connection.holdVersion();
    if (this.#dataVersion !== undefined && version !== this.#dataVersion) {
      checkSchema(this.#connection.driver);
      this.#othersUntil = performance.now() + SHARED_FOR_MS;
      if (this.#isBackground) this.#detectIntake();
    }
    this.#dataVersion = version;
  }

  /** Detects that another process accepts events. */
  #detectIntake(): void {
    const { id } = this.#connection.statement(NEWEST_EVENT).get() as { readonly id: number | null };
    if (this.#newestEvent !== undefined && id !== this.#newestEvent) this.#intakeUntil = performance.now() + INTAKE_FOR_MS;
    this.#newestEvent = id;
  }

  #reopen(): void {
    this.#connection.reopen();
    this.#mustReopen = false;
    // Each connection has its own `data_version` and its own settings.
    this.#dataVersion = undefined;
    this.#checkpointPages = CHECKPOINT_PAGES;
  }

  /** Begins the transaction. If another process holds the lock, retries later without blocking the event loop. */
  #takeLock(): boolean {
    try {
      if (this.#mustReopen) this.#reopen();
      this.#connection.statement('begin immediate').run();
      this.#lockWaitSince = undefined;
      this.#connection.checkPlace();
      this.#detectOthers();
      return true;
    } catch (error) {
      if (this.#connection.driver.isInTransaction()) this.#connection.statement('rollback').run();
      if (isDiskError(error)) this.#mustReopen = true;
      const now = performance.now();
      this.#lockWaitSince ??= now;
      if (isBusyError(error) && now - this.#lockWaitSince < this.#lockTimeoutMs) {
        setTimeout(() => void this.#flush(), LOCK_RETRY_MS);
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

  /** Runs operations from the head of the backlog, at least one, in one transaction. Returns how many. */
  async #commit(
    most: number,
    isCareful: boolean,
    until: number,
  ): Promise<{ readonly taken: number; readonly replies: readonly Attempt<unknown>[] | 'repeat' }> {
    this.#connection.isCareful = isCareful;
    const replies: Attempt<unknown>[] = [];
    let taken = 0;
    let hasRun = false;
    try {
      for (const { run } of this.#backlog) {
        taken += 1;
        replies.push(await this.#connection.attempt(run));
        if (taken === most || performance.now() > until) break;
      }
      hasRun = true;
      this.#connection.storeCollected();
      this.#connection.statement('commit').run();
    } catch (error) {
      this.#connection.forgetCollected();
      if (this.#connection.driver.isInTransaction()) this.#connection.statement('rollback').run();
      if (isDiskError(error)) this.#mustReopen = true;
      if (!isCareful && !hasRun) return { taken, replies: 'repeat' };
      return { taken, replies: Array.from({ length: taken }, () => ({ ok: false, error: toStoreError(error) })) };
    }
    // Outside the `try`: if notifying others fails, operations that are on disk must not be reported as failed.
    this.#onCommit();
    return { taken, replies };
  }
}

function settle(pending: Pending, reply: Attempt<unknown> | undefined): void {
  if (reply?.ok === true) pending.resolve(reply.value);
  else pending.reject(reply?.error ?? toStoreError(undefined));
}

import type { ChangeFeed } from '../../domain/ports.ts';
import { closedError } from '../sql/errors.ts';
import { Waiters } from '../sql/waiters.ts';
import type { SqliteConnection } from './connection.ts';
import { toStoreError } from './errors.ts';

/**
 * Polling interval for commits of other processes while a caller waits, in ms. One poll reads memory and takes about 2 µs; with its timer,
 * the short interval takes 2 % of a slow core, the long one 0.8 %.
 */
const LOOK_MS = 20;
/** The same while there are commits: half of it is what a worker in a process of its own adds to the time from event to lead. */
const BUSY_LOOK_MS = 5;
/** There are commits if the last one was noticed at most this long ago, in ms. */
const BUSY_FOR_MS = 1_000;

/** Detects commits: of this process immediately, of others through `PRAGMA data_version`, which SQLite reads from shared memory. */
export class SqliteChangeFeed implements ChangeFeed {
  readonly #reader: SqliteConnection;
  readonly #waiters = new Waiters();
  #token = 0;
  /** Commits of this process since the last look. */
  #ownCommits = 0;
  #dataVersion: number;
  #changedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(reader: SqliteConnection) {
    this.#reader = reader;
    this.#dataVersion = this.#reader.dataVersion();
  }

  /** @throws AppError `store_…` if the database cannot be read */
  changeToken(): number {
    if (this.#isClosed) throw closedError();
    try {
      this.#look();
    } catch (error) {
      throw toStoreError(error);
    }
    return this.#token;
  }

  /**
   * Called after every commit of this process. A commit that changed nothing (an empty claim) wakes no waiter. Never throws. If nobody
   * waits, the next `changeToken` looks: under full load, looking after every commit took 2 % of the time of the event loop.
   */
  committed(): void {
    this.#ownCommits += 1;
    if (!this.#waiters.isEmpty) this.#poll();
  }

  #poll(): void {
    try {
      this.#look();
    } catch {
      this.#waiters.wakeAll();
    }
  }

  async waitForChange(options: { readonly since?: number; readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<void> {
    const since = options.since ?? this.changeToken();
    if (options.signal.aborted || this.changeToken() > since) return;
    this.#watch();
    await this.#waiters.wait(options.timeoutMs, options.signal);
    if (this.#waiters.isEmpty) this.#stopWatching();
  }

  #watch(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        // A timer has no caller to throw to: the waiters are woken, read the database themselves and get its error.
        this.#poll();
        if (!this.#waiters.isEmpty) this.#watch();
      },
      performance.now() - this.#changedAt < BUSY_FOR_MS ? BUSY_LOOK_MS : LOOK_MS,
    );
  }

  close(): void {
    this.#isClosed = true;
    this.#waiters.wakeAll();
    this.#stopWatching();
  }

  #look(): void {
    const version = this.#reader.dataVersion();
    const ownCommits = this.#ownCommits;
    this.#ownCommits = 0;
    if (version === this.#dataVersion) return;
    this.#dataVersion = version;
    this.#token += Math.max(ownCommits, 1);
    this.#changedAt = performance.now();
    this.#waiters.wakeAll();
  }

  #stopWatching(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

import type { ChangeFeed } from '../../domain/ports.ts';
import type { Connection } from './connection.ts';
import { closedError, toStoreError } from './errors.ts';

/** How often commits of other processes are looked for while somebody waits, in ms. One look is a memory read, about 2 µs. */
const LOOK_MS = 20;

/**
 * Notices commits: those of this process at once, those of other processes by `PRAGMA data_version`, which SQLite reads
 * from shared memory without touching a table.
 */
export class SqliteChangeFeed implements ChangeFeed {
  readonly #reader: Connection;
  readonly #waiters = new Set<() => void>();
  #token = 0;
  #dataVersion: number;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(reader: Connection) {
    this.#reader = reader;
    this.#dataVersion = this.#readDataVersion();
  }

  /** @throws AppError `store_…` when the database cannot be read */
  changeToken(): number {
    if (this.#isClosed) throw closedError();
    try {
      this.#look();
    } catch (error) {
      throw toStoreError(error);
    }
    return this.#token;
  }

  /** Called after every commit of this process. One that changed nothing (an empty claim) wakes nobody. Never throws. */
  committed(): void {
    try {
      this.#look();
    } catch {
      this.#wakeAll();
    }
  }

  async waitForChange(options: { readonly since?: number; readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<void> {
    const since = options.since ?? this.changeToken();
    if (options.signal.aborted || this.changeToken() > since) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timeout);
        options.signal.removeEventListener('abort', done);
        this.#waiters.delete(done);
        if (this.#waiters.size === 0) this.#stopLooking();
        resolve();
      };
      const timeout = setTimeout(done, options.timeoutMs);
      options.signal.addEventListener('abort', done, { once: true });
      this.#waiters.add(done);
      // A timer has nobody to throw to: whoever waits is woken, looks, and meets the trouble with the store's words.
      this.#timer ??= setInterval(() => this.committed(), LOOK_MS);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#wakeAll();
    this.#stopLooking();
  }

  #look(): void {
    const version = this.#readDataVersion();
    if (version === this.#dataVersion) return;
    this.#dataVersion = version;
    this.#token += 1;
    this.#wakeAll();
  }

  #readDataVersion(): number {
    return (this.#reader.statement('pragma data_version').get() as { data_version: number }).data_version;
  }

  #wakeAll(): void {
    for (const wake of [...this.#waiters]) wake();
  }

  #stopLooking(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

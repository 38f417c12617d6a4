import type { Client, Pool } from 'pg';
import type { ChangeFeed } from '../../domain/ports.ts';
import { closedError } from '../sql/errors.ts';
import { Waiters } from '../sql/waiters.ts';
import { newClient } from './pool.ts';

const CHANNEL = 'lead_intake';
/** At most one notification is sent in this time, in ms: the server lets only one transaction at a time commit with one. */
const NOTIFY_MS = 10;
/** How often a caller that waits is woken although nothing was notified, in ms: a pooler may swallow notifications. */
const POLL_MS = 1_000;
/** How long to wait before listening again after the connection was lost, in ms. */
const RECONNECT_MS = 1_000;

/** Commits: those of this process at once, those of others by notifications. */
export class PostgresChangeFeed implements ChangeFeed {
  readonly #pool: Pool;
  readonly #url: string;
  readonly #waiters = new Waiters();
  #token = 0;
  #listener: Client | undefined;
  #notifying: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pool: Pool, url: string) {
    this.#pool = pool;
    this.#url = url;
  }

  changeToken(): number {
    if (this.#isClosed) throw closedError();
    return this.#token;
  }

  /** Called after every commit of this process. */
  committed(): void {
    this.#changed();
    this.#notifying ??= setTimeout(() => void this.notify(), NOTIFY_MS);
  }

  /** Tells other processes of the commits since the last time. */
  async notify(): Promise<void> {
    if (this.#notifying === undefined) return;
    clearTimeout(this.#notifying);
    this.#notifying = undefined;
    await this.#pool.query(`notify ${CHANNEL}`).catch(() => undefined);
  }

  async waitForChange(options: { readonly since?: number; readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<void> {
    const since = options.since ?? this.changeToken();
    if (options.signal.aborted || this.changeToken() > since) return;
    this.#listen();
    await this.#waiters.wait(Math.min(options.timeoutMs, POLL_MS), options.signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnecting);
    this.#waiters.wakeAll();
    await this.#listener?.end().catch(() => undefined);
  }

  /** Begins with the first caller that waits: commands that do not wait need no second connection. */
  #listen(): void {
    if (this.#listener !== undefined || this.#isClosed) return;
    const listener = newClient(this.#url);
    this.#listener = listener;
    const lost = (): void => {
      if (this.#listener !== listener) return;
      this.#listener = undefined;
      this.#changed();
      if (!this.#isClosed) this.#reconnecting = setTimeout(() => this.#listen(), RECONNECT_MS);
    };
    listener.on('error', lost);
    listener.on('end', lost);
    listener.on('notification', () => this.#changed());
    listener
      .connect()
      .then(() => listener.query(`listen ${CHANNEL}`))
      // What was committed before it listened.
      .then(() => this.#changed(), lost);
  }

  #changed(): void {
    this.#token += 1;
    this.#waiters.wakeAll();
  }
}

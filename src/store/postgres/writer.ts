import type { Pool, PoolClient } from 'pg';
import { AppError } from '../../base/app-error.ts';
import { appError } from '../../messages/messages.ts';
import { closedError, overloadedError } from '../sql/errors.ts';
import { PostgresConnection } from './connection.ts';
import { causeOf, isOutdated, isOutOfMemory, isTransient, isUnanswered, toStoreError } from './errors.ts';
import { APPLICATION, breakOff } from './pool.ts';
import { PreparedStatements } from './prepared.ts';
import { PostgresTally } from './tally.ts';

/** Operations beyond this backlog are refused with `store_overloaded`. */
const MAX_BACKLOG = 10_000;
/** Operations in one transaction: with 100, a worker creates a quarter fewer leads per second. */
const MAX_BATCH = 500;
/** So many transactions may lock identities at the same time. One operation with more than its share waits until nobody writes. */
const LOCKING_TRANSACTIONS = 8;
/**
 * How long events may wait from their arrival, and how long their transaction may take, in ms; one more for each event, so that a large batch
 * can be stored on a slow server. Their senders give up soon after, and try again what is answered with 503.
 */
const LONGEST_INTAKE_MS = 5_000;
/** How often a transaction is repeated after a deadlock or a serialization failure. */
const MOST_REPEATS = 5;
/** Old figures are deleted by one transaction in so many. */
const DROP_OLD_EVERY = 1_000;

/** The key of the lock that orders rare writes; any number that no identity has. */
export const ORDER = -1;

/**
 * Writes that many processes do at the same time. They lock what must be unique by its identity, so they only wait for each other over one
 * person. All other writes are checked before they are done, as if nobody else wrote: they wait until nobody does.
 */
const CONCURRENT = new Set([
  ...['accept', 'recordRefused', 'claim', 'finish', 'extendLeases', 'release', 'recover', 'heartbeat', 'noteSessionUse'],
  ...['countFailedLogin', 'takeRequest'],
  // Other processes skip the rows that one is indexing.
  ...['indexMore', 'indexBlanked', 'probe'],
]);

/** They look rows up by ids and keys. A server that has no statistics yet, because the database is new, reads whole tables for that. */
const BY_INDEX = 'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;';

/** A server or role that commits before the log is on disk, or shows the rows of before a transaction's locks, does not do so to ours. */
const BEGIN = `
begin isolation level read committed; select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') in ('off', 'local')`;

/** What waits for the standby has been committed; nobody was told that it is stored. Behind a pooler, the number may be that of another process. */
const END_WAITING = `
select pg_terminate_backend(pid) from pg_stat_activity
where pid = $1 and usename = current_user and application_name = '${APPLICATION}' and wait_event = 'SyncRep'`;

const ORDERED = 'ordered';

/**
 * Transactions of a kind that run at the same time, if more than one: the process prepares the next while the server stores some. More than
 * two gave nothing. The second begins once the first has its locks, so events of one person are processed in their order.
 */
const MOST_RUNNING: Readonly<Record<string, number>> = { accept: 2, finish: 2 };

export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Runs the operations of a transaction. Returns their results. */
type Run = (connection: PostgresConnection, calls: readonly Call[]) => Promise<readonly unknown[]>;

/** What of the database an operation needs for itself. */
export interface Reach {
  /** Identities that it may add, as 53-bit hashes. */
  readonly identities: readonly number[];
  /** True if it may change what it finds only once it runs. */
  readonly isUnknown: boolean;
}

interface Pending extends Call, Reach {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** Group commit: what is requested while transactions run goes into the next one. */
export class PostgresWriter {
  readonly #pool: Pool;
  /** Identities that one transaction locks. */
  readonly #mostLocks: number;
  readonly #run: Run;
  readonly #onCommit: () => void;
  readonly #prepared = new PreparedStatements();
  #backlog: Pending[] = [];
  /** The kinds of the transactions that run. */
  readonly #running: string[] = [];
  /** The kinds of those that do not have their locks yet. */
  readonly #beginning = new Set<string>();
  #commits = 0;
  #scheduled: NodeJS.Immediate | undefined;
  #isClosed = false;
  readonly #drained = Promise.withResolvers<void>();

  /** @param serverLocks how many locks the server has room for */
  constructor(pool: Pool, serverLocks: number, run: Run, onCommit: () => void) {
    this.#pool = pool;
    this.#mostLocks = Math.floor(serverLocks / LOCKING_TRANSACTIONS);
    this.#run = run;
    this.#onCommit = onCommit;
  }

  write(call: Call, reach: Reach): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(closedError());
    if (this.#backlog.length >= MAX_BACKLOG) return Promise.reject(overloadedError());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const pending = { ...call, ...reach, resolve, reject };
    this.#backlog.push(pending);
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      this.#start();
    });
    if (!isIntake(pending)) return promise;
    const late = setTimeout(() => this.#refuse(pending), longestIntakeMs([pending]));
    return promise.finally(() => clearTimeout(late));
  }

  /** If its transaction runs already, the server may still store it. */
  #refuse(pending: Pending): void {
    // The longest waiting come first, so thousands that are late at once are found at once.
    const at = this.#backlog.indexOf(pending);
    if (at !== -1) this.#backlog.splice(at, 1);
    pending.reject(appError('store_unavailable', (m) => m.errors.store.serverAway({ reason: 'no answer in time' })));
  }

  /** Completes accepted operations and refuses later ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#backlog.length + this.#running.length > 0) await this.#drained.promise;
  }

  /** Groups grow while others commit. */
  #start(): void {
    for (let kind = this.#nextKind(); kind !== undefined; kind = this.#nextKind()) this.#startOf(kind);
  }

  #startOf(kind: string): void {
    this.#running.push(kind);
    this.#beginning.add(kind);
    void this.#runGroup(this.#take(kind)).then(() => {
      this.#beginning.delete(kind);
      this.#running.splice(this.#running.indexOf(kind), 1);
      if (this.#backlog.length > 0) this.#start();
      else if (this.#running.length === 0 && this.#isClosed) this.#drained.resolve();
    });
  }

  /** What the first operation is that need not wait for a transaction of this process. */
  #nextKind(): string | undefined {
    const full = new Set(this.#running.filter((kind) => countOf(this.#running, kind) >= (MOST_RUNNING[kind] ?? 1)));
    const waiting = full.union(this.#beginning);
    const next = this.#backlog.find((pending) => !waiting.has(kindOf(pending)));
    return next === undefined ? undefined : kindOf(next);
  }

  #take(kind: string): readonly Pending[] {
    const waiting = this.#backlog.filter((pending) => kindOf(pending) === kind);
    const taken = waiting.slice(0, kind === ORDERED ? 1 : fitting(waiting, this.#mostLocks));
    const isTaken = new Set(taken);
    this.#backlog = this.#backlog.filter((pending) => !isTaken.has(pending));
    return taken;
  }

  async #runGroup(group: readonly Pending[], isCareful = false): Promise<void> {
    try {
      const values = await this.#transaction(group, isCareful);
      for (const [at, { resolve }] of group.entries()) resolve(values[at]);
    } catch (error) {
      if (isOutOfMemory(error) && group.length > 1) {
        const half = Math.ceil(group.length / 2);
        for (const part of [group.slice(0, half), group.slice(half)]) await this.#runGroup(part);
        return;
      }
      const isWorthIt = !isCareful && isOfOneOperation(error) && (group.length > 1 || group[0]?.name === 'finish');
      if (isWorthIt) for (const pending of group) await this.#runGroup([pending], true);
      else for (const pending of group) pending.reject(toStoreError(error, true));
    }
  }

  async #transaction(group: readonly Pending[], isCareful: boolean): Promise<readonly unknown[]> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#tryTransaction(group, isCareful);
      } catch (error) {
        const isWorthIt = isTransient(error) || isOutdated(error) || this.#prepared.areRefused(causeOf(error));
        if (!isWorthIt || tried === MOST_REPEATS) throw error;
      }
    }
  }

  async #tryTransaction(group: readonly Pending[], isCareful: boolean): Promise<readonly unknown[]> {
    const client = await this.#pool.connect();
    let failed: unknown;
    const late = group.every(isIntake) ? setTimeout(() => breakOff(client), longestIntakeMs(group)) : undefined;
    try {
      const values = await this.#inTransaction(client, group, isCareful);
      this.#onCommit();
      return values;
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      clearTimeout(late);
      await release(client, failed);
      if (failed !== undefined && isUnanswered(failed)) void this.#endWaiting(client);
    }
  }

  /** A server that waits for its standby keeps the connection of whoever no longer waits, until it has no more for anybody. */
  async #endWaiting(client: PoolClient): Promise<void> {
    const { processID } = client as unknown as { readonly processID: number | null };
    await this.#pool.query(END_WAITING, [processID]).catch(() => undefined);
  }

  async #inTransaction(client: PoolClient, group: readonly Pending[], isCareful: boolean): Promise<readonly unknown[]> {
    const identities = [...new Set(group.flatMap((pending) => pending.identities))].toSorted((a, b) => a - b);
    const isBounded = identities.length <= this.#mostLocks && !group.some(({ isUnknown }) => isUnknown);
    const isConcurrent = isBounded && CONCURRENT.has(group[0]?.name ?? '');
    const lock = isConcurrent ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
    const settings = isConcurrent ? BY_INDEX : '';
    const events = group[0]?.name === 'accept' ? identities.length : 0;
    const connection = new PostgresConnection(client, this, { isCareful, isConcurrent, events, settings, prepared: this.#prepared });
    await connection.begin(`${BEGIN}; ${settings} select ${lock}(${ORDER})`, identities);
    this.#beginning.delete(kindOf(group[0] as Pending));
    this.#start();
    const values = await this.#run(connection, group);
    this.#commits += 1;
    if (this.#commits % DROP_OLD_EVERY === 0) await PostgresTally.dropOld(connection, Math.floor(Date.now() / 60_000));
    await connection.commit();
    return values;
  }
}

function isIntake({ name }: Call): boolean {
  return name === 'accept';
}

function longestIntakeMs(group: readonly Reach[]): number {
  return LONGEST_INTAKE_MS + group.reduce((sum, { identities }) => sum + identities.length, 0);
}

/** How many of the first operations one transaction takes. */
function fitting(waiting: readonly Pending[], mostLocks: number): number {
  let locks = 0;
  const tooMany = waiting.findIndex((pending, at) => {
    locks += pending.identities.length;
    return at === MAX_BATCH || (at > 0 && locks > mostLocks);
  });
  return tooMany === -1 ? waiting.length : tooMany;
}

/** Whether others of the group may succeed: not if the server is away or full. */
function isOfOneOperation(error: unknown): boolean {
  return error instanceof AppError || toStoreError(error).code === 'internal';
}

function countOf(kinds: readonly string[], kind: string): number {
  return kinds.filter((other) => other === kind).length;
}

function kindOf({ name }: Pending): string {
  return CONCURRENT.has(name) ? name : ORDERED;
}

/** Gives a client back; one whose connection is not usable any more is thrown away. */
async function release(client: PoolClient, failed: unknown): Promise<void> {
  // The server is gone, or is not the primary any more; or the connection prepared its statements for tables that have changed.
  const isUnusable = failed !== undefined && (toStoreError(failed).code === 'store_unavailable' || isOutdated(failed));
  try {
    if (failed !== undefined && !isUnusable) await client.query('rollback');
    client.release(isUnusable);
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

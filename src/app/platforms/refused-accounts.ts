import { randomUUID } from 'node:crypto';
import { toAppError } from '../../base/app-error.ts';
import { repeat } from '../../base/repeat.ts';
import { HOUR_MS } from '../../base/time-units.ts';
import { type AccountName, accountKey, type PlatformAccount } from '../../domain/platform-account.ts';
import type { WorkContext } from '../context.ts';
import { REFUSAL_CODES } from './account-book.ts';

/** How often a running worker looks for jobs whose account is no longer refused, in ms. */
const LOOK_FOR_FREED_MS = HOUR_MS;
/** How long after the refusal or the last try a refused account is tried again, in ms; shared by all processes. */
const ASK_AFTER_MS = HOUR_MS;
/** How often a running worker checks whether it is time, in ms; a check reads the accounts. */
const LOOK_MS = 60_000;
/** How long to wait for a process that died during a try, in ms. */
const TASK_MS = 60_000;

/** An account whose jobs the queue has. */
export interface AskedAccount {
  readonly account: AccountName;
  /** The clients whose conversions go to it. Omitted: the jobs whose fault names it. */
  readonly clientIds?: readonly string[];
}

interface RefusedAccountsDeps extends WorkContext {
  readonly queue: string;
  /** Selects from the known accounts, or otherwise, those that may be tried. */
  readonly accounts: (known: readonly PlatformAccount[]) => readonly AskedAccount[];
  /** Gets the errors of resuming; the next round tries again. */
  readonly onTrouble: (error: unknown) => void;
}

/** Runs jobs again that are parked because a platform refused their account. */
export class RefusedAccounts {
  readonly #deps: RefusedAccountsDeps;
  /** Identifies this process among those that may try. */
  readonly #holder = randomUUID();

  constructor(deps: RefusedAccountsDeps) {
    this.#deps = deps;
  }

  /** Once. Never rejects. */
  async resume(): Promise<void> {
    await this.#resumeFreed().catch(this.#deps.onTrouble);
    await this.retry();
  }

  /** Whenever it is time, until the signal aborts. Never rejects. */
  async watch(signal: AbortSignal): Promise<void> {
    const { onTrouble } = this.#deps;
    await Promise.all([
      repeat({ everyMs: LOOK_FOR_FREED_MS, signal, onTrouble, atOnce: true }, () => this.#resumeFreed()),
      repeat({ everyMs: LOOK_MS, signal, onTrouble, atOnce: true }, () => this.retry()),
    ]);
  }

  /**
   * Resumes the jobs whose account is not refused (any more). An account that works again resumes its jobs (`AccountBook.works`), but a job that
   * another batch parks a moment later would wait forever, and so would all of them if the process dies or the database is busy in between.
   */
  async #resumeFreed(): Promise<void> {
    const { store, queue, clock, log } = this.#deps;
    const refused = (await store.listAccounts()).filter(({ refusedSince }) => refusedSince !== null);
    const jobs = await store.resumeParked(queue, REFUSAL_CODES, clock(), { noneOf: refused });
    if (jobs > 0) log.info({ queue, jobs }, 'parked jobs run again: the platform takes their account');
  }

  /**
   * Resumes one parked job of each refused account once an hour: a fix at the platform itself changes no credential here, so without a new job it
   * would go unnoticed. If the platform accepts it, the account book resumes the others. Never rejects.
   */
  async retry(): Promise<void> {
    const { store, accounts, log } = this.#deps;
    try {
      const known = await store.listAccounts();
      const refusals = new Map(known.map((account) => [accountKey(account), account.refusedSince]));
      for (const asked of accounts(known)) {
        const refusedSince = refusals.get(accountKey(asked.account)) ?? null;
        if (refusedSince !== null && this.#isTime(refusedSince)) await this.#retryAccount(asked);
      }
    } catch (error) {
      log.error({ err: toAppError(error) }, 'refused accounts not asked again; trying again');
    }
  }

  async #retryAccount({ account, clientIds }: AskedAccount): Promise<void> {
    const { store, queue, clock, log } = this.#deps;
    const task = `ask_again/${accountKey(account)}`;
    if (!this.#isTime(await store.taskDoneAt(task))) return;
    if (!(await store.takeTask(task, this.#holder, clock() + TASK_MS, clock()))) return;
    // Another process may have tried between the check and the lock.
    const isStillTime = this.#isTime(await store.taskDoneAt(task));
    const newest = clientIds === undefined ? { account, newestFor: null } : { clientIds, newestFor: account.platform };
    if (isStillTime && (await store.resumeParked(queue, REFUSAL_CODES, clock(), newest)) > 0) {
      log.info({ account: accountKey(account) }, 'one parked job runs again, to see whether the platform takes this account now');
    }
    await store.finishTask(task, this.#holder, clock());
  }

  /** A time in the future means that the clock was ahead; do not wait until then. */
  #isTime(last: number | null): boolean {
    return last === null || Math.abs(this.#deps.clock() - last) >= ASK_AFTER_MS;
  }
}

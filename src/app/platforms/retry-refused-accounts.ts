import { toAppError } from '../../base/app-error.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { PlatformAccounts, Reconciliation } from '../../domain/delivery-ports.ts';
import { type AccountName, accountKey, type PlatformAccount } from '../../domain/platform-account.ts';
import { REFUSAL_CODES } from './account-book.ts';

/** How long after the refusal or the last try a refused account is tried again, in ms; shared by all processes. */
const ASK_AFTER_MS = 3_600_000;
/** How often a running worker checks whether it is time, in ms; a check reads the accounts. */
const LOOK_MS = 60_000;
/** How long to wait for a process that died during a try, in ms. */
const TASK_MS = 60_000;

export interface RetryRefusedDeps {
  readonly store: Pick<PlatformAccounts, 'listAccounts' | 'resumeParked'> & Pick<Reconciliation, 'takeTask' | 'finishTask' | 'taskDoneAt'>;
  /** Whose parked jobs are tried. */
  readonly queue: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Identifies this process among those that may try. */
  readonly holder: string;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** An account whose jobs the queue has. */
export interface AskedAccount {
  readonly account: AccountName;
  /** The clients whose conversions go to it. Omitted: the jobs whose fault names it. */
  readonly clientIds?: readonly string[];
}

/** Selects from the known accounts, or otherwise, those that may be tried. */
type AccountsToAsk = (known: readonly PlatformAccount[]) => readonly AskedAccount[];

/** Calls `retryRefusedAccounts` whenever it is time, until the signal aborts. Never rejects. */
export async function keepRetryingRefused(deps: RetryRefusedDeps, accounts: AccountsToAsk, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await retryRefusedAccounts(deps, accounts);
    await deps.wait(LOOK_MS, signal);
  }
}

/**
 * Resumes one parked job of each refused account once an hour: a fix at the platform itself changes no credential here, so without a new job it
 * would go unnoticed. If the platform accepts it, the account book resumes the others. Never rejects.
 */
export async function retryRefusedAccounts(deps: RetryRefusedDeps, accounts: AccountsToAsk): Promise<void> {
  try {
    const known = await deps.store.listAccounts();
    const refusals = new Map(known.map((account) => [accountKey(account), account.refusedSince]));
    for (const asked of accounts(known)) {
      const refusedSince = refusals.get(accountKey(asked.account)) ?? null;
      if (refusedSince !== null && isTime(deps, refusedSince)) await retryAccount(deps, asked);
    }
  } catch (error) {
    deps.log.error({ err: toAppError(error) }, 'refused accounts not asked again; trying again');
  }
}

async function retryAccount(deps: RetryRefusedDeps, { account, clientIds }: AskedAccount): Promise<void> {
  const { store, queue, clock, log, holder } = deps;
  const task = `ask_again/${accountKey(account)}`;
  if (!isTime(deps, await store.taskDoneAt(task))) return;
  if (!(await store.takeTask(task, holder, clock() + TASK_MS, clock()))) return;
  // Another process may have tried between the check and the lock.
  const isStillTime = isTime(deps, await store.taskDoneAt(task));
  const newest = clientIds === undefined ? { account, newestFor: null } : { clientIds, newestFor: account.platform };
  if (isStillTime && (await store.resumeParked(queue, REFUSAL_CODES, clock(), newest)) > 0) {
    log.info({ account: accountKey(account) }, 'one parked job runs again, to see whether the platform takes this account now');
  }
  await store.finishTask(task, holder, clock());
}

/** A time in the future means that the clock was ahead; do not wait until then. */
function isTime({ clock }: Pick<RetryRefusedDeps, 'clock'>, last: number | null): boolean {
  return last === null || Math.abs(clock() - last) >= ASK_AFTER_MS;
}

import { toAppError } from '../../base/app-error.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { PlatformAccounts, Reconciliation } from '../../domain/delivery-ports.ts';
import { type AccountName, accountKey } from '../../domain/platform-account.ts';
import { REFUSAL_CODES } from '../platforms/account-book.ts';

/** A refused account is asked again this long after it was refused or last asked so, in ms, by all processes together. */
const ASK_AFTER_MS = 3_600_000;
/** How often a running worker looks whether it is time, in ms; a look reads the accounts. */
const LOOK_MS = 60_000;
/** A process that died while it asked is waited for no longer than this, in ms. */
const TASK_MS = 60_000;

export interface AskAgainDeps {
  readonly store: Pick<PlatformAccounts, 'listAccounts' | 'resumeNewestParked'> &
    Pick<Reconciliation, 'takeTask' | 'finishTask' | 'taskDoneAt'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Names this process among those that may ask. */
  readonly holder: string;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** An account, and the clients whose conversions go to it. */
export interface AskedAccount {
  readonly account: AccountName;
  readonly clientIds: readonly string[];
}

/** Asks as `askAgain` does whenever it is time, until the signal aborts. Never rejects. */
export async function keepAskingAgain(deps: AskAgainDeps, accounts: () => readonly AskedAccount[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await askAgain(deps, accounts());
    await deps.wait(LOOK_MS, signal);
  }
}

/**
 * Runs one parked conversion of each refused account again, once an hour: what is mended at the platform itself changes no credential here,
 * and without a new conversion nobody would find out. When the platform takes it, the account book runs the others. Never rejects.
 */
export async function askAgain(deps: AskAgainDeps, accounts: readonly AskedAccount[]): Promise<void> {
  try {
    const refusals = new Map((await deps.store.listAccounts()).map((account) => [accountKey(account), account.refusedSince]));
    for (const asked of accounts) {
      const refusedSince = refusals.get(accountKey(asked.account)) ?? null;
      if (refusedSince !== null && isTime(deps, refusedSince)) await askOnce(deps, asked);
    }
  } catch (error) {
    deps.log.error({ err: toAppError(error) }, 'refused accounts not asked again; trying again');
  }
}

async function askOnce(deps: AskAgainDeps, { account, clientIds }: AskedAccount): Promise<void> {
  const { store, clock, log, holder } = deps;
  const task = `ask_again/${accountKey(account)}`;
  if (!isTime(deps, await store.taskDoneAt(task))) return;
  if (!(await store.takeTask(task, holder, clock() + TASK_MS, clock()))) return;
  // Another process may have asked between the look and the taking.
  const isStillTime = isTime(deps, await store.taskDoneAt(task));
  if (isStillTime && (await store.resumeNewestParked(account.platform, REFUSAL_CODES, clock(), clientIds))) {
    log.info({ account: accountKey(account) }, 'one parked conversion runs again, to see whether the platform takes this account now');
  }
  await store.finishTask(task, holder, clock());
}

/** A moment in the future: the clock was ahead, and nobody waits until it is there again. */
function isTime({ clock }: Pick<AskAgainDeps, 'clock'>, last: number | null): boolean {
  return last === null || Math.abs(clock() - last) >= ASK_AFTER_MS;
}

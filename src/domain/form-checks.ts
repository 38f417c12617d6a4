import { DAY_MS, HOUR_MS } from '../base/time-units.ts';
import { ANY_PAGE, accountState, type ConnectedAccount, hasCredential } from './connected-account.ts';
import type { FormCheck } from './delivery-ports.ts';

/** Fault code of a form that no longer exists at the platform. Nothing is wrong; no action needed. */
export const FORM_GONE = 'form_gone';

/** If the last comparison is more than this many intervals old, one was skipped. */
const INTERVALS_LATE = 2;

/** What is known about the comparisons with the platform. */
export interface Comparisons {
  /** The last comparison of each form. */
  readonly checks: readonly FormCheck[];
  readonly accounts: readonly ConnectedAccount[];
  /** The interval between comparisons, in hours; 0: never. */
  readonly reconcileHours: number;
}

/** The interval between comparisons, in ms; 0: never, because they are switched off or no page is connected. */
export function comparisonIntervalMs({ accounts, reconcileHours }: Omit<Comparisons, 'checks'>): number {
  return accounts.some(({ kind, ...account }) => kind === 'page' && hasCredential(account)) ? reconcileHours * HOUR_MS : 0;
}

/** The comparisons that describe the current state: not those of forms whose page was disconnected or that are no longer compared. */
export function currentChecks({ checks, accounts, reconcileHours }: Comparisons, now: number): readonly FormCheck[] {
  const longestMs = Math.max(INTERVALS_LATE * reconcileHours * HOUR_MS, DAY_MS);
  const pages = new Set(accounts.filter((account) => account.kind === 'page' && hasCredential(account)).map(({ id }) => id));
  return checks.filter((check) => now - check.checkedAt <= longestMs && isConnected(check, pages));
}

/** Failed checks with a cause of their own: if the platform refuses or limits the whole page, the account already reports that. */
export function unexplainedFailures(
  current: readonly FormCheck[],
  accounts: readonly ConnectedAccount[],
  now: number,
): readonly FormCheck[] {
  const troubled = accounts.filter((account) => ['refused', 'paused'].includes(accountState(account, now)));
  const told = new Set(troubled.map(({ kind, id, fault }) => `${kind} ${id} ${fault?.code}`));
  return failedChecks(current).filter(({ pageId, fault }) => !told.has(`page ${pageId} ${fault?.code}`));
}

/** Checks that did not finish, although they should have. */
export function failedChecks(current: readonly FormCheck[]): readonly FormCheck[] {
  return current.filter(({ fault }) => fault !== null && fault.code !== FORM_GONE);
}

/** Whether a comparison is overdue. */
export function isComparisonLate(comparisons: Comparisons, now: number): boolean {
  const { checks } = comparisons;
  const intervalMs = comparisonIntervalMs(comparisons);
  return intervalMs > 0 && checks.length > 0 && now - comparedAt(checks) > INTERVALS_LATE * intervalMs;
}

/** When a form was last compared, UTC ms; 0 if never. */
export function comparedAt(checks: readonly FormCheck[]): number {
  return Math.max(0, ...checks.map(({ checkedAt }) => checkedAt));
}

/** A form without a known page is opened by any token. If there is none, the fault of its comparison says so. */
function isConnected({ pageId, fault }: FormCheck, pages: ReadonlySet<string>): boolean {
  if (pageId === null) return fault?.code !== 'platform_not_connected';
  return pages.has(pageId) || pages.has(ANY_PAGE);
}

import { DAY_MS, HOUR_MS } from '../base/time-units.ts';
import { ANY_PAGE, accountState, type ConnectedAccount, hasCredential } from './connected-account.ts';
import type { FormCheck } from './delivery-ports.ts';

/** Fault code of a form that the platform has no more. Nothing is wrong, and nothing is to be done. */
export const FORM_GONE = 'form_gone';

/** A comparison that is this many intervals old has been left out. */
const INTERVALS_LATE = 2;

/** What is known of the comparisons with the platform. */
export interface Comparisons {
  /** Of each form, the last one. */
  readonly checks: readonly FormCheck[];
  readonly accounts: readonly ConnectedAccount[];
  /** How often they are to be made, hours; 0: never. */
  readonly reconcileHours: number;
}

/** How often leads are to be compared, ms; 0: never, because that is switched off or no page is connected. */
export function comparisonIntervalMs({ accounts, reconcileHours }: Omit<Comparisons, 'checks'>): number {
  return accounts.some(({ kind, ...account }) => kind === 'page' && hasCredential(account)) ? reconcileHours * HOUR_MS : 0;
}

/** The comparisons that say how things are now: those of forms whose page was taken away, or that are compared no longer, say nothing. */
export function currentChecks({ checks, accounts, reconcileHours }: Comparisons, now: number): readonly FormCheck[] {
  const longestMs = Math.max(INTERVALS_LATE * reconcileHours * HOUR_MS, DAY_MS);
  const pages = new Set(accounts.filter((account) => account.kind === 'page' && hasCredential(account)).map(({ id }) => id));
  return checks.filter((check) => now - check.checkedAt <= longestMs && isConnected(check, pages));
}

/** Failed ones whose cause nothing else tells: where the platform refuses their page for the same reason, or lets it rest, the account is told already. */
export function unexplainedFailures(
  current: readonly FormCheck[],
  accounts: readonly ConnectedAccount[],
  now: number,
): readonly FormCheck[] {
  const troubled = accounts.filter((account) => ['refused', 'paused'].includes(accountState(account, now)));
  const told = new Set(troubled.map(({ kind, id, fault }) => `${kind} ${id} ${fault?.code}`));
  return failedChecks(current).filter(({ pageId, fault }) => !told.has(`page ${pageId} ${fault?.code}`));
}

/** Those that did not come to their end, though they should have. */
export function failedChecks(current: readonly FormCheck[]): readonly FormCheck[] {
  return current.filter(({ fault }) => fault !== null && fault.code !== FORM_GONE);
}

/** Whether leads should have been compared by now, and were not. */
export function isComparisonLate(comparisons: Comparisons, now: number): boolean {
  const { checks } = comparisons;
  const intervalMs = comparisonIntervalMs(comparisons);
  return intervalMs > 0 && checks.length > 0 && now - comparedAt(checks) > INTERVALS_LATE * intervalMs;
}

/** When a form was last compared, UTC ms; 0: never. */
export function comparedAt(checks: readonly FormCheck[]): number {
  return Math.max(0, ...checks.map(({ checkedAt }) => checkedAt));
}

/** A form whose page nobody knows is opened by any token, or by none: then its comparison says so. */
function isConnected({ pageId, fault }: FormCheck, pages: ReadonlySet<string>): boolean {
  if (pageId === null) return fault?.code !== 'platform_not_connected';
  return pages.has(pageId) || pages.has(ANY_PAGE);
}

import { accountState, type ConnectedAccount, endsSoon, hasCredential } from '../domain/connected-account.ts';
import { type Finding, finding, note, ok, problem, warning } from '../domain/finding.ts';
import { comparedAt, currentChecks, isComparisonLate, unexplainedFailures } from '../domain/form-checks.ts';
import { type AccountName, accountKey, isBlocked } from '../domain/platform-account.ts';
import { isAlive } from '../domain/queue-status.ts';
import { LONG_PAUSE_MS, OLD_CONVERSION_MS } from './limits.ts';
import type { PlatformFigures } from './snapshot.ts';

/** Checks the connections to the platforms. */
export function findAtPlatforms(figures: PlatformFigures, at: number): readonly Finding[] {
  return [
    ...figures.accounts.flatMap((account) => aboutAccount(account, at).map((found) => ofClient(figures, account, found))),
    ...aboutComparison(figures, at),
    ...aboutSending(figures, at),
    ...aboutConversions(figures, at),
  ];
}

/** Adds the account's client; an account from the settings has none. */
export function ofClient({ owned, clients }: Pick<PlatformFigures, 'owned' | 'clients'>, account: AccountName, found: Finding): Finding {
  const owner = owned.find((one) => accountKey(one) === accountKey(account))?.clientId;
  const client = clients.find(({ id }) => id === owner);
  return client === undefined ? found : { ...found, client: { id: client.id, name: client.name } };
}

function aboutAccount(connected: ConnectedAccount, at: number): readonly Finding[] {
  const { platform, kind, id, refusedSince, awaySince, pausedUntil, fault } = connected;
  const account = { platform, kind, id };
  const state = accountState(connected, at);
  if (state === 'refused' && refusedSince !== null)
    return [problem(isBlocked(connected) ? 'platforms.blocked' : 'platforms.refused', { account, since: { at: refusedSince }, fault })];
  if (state === 'away' && awaySince !== null) return [problem('platforms.away', { account, since: { at: awaySince }, fault })];
  const ending = endsSoon(connected, at) ? [warning('platforms.token_expires', { account, until: { at: connected.expiresAt } })] : [];
  if (state !== 'paused' || pausedUntil === null) return ending;
  const severity = pausedUntil - at > LONG_PAUSE_MS ? 'note' : 'ok';
  return [...ending, finding(severity, 'platforms.paused', { account, until: { at: pausedUntil }, fault })];
}

function aboutComparison(figures: PlatformFigures, at: number): readonly Finding[] {
  const { checks, accounts, reconcileHours: everyHours } = figures;
  if (checks.length === 0) return [];
  const compared = { at: comparedAt(checks) };
  const current = currentChecks(figures, at);
  const incomplete = current.filter(({ missing }) => missing > 0);
  const missing = incomplete.reduce((sum, check) => sum + check.missing, 0);
  const failed = unexplainedFailures(current, accounts, at);
  const code = failed[0]?.fault?.code;
  return [
    ...(missing === 0 ? [] : [warning('platforms.missing_leads', { missing, forms: incomplete.length })]),
    ...(code === undefined ? [] : [warning('platforms.comparison_failed', { forms: failed.length, code })]),
    isComparisonLate(figures, at)
      ? warning('platforms.comparison_late', { compared, everyHours })
      : ok('platforms.compared', { compared, forms: checks.length }),
  ];
}

/**
 * No worker is needed if no platform is connected and no conversion waits. Jobs that are all due later are no problem: with `queue once` from
 * cron, they wait like this for results and during outages. But only a worker makes the jobs of new conversions.
 */
function aboutSending({ accounts, conversions, waitingSince, isAnyUnqueued }: PlatformFigures, at: number): readonly Finding[] {
  const { pausedAt, waiting, delayed } = conversions;
  const count = conversions.workers.filter((worker) => isAlive(worker, at)).length;
  if (count > 0) return [ok('platforms.worker', { count })];
  const isWaiting = waiting > delayed || isAnyUnqueued;
  if (!isWaiting && !accounts.some((account) => account.kind !== 'page' && hasCredential(account))) return [];
  if (!isWaiting || pausedAt !== null) return [warning('platforms.no_worker_yet', { isPaused: pausedAt !== null })];
  const since = waitingSince.size === 0 ? null : { at: Math.min(...waitingSince.values()) };
  return [problem('platforms.no_worker', { since, waiting })];
}

function aboutConversions({ rejected, onHold, waitingForAccount, waitingSince }: PlatformFigures, at: number): readonly Finding[] {
  const clients = waitingForAccount.map(({ clientId, count }) => ({ clientId, count }));
  const old = [...waitingSince].filter(([, since]) => at - since > OLD_CONVERSION_MS);
  return [
    ...(clients.length === 0 ? [] : [problem('platforms.waiting_for_account', { clients })]),
    ...(onHold.count === 0 ? [] : [warning('platforms.on_hold', onHold)]),
    ...(rejected.count === 0 ? [] : [note('platforms.rejected', rejected)]),
    ...old.map(([platform, since]) => warning('platforms.old_conversion', { platform, since: { at: since } })),
  ];
}

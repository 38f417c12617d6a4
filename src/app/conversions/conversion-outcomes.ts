/** What becomes of a conversion's job, as functions of what the platform said. */
import { afterPause, type BackoffPolicy, backoffMs } from '../../base/backoff.ts';
import { HOUR_MS } from '../../base/time-units.ts';
import type { Deferral } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';
import type { ClaimedJob, JobOutcome } from '../../domain/job.ts';
import { CONTACT_DATA_BLOCKED } from '../../domain/platform-account.ts';
import type { NotTaken, PlatformTrouble } from '../../domain/platform-trouble.ts';
import type { AccountHold } from '../platforms/account-book.ts';
import { afterPlatformFault, SHORTEST_REST_MS, whileAway } from '../platforms/platform-outage.ts';

/** Of faults that nobody foresaw, and of the rest of a batch. */
const CONVERSION_BACKOFF: BackoffPolicy = { firstMs: 60_000, longestMs: 4 * 3_600_000 };

/** Deferrals further apart than this do not count together: no worker ran, or the account was refused. Longer than the pauses between tries and results. */
const DEFERRALS_COUNT_ON_MS = 30 * HOUR_MS;

const GOES_ON_WITH = 'sendConversionsLater';

/** Why nothing more is sent now; `resting` also when the platform does not answer. */
export type Hold =
  | AccountHold
  /** Until the next batch: this one has had its requests, or the worker stops. */
  | { readonly kind: 'next_batch'; readonly fault: Fault };

/** The job of a conversion that nobody asked the platform about; spends no attempt. */
export function heldBack(hold: Hold, job: Pick<ClaimedJob, 'platformFaults'>, now: number, random: number): JobOutcome {
  if (hold.kind === 'refused') return { kind: 'parked', fault: hold.fault };
  if (hold.kind === 'away') return whileAway(hold.fault, hold.until, { job, now, random, goesOnWith: GOES_ON_WITH });
  const availableAt = hold.kind === 'resting' ? afterPause(now, hold.until - now, random) : now;
  return { kind: 'retry', fault: hold.fault, availableAt, spendsAttempt: false, untried: true };
}

/** The platform is known to have a bad conversion among several: this one travels alone from now on. */
export function aloneFromNowOn(fault: Fault, now: number): NotTakenOutcome {
  return { kind: 'retry', fault, availableAt: now, spendsAttempt: false, alone: true };
}

/** After a passing fault. */
export function passed({ fault, retryAfterMs }: Passing, job: Pick<ClaimedJob, 'platformFaults'>, now: number, random: number): JobOutcome {
  return afterPlatformFault(fault, retryAfterMs, { job, now, random, goesOnWith: GOES_ON_WITH });
}

/** After a fault that nobody foresaw. */
export function unforeseen(fault: Fault, { attempt }: Pick<ClaimedJob, 'attempt'>, now: number, random: number): JobOutcome {
  return { kind: 'retry', fault, availableAt: now + backoffMs(attempt, random, CONVERSION_BACKOFF), spendsAttempt: true };
}

/** The same outcome of a conversion that was on its way: without an answer nobody knows whether it arrived. */
export function maybeArrived(outcome: JobOutcome, isSent: boolean): JobOutcome {
  return isSent && (outcome.kind === 'retry' || outcome.kind === 'failed') ? { ...outcome, uncertain: true } : outcome;
}

type Passing = Extract<PlatformTrouble, { kind: 'passing' }>;

/** How long others are not sent to a platform that did not answer one, or until when it throttles; UTC ms. */
export function restUntil(trouble: Extract<PlatformTrouble, { kind: 'passing' | 'throttled' }>, now: number, random: number): number {
  if (trouble.kind === 'throttled') return now + trouble.pauseMs;
  return now + Math.max(trouble.retryAfterMs ?? backoffMs(1, random, CONVERSION_BACKOFF), SHORTEST_REST_MS);
}

type NotTakenOutcome = Extract<JobOutcome, { kind: 'failed' | 'parked' | 'retry' }>;

/** What becomes of a conversion that the platform did not take. `deferral`: how it was put off before; null: it was not. */
export function notTaken(trouble: NotTaken, deferral: Deferral | null, now: number, random: number): NotTakenOutcome {
  if (trouble.kind === 'refused') return { kind: 'failed', fault: trouble.fault };
  if (trouble.kind === 'held') return { kind: 'parked', fault: trouble.fault, resend: true };
  const { fault, waitMs, longestMs, reason, atLast, lastFault } = trouble;
  const since = deferredSince(deferral, reason, now);
  if (now - since < longestMs) {
    const deferred = { since, reason };
    return { kind: 'retry', fault, availableAt: afterPause(now, waitMs, random), spendsAttempt: false, resend: true, deferred };
  }
  return atLast === 'held' ? { kind: 'parked', fault: lastFault, resend: true } : { kind: 'failed', fault: lastFault };
}

/** Another reason, or a time without tries, begins anew; a clock that was set back makes no time to come. */
function deferredSince(deferral: Deferral | null, reason: string, now: number): number {
  const goesOn = deferral !== null && deferral.reason === reason && now - deferral.lastAt <= DEFERRALS_COUNT_ON_MS;
  return goesOn ? Math.min(deferral.since, now) : now;
}

/** The fault that jobs wait with for a person, told by one of the codes that are looked for afterwards; the words are the platform's. */
export function faultOfRefusal(trouble: Extract<PlatformTrouble, { kind: 'credential' | 'blocked' | 'missing' }>): Fault {
  const { code, message } = trouble.fault;
  if (code === CONTACT_DATA_BLOCKED) return { code, message };
  return { code: trouble.kind === 'credential' ? 'credential_refused' : 'account_blocked', message };
}

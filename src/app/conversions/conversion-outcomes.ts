/** The outcomes of a conversion's job, as functions of the platform's answer. */
import { afterPause, type BackoffPolicy, backoffMs } from '../../base/backoff.ts';
import { HOUR_MS } from '../../base/time-units.ts';
import type { NotTaken, PlatformTrouble } from '../../domain/connectors.ts';
import type { Deferral } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';
import type { ClaimedJob, JobOutcome } from '../../domain/job.ts';
import { CONTACT_DATA_BLOCKED } from '../../domain/platform-account.ts';
import type { AccountHold } from '../platforms/account-book.ts';
import { afterPlatformFault, heldBack, SHORTEST_REST_MS } from '../platforms/platform-outage.ts';

/** For unexpected errors, and for the rest of a batch. */
const CONVERSION_BACKOFF: BackoffPolicy = { firstMs: 60_000, longestMs: 4 * 3_600_000 };

/**
 * Deferrals further apart than this do not count as one: no worker ran, or the account was refused. Longer than the pauses between attempts
 * and results.
 */
const DEFERRALS_COUNT_ON_MS = 30 * HOUR_MS;

const GOES_ON_WITH = 'sendConversionsLater';

/** Why nothing more is sent now; `resting` also if the platform does not answer. */
export type Hold =
  | AccountHold
  /** Until the next batch: this one has used up its requests or its time, or the worker is stopping. */
  | { readonly kind: 'next_batch'; readonly fault: Fault };

/** The outcome of a conversion that was not sent to the platform; uses no attempt. */
export function onHold(hold: Hold, job: Pick<ClaimedJob, 'platformFaults'>, now: number, random: number): JobOutcome {
  if (hold.kind !== 'next_batch') return heldBack(hold, { job, now, random, goesOnWith: GOES_ON_WITH });
  return { kind: 'retry', fault: hold.fault, availableAt: now, spendsAttempt: false, untried: true };
}

/** The platform rejected a request because of some of its conversions: this one is sent alone from now on. */
export function sendAlone(fault: Fault, now: number): NotTakenOutcome {
  return { kind: 'retry', fault, availableAt: now, spendsAttempt: false, alone: true };
}

/** The outcome of a temporary error. */
export function passed({ fault, retryAfterMs }: Passing, job: Pick<ClaimedJob, 'platformFaults'>, now: number, random: number): JobOutcome {
  return afterPlatformFault(fault, retryAfterMs, { job, now, random, goesOnWith: GOES_ON_WITH });
}

/** The outcome of an unexpected error. */
export function unforeseen(fault: Fault, { attempt }: Pick<ClaimedJob, 'attempt'>, now: number, random: number): JobOutcome {
  return { kind: 'retry', fault, availableAt: now + backoffMs(attempt, random, CONVERSION_BACKOFF), spendsAttempt: true };
}

/** The same outcome for a conversion that was being sent: without an answer it is unknown whether it arrived. */
export function maybeArrived(outcome: JobOutcome, isSent: boolean): JobOutcome {
  return isSent && (outcome.kind === 'retry' || outcome.kind === 'failed') ? { ...outcome, uncertain: true } : outcome;
}

type Passing = Extract<PlatformTrouble, { kind: 'passing' }>;

/** Until when nothing is sent to a platform that did not answer or throttles; UTC ms. */
export function restUntil(trouble: Extract<PlatformTrouble, { kind: 'passing' | 'throttled' }>, now: number, random: number): number {
  if (trouble.kind === 'throttled') return now + trouble.pauseMs;
  return now + Math.max(trouble.retryAfterMs ?? backoffMs(1, random, CONVERSION_BACKOFF), SHORTEST_REST_MS);
}

type NotTakenOutcome = Extract<JobOutcome, { kind: 'failed' | 'parked' | 'retry' }>;

/** The outcome of a conversion that the platform did not accept. `deferral`: its earlier deferral; `null` if none. */
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

/** Another reason, or a long time without attempts, starts from zero; if the clock was set back, the result is never in the future. */
function deferredSince(deferral: Deferral | null, reason: string, now: number): number {
  const goesOn = deferral !== null && deferral.reason === reason && now - deferral.lastAt <= DEFERRALS_COUNT_ON_MS;
  return goesOn ? Math.min(deferral.since, now) : now;
}

/** The fault of jobs that wait for a person, with one of the codes that are searched for later; the text is the platform's. */
export function faultOfRefusal(trouble: Extract<PlatformTrouble, { kind: 'credential' | 'blocked' | 'missing' }>): Fault {
  const { code, params } = trouble.fault;
  if (code === CONTACT_DATA_BLOCKED) return { code, params };
  return { code: trouble.kind === 'credential' ? 'credential_refused' : 'account_blocked', params };
}

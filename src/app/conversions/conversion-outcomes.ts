/** What becomes of a conversion's job, as functions of what the platform said. */
import { afterPause, type BackoffPolicy, backoffMs } from '../../base/backoff.ts';
import type { Fault } from '../../domain/fault.ts';
import type { JobOutcome } from '../../domain/job.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import type { AccountHold } from '../platforms/account-book.ts';

/** With 10 attempts the last one comes 4 to 8 hours after the first: longer than platforms are usually away. */
export const CONVERSION_BACKOFF: BackoffPolicy = { firstMs: 60_000, longestMs: 4 * 3_600_000 };

/** The shortest time after which a platform that failed is asked again, in ms: one that says "at once" would be asked for ever, and for nothing. */
const SHORTEST_REST_MS = 30_000;

/** Why nothing more is sent now; `resting` also when the platform does not answer. */
export type Hold =
  | AccountHold
  /** Until the next batch: this one has had its requests, or the worker stops. */
  | { readonly kind: 'next_batch'; readonly fault: Fault };

/** The job of a conversion that nobody asked the platform about; spends no attempt. */
export function heldBack(hold: Hold, now: number, random: number): JobOutcome {
  if (hold.kind === 'refused') return { kind: 'parked', fault: hold.fault };
  const availableAt = hold.kind === 'resting' ? afterPause(now, hold.until - now, random) : now;
  return { kind: 'retry', fault: hold.fault, availableAt, spendsAttempt: false };
}

/** The platform is known to have a bad conversion among several: this one travels alone from now on. */
export function aloneFromNowOn(fault: Fault, now: number): JobOutcome {
  return { kind: 'retry', fault, availableAt: now, spendsAttempt: false, alone: true };
}

/** After a passing fault. A platform that says when to come again is believed, and coming then spends no attempt. */
export function passed({ fault, retryAfterMs }: Passing, attempt: number, now: number, random: number): Retry {
  if (retryAfterMs === null) {
    return { kind: 'retry', fault, availableAt: now + backoffMs(attempt, random, CONVERSION_BACKOFF), spendsAttempt: true };
  }
  return { kind: 'retry', fault, availableAt: afterPause(now, Math.max(retryAfterMs, SHORTEST_REST_MS), random), spendsAttempt: false };
}

type Retry = Extract<JobOutcome, { kind: 'retry' }>;
type Passing = Extract<PlatformTrouble, { kind: 'passing' }>;

/** How long others are not sent to a platform that did not answer one, or until when it throttles; UTC ms. */
export function restUntil(trouble: Extract<PlatformTrouble, { kind: 'passing' | 'throttled' }>, now: number, random: number): number {
  if (trouble.kind === 'throttled') return now + trouble.pauseMs;
  return now + Math.max(trouble.retryAfterMs ?? backoffMs(1, random, CONVERSION_BACKOFF), SHORTEST_REST_MS);
}

/** The fault that jobs wait with for a person, told by one of two codes; the words are the platform's. */
export function faultOfRefusal(trouble: Extract<PlatformTrouble, { kind: 'credential' | 'blocked' | 'missing' }>): Fault {
  return { code: trouble.kind === 'credential' ? 'credential_refused' : 'account_blocked', message: trouble.fault.message };
}

/** The outcome of a job that meets a fault of its platform: no answer, or an answer that the platform is out of order. */
import { afterPause, type BackoffPolicy, growingPauseMs } from '../../base/backoff.ts';
import { HOUR_MS } from '../../base/time-units.ts';
import { type Fault, faultParams, sentencesOf } from '../../domain/fault.ts';
import type { ClaimedJob, JobOutcome, PlatformFaults } from '../../domain/job.ts';
import type { AccountHold } from './account-book.ts';

/** Longer than Meta itself repeats a notification (36 hours), and longer than a network failure that is not repaired over a weekend. */
const LONGEST_TRYING_MS = 72 * HOUR_MS;

/** The pauses of one job, in ms. */
const OUTAGE_BACKOFF: BackoffPolicy = { firstMs: 30_000, longestMs: 4 * HOUR_MS };

/** The shortest pause before a failed platform is called again, in ms: if it asked for an immediate retry, it would be called endlessly. */
export const SHORTEST_REST_MS = 30_000;

export interface OutageFacts {
  readonly job: Pick<ClaimedJob, 'platformFaults'>;
  /** UTC ms. */
  readonly now: number;
  /** A number in [0, 1) for jitter. */
  readonly random: number;
  /** The commands that resume the jobs afterwards, as part of a sentence. */
  readonly goesOnWith: 'bringAnswersLater' | 'sendConversionsLater';
}

/**
 * The outcome of an attempt that met a platform fault: a later retry, until the faults have lasted too long. `retryAfterMs`: the pause the
 * platform asks for.
 */
export function afterPlatformFault(fault: Fault, retryAfterMs: number | null, facts: OutageFacts): JobOutcome {
  const { now, random } = facts;
  const { since, tries } = faultsMet(facts);
  if (isTooLong(since, now)) return gaveUp(fault, facts);
  const asked = retryAfterMs === null ? 0 : afterPause(now, Math.max(retryAfterMs, SHORTEST_REST_MS), random);
  const availableAt = Math.max(now + growingPauseMs(now - since, random, OUTAGE_BACKOFF), asked);
  return { kind: 'retry', fault, availableAt, spendsAttempt: false, platformFaults: { since, tries: tries + 1 } };
}

/** The outcome of a job that is not tried because its account is unreachable until then (UTC ms); it ends like the jobs that are tried. */
function whileAway(fault: Fault, until: number, facts: OutageFacts): JobOutcome {
  const { now, random } = facts;
  const platformFaults = faultsMet(facts);
  if (isTooLong(platformFaults.since, now)) return gaveUp(fault, facts);
  return { kind: 'retry', fault, availableAt: afterPause(now, until - now, random), spendsAttempt: false, untried: true, platformFaults };
}

/** The outcome of a job whose account must not be used now; uses no attempt. */
export function heldBack(hold: AccountHold, facts: OutageFacts): JobOutcome {
  const { fault } = hold;
  if (hold.kind === 'refused') return { kind: 'parked', fault };
  if (hold.kind === 'away') return whileAway(fault, hold.until, facts);
  const availableAt = afterPause(facts.now, hold.until - facts.now, facts.random);
  return { kind: 'retry', fault, availableAt, spendsAttempt: false, untried: true };
}

/** If the clock was set back, the start must not be in the future. */
function faultsMet({ job, now }: OutageFacts): PlatformFaults {
  const { since, tries } = job.platformFaults ?? { since: now, tries: 0 };
  return { since: Math.min(since, now), tries };
}

function isTooLong(since: number, now: number): boolean {
  return now - since >= LONGEST_TRYING_MS;
}

function gaveUp(fault: Fault, { goesOnWith }: OutageFacts): JobOutcome {
  const hours = LONGEST_TRYING_MS / HOUR_MS;
  return {
    kind: 'failed',
    fault: { ...fault, params: faultParams(...sentencesOf(fault.params), ['stoppedTrying', { hours }], [goesOnWith]) },
  };
}

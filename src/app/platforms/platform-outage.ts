/** What becomes of a job that meets a fault of its platform: nobody answers, or the platform says that it is out of order. */
import { afterPause, type BackoffPolicy, growingPauseMs } from '../../base/backoff.ts';
import { HOUR_MS } from '../../base/time-units.ts';
import { type Fault, sentencesOf, told } from '../../domain/fault.ts';
import type { ClaimedJob, JobOutcome, PlatformFaults } from '../../domain/job.ts';

/** Longer than Meta itself repeats a notification (36 hours), and than a weekend on which nobody repairs a network. */
const LONGEST_TRYING_MS = 72 * HOUR_MS;

/** The pauses of one job, in ms. */
const OUTAGE_BACKOFF: BackoffPolicy = { firstMs: 30_000, longestMs: 4 * HOUR_MS };

/** The shortest time after which a platform that failed is asked again, in ms: one that says "at once" would be asked for ever, and for nothing. */
export const SHORTEST_REST_MS = 30_000;

export interface OutageFacts {
  readonly job: Pick<ClaimedJob, 'platformFaults'>;
  /** UTC ms. */
  readonly now: number;
  /** A number in [0, 1) for jitter. */
  readonly random: number;
  /** The commands that go on after the end, as a part of a sentence. */
  readonly goesOnWith: 'bringAnswersLater' | 'sendConversionsLater';
}

/** A try that met a fault of the platform: another one later, until they have lasted too long. `retryAfterMs`: how long the platform asks to wait. */
export function afterPlatformFault(fault: Fault, retryAfterMs: number | null, facts: OutageFacts): JobOutcome {
  const { now, random } = facts;
  const { since, tries } = faultsMet(facts);
  if (isTooLong(since, now)) return gaveUp(fault, facts);
  const asked = retryAfterMs === null ? 0 : afterPause(now, Math.max(retryAfterMs, SHORTEST_REST_MS), random);
  const availableAt = Math.max(now + growingPauseMs(now - since, random, OUTAGE_BACKOFF), asked);
  return { kind: 'retry', fault, availableAt, spendsAttempt: false, platformFaults: { since, tries: tries + 1 } };
}

/** A job that is not tried, because its account is away until then (UTC ms); it is given up with those that are tried. */
export function whileAway(fault: Fault, until: number, facts: OutageFacts): JobOutcome {
  const { now, random } = facts;
  const platformFaults = faultsMet(facts);
  if (isTooLong(platformFaults.since, now)) return gaveUp(fault, facts);
  return { kind: 'retry', fault, availableAt: afterPause(now, until - now, random), spendsAttempt: false, untried: true, platformFaults };
}

/** A clock that was set back makes no time to come. */
function faultsMet({ job, now }: OutageFacts): PlatformFaults {
  const { since, tries } = job.platformFaults ?? { since: now, tries: 0 };
  return { since: Math.min(since, now), tries };
}

function isTooLong(since: number, now: number): boolean {
  return now - since >= LONGEST_TRYING_MS;
}

function gaveUp(fault: Fault, { goesOnWith }: OutageFacts): JobOutcome {
  const hours = LONGEST_TRYING_MS / HOUR_MS;
  return { kind: 'failed', fault: { ...fault, message: told(...sentencesOf(fault.message), ['stoppedTrying', { hours }], [goesOnWith]) } };
}

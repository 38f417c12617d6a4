/** What becomes of the job of a lead whose answers are at the platform, as functions of what the platform said. */
import { afterPause } from '../../base/backoff.ts';
import type { ClaimedJob, JobOutcome } from '../../domain/job.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import { faultOfPage, leadNotAvailable } from '../../processing/platform-faults.ts';
import { afterPlatformFault } from '../platforms/platform-outage.ts';

/** The pauses before a lead that was not there is asked for again, in ms; after the last one it waits for a person. */
const MISSING_PAUSES_MS = [60_000, 300_000, 1_800_000, 7_200_000];

/** How leads of a platform that was away for too long come back; ends a sentence. */
export const GOES_ON_WITH = 'bringAnswersLater';

export interface AttemptFacts {
  readonly pageId: string;
  readonly job: Pick<ClaimedJob, 'attempt' | 'platformFaults'>;
  readonly maxAttempts: number;
  /** UTC ms. */
  readonly now: number;
  /** A number in [0, 1). */
  readonly random: number;
}

/** What becomes of a job whose fetch ended in trouble. */
export function outcomeOfTrouble(trouble: PlatformTrouble, facts: AttemptFacts): JobOutcome {
  const { pageId, job, now, random } = facts;
  switch (trouble.kind) {
    case 'passing':
      return afterPlatformFault(faultOfPage(trouble, pageId), trouble.retryAfterMs, { job, now, random, goesOnWith: GOES_ON_WITH });
    case 'throttled':
      return {
        kind: 'retry',
        fault: faultOfPage(trouble, pageId),
        availableAt: afterPause(now, trouble.pauseMs, random),
        spendsAttempt: false,
      };
    case 'credential':
    case 'blocked':
      return { kind: 'parked', fault: faultOfPage(trouble, pageId) };
    case 'missing':
      return missing(trouble.fault.message, facts);
    case 'refused':
      return { kind: 'failed', fault: trouble.fault };
  }
}

/** It may appear a little later, and a permission may come back; but the attempts are the job's, and it is never given up. */
function missing(said: string, { job, maxAttempts, now }: AttemptFacts): JobOutcome {
  const pauseMs = MISSING_PAUSES_MS[job.attempt - 1];
  if (pauseMs === undefined || job.attempt >= maxAttempts) return { kind: 'parked', fault: leadNotAvailable(said, job.attempt) };
  return { kind: 'retry', fault: leadNotAvailable(said, null), availableAt: now + pauseMs, spendsAttempt: true };
}

import { backoffMs } from '../base/backoff.ts';
import { exhausted, type Fault, told } from '../domain/fault.ts';
import type { ClaimedJob, JobOutcome } from '../domain/job.ts';
import type { Decision, Handled } from './work-options.ts';

/** An outcome that would wait for another attempt fails when there is none left; throttling and parking spend no attempt. */
export function limitAttempts(job: ClaimedJob, outcome: JobOutcome, maxAttempts: number): JobOutcome {
  if (outcome.kind !== 'retry' || !outcome.spendsAttempt || job.attempt < maxAttempts) return outcome;
  return { kind: 'failed', fault: exhausted(outcome.fault, job.attempt) };
}

/** The same for what a handler says, now or later. */
export function limitHandled(job: ClaimedJob, handled: Handled, maxAttempts: number): Handled {
  if (!('later' in handled)) return limitAttempts(job, handled, maxAttempts);
  const limit = (decision: Decision | null): Decision | null =>
    decision === null ? null : { ...decision, outcome: limitAttempts(job, decision.outcome, maxAttempts) };
  const later = handled.later.then(limit);
  // Its error is met where it is waited for, which may be after other jobs have been handled.
  later.catch(() => undefined);
  return { later };
}

/** What becomes of a job whose processing ended in a fault nobody foresaw: another attempt, later, until none is left. */
export function unforeseen(job: ClaimedJob, fault: Fault, now: number, random: number, maxAttempts: number): JobOutcome {
  const availableAt = now + backoffMs(job.attempt, random);
  return limitAttempts(job, { kind: 'retry', fault, availableAt, spendsAttempt: true }, maxAttempts);
}

/** The text of a thrown error may hold data of the event, so only its kind goes into the fault; the log has the id to look further. */
export function faultOfError(error: unknown): Fault {
  const kind = error instanceof Error ? error.name : typeof error;
  return { code: 'processing_failed', message: told(['processingFailed', { kind }]) };
}

export const WRITE_REJECTED: Fault = { code: 'write_rejected', message: told(['writeRejected']) };

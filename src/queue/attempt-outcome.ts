import { backoffMs } from '../base/backoff.ts';
import { exhausted, type Fault } from '../domain/fault.ts';
import type { ClaimedJob, JobOutcome } from '../domain/job.ts';

/** An outcome that would wait for another attempt fails when there is none left; throttling and parking spend no attempt. */
export function limitAttempts(job: ClaimedJob, outcome: JobOutcome, maxAttempts: number): JobOutcome {
  if (outcome.kind !== 'retry' || !outcome.spendsAttempt || job.attempt < maxAttempts) return outcome;
  return { kind: 'failed', fault: exhausted(outcome.fault, job.attempt) };
}

/** What becomes of a job whose processing ended in a fault nobody foresaw: another attempt, later, until none is left. */
export function unforeseen(job: ClaimedJob, fault: Fault, now: number, random: number, maxAttempts: number): JobOutcome {
  const availableAt = now + backoffMs(job.attempt, random);
  return limitAttempts(job, { kind: 'retry', fault, availableAt, spendsAttempt: true }, maxAttempts);
}

/** The text of a thrown error may hold data of the event, so only its kind goes into the fault; the log has the id to look further. */
export function faultOfError(error: unknown): Fault {
  const kind = error instanceof Error ? error.name : typeof error;
  return { code: 'processing_failed', message: `Processing ended unexpectedly (${kind}). The log line with this job's id tells more.` };
}

export const WRITE_REJECTED: Fault = {
  code: 'write_rejected',
  message: 'The database refused the result, for instance because its campaign or client was removed meanwhile.',
};

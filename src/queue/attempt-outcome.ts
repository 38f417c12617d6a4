import type { AppError } from '../base/app-error.ts';
import { afterPause, type BackoffPolicy, backoffMs } from '../base/backoff.ts';
import type { Translated } from '../base/language.ts';
import { OUTCOME_UNKNOWN } from '../domain/conversion.ts';
import { exhausted, type Fault, newFault } from '../domain/fault.ts';
import type { ClaimedJob, JobOutcome } from '../domain/job.ts';
import type { Operator, QueueControl } from '../domain/ports.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** An outcome that would wait for another attempt fails if no attempts are left; throttling and parking use none. */
export function limitAttempts(job: ClaimedJob, outcome: JobOutcome, maxAttempts: number): JobOutcome {
  if (outcome.kind !== 'retry' || !outcome.spendsAttempt || job.attempt < maxAttempts) return outcome;
  return { kind: 'failed', fault: exhausted(outcome.fault, job.attempt) };
}

/** The outcome of a job after an unexpected error: a later attempt, until none are left. */
export function unforeseen(job: ClaimedJob, fault: Fault, now: number, random: number, maxAttempts: number): JobOutcome {
  const availableAt = now + backoffMs(job.attempt, random);
  return limitAttempts(job, { kind: 'retry', fault, availableAt, spendsAttempt: true }, maxAttempts);
}

/** A thrown error's text may contain event data, so the fault gets only the error's name; the log has the id for further investigation. */
export function faultOfError(error: unknown): Fault {
  const kind = error instanceof Error ? error.name : typeof error;
  return newFault('processing_failed', ['processingFailed', { kind }]);
}

export const WRITE_REJECTED: Fault = newFault('write_rejected', ['writeRejected']);

/** The fault of jobs whose results the database cannot store now, whatever they are. */
export function notStored(cause: AppError): Fault {
  return newFault('not_stored', ['notStored', { reason: reasonOf(cause) }]);
}

/** The fault of a conversion that the platform accepted and whose result could not be stored, however often it was sent. */
export function sentNotStored(cause: AppError): Fault {
  return newFault(OUTCOME_UNKNOWN, ['sentNotStored', { reason: reasonOf(cause) }]);
}

function reasonOf(cause: AppError): Translated<string> {
  return inEveryLanguage((_, language) => {
    const { message, hint } = cause.inLanguage(language);
    return hint === undefined ? message : `${message} ${hint}`;
  });
}

/** Pause before a job whose result could not be stored runs again, in ms. It grows for a conversion that was sent. */
const NOT_STORED_PAUSE_MS = 30_000;
const SENT_NOT_STORED: BackoffPolicy = { firstMs: NOT_STORED_PAUSE_MS, longestMs: 3_600_000 };

interface Circumstances {
  /** UTC ms. */
  readonly now: number;
  /** A number in [0, 1) for jitter. */
  readonly random: number;
  readonly maxAttempts: number;
}

/**
 * The outcome of a job whose result the database cannot store: it runs again, however often. It uses no attempt, and none is recorded, because
 * the job is not the cause. Only a conversion that was sent uses one: it is sent again each time, and in the end a person has to look.
 */
export function storedLater(
  job: ClaimedJob,
  outcome: JobOutcome,
  cause: AppError,
  { now, random, maxAttempts }: Circumstances,
): JobOutcome {
  const fault = notStored(cause);
  if (outcome.kind !== 'sent' && outcome.kind !== 'submitted') {
    const uncertain = 'uncertain' in outcome ? { uncertain: outcome.uncertain } : {};
    return {
      kind: 'retry',
      fault,
      availableAt: afterPause(now, NOT_STORED_PAUSE_MS, random),
      spendsAttempt: false,
      untried: true,
      ...uncertain,
    };
  }
  if (job.attempt >= maxAttempts) return { kind: 'parked', fault: sentNotStored(cause), uncertain: true };
  const availableAt = now + backoffMs(job.attempt, random, SENT_NOT_STORED);
  return { kind: 'retry', fault, availableAt, spendsAttempt: true, uncertain: true };
}

/**
 * Runs one event again, even if it was processed: as `retryEvents` does, or with a new job. An event that is queued or
 * being processed is left unchanged.
 *
 * @returns false if there was nothing to do
 */
export async function retryOrReplayEvent(
  control: Pick<QueueControl, 'replay' | 'retryEvents'>,
  eventId: string,
  queue: string,
  operator: Operator,
): Promise<boolean> {
  if ((await control.retryEvents({ ids: [eventId] }, queue, operator)) > 0) return true;
  return (await control.replay([eventId], queue, operator)).length > 0;
}

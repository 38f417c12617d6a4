import type { AppError } from '../base/app-error.ts';
import { backoffMs } from '../base/backoff.ts';
import { exhausted, type Fault, faultParams } from '../domain/fault.ts';
import type { ClaimedJob, JobOutcome } from '../domain/job.ts';
import type { Operator, QueueControl } from '../domain/ports.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import type { Decision, Handled } from './work-options.ts';

/** An outcome that would wait for another attempt fails if no attempts are left; throttling and parking use none. */
export function limitAttempts(job: ClaimedJob, outcome: JobOutcome, maxAttempts: number): JobOutcome {
  if (outcome.kind !== 'retry' || !outcome.spendsAttempt || job.attempt < maxAttempts) return outcome;
  return { kind: 'failed', fault: exhausted(outcome.fault, job.attempt) };
}

/** The same for a handler's result, decided now or later. */
export function limitHandled(job: ClaimedJob, handled: Handled, maxAttempts: number): Handled {
  if (!('later' in handled)) return limitAttempts(job, handled, maxAttempts);
  const limit = (decision: Decision | null): Decision | null =>
    decision === null ? null : { ...decision, outcome: limitAttempts(job, decision.outcome, maxAttempts) };
  const later = handled.later.then(limit);
  // The error is handled where the result is awaited, possibly after other jobs; this prevents an unhandled rejection.
  later.catch(() => undefined);
  return { later };
}

/** The outcome of a job after an unexpected error: a later attempt, until none are left. */
export function unforeseen(job: ClaimedJob, fault: Fault, now: number, random: number, maxAttempts: number): JobOutcome {
  const availableAt = now + backoffMs(job.attempt, random);
  return limitAttempts(job, { kind: 'retry', fault, availableAt, spendsAttempt: true }, maxAttempts);
}

/** A thrown error's text may contain event data, so the fault gets only the error's name; the log has the id for further investigation. */
export function faultOfError(error: unknown): Fault {
  const kind = error instanceof Error ? error.name : typeof error;
  return { code: 'processing_failed', params: faultParams(['processingFailed', { kind }]) };
}

export const WRITE_REJECTED: Fault = { code: 'write_rejected', params: faultParams(['writeRejected']) };

/** The fault of jobs whose results the database cannot store now, whatever they are. */
export function notStored(cause: AppError): Fault {
  const reason = inEveryLanguage((_, language) => {
    const { message, hint } = cause.inLanguage(language);
    return hint === undefined ? message : `${message} ${hint}`;
  });
  return { code: 'not_stored', params: faultParams(['notStored', { reason }]) };
}

/**
 * The outcome of a job whose result the database cannot store: it runs again, however often. It uses no attempt, and none is recorded, because
 * the job is not the cause. If its conversion was sent, the platform may have it.
 */
export function storedLater({ kind, ...outcome }: JobOutcome, fault: Fault, availableAt: number): JobOutcome {
  const uncertain = kind === 'sent' || kind === 'submitted' ? true : 'uncertain' in outcome ? outcome.uncertain : undefined;
  return { kind: 'retry', fault, availableAt, spendsAttempt: false, untried: true, ...(uncertain === undefined ? {} : { uncertain }) };
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

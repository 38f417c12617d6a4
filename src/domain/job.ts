import type { DeliveryUpdate, NotSent } from './conversion-delivery.ts';
import type { FaultParams } from './fault.ts';
import type { LeadIntent } from './lead.ts';
import type { Origin } from './origin.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** The id of a job: the number of its event, or `c` and the number of its conversion. */
export const JOB_ID = /^c?[1-9]\d{0,11}$/;

export const DEFAULT_QUEUE = 'webhooks';
export const CONVERSION_QUEUE = 'conversoes';

/** The states of a job. The diagram is in `docs/architecture.md`. */
export const JobState = { pending: 'pendente', running: 'processando', done: 'concluido', failed: 'falhou' } as const;

export type JobState = (typeof JobState)[keyof typeof JobState];

/** How jobs are counted: by state, with parked and delayed jobs separate from pending ones. */
export const JobGroup = { ...JobState, parked: 'estacionado', delayed: 'adiado' } as const;

export type JobGroup = (typeof JobGroup)[keyof typeof JobGroup];

/** Identifies one claim of one job. A later claim of the same job has a higher `lease`, which reveals a worker that lost its job. */
export interface Claim {
  readonly jobId: string;
  readonly workerId: string;
  readonly lease: number;
}

/** Platform faults that a job has hit: the platform does not answer, or reports that it is down. They use no attempt. */
export interface PlatformFaults {
  /** When the first one occurred, UTC ms. */
  readonly since: number;
  /** How often the job itself was tried since then; it only waits while its account is not asked. */
  readonly tries: number;
}

/** What a worker gets: the claim, and what it needs of the event. */
export interface ClaimedJob
  extends Claim,
    Pick<WebhookEvent, 'origin' | 'eventType' | 'identity' | 'body' | 'receivedAt' | 'refusedAt' | 'requestId' | 'limitedTo'> {
  readonly attempt: number;
  readonly eventId: string;
  /** The conversion to send; `null` if the job is about the event itself. */
  readonly conversionId: string | null;
  /** `null` if there are none, or the job was not tried for more than a day. */
  readonly platformFaults: PlatformFaults | null;
}

/** The result of processing. The store applies it in one transaction, or not at all. */
export type JobOutcome =
  | { readonly kind: 'lead'; readonly intent: LeadIntent }
  /** Waits for an external change; uses no attempt, runs again when an operator or a connector requests it. */
  | ({ readonly kind: 'parked' } & Pick<NotSent, 'fault' | 'resend' | 'uncertain'>)
  /** A temporary fault: retried at `availableAt` (UTC ms). */
  | ({ readonly kind: 'retry'; readonly availableAt: number } & Retry)
  | Extract<DeliveryUpdate, { kind: 'sent' }>
  /** The result of the request is asked for at `availableAt` (UTC ms). Uses no attempt. */
  | (Extract<DeliveryUpdate, { kind: 'submitted' }> & { readonly availableAt: number })
  /** A fault that a retry cannot fix. */
  | ({ readonly kind: 'failed' } & Pick<NotSent, 'fault' | 'uncertain'>);

/** How a job waits for its next attempt. */
export interface Retry extends NotSent {
  readonly spendsAttempt: boolean;
  /** True if nothing was tried, so no attempt is recorded. */
  readonly untried?: boolean;
  /** The platform faults that the job has hit so far. Omitted: none, or, if nothing was tried, unchanged. */
  readonly platformFaults?: PlatformFaults;
}

export interface FinishRequest {
  readonly claim: Claim;
  readonly outcome: JobOutcome;
  /** What was fetched from the platform for the event; stored whatever the outcome is, so that it is not fetched again. */
  readonly fetched?: Uint8Array;
}

/**
 * `lease_lost`: another worker has the job now, and nothing was written.
 * `rejected`: the database rejected this outcome (for example, its campaign was removed meanwhile); only what was fetched was written, and the
 * claim is still valid.
 */
export type FinishResult = 'processed' | 'failed' | 'waiting' | 'lease_lost' | 'rejected';

/** A job as operators see it. */
export interface JobSummary {
  readonly id: string;
  readonly queue: string;
  readonly type: string;
  readonly eventId: string;
  /** The conversion it sends; `null` if it is about the event itself. */
  readonly conversionId: string | null;
  readonly state: JobState;
  readonly attempts: number;
  readonly availableAt: number | null;
  readonly waitReason: string | null;
  readonly workerId: string | null;
  readonly leaseUntil: number | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly errorCode: string | null;
  readonly errorParams: FaultParams | null;
  /** What its error names; '' if nothing. */
  readonly named: string;
}

/** A job with what `queue failed` shows of its event. */
export interface FailedJob extends JobSummary {
  readonly origin: Origin;
  readonly eventType: string;
}

/** Failed or parked jobs with the same error code that name the same thing. */
export interface FailureGroup {
  /** `null` for the group of all other jobs. */
  readonly errorCode: string | null;
  /** What the errors name; '' if nothing. */
  readonly named: string;
  readonly parked: boolean;
  readonly count: number;
  /** The newest job of the group, which represents the others; `null` for the group of all other jobs. */
  readonly newest: FailedJob | null;
}

/** An attempt before the last one of its job, which is stored in the job itself. */
export interface JobAttempt {
  readonly jobId: string;
  /** Counted from the job's first attempt, across retries. */
  readonly attempt: number;
  readonly workerId: string;
  readonly startedAt: number | null;
  readonly endedAt: number;
  readonly result: 'parked' | 'retry' | 'lease_expired' | 'failed' | 'processed';
  readonly errorCode: string | null;
  readonly errorParams: FaultParams | null;
}

/** The number of a job's newest attempt, across retries; its `attempts` restart with each retry. 0 if it was never tried. */
export function newestAttempt(job: JobSummary, attemptsOfTrail: readonly JobAttempt[]): number {
  const ended = attemptsOfTrail.filter(({ jobId }) => jobId === job.id);
  // If a worker died, its attempt ended and the job with it.
  const hasEndedJob = ended.some(({ result, endedAt }) => result === 'lease_expired' && endedAt === job.finishedAt);
  return job.state === JobState.pending || hasEndedJob ? ended.length : ended.length + 1;
}

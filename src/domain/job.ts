import type { Deferral } from './conversion.ts';
import type { Fault } from './fault.ts';
import type { LeadIntent } from './lead.ts';
import type { Origin } from './origin.ts';

export const JOB_TYPE = 'ProcessarWebhookJob';
export const DEFAULT_QUEUE = 'webhooks';
/** Conversions are sent to the platforms from here. */
export const CONVERSION_JOB_TYPE = 'EnviarConversaoJob';
export const CONVERSION_QUEUE = 'conversoes';

/** The states of a job. The diagram is in `docs/architecture.md`. */
export const JobState = { pending: 'pendente', running: 'processando', done: 'concluido', failed: 'falhou' } as const;

export type JobState = (typeof JobState)[keyof typeof JobState];

/** What jobs are counted as: by their state, and of those that are pending the parked and the delayed. */
export const JobGroup = { ...JobState, parked: 'estacionado', delayed: 'adiado' } as const;

export type JobGroup = (typeof JobGroup)[keyof typeof JobGroup];

/** Names one claim of one job. A later claim of the same job has a higher `lease`, so a worker that lost its job is told apart. */
export interface Claim {
  readonly jobId: string;
  readonly workerId: string;
  readonly lease: number;
}

/** Faults of its platform that a job meets: nobody answers, or the platform says that it is out of order. They spend no attempt. */
export interface PlatformFaults {
  /** When it met the first one, UTC ms. */
  readonly since: number;
  /** How often it was tried itself since then; while its account is not asked, it only waits. */
  readonly tries: number;
}

/** What a worker gets: the claim, and what processing needs of the event. */
export interface ClaimedJob extends Claim {
  readonly attempt: number;
  readonly eventId: string;
  readonly origin: Origin;
  readonly eventType: string;
  readonly identity: string;
  readonly body: Uint8Array;
  readonly receivedAt: number;
  /** When its request first arrived and was refused, UTC ms; null: it was taken at once. */
  readonly refusedAt: number | null;
  readonly requestId: string;
  /** The conversion to send; null: the job is about the event itself. */
  readonly conversionId: string | null;
  /** Null: it meets none, or nobody tried it for more than a day. */
  readonly platformFaults: PlatformFaults | null;
  /** The only client whose leads the event may create, because its secret is limited to it; null: all. */
  readonly limitedTo: string | null;
}

/** What processing decided. The store carries it out in one transaction, or not at all. */
export type JobOutcome =
  | { readonly kind: 'lead'; readonly intent: LeadIntent }
  /** Cannot go on until something outside changes; spends no attempt, runs again when an operator or a connector says so. `resend`, `uncertain`: as below. */
  | { readonly kind: 'parked'; readonly fault: Fault; readonly resend?: boolean; readonly uncertain?: boolean }
  /** A passing fault: again at `availableAt` (UTC ms). */
  | {
      readonly kind: 'retry';
      readonly fault: Fault;
      readonly availableAt: number;
      readonly spendsAttempt: boolean;
      /** True: nothing was tried, so no attempt is told of. */
      readonly untried?: boolean;
      /** What the job has met of its platform up to now. Left out: nothing, or, where nothing was tried, what it had met before. */
      readonly platformFaults?: PlatformFaults;
      /** True: a conversion that travels alone from now on. */
      readonly alone?: boolean;
      /** True: a conversion was sent, and nobody knows whether the platform has it; false: the platform says that it has not. Left out: as before. */
      readonly uncertain?: boolean;
      /** True: the platform is through with the request that carried a conversion and did not take it, so it is sent anew. */
      readonly resend?: boolean;
      /** The platform puts the conversion off: since when (UTC ms) and why is kept. */
      readonly deferred?: Pick<Deferral, 'since' | 'reason'>;
    }
  /** The platform has the conversion. `account`: key of the one that took it. */
  | { readonly kind: 'sent'; readonly requestId: string | null; readonly account?: string }
  /** The platform took the request with `requestSize` conversions; what became of it is asked at `availableAt` (UTC ms). Spends no attempt. */
  | {
      readonly kind: 'submitted';
      readonly requestId: string;
      readonly requestSize: number;
      readonly account?: string;
      readonly availableAt: number;
    }
  /** A fault that a repeat cannot mend. `uncertain`: as above. */
  | { readonly kind: 'failed'; readonly fault: Fault; readonly uncertain?: boolean };

export interface FinishRequest {
  readonly claim: Claim;
  readonly outcome: JobOutcome;
  /** What was fetched from the platform for the event; kept whatever the outcome is, so that nobody has to fetch it again. */
  readonly fetched?: Uint8Array;
}

/**
 * `lease_lost`: another worker has the job now, and nothing was written.
 * `rejected`: the database refused this outcome (for instance its campaign was removed meanwhile); nothing but what was fetched was written, the claim still holds.
 */
export type FinishResult = 'processed' | 'failed' | 'waiting' | 'lease_lost' | 'rejected';

/** A job as operators see it. */
export interface JobSummary {
  readonly id: string;
  readonly queue: string;
  readonly type: string;
  readonly eventId: string;
  /** The conversion it sends; null: it is about the event itself. */
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
  readonly errorMessage: string | null;
  /** What its error names; '' is nothing. */
  readonly named: string;
}

/** A job with what `queue failed` shows of its event. */
export interface FailedJob extends JobSummary {
  readonly origin: Origin;
  readonly eventType: string;
}

/** Failed or parked jobs with one error code that names one thing. */
export interface FailureGroup {
  /** Null: all other jobs. */
  readonly errorCode: string | null;
  /** What the errors name; '' is nothing. */
  readonly named: string;
  readonly parked: boolean;
  readonly count: number;
  /** The newest job of the group, which stands for the others; null for the rest. */
  readonly newest: FailedJob | null;
}

/** One attempt at a job that did not end it. The attempt that ended it is told by the job itself. */
export interface JobAttempt {
  readonly jobId: string;
  /** Counted from the first attempt at the job on, over retries too. */
  readonly attempt: number;
  readonly workerId: string;
  readonly startedAt: number | null;
  readonly endedAt: number;
  readonly result: 'parked' | 'retry' | 'lease_expired' | 'failed';
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** The number of the newest attempt at a job, over retries too; its `attempts` begin again with each. 0: it was never tried. */
export function newestAttempt(job: JobSummary, attemptsOfTrail: readonly JobAttempt[]): number {
  const ended = attemptsOfTrail.filter(({ jobId }) => jobId === job.id);
  // A worker that died ended its last attempt and with it the job.
  const hasEndedJob = ended.some(({ result, endedAt }) => result === 'lease_expired' && endedAt === job.finishedAt);
  return job.state === JobState.pending || hasEndedJob ? ended.length : ended.length + 1;
}

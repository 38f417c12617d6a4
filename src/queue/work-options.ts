import type { ClaimedJob, JobOutcome } from '../domain/job.ts';

/** The options of a worker, with the same meanings as in Laravel's `queue:work`. */
export interface WorkOptions {
  readonly queue: string;
  /** Batches processed at the same time: with 2, one is decided while the other is stored. More help when processing waits for external calls. */
  readonly concurrency: number;
  /** Maximum number of jobs claimed and finished in one transaction. */
  readonly batch: number;
  readonly maxJobs?: number;
  readonly maxTimeMs?: number;
  /** Stop when the process uses more memory than this, in MiB. */
  readonly memoryMb?: number;
  readonly stopWhenEmpty: boolean;
  /** Longest pause between two checks of an empty queue, in ms; new jobs are noticed much earlier. */
  readonly sleepMs: number;
  /** Jobs that become due after the first claim are left for the next run. */
  readonly onlyDueNow?: boolean;
  readonly leaseMs: number;
  readonly maxAttempts: number;
}

export type StopReason = 'stopped' | 'empty' | 'paused' | 'max_jobs' | 'max_time' | 'memory';

export interface WorkSummary {
  readonly processed: number;
  readonly failed: number;
  /** Parked, or waiting for another attempt. */
  readonly waiting: number;
  readonly durationMs: number;
  readonly reason: StopReason;
}

/** The decision on a job. */
export interface Decision {
  readonly outcome: JobOutcome;
  /** What was fetched for its event; stored with it. */
  readonly fetched?: Uint8Array;
}

/** A job and the decision on it. */
export interface Decided extends Decision {
  readonly claim: ClaimedJob;
}

/** The decision waits for an external call and delays no other job. `null` if the worker stopped first; the job is then given back. */
export interface LateDecision {
  readonly later: Promise<Decision | null>;
}

/** A handler's result for a job: its outcome, or a decision that comes later. */
export type Handled = JobOutcome | LateDecision;

/**
 * Turns claimed jobs into results, in the same order; a decision that takes longer is returned as a promise. It may throw: each job is then
 * handled alone. So a late decision must start nothing until everything that can throw is done. The signal aborts when the worker stops;
 * jobs that do not end soon after are given back.
 */
export type HandleJobs = (jobs: readonly ClaimedJob[], signal: AbortSignal) => Promise<readonly Handled[]>;

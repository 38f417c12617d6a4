import type { ClaimedJob, JobOutcome } from '../domain/job.ts';

/** How a worker works; the meanings are those of Laravel's `queue:work`. */
export interface WorkOptions {
  readonly queue: string;
  /** Batches in work at the same time: with 2, one is decided while the other is stored; more pay when processing waits for the outside. */
  readonly concurrency: number;
  /** Most jobs claimed and finished in one transaction. */
  readonly batch: number;
  readonly maxJobs?: number;
  readonly maxTimeMs?: number;
  /** Stop when the process uses more memory than this, in MiB. */
  readonly memoryMb?: number;
  readonly stopWhenEmpty: boolean;
  /** Longest pause between two looks at an empty queue, in ms; new jobs are noticed much earlier. */
  readonly sleepMs: number;
  /** Only jobs due at or before this time (UTC ms): what `queue once` calls "now". */
  readonly dueBy?: number;
  readonly leaseMs: number;
  readonly maxAttempts: number;
}

export type StopReason = 'stopped' | 'empty' | 'max_jobs' | 'max_time' | 'memory';

export interface WorkSummary {
  readonly processed: number;
  readonly failed: number;
  /** Parked, or waiting for another attempt. */
  readonly waiting: number;
  readonly durationMs: number;
  readonly reason: StopReason;
}

/** What was decided of a job. */
export interface Decision {
  readonly outcome: JobOutcome;
  /** What was fetched for its event; kept with it. */
  readonly fetched?: Uint8Array;
}

/** The decision waits for the outside, and keeps nobody else waiting. Null: the worker stopped before there was one; the job is given back. */
export interface LateDecision {
  readonly later: Promise<Decision | null>;
}

/** What a handler says of a job: its outcome, or that the decision comes later. */
export type Handled = JobOutcome | LateDecision;

/**
 * Turns claimed jobs into outcomes, in the same order; what is only known later is told later. May throw: then each job is tried alone, so
 * whoever decides later begins nothing before everything that may throw has been done. The signal aborts when the worker stops: what has not
 * ended soon after is given back.
 */
export type HandleJobs = (jobs: readonly ClaimedJob[], signal: AbortSignal) => Promise<readonly Handled[]>;

/** Who a worker is, for the list of workers and for fencing. */
export interface WorkerIdentity {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly pidSpace: string;
  readonly version: string;
}

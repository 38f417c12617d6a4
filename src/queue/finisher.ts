import { type AppError, toAppError } from '../base/app-error.ts';
import { afterPause } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { ClaimedJob, FinishRequest, FinishResult } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports.ts';
import { notStored, storedLater, unforeseen, WRITE_REJECTED } from './attempt-outcome.ts';
import type { Decision, WorkSummary } from './work-options.ts';

/** Attempts to store a batch's outcomes while the database cannot, and the first pause between them, in ms. */
const FINISH_TRIES = 6;
const FINISH_PAUSE_MS = 100;

/** Jobs whose results could not be stored run again after this time, in ms. */
const NOT_STORED_PAUSE_MS = 30_000;

/** Outcomes stored in one operation: with other processes running, this holds the write lock for about 3 ms. */
const FINISH_PART = 50;

export interface FinisherDeps {
  readonly queue: Pick<JobQueue, 'finish'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** A number in [0, 1) for jitter. */
  readonly random: () => number;
  readonly maxAttempts: number;
  /** These jobs are no longer held. */
  readonly dropClaims: (jobs: readonly ClaimedJob[]) => void;
}

/** Stores the decisions on a worker's jobs, then counts and logs the results. */
export class Finisher {
  readonly #deps: FinisherDeps;
  #processed = 0;
  #failed = 0;
  #waiting = 0;

  constructor(deps: FinisherDeps) {
    this.#deps = deps;
  }

  get counts(): Pick<WorkSummary, 'processed' | 'failed' | 'waiting'> {
    return { processed: this.#processed, failed: this.#failed, waiting: this.#waiting };
  }

  /** Stores decisions and lets go of their jobs; those whose outcomes cannot be stored run again later. Never rejects. */
  async conclude(jobs: readonly ClaimedJob[], decisions: readonly Decision[]): Promise<void> {
    const results = await this.#finish(jobs, decisions);
    const rejected = jobs.filter((_job, index) => results[index] === 'rejected');
    if (rejected.length > 0) await this.#finishRejected(rejected);
    this.#deps.dropClaims(jobs);
  }

  /** Stores a batch's outcomes in parts. Without other processes the store commits them together; otherwise others can write in between. */
  async #finish(jobs: readonly ClaimedJob[], decisions: readonly Decision[]): Promise<readonly FinishResult[]> {
    const parts: Promise<readonly FinishResult[]>[] = [];
    for (let from = 0; from < jobs.length; from += FINISH_PART) {
      parts.push(this.#finishPart(jobs.slice(from, from + FINISH_PART), decisions.slice(from, from + FINISH_PART)));
    }
    return (await Promise.all(parts)).flat();
  }

  /** Retries while the database cannot store the outcomes. */
  async #finishPart(jobs: readonly ClaimedJob[], decisions: readonly Decision[]): Promise<readonly FinishResult[]> {
    for (let pauseMs = FINISH_PAUSE_MS, tries = 1; ; tries += 1, pauseMs *= 2) {
      try {
        return await this.#store(jobs, decisions);
      } catch (error) {
        const cause = toAppError(error);
        if (tries === FINISH_TRIES || cause.code === 'store_closed') return await this.#notStored(jobs, decisions, cause);
        // Not the stop signal: finished work should be stored before the worker exits.
        await wait(pauseMs, new AbortController().signal);
      }
    }
  }

  async #store(jobs: readonly ClaimedJob[], decisions: readonly Decision[]): Promise<readonly FinishResult[]> {
    const requests = jobs.map((job, index): FinishRequest => ({ claim: job, ...(decisions[index] as Decision) }));
    const results = await this.#deps.queue.finish(requests, this.#deps.clock());
    for (const [index, result] of results.entries()) this.#note(jobs[index] as ClaimedJob, decisions[index] as Decision, result);
    // Right away, not with the whole batch: renewing a lease that has ended looks like a lease that another worker took.
    this.#deps.dropClaims(jobs.filter((_job, index) => results[index] !== 'rejected'));
    return results;
  }

  /**
   * Makes the jobs wait, with the reason. What was fetched is stored with that if possible. If nothing can be stored, the leases expire and the
   * jobs run again. An error that is not the database's may be that of one job, so each is stored alone.
   */
  async #notStored(jobs: readonly ClaimedJob[], decisions: readonly Decision[], cause: AppError): Promise<readonly FinishResult[]> {
    this.#deps.log.error({ err: cause, jobs: jobs.map((job) => job.jobId) }, 'results not stored; the jobs will run again');
    if (cause.code === 'internal') {
      if (jobs.length === 1) return ['rejected'];
      return (await Promise.all(jobs.map((job, index) => this.#finishPart([job], decisions.slice(index, index + 1))))).flat();
    }
    const fault = notStored(cause);
    const availableAt = afterPause(this.#deps.clock(), NOT_STORED_PAUSE_MS, this.#deps.random());
    const later = decisions.map((decision) => ({ ...decision, outcome: storedLater(decision.outcome, fault, availableAt) }));
    const withoutFetched = later.map(({ outcome }) => ({ outcome }));
    return await this.#store(jobs, later)
      .catch(() => this.#store(jobs, withoutFetched))
      .catch(() => jobs.map(() => 'lease_lost'));
  }

  async #finishRejected(jobs: readonly ClaimedJob[]): Promise<void> {
    const { clock, random, maxAttempts } = this.#deps;
    const decisions = jobs.map((job) => ({ outcome: unforeseen(job, WRITE_REJECTED, clock(), random(), maxAttempts) }));
    await this.#finish(jobs, decisions);
  }

  #note(job: ClaimedJob, { outcome }: Decision, result: FinishResult): void {
    const about = job.conversionId === null ? 'event' : 'conversion';
    const conversion = job.conversionId === null ? {} : { conversion: job.conversionId };
    const line = { job: job.jobId, event: job.eventId, ...conversion, requestId: job.requestId, origem: job.origin, attempt: job.attempt };
    const { code } = 'fault' in outcome ? outcome.fault : { code: undefined };
    if (result === 'processed') {
      this.#processed += 1;
      this.#deps.log.debug(line, `${about} processed`);
    } else if (result === 'failed') {
      this.#failed += 1;
      this.#deps.log.warn({ ...line, code }, `${about} failed`);
    } else if (result === 'waiting') {
      this.#waiting += 1;
      this.#deps.log.info({ ...line, code }, `${about} waits`);
    } else {
      this.#deps.log.warn({ ...line, result }, 'result not stored');
    }
  }
}

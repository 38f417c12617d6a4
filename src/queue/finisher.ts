import { toAppError } from '../base/app-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { ClaimedJob, FinishRequest, FinishResult } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports.ts';
import { storedLater, unforeseen, WRITE_REJECTED } from './attempt-outcome.ts';
import type { Decision, WorkSummary } from './work-options.ts';

/** Attempts to store a batch's outcomes while the database cannot, and the first pause between them, in ms. */
const FINISH_TRIES = 6;
const FINISH_PAUSE_MS = 100;

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

  /** Retries while the database cannot store the outcomes, then stores each alone. */
  async #finishPart(jobs: readonly ClaimedJob[], decisions: readonly Decision[]): Promise<readonly FinishResult[]> {
    for (let pauseMs = FINISH_PAUSE_MS, tries = 1; ; tries += 1, pauseMs *= 2) {
      try {
        return await this.#store(jobs, decisions);
      } catch (error) {
        if (tries === FINISH_TRIES || toAppError(error).code === 'store_closed') return await this.#finishEach(jobs, decisions);
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

  /** One job may be the cause, for example a sale without the right to store it. Once nothing can be stored, the leases of the rest expire too. */
  async #finishEach(jobs: readonly ClaimedJob[], decisions: readonly Decision[]): Promise<readonly FinishResult[]> {
    const results: FinishResult[] = [];
    for (const [index, job] of jobs.entries()) {
      const [result] = await this.#finishAlone(job, decisions[index] as Decision);
      if (result === undefined) break;
      results.push(result);
    }
    return jobs.map((_job, index) => results[index] ?? 'lease_lost');
  }

  /**
   * Makes the job wait, with the reason, if the database cannot store its outcome. What was fetched is stored with that if possible.
   *
   * @returns nothing if nothing can be stored: the lease expires, and the job runs again
   */
  async #finishAlone(job: ClaimedJob, decision: Decision): Promise<readonly FinishResult[]> {
    try {
      return await this.#store([job], [decision]);
    } catch (error) {
      const { clock, log, random, maxAttempts } = this.#deps;
      const cause = toAppError(error);
      log.error({ err: cause, job: job.jobId }, 'result not stored; the job will run again');
      if (cause.code === 'internal') return ['rejected'];
      const outcome = storedLater(job, decision.outcome, cause, { now: clock(), random: random(), maxAttempts });
      return await this.#store([job], [{ ...decision, outcome }])
        .catch(() => this.#store([job], [{ outcome }]))
        .catch(() => []);
    }
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

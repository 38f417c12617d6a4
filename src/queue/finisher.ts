import { toAppError } from '../base/app-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { ClaimedJob, FinishResult } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports.ts';
import { limitAttempts, storedLater, unforeseen, WRITE_REJECTED } from './attempt-outcome.ts';
import type { Decided, WorkSummary } from './work-options.ts';

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
  async conclude(decided: readonly Decided[]): Promise<void> {
    const { maxAttempts, dropClaims } = this.#deps;
    const results = await this.#finish(decided.map((one) => ({ ...one, outcome: limitAttempts(one.claim, one.outcome, maxAttempts) })));
    const jobs = decided.map(({ claim }) => claim);
    const rejected = jobs.filter((_job, index) => results[index] === 'rejected');
    if (rejected.length > 0) await this.#finishRejected(rejected);
    dropClaims(jobs);
  }

  /** Stores a batch's outcomes in parts. Without other processes the store commits them together; otherwise others can write in between. */
  async #finish(decided: readonly Decided[]): Promise<readonly FinishResult[]> {
    const parts: Promise<readonly FinishResult[]>[] = [];
    for (let from = 0; from < decided.length; from += FINISH_PART) parts.push(this.#finishPart(decided.slice(from, from + FINISH_PART)));
    return (await Promise.all(parts)).flat();
  }

  /** Retries while the database cannot store the outcomes, then stores each alone. */
  async #finishPart(decided: readonly Decided[]): Promise<readonly FinishResult[]> {
    for (let pauseMs = FINISH_PAUSE_MS, tries = 1; ; tries += 1, pauseMs *= 2) {
      try {
        return await this.#store(decided);
      } catch (error) {
        if (tries === FINISH_TRIES || toAppError(error).code === 'store_closed') return await this.#finishEach(decided);
        // Not the stop signal: finished work should be stored before the worker exits.
        await wait(pauseMs, new AbortController().signal);
      }
    }
  }

  async #store(decided: readonly Decided[]): Promise<readonly FinishResult[]> {
    const results = await this.#deps.queue.finish(decided, this.#deps.clock());
    for (const [index, result] of results.entries()) this.#note(decided[index] as Decided, result);
    // Right away, not with the whole batch: renewing a lease that has ended looks like a lease that another worker took.
    this.#deps.dropClaims(decided.flatMap(({ claim }, index) => (results[index] === 'rejected' ? [] : [claim])));
    return results;
  }

  /** One job may be the cause, for example a sale without the right to store it. Once nothing can be stored, the leases of the rest expire too. */
  async #finishEach(decided: readonly Decided[]): Promise<readonly FinishResult[]> {
    const results: FinishResult[] = [];
    for (const one of decided) {
      const [result] = await this.#finishAlone(one);
      if (result === undefined) break;
      results.push(result);
    }
    return decided.map((_one, index) => results[index] ?? 'lease_lost');
  }

  /**
   * Makes the job wait, with the reason, if the database cannot store its outcome. What was fetched is stored with that if possible.
   *
   * @returns nothing if nothing can be stored: the lease expires, and the job runs again
   */
  async #finishAlone(decided: Decided): Promise<readonly FinishResult[]> {
    const { claim } = decided;
    try {
      return await this.#store([decided]);
    } catch (error) {
      const { clock, log, random, maxAttempts } = this.#deps;
      const cause = toAppError(error);
      log.error({ err: cause, job: claim.jobId }, 'result not stored; the job will run again');
      if (cause.code === 'internal') return ['rejected'];
      const outcome = storedLater(claim, decided.outcome, cause, { now: clock(), random: random(), maxAttempts });
      return await this.#store([{ ...decided, outcome }])
        .catch(() => this.#store([{ claim, outcome }]))
        .catch(() => []);
    }
  }

  async #finishRejected(jobs: readonly ClaimedJob[]): Promise<void> {
    const { clock, random, maxAttempts } = this.#deps;
    await this.#finish(jobs.map((claim) => ({ claim, outcome: unforeseen(claim, WRITE_REJECTED, clock(), random(), maxAttempts) })));
  }

  #note({ claim: job, outcome }: Decided, result: FinishResult): void {
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

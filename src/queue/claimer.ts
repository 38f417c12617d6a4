import { type AppError, type ErrorCode, toAppError } from '../base/app-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { ClaimedJob } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports.ts';
import { whileBusy } from './while-busy.ts';
import type { WorkOptions } from './work-options.ts';

/** While claiming fails, the pause before the next attempt doubles from the first value to the second, in ms. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** Errors that do not go away on their own. */
const ENDS_WORK: ReadonlySet<ErrorCode> = new Set(['store_closed', 'store_unusable', 'store_newer']);

export interface ClaimerDeps {
  readonly queue: Pick<JobQueue, 'claim'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly workerId: string;
  /** Ends a pause. */
  readonly signal: AbortSignal;
}

/** Claims jobs for all lanes of a worker, never more than its limit, and pauses while the database fails. */
export class Claimer {
  readonly #deps: ClaimerDeps;
  readonly #options: WorkOptions;
  /** Claimed jobs, and jobs that pending claims may still get: all lanes together stay within `maxJobs`. */
  #taken = 0;
  #reserved = 0;
  #pauseMs = FIRST_PAUSE_MS;
  /** The time of the first claim, UTC ms: the upkeep before it makes jobs due. */
  #dueBy: number | undefined;

  constructor(deps: ClaimerDeps, options: WorkOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** How many jobs have been claimed so far. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Jobs that are due; also empty after a temporary error.
   * @throws AppError for a lasting error, and for any error if the worker stops when the queue is empty
   */
  async claim(): Promise<readonly ClaimedJob[]> {
    const { queue, batch, leaseMs, maxJobs, onlyDueNow, stopWhenEmpty } = this.#options;
    const limit = Math.min(batch, (maxJobs ?? Number.POSITIVE_INFINITY) - this.#taken - this.#reserved);
    if (limit <= 0) return [];
    this.#reserved += limit;
    const ask = (): Promise<readonly ClaimedJob[]> => {
      const now = this.#deps.clock();
      this.#dueBy ??= now;
      const request = { queue, workerId: this.#deps.workerId, limit, leaseMs, now };
      return this.#deps.queue.claim(onlyDueNow === true ? { ...request, dueBy: this.#dueBy } : request);
    };
    const claiming = stopWhenEmpty ? whileBusy(ask, this.#deps) : ask();
    const jobs = await claiming.catch((error: unknown) => this.#failed(toAppError(error)));
    this.#reserved -= limit;
    if (jobs.length > 0) this.#pauseMs = FIRST_PAUSE_MS;
    this.#taken += jobs.length;
    return jobs;
  }

  /** A worker that stops when the queue is empty must not mistake an error for an empty queue. */
  async #failed(error: AppError): Promise<readonly ClaimedJob[]> {
    if (this.#options.stopWhenEmpty || ENDS_WORK.has(error.code)) throw error;
    this.#deps.log.error({ err: error, pauseMs: this.#pauseMs }, 'could not claim jobs; trying again');
    await wait(this.#pauseMs, this.#deps.signal);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    return [];
  }
}

import { type AppError, type ErrorCode, toAppError } from '../base/app-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { ClaimedJob } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports.ts';
import { whileBusy } from './while-busy.ts';
import type { WorkOptions } from './work-options.ts';

/** While claiming fails, the pause before another try doubles from the first of these to the second, in ms. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** Trouble that does not pass by itself. */
const ENDS_WORK: ReadonlySet<ErrorCode> = new Set(['store_closed', 'store_unusable', 'store_newer']);

export interface ClaimerDeps {
  readonly queue: Pick<JobQueue, 'claim'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly workerId: string;
  /** Ends a pause. */
  readonly signal: AbortSignal;
}

/** Claims jobs for all lanes of a worker: no more than it may take, and after pauses while the database is in trouble. */
export class Claimer {
  readonly #deps: ClaimerDeps;
  readonly #options: WorkOptions;
  /** Jobs taken, and jobs that claims under way may still take: lanes together do not exceed `maxJobs`. */
  #taken = 0;
  #reserved = 0;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(deps: ClaimerDeps, options: WorkOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** How many jobs were claimed so far. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Jobs that are due; none also after passing trouble.
   * @throws AppError for trouble that lasts, and for any when the worker is to end with the queue
   */
  async claim(): Promise<readonly ClaimedJob[]> {
    const { queue, batch, leaseMs, maxJobs, dueBy, stopWhenEmpty } = this.#options;
    const limit = Math.min(batch, (maxJobs ?? Number.POSITIVE_INFINITY) - this.#taken - this.#reserved);
    if (limit <= 0) return [];
    this.#reserved += limit;
    const ask = (): Promise<readonly ClaimedJob[]> => {
      const request = { queue, workerId: this.#deps.workerId, limit, leaseMs, now: this.#deps.clock() };
      return this.#deps.queue.claim(dueBy === undefined ? request : { ...request, dueBy });
    };
    const claiming = stopWhenEmpty ? whileBusy(ask, this.#deps) : ask();
    const jobs = await claiming.catch((error: unknown) => this.#failed(toAppError(error)));
    this.#reserved -= limit;
    if (jobs.length > 0) this.#pauseMs = FIRST_PAUSE_MS;
    this.#taken += jobs.length;
    return jobs;
  }

  /** Whoever ends when nothing is due must not take trouble for an empty queue. */
  async #failed(error: AppError): Promise<readonly ClaimedJob[]> {
    if (this.#options.stopWhenEmpty || ENDS_WORK.has(error.code)) throw error;
    this.#deps.log.error({ err: error, pauseMs: this.#pauseMs }, 'could not claim jobs; trying again');
    await wait(this.#pauseMs, this.#deps.signal);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    return [];
  }
}

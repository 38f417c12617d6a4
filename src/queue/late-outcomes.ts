import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../base/logger.ts';
import type { ClaimedJob } from '../domain/job.ts';
import type { Decided, Decision, LateDecision } from './work-options.ts';

/** How many jobs may wait for external calls at the same time. At this limit, no more are claimed until some have ended. */
export const MOST_OUTSTANDING = 200;

/** How long after a stop a job may still finish, in ms; then it is given back. */
export const STOP_TIMEOUT_MS = 2_000;

export interface LateOutcomesDeps {
  /** Stores the decisions and lets go of the jobs. Never rejects. */
  readonly conclude: (decided: readonly Decided[]) => Promise<void>;
  /** Makes the jobs run again, as if they had never been claimed. Never rejects. */
  readonly giveBack: (jobs: readonly ClaimedJob[]) => Promise<void>;
  /** The outcome of a job after an unexpected error. */
  readonly unforeseen: (job: ClaimedJob, error: unknown) => Decision;
  /** Aborts when outstanding jobs have to be given back. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

interface Ended {
  readonly job: ClaimedJob;
  /** `null` if no decision was reached. */
  readonly decision: Decision | null;
}

/** Jobs whose outcome comes later because it waits for an external call. Jobs that end together are stored together; none waits for the slowest. */
export class LateOutcomes {
  readonly #deps: LateOutcomesDeps;
  /** Each job with a function that ends its wait. */
  readonly #outstanding = new Map<ClaimedJob, () => void>();
  #ended: Ended[] = [];
  #isStoring = false;
  #timeout: NodeJS.Timeout | undefined;
  #isTimedOut = false;
  /** Resolves when jobs have ended; a new promise then replaces it. */
  #change = Promise.withResolvers<void>();

  constructor(deps: LateOutcomesDeps) {
    this.#deps = deps;
    deps.signal.addEventListener('abort', () => this.#giveUp(), { once: true });
  }

  get isFull(): boolean {
    return this.#outstanding.size >= MOST_OUTSTANDING;
  }

  add(job: ClaimedJob, { later }: LateDecision): void {
    const givenUp = Promise.withResolvers<null>();
    this.#outstanding.set(job, () => givenUp.resolve(null));
    if (this.#isTimedOut) givenUp.resolve(null);
    void this.#await(job, Promise.race([later, givenUp.promise]));
  }

  /** Resolves when there is room for more. */
  async room(): Promise<void> {
    while (this.isFull) await this.#change.promise;
  }

  /** Resolves when the next outstanding jobs have been stored; `null` if nothing is outstanding. */
  get nextStored(): Promise<void> | null {
    return this.#outstanding.size === 0 ? null : this.#change.promise;
  }

  /** Resolves when nothing is outstanding. */
  async drained(): Promise<void> {
    while (this.#outstanding.size > 0) await this.#change.promise;
    clearTimeout(this.#timeout);
  }

  #giveUp(): void {
    this.#timeout = setTimeout(() => {
      this.#isTimedOut = true;
      for (const giveUp of this.#outstanding.values()) giveUp();
    }, STOP_TIMEOUT_MS);
  }

  async #await(job: ClaimedJob, deciding: LateDecision['later']): Promise<void> {
    const decision = await deciding.catch((error: unknown) => (this.#deps.signal.aborted ? null : this.#deps.unforeseen(job, error)));
    this.#ended.push({ job, decision });
    if (!this.#isStoring) await this.#storeEnded();
  }

  /** Jobs that end while others are being stored go into the next batch. */
  async #storeEnded(): Promise<void> {
    this.#isStoring = true;
    while (this.#ended.length > 0) {
      // Jobs that end in the same iteration of the event loop are stored together.
      await nextTurn();
      const ended = this.#ended;
      this.#ended = [];
      await this.#store(ended);
      for (const { job } of ended) this.#outstanding.delete(job);
      this.#change.resolve();
      this.#change = Promise.withResolvers();
    }
    this.#isStoring = false;
  }

  async #store(ended: readonly Ended[]): Promise<void> {
    const undecided = ended.filter(({ decision }) => decision === null).map(({ job }) => job);
    if (undecided.length > 0) {
      this.#deps.log.info({ jobs: undecided.length }, 'jobs given back that were waiting for the outside');
      await this.#deps.giveBack(undecided);
    }
    const decided = ended.flatMap(({ job: claim, decision }) => (decision === null ? [] : [{ claim, ...decision }]));
    if (decided.length > 0) await this.#deps.conclude(decided);
  }
}

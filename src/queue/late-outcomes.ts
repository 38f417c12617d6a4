import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../base/logger.ts';
import type { ClaimedJob } from '../domain/job.ts';
import type { Decision, LateDecision } from './work-options.ts';

/** Jobs that may wait for the outside at the same time. At so many, no more are claimed until some of them have ended. */
export const MOST_OUTSTANDING = 200;

/** How long after a stop something may still end by itself, in ms; then its job is given back. */
export const STOP_PATIENCE_MS = 2_000;

export interface LateOutcomesDeps {
  /** Stores what was decided, and lets go of the jobs. Never rejects. */
  readonly conclude: (jobs: readonly ClaimedJob[], decisions: readonly Decision[]) => Promise<void>;
  /** The jobs run again, as if nobody had claimed them. Never rejects. */
  readonly giveBack: (jobs: readonly ClaimedJob[]) => Promise<void>;
  /** What becomes of a job whose decision ended in a fault that nobody foresaw. */
  readonly unforeseen: (job: ClaimedJob, error: unknown) => Decision;
  /** Aborts when what is outstanding is to be given back. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

interface Ended {
  readonly job: ClaimedJob;
  /** Null: it did not come to a decision. */
  readonly decision: Decision | null;
}

/**
 * Jobs whose outcome comes later, because it waits for the outside. Those that end together are stored together, and nobody waits for the
 * slowest.
 */
export class LateOutcomes {
  readonly #deps: LateOutcomesDeps;
  /** With what ends the wait for each. */
  readonly #outstanding = new Map<ClaimedJob, () => void>();
  #ended: Ended[] = [];
  #isStoring = false;
  #patience: NodeJS.Timeout | undefined;
  #isOutOfPatience = false;
  /** Resolves when jobs have ended; then another one takes its place. */
  #change = Promise.withResolvers<void>();

  constructor(deps: LateOutcomesDeps) {
    this.#deps = deps;
    deps.signal.addEventListener('abort', () => this.#losePatience(), { once: true });
  }

  get isFull(): boolean {
    return this.#outstanding.size >= MOST_OUTSTANDING;
  }

  add(job: ClaimedJob, { later }: LateDecision): void {
    const givenUp = Promise.withResolvers<null>();
    this.#outstanding.set(job, () => givenUp.resolve(null));
    if (this.#isOutOfPatience) givenUp.resolve(null);
    void this.#await(job, Promise.race([later, givenUp.promise]));
  }

  /** Resolves when there is room for more. */
  async room(): Promise<void> {
    while (this.isFull) await this.#change.promise;
  }

  /** False: nothing is outstanding. True: something was, and some of it has been stored since. */
  async progressed(): Promise<boolean> {
    if (this.#outstanding.size === 0) return false;
    await this.#change.promise;
    return true;
  }

  /** Resolves when nothing is outstanding. */
  async drained(): Promise<void> {
    while (this.#outstanding.size > 0) await this.#change.promise;
    clearTimeout(this.#patience);
  }

  #losePatience(): void {
    this.#patience = setTimeout(() => {
      this.#isOutOfPatience = true;
      for (const giveUp of this.#outstanding.values()) giveUp();
    }, STOP_PATIENCE_MS);
  }

  async #await(job: ClaimedJob, deciding: LateDecision['later']): Promise<void> {
    const decision = await deciding.catch((error: unknown) => (this.#deps.signal.aborted ? null : this.#deps.unforeseen(job, error)));
    this.#ended.push({ job, decision });
    if (!this.#isStoring) await this.#storeEnded();
  }

  /** What ends while others are being stored is stored with the next. */
  async #storeEnded(): Promise<void> {
    this.#isStoring = true;
    while (this.#ended.length > 0) {
      // What ends in one turn of the event loop is stored together.
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
    const decided = ended.flatMap(({ job, decision }) => (decision === null ? [] : [{ job, decision }]));
    if (decided.length === 0) return;
    await this.#deps.conclude(
      decided.map(({ job }) => job),
      decided.map(({ decision }) => decision),
    );
  }
}

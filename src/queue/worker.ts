import { setImmediate as nextIteration } from 'node:timers/promises';
import { type AppError, toAppError } from '../base/app-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { Claim, ClaimedJob, JobOutcome } from '../domain/job.ts';
import type { ChangeFeed, JobQueue } from '../domain/ports.ts';
import type { Worker } from '../domain/queue-status.ts';
import { faultOfError, unforeseen } from './attempt-outcome.ts';
import { Claimer } from './claimer.ts';
import { Finisher } from './finisher.ts';
import { LateOutcomes } from './late-outcomes.ts';
import { Upkeep } from './upkeep.ts';
import { whileBusy } from './while-busy.ts';
import type { Decided, Handled, HandleJobs, StopReason, WorkOptions, WorkSummary } from './work-options.ts';

/** Pause before the next attempt while the database cannot be read, in ms. */
const TROUBLE_PAUSE_MS = 100;

export interface WorkerDeps {
  readonly queue: JobQueue & ChangeFeed;
  readonly handle: HandleJobs;
  readonly clock: Clock;
  readonly log: Logger;
  /** Identifies the worker, for the list of workers and for fencing. */
  readonly identity: Pick<Worker, 'id' | 'host' | 'pid' | 'pidSpace' | 'version'>;
  /** Whether the process of a worker on this host is running. */
  readonly isProcessAlive: (worker: Worker) => boolean;
  /** A number in [0, 1) for jitter. */
  readonly random: () => number;
  /** Memory that the process currently uses, in MiB. */
  readonly memoryMb: () => number;
}

/** Claims jobs, has them handled, and finishes them. Each outcome is stored completely or not at all, and only while its claim is valid. */
export class QueueWorker {
  readonly #deps: WorkerDeps;
  readonly #options: WorkOptions;
  readonly #held = new Map<string, Claim>();
  readonly #stop = new AbortController();
  /** Aborts when the worker has to stop immediately and give back jobs that wait for external calls. Other stop reasons wait for those jobs. */
  readonly #goNow = new AbortController();
  readonly #claimer: Claimer;
  readonly #finisher: Finisher;
  readonly #late: LateOutcomes;
  readonly #startedAt: number;
  #reason: StopReason | undefined;
  #fault: AppError | undefined;
  /** Lanes decide one at a time: while one batch is stored, the next is decided. If they decided at once, each would wait for both. */
  readonly #turns = new Turns();

  constructor(deps: WorkerDeps, options: WorkOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#startedAt = deps.clock();
    this.#claimer = new Claimer({ ...deps, workerId: deps.identity.id, signal: this.#stop.signal }, options);
    this.#finisher = new Finisher({ ...deps, maxAttempts: options.maxAttempts, dropClaims: (jobs) => this.#dropClaims(jobs) });
    this.#late = new LateOutcomes({
      conclude: (decided) => this.#finisher.conclude(decided),
      giveBack: (jobs) => this.#giveBack(jobs),
      unforeseen: (job, error) => ({ outcome: this.#unforeseen(job, error) }),
      signal: this.#goNow.signal,
      log: deps.log,
    });
  }

  /** Works until the signal aborts or an option ends it; then finishes or gives back the jobs it holds. */
  async run(signal: AbortSignal): Promise<WorkSummary> {
    const onAbort = (): void => {
      this.#stopFor('stopped');
      this.#goNow.abort();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const { leaseMs, maxAttempts } = this.#options;
    const heldClaims = (): readonly Claim[] => [...this.#held.values()];
    const upkeep = new Upkeep({ ...this.#deps, leaseMs, maxAttempts, self: () => this.#self(), heldClaims });
    const upkeepStop = new AbortController();
    let keeping: Promise<void> | undefined;
    try {
      await this.#begin(upkeep);
      keeping = upkeep.run(upkeepStop.signal);
      await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#lane()));
      await this.#late.drained();
    } finally {
      signal.removeEventListener('abort', onAbort);
      upkeepStop.abort();
      await keeping;
      await this.#signOff();
    }
    if (this.#fault !== undefined) throw this.#fault;
    return { ...this.#finisher.counts, durationMs: this.#deps.clock() - this.#startedAt, reason: this.#reason ?? 'empty' };
  }

  /** A worker that stays leaves to the next beat what the database prevents now. One that ends with the queue must not miss a job. */
  async #begin(upkeep: Upkeep): Promise<void> {
    const { log } = this.#deps;
    try {
      // Jobs that a crash left behind become due immediately, whatever their leases say.
      await whileBusy(() => upkeep.beat(), { log, signal: this.#stop.signal });
    } catch (error) {
      if (this.#options.stopWhenEmpty) throw error;
      log.error({ err: error }, 'worker upkeep failed; trying again');
    }
  }

  /** An error of one lane ends all of them. */
  async #lane(): Promise<void> {
    try {
      await this.#claimAndWork();
    } catch (error) {
      this.#fault ??= toAppError(error);
      this.#stop.abort();
      this.#goNow.abort();
    }
  }

  /**
   * Claims and works in a loop; waits if there are no jobs. The next batch is claimed at the same moment the last one is finished: a store
   * without other writers commits both together, with one sync to disk instead of two.
   */
  async #claimAndWork(): Promise<void> {
    let jobs: readonly ClaimedJob[] = [];
    let hasNapped = false;
    while (jobs.length > 0 || !this.#isStopping()) {
      if (jobs.length > 0) {
        jobs = await this.#workAndClaim(jobs);
        continue;
      }
      const token = this.#token();
      // Outstanding jobs can make others available: a suspect job, for example, blocks all others until it has ended. Read before the claim,
      // because such a job may end after the store has answered that nothing is due, and before the answer is here.
      const { nextStored } = this.#late;
      jobs = await this.#claim();
      if (jobs.length > 0) continue;
      if (this.#options.stopWhenEmpty) {
        if (nextStored === null) return;
        await nextStored;
        continue;
      }
      if (hasNapped) this.#checkMemory();
      await this.#nap(token);
      hasNapped = true;
    }
  }

  async #claim(): Promise<readonly ClaimedJob[]> {
    if (this.#late.isFull) await this.#late.room();
    const jobs = await this.#claimer.claim();
    for (const job of jobs) this.#held.set(job.jobId, job);
    return jobs;
  }

  /** An error here comes up again in the claim, which handles it. */
  #token(): number | undefined {
    try {
      return this.#deps.queue.changeToken();
    } catch {
      return undefined;
    }
  }

  /** Processes a batch while claiming the next one; a stopping worker gives back what it has not started. */
  async #workAndClaim(jobs: readonly ClaimedJob[]): Promise<readonly ClaimedJob[]> {
    if (this.#reason === 'stopped') {
      await this.#giveBack(jobs);
      return [];
    }
    const handled = await this.#turns.take(() => this.#handle(jobs));
    const concluding = this.#concludeDecided(jobs, handled);
    this.#checkMemory();
    const claiming = this.#isStopping() ? Promise.resolve([]) : this.#claim();
    // The error is handled below, after this batch has ended.
    claiming.catch(() => undefined);
    await concluding;
    return await claiming;
  }

  /** Decisions are stored immediately; late ones are kept separately. */
  #concludeDecided(jobs: readonly ClaimedJob[], handled: readonly Handled[]): Promise<void> {
    const decided: Decided[] = [];
    for (const [index, claim] of jobs.entries()) {
      const outcome = handled[index] as Handled;
      if ('later' in outcome) this.#late.add(claim, outcome);
      else decided.push({ claim, outcome });
    }
    return this.#finisher.conclude(decided);
  }

  /** If a lost job came back to another lane, that lane holds it: its lease is still renewed. */
  #dropClaims(claims: readonly Claim[]): void {
    for (const claim of claims) if (this.#held.get(claim.jobId) === claim) this.#held.delete(claim.jobId);
  }

  async #giveBack(jobs: readonly ClaimedJob[]): Promise<void> {
    await this.#deps.queue.release(jobs).catch((error: unknown) => {
      this.#deps.log.error({ err: toAppError(error) }, 'jobs not given back; they run again when their leases pass');
    });
    this.#dropClaims(jobs);
  }

  /** A batch that cannot be handled together is handled one by one, so that one bad job does not affect the others. */
  async #handle(jobs: readonly ClaimedJob[]): Promise<readonly Handled[]> {
    try {
      const handled = await this.#deps.handle(jobs, this.#goNow.signal);
      for (const index of jobs.keys()) {
        const one = handled[index] as Handled;
        // The error is handled where the result is awaited, possibly after other jobs; this prevents an unhandled rejection.
        if ('later' in one) one.later.catch(() => undefined);
      }
      return handled;
    } catch (error) {
      const [job] = jobs;
      if (job !== undefined && jobs.length === 1) return [this.#unforeseen(job, error)];
      const handled: Handled[] = [];
      for (const one of jobs) handled.push(...(await this.#handle([one])));
      return handled;
    }
  }

  #unforeseen(job: ClaimedJob, error: unknown): JobOutcome {
    const { log, clock, random } = this.#deps;
    log.error({ err: error, job: job.jobId, event: job.eventId, requestId: job.requestId }, 'processing ended unexpectedly');
    return unforeseen(job, faultOfError(error), clock(), random(), this.#options.maxAttempts);
  }

  /** Waits for a commit, for the next job to become due, or for the longest pause, whichever comes first. */
  async #nap(since: number | undefined): Promise<void> {
    const now = this.#deps.clock();
    const nextDueAt = await this.#deps.queue.nextDueAt(this.#options.queue, now).catch(() => null);
    const untilDueMs = nextDueAt === null ? Number.POSITIVE_INFINITY : Math.max(nextDueAt - now, 1);
    const untilEndMs = (this.#options.maxTimeMs ?? Number.POSITIVE_INFINITY) - (now - this.#startedAt);
    const timeoutMs = Math.max(Math.min(this.#options.sleepMs, untilDueMs, untilEndMs), 1);
    const { signal } = this.#stop;
    const waiting = this.#deps.queue.waitForChange(since === undefined ? { timeoutMs, signal } : { since, timeoutMs, signal });
    await waiting.catch(() => wait(TROUBLE_PAUSE_MS, signal));
  }

  /** Reaching a limit is a reason to stop; this is where limits are checked. */
  #isStopping(): boolean {
    const { maxJobs, maxTimeMs } = this.#options;
    if (maxJobs !== undefined && this.#claimer.taken >= maxJobs) this.#stopFor('max_jobs');
    if (maxTimeMs !== undefined && this.#deps.clock() - this.#startedAt >= maxTimeMs) this.#stopFor('max_time');
    return this.#stop.signal.aborted;
  }

  /**
   * Runs after work, and each time the queue is found empty again, because memory also grows after the last batch was checked. Never runs
   * before work or on the first empty poll: a limit below the program's own needs must not block the queue.
   */
  #checkMemory(): void {
    const { memoryMb } = this.#options;
    if (memoryMb !== undefined && this.#deps.memoryMb() >= memoryMb) this.#stopFor('memory');
  }

  /** The first reason counts. */
  #stopFor(reason: StopReason): void {
    this.#reason ??= reason;
    this.#stop.abort();
  }

  /** Removes the worker from the list. A failure here is not an error: the next worker that starts removes dead ones. */
  async #signOff(): Promise<void> {
    await this.#deps.queue.removeWorkers([this.#deps.identity.id]).catch((error: unknown) => {
      this.#deps.log.warn({ err: toAppError(error) }, 'worker not taken off the list');
    });
  }

  #self(): Worker {
    const { processed, failed } = this.#finisher.counts;
    const { queue } = this.#options;
    return { ...this.#deps.identity, queue, startedAt: this.#startedAt, seenAt: this.#deps.clock(), processed, failed };
  }
}

/**
 * Lets lanes start their work one after the other. A lane starts when the previous one has finished computing and its results are on their
 * way to the store; work that waits for external calls blocks no lane.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = this.#last.then(twoEventLoopIterations);
    return result;
  }
}

/** The decisions are sent to the store in the first iteration, which cannot begin before all computation has ended. */
async function twoEventLoopIterations(): Promise<void> {
  await nextIteration();
  await nextIteration();
}

import { type AppError, toAppError } from '../base/app-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { Claim, ClaimedJob, JobOutcome } from '../domain/job.ts';
import type { ChangeFeed, JobQueue } from '../domain/ports.ts';
import type { Worker } from '../domain/queue-status.ts';
import { faultOfError, limitHandled, unforeseen } from './attempt-outcome.ts';
import { Claimer } from './claimer.ts';
import { Finisher } from './finisher.ts';
import { LateOutcomes } from './late-outcomes.ts';
import { Turns } from './turns.ts';
import { Upkeep } from './upkeep.ts';
import { whileBusy } from './while-busy.ts';
import type { Decision, Handled, HandleJobs, StopReason, WorkerIdentity, WorkOptions, WorkSummary } from './work-options.ts';

/** Pause before another look while the database cannot be read, in ms. */
const TROUBLE_PAUSE_MS = 100;

export interface WorkerDeps {
  readonly queue: JobQueue & ChangeFeed;
  readonly handle: HandleJobs;
  readonly clock: Clock;
  readonly log: Logger;
  readonly identity: WorkerIdentity;
  /** Whether the process of a worker of this host is running. */
  readonly isProcessAlive: (worker: Worker) => boolean;
  /** A number in [0, 1) for jitter. */
  readonly random: () => number;
  /** Memory the process uses now, in MiB. */
  readonly memoryMb: () => number;
}

/** Claims jobs, has them handled, and finishes them. Each outcome is stored wholly or not at all, and only while its claim holds. */
export class QueueWorker {
  readonly #deps: WorkerDeps;
  readonly #options: WorkOptions;
  readonly #held = new Map<string, Claim>();
  readonly #stop = new AbortController();
  /** Aborts when the worker is to go at once: what waits for the outside is given back. Other reasons to stop wait for it. */
  readonly #goNow = new AbortController();
  readonly #claimer: Claimer;
  readonly #finisher: Finisher;
  readonly #late: LateOutcomes;
  readonly #startedAt: number;
  #reason: StopReason | undefined;
  #fault: AppError | undefined;
  /** Lanes decide one after the other: while one batch is being stored, the next is decided. Together, both would wait for each. */
  readonly #turns = new Turns();

  constructor(deps: WorkerDeps, options: WorkOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#startedAt = deps.clock();
    this.#claimer = new Claimer({ ...deps, workerId: deps.identity.id, signal: this.#stop.signal }, options);
    this.#finisher = new Finisher({ ...deps, maxAttempts: options.maxAttempts, letGo: (jobs) => this.#letGo(jobs) });
    this.#late = new LateOutcomes({
      conclude: (jobs, decisions) => this.#finisher.conclude(jobs, decisions),
      giveBack: (jobs) => this.#giveBack(jobs),
      unforeseen: (job, error) => ({ outcome: this.#unforeseen(job, error) }),
      signal: this.#goNow.signal,
      log: deps.log,
    });
  }

  /** Works until the signal aborts or an option says stop; then finishes or gives back what it holds. */
  async run(signal: AbortSignal): Promise<WorkSummary> {
    const onAbort = (): void => {
      this.#stopFor('stopped');
      this.#goNow.abort();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const upkeep = this.#upkeep();
    const upkeepStop = new AbortController();
    let keeping: Promise<void> | undefined;
    try {
      await whileBusy(() => upkeep.start(), { log: this.#deps.log, signal: this.#stop.signal });
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
    return this.#summary();
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
   * Claims, works, and again; waits when there is nothing. The next batch is claimed in the same breath as the last one is
   * finished: a store that nobody else writes to commits both together, with one sync to disk instead of two.
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
      jobs = await this.#claim();
      if (jobs.length > 0) continue;
      if (this.#options.stopWhenEmpty) {
        // A job that is freed or due by what is outstanding is not forgotten: a suspect one keeps all others waiting until it has ended.
        if (await this.#late.progressed()) continue;
        return;
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

  /** Trouble while looking is met again by the claim, which knows what to do about it. */
  #token(): number | undefined {
    try {
      return this.#deps.queue.changeToken();
    } catch {
      return undefined;
    }
  }

  /** Works on a batch and claims the next one meanwhile; a worker that is told to stop gives back what it has not begun. */
  async #workAndClaim(jobs: readonly ClaimedJob[]): Promise<readonly ClaimedJob[]> {
    if (this.#reason === 'stopped') {
      await this.#giveBack(jobs);
      return [];
    }
    const handled = await this.#turns.take(() => this.#handle(jobs));
    const concluding = this.#concludeDecided(jobs, handled);
    this.#checkMemory();
    const claiming = this.#isStopping() ? Promise.resolve([]) : this.#claim();
    // Its error is met below, after this batch has come to its end.
    claiming.catch(() => undefined);
    await concluding;
    return await claiming;
  }

  /** What is decided is stored at once; what comes later is held apart. */
  #concludeDecided(jobs: readonly ClaimedJob[], handled: readonly Handled[]): Promise<void> {
    const decided: ClaimedJob[] = [];
    const decisions: Decision[] = [];
    for (const [index, job] of jobs.entries()) {
      const outcome = handled[index] as Handled;
      if ('later' in outcome) {
        this.#late.add(job, outcome);
        continue;
      }
      decided.push(job);
      decisions.push({ outcome });
    }
    return this.#finisher.conclude(decided, decisions);
  }

  /** A job that was lost and came back to another lane is held by that one: its lease is renewed further. */
  #letGo(claims: readonly Claim[]): void {
    for (const claim of claims) if (this.#held.get(claim.jobId) === claim) this.#held.delete(claim.jobId);
  }

  async #giveBack(jobs: readonly ClaimedJob[]): Promise<void> {
    await this.#deps.queue.release(jobs).catch((error: unknown) => {
      this.#deps.log.error({ err: toAppError(error) }, 'jobs not given back; they run again when their leases pass');
    });
    this.#letGo(jobs);
  }

  /** A batch that cannot be handled together is handled one by one, so that one bad job does not disturb its neighbours. */
  async #handle(jobs: readonly ClaimedJob[]): Promise<readonly Handled[]> {
    try {
      const handled = await this.#deps.handle(jobs, this.#goNow.signal);
      return jobs.map((job, index) => limitHandled(job, handled[index] as Handled, this.#options.maxAttempts));
    } catch (error) {
      const [job] = jobs;
      return job !== undefined && jobs.length === 1 ? [this.#unforeseen(job, error)] : await this.#handleOneByOne(jobs);
    }
  }

  async #handleOneByOne(jobs: readonly ClaimedJob[]): Promise<readonly Handled[]> {
    const handled: Handled[] = [];
    for (const job of jobs) handled.push(...(await this.#handle([job])));
    return handled;
  }

  #unforeseen(job: ClaimedJob, error: unknown): JobOutcome {
    const { log, clock, random } = this.#deps;
    log.error({ err: error, job: job.jobId, event: job.eventId, requestId: job.requestId }, 'processing ended unexpectedly');
    return unforeseen(job, faultOfError(error), clock(), random(), this.#options.maxAttempts);
  }

  /** Waits for a commit, for the next job to fall due, or for the longest pause, whichever is first. */
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

  /** Reaching a limit is a reason to stop, and is seen here. */
  #isStopping(): boolean {
    const { maxJobs, maxTimeMs } = this.#options;
    if (maxJobs !== undefined && this.#claimer.taken >= maxJobs) this.#stopFor('max_jobs');
    if (maxTimeMs !== undefined && this.#deps.clock() - this.#startedAt >= maxTimeMs) this.#stopFor('max_time');
    return this.#stop.signal.aborted;
  }

  /**
   * After work, and each time the queue is found empty again: memory also grows after the last batch was looked at. Never before
   * work, nor on the first look: a limit below what the program itself needs must not keep the queue from moving.
   */
  #checkMemory(): void {
    const { memoryMb } = this.#options;
    if (memoryMb !== undefined && this.#deps.memoryMb() >= memoryMb) this.#stopFor('memory');
  }

  /** The first reason stands. */
  #stopFor(reason: StopReason): void {
    this.#reason ??= reason;
    this.#stop.abort();
  }

  /** Leaves the list of workers. Not worth an error at the end: whoever starts next removes workers that are gone. */
  async #signOff(): Promise<void> {
    await this.#deps.queue.removeWorkers([this.#deps.identity.id]).catch((error: unknown) => {
      this.#deps.log.warn({ err: toAppError(error) }, 'worker not taken off the list');
    });
  }

  #upkeep(): Upkeep {
    const { queue, clock, log, isProcessAlive } = this.#deps;
    const { leaseMs, maxAttempts } = this.#options;
    return new Upkeep({
      queue,
      clock,
      log,
      leaseMs,
      maxAttempts,
      isProcessAlive,
      self: () => this.#self(),
      heldClaims: () => [...this.#held.values()],
    });
  }

  #self(): Worker {
    return {
      ...this.#deps.identity,
      queue: this.#options.queue,
      startedAt: this.#startedAt,
      seenAt: this.#deps.clock(),
      processed: this.#finisher.counts.processed,
      failed: this.#finisher.counts.failed,
    };
  }

  #summary(): WorkSummary {
    return {
      ...this.#finisher.counts,
      durationMs: this.#deps.clock() - this.#startedAt,
      reason: this.#reason ?? 'empty',
    };
  }
}

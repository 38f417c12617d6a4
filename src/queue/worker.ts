import { type AppError, type ErrorCode, toAppError } from '../base/app-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { Claim, ClaimedJob, FinishRequest, FinishResult, JobOutcome } from '../domain/job.ts';
import type { ChangeFeed, JobQueue } from '../domain/ports.ts';
import type { Worker } from '../domain/queue-status.ts';
import { faultOfError, limitAttempts, unforeseen, WRITE_REJECTED } from './attempt-outcome.ts';
import { Turns } from './turns.ts';
import { Upkeep } from './upkeep.ts';
import type { HandleJobs, StopReason, WorkerIdentity, WorkOptions, WorkSummary } from './work-options.ts';

/** Tries at storing a batch's outcomes while the database is busy, and the first pause between them, in ms. */
const FINISH_TRIES = 6;
const FINISH_PAUSE_MS = 100;

/** Outcomes stored in one operation: beside other processes, the write lock is held about 2 ms for them. */
const FINISH_PART = 20;

/** Trouble that does not pass by itself. */
const ENDS_WORK: ReadonlySet<ErrorCode> = new Set(['store_closed', 'store_unusable', 'store_newer']);

/** While claiming fails, the pause between two tries doubles up to this, in ms. */
const LONGEST_CLAIM_PAUSE_MS = 10_000;

export interface WorkerDeps {
  readonly queue: JobQueue & ChangeFeed;
  readonly handle: HandleJobs;
  readonly clock: Clock;
  readonly log: Logger;
  readonly identity: WorkerIdentity;
  /** Whether the process of a worker of this host is running. */
  readonly isAlive: (worker: Worker) => boolean;
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
  readonly #startedAt: number;
  #reason: StopReason | undefined;
  #fault: AppError | undefined;
  /** Jobs taken, and jobs that claims under way may still take: lanes together do not exceed `maxJobs`. */
  #taken = 0;
  #reserved = 0;
  #claimPauseMs = FINISH_PAUSE_MS;
  /** Lanes decide one after the other: while one batch is being stored, the next is decided. Together, both would wait for each. */
  readonly #turns = new Turns();
  #processed = 0;
  #failed = 0;
  #waiting = 0;

  constructor(deps: WorkerDeps, options: WorkOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#startedAt = deps.clock();
  }

  /** Works until the signal aborts or an option says stop; then finishes or gives back what it holds. */
  async run(signal: AbortSignal): Promise<WorkSummary> {
    const onAbort = (): void => this.#stopFor('stopped');
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const upkeep = this.#upkeep();
    const upkeepStop = new AbortController();
    await upkeep.start();
    const keeping = upkeep.run(upkeepStop.signal);
    try {
      await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#lane()));
    } finally {
      signal.removeEventListener('abort', onAbort);
      upkeepStop.abort();
      await keeping;
      await this.#signOff();
    }
    if (this.#fault !== undefined) throw this.#fault;
    return this.#summary();
  }

  /**
   * One lane: claim, work, and again; waits when there is nothing. The next batch is claimed in the same breath as the last
   * one is finished: a store that nobody else writes to commits both together, with one sync to disk instead of two. An error
   * ends all lanes.
   */
  async #lane(): Promise<void> {
    try {
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
        if (this.#options.stopWhenEmpty) return;
        if (hasNapped) this.#checkMemory();
        await this.#nap(token);
        hasNapped = true;
      }
    } catch (error) {
      this.#fault ??= toAppError(error);
      this.#stop.abort();
    }
  }

  async #claim(): Promise<readonly ClaimedJob[]> {
    const { queue, batch, leaseMs, maxJobs, dueBy } = this.#options;
    const limit = Math.min(batch, (maxJobs ?? Number.POSITIVE_INFINITY) - this.#taken - this.#reserved);
    if (limit <= 0) return [];
    this.#reserved += limit;
    const request = { queue, workerId: this.#deps.identity.id, limit, leaseMs, now: this.#deps.clock() };
    const claiming = this.#deps.queue.claim(dueBy === undefined ? request : { ...request, dueBy });
    const jobs = await claiming.catch((error: unknown) => this.#claimFailed(toAppError(error)));
    this.#reserved -= limit;
    if (jobs.length > 0) this.#claimPauseMs = FINISH_PAUSE_MS;
    this.#taken += jobs.length;
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

  /** Whoever ends when nothing is due must not take trouble for an empty queue. */
  async #claimFailed(error: AppError): Promise<readonly ClaimedJob[]> {
    if (this.#options.stopWhenEmpty || ENDS_WORK.has(error.code)) throw error;
    this.#deps.log.error({ err: error, pauseMs: this.#claimPauseMs }, 'could not claim jobs; trying again');
    await wait(this.#claimPauseMs, this.#stop.signal);
    this.#claimPauseMs = Math.min(this.#claimPauseMs * 2, LONGEST_CLAIM_PAUSE_MS);
    return [];
  }

  /** Works on a batch and claims the next one meanwhile; a worker that is told to stop gives back what it has not begun. */
  async #workAndClaim(jobs: readonly ClaimedJob[]): Promise<readonly ClaimedJob[]> {
    let claiming: Promise<readonly ClaimedJob[]> = Promise.resolve([]);
    try {
      if (this.#reason === 'stopped') {
        await this.#giveBack(jobs);
        return [];
      }
      const outcomes = await this.#turns.take(() => this.#outcomes(jobs));
      const finishing = this.#finish(jobs, outcomes);
      this.#checkMemory();
      if (!this.#isStopping()) claiming = this.#claim();
      // Its error is met below, after this batch has come to its end.
      claiming.catch(() => undefined);
      const results = await finishing;
      const rejected = jobs.filter((_job, index) => results[index] === 'rejected');
      if (rejected.length > 0) await this.#finishRejected(rejected);
    } finally {
      this.#letGo(jobs);
    }
    return await claiming;
  }

  /** A job that was lost and came back to another lane is held by that one: its lease is renewed further. */
  #letGo(claims: readonly Claim[]): void {
    for (const claim of claims) if (this.#held.get(claim.jobId) === claim) this.#held.delete(claim.jobId);
  }

  async #giveBack(jobs: readonly ClaimedJob[]): Promise<void> {
    await this.#deps.queue.release(jobs).catch((error: unknown) => {
      this.#deps.log.error({ err: toAppError(error) }, 'jobs not given back; they run again when their leases pass');
    });
  }

  /** A batch that cannot be handled together is handled one by one, so that one bad job does not disturb its neighbours. */
  async #outcomes(jobs: readonly ClaimedJob[]): Promise<readonly JobOutcome[]> {
    const { maxAttempts } = this.#options;
    try {
      const outcomes = await this.#deps.handle(jobs);
      return jobs.map((job, index) => limitAttempts(job, outcomes[index] as JobOutcome, maxAttempts));
    } catch (error) {
      const [job, ...others] = jobs;
      if (job === undefined || others.length > 0) {
        const alone: JobOutcome[] = [];
        for (const single of jobs) alone.push(...(await this.#outcomes([single])));
        return alone;
      }
      this.#deps.log.error({ err: error, job: job.jobId, event: job.eventId, requestId: job.requestId }, 'processing ended unexpectedly');
      return [unforeseen(job, faultOfError(error), this.#deps.clock(), this.#deps.random(), maxAttempts)];
    }
  }

  /** Stores the outcomes of a batch in parts: alone, the store commits them together; beside others, it lets these in between. */
  async #finish(jobs: readonly ClaimedJob[], outcomes: readonly JobOutcome[]): Promise<readonly FinishResult[]> {
    const parts: Promise<readonly FinishResult[]>[] = [];
    for (let from = 0; from < jobs.length; from += FINISH_PART) {
      parts.push(this.#finishPart(jobs.slice(from, from + FINISH_PART), outcomes.slice(from, from + FINISH_PART)));
    }
    return (await Promise.all(parts)).flat();
  }

  /** While the database is busy, tries again. When it stays so, the leases pass and the jobs come again. */
  async #finishPart(jobs: readonly ClaimedJob[], outcomes: readonly JobOutcome[]): Promise<readonly FinishResult[]> {
    const requests = jobs.map((job, index): FinishRequest => ({ claim: job, outcome: outcomes[index] as JobOutcome }));
    for (let pauseMs = FINISH_PAUSE_MS, tries = 1; ; tries += 1, pauseMs *= 2) {
      try {
        const results = await this.#deps.queue.finish(requests, this.#deps.clock());
        for (const [index, result] of results.entries()) this.#note(jobs[index] as ClaimedJob, outcomes[index] as JobOutcome, result);
        // At once, not with the whole batch: a lease that is renewed after its end looks like one that another worker took.
        this.#letGo(jobs.filter((_job, index) => results[index] !== 'rejected'));
        return results;
      } catch (error) {
        if (tries === FINISH_TRIES || toAppError(error).code === 'store_closed') {
          this.#deps.log.error(
            { err: toAppError(error), jobs: jobs.map((job) => job.jobId) },
            'results not stored; the jobs will run again',
          );
          return jobs.map(() => 'lease_lost');
        }
        // Not the stop signal: what is done should be stored before the worker goes.
        await wait(pauseMs, new AbortController().signal);
      }
    }
  }

  async #finishRejected(jobs: readonly ClaimedJob[]): Promise<void> {
    const { clock, random } = this.#deps;
    const outcomes = jobs.map((job) => unforeseen(job, WRITE_REJECTED, clock(), random(), this.#options.maxAttempts));
    await this.#finish(jobs, outcomes);
  }

  #note(job: ClaimedJob, outcome: JobOutcome, result: FinishResult): void {
    const line = { job: job.jobId, event: job.eventId, requestId: job.requestId, origem: job.origin, attempt: job.attempt };
    const code = 'fault' in outcome ? outcome.fault.code : undefined;
    if (result === 'processed') {
      this.#processed += 1;
      this.#deps.log.debug(line, 'event processed');
    } else if (result === 'failed') {
      this.#failed += 1;
      this.#deps.log.warn({ ...line, code }, 'event failed');
    } else if (result === 'waiting') {
      this.#waiting += 1;
      this.#deps.log.info({ ...line, code }, 'event waits');
    } else {
      this.#deps.log.warn({ ...line, result }, 'result not stored');
    }
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
    await waiting.catch(() => wait(FINISH_PAUSE_MS, signal));
  }

  #isStopping(): boolean {
    const { maxJobs, maxTimeMs } = this.#options;
    if (maxJobs !== undefined && this.#taken >= maxJobs) this.#stopFor('max_jobs');
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
    const { queue, clock, log, isAlive } = this.#deps;
    const { leaseMs, maxAttempts } = this.#options;
    return new Upkeep({
      queue,
      clock,
      log,
      leaseMs,
      maxAttempts,
      isAlive,
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
      processed: this.#processed,
      failed: this.#failed,
    };
  }

  #summary(): WorkSummary {
    return {
      processed: this.#processed,
      failed: this.#failed,
      waiting: this.#waiting,
      durationMs: this.#deps.clock() - this.#startedAt,
      reason: this.#reason ?? 'empty',
    };
  }
}

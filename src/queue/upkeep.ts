import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { Claim } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports.ts';
import { HEARTBEAT_MS, type Worker } from '../domain/queue-status.ts';

/** How old the counts of a worker may be beside those of its queue, in ms: one small write a second while it works, none while it waits. */
const COUNTS_MS = 1_000;
/** Workers of other hosts that were not seen for this long are forgotten, in ms. */
const FORGET_WORKER_MS = 86_400_000;

export interface UpkeepDeps {
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  /** This worker as it is now. */
  readonly self: () => Worker;
  readonly heldClaims: () => readonly Claim[];
  /** Whether the process of a worker of this host is running. */
  readonly isProcessAlive: (worker: Worker) => boolean;
}

/** What a worker does beside its jobs: says that it lives, renews its leases, frees the jobs of those that died or that the clock put off. */
export class Upkeep {
  readonly #deps: UpkeepDeps;
  /** What the clock said at the last beat, UTC ms; a time before that says that it was set back. At first nobody knows. */
  #clockWas = Number.POSITIVE_INFINITY;
  #told: Pick<Worker, 'processed' | 'failed'> = { processed: 0, failed: 0 };

  constructor(deps: UpkeepDeps) {
    this.#deps = deps;
  }

  /** Before the first job: jobs that a crash left behind are due again at once, whatever their lease says. */
  async start(): Promise<void> {
    await this.beat();
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.#every(HEARTBEAT_MS, signal, () => this.beat()),
      this.#every(COUNTS_MS, signal, () => this.tellCounts()),
      // A third of the lease leaves two more tries before it passes.
      this.#every(this.#deps.leaseMs / 3, signal, () => this.renewLeases()),
    ]);
  }

  async beat(): Promise<void> {
    await this.#showSelf();
    await this.recover();
    await this.#bringForward();
  }

  /** Operators see the counts of a worker beside those of its queue, which are exact. */
  async tellCounts(): Promise<void> {
    const { processed, failed } = this.#deps.self();
    if (processed !== this.#told.processed || failed !== this.#told.failed) await this.#showSelf();
  }

  async #showSelf(): Promise<void> {
    const self = this.#deps.self();
    await this.#deps.queue.heartbeat(self);
    this.#told = self;
  }

  async renewLeases(): Promise<void> {
    const { queue, clock, leaseMs, log } = this.#deps;
    const claims = this.#deps.heldClaims();
    if (claims.length === 0) return;
    const lost = await queue.extendLeases(claims, clock() + leaseMs);
    // Those that were finished meanwhile are not held any more either, and nobody has lost them.
    const held = new Set(this.#deps.heldClaims());
    const jobs = lost.filter((claim) => held.has(claim)).map((claim) => claim.jobId);
    if (jobs.length > 0) log.warn({ jobs }, 'leases lost: another worker has these jobs now');
  }

  async recover(): Promise<void> {
    const { queue, clock, maxAttempts, log } = this.#deps;
    const expired = await queue.recoverExpired(clock(), maxAttempts);
    const { dead, forgotten } = await this.#goneWorkers();
    const orphaned = dead.length === 0 ? 0 : await queue.recoverWorkers(dead, clock(), maxAttempts);
    if (dead.length + forgotten.length > 0) await queue.removeWorkers([...dead, ...forgotten]);
    if (expired + orphaned > 0) log.warn({ expired, orphaned }, 'freed jobs of workers that stopped without finishing them');
  }

  /** Not at every beat: a look goes through all jobs that wait for a later time. */
  async #bringForward(): Promise<void> {
    const { queue, clock, self, log } = this.#deps;
    const now = clock();
    const jobs = now < this.#clockWas ? await queue.bringForward(self().queue, now) : 0;
    if (jobs > 0) log.warn({ jobs }, 'the clock was set back: jobs that were put off until it is there again run now');
    this.#clockWas = now;
  }

  async #goneWorkers(): Promise<{ dead: string[]; forgotten: string[] }> {
    const self = this.#deps.self();
    const others = (await this.#deps.queue.listWorkers()).filter((worker) => worker.id !== self.id);
    const isDead = (worker: Worker): boolean => worker.host === self.host && !this.#deps.isProcessAlive(worker);
    const dead = others.filter(isDead);
    const forgotten = others.filter((worker) => !dead.includes(worker) && this.#deps.clock() - worker.seenAt > FORGET_WORKER_MS);
    return { dead: dead.map((worker) => worker.id), forgotten: forgotten.map((worker) => worker.id) };
  }

  /** Trouble here must not stop the jobs: it is logged, and the next turn tries again. */
  async #every(intervalMs: number, signal: AbortSignal, step: () => Promise<void>): Promise<void> {
    for (;;) {
      await wait(intervalMs, signal);
      if (signal.aborted) return;
      await step().catch((error: unknown) => this.#deps.log.error({ err: error }, 'worker upkeep failed; trying again'));
    }
  }
}

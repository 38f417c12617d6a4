import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { repeat } from '../base/repeat.ts';
import type { Claim } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports.ts';
import { HEARTBEAT_MS, type Worker } from '../domain/queue-status.ts';

/** A worker's counts may lag its queue's by this much, in ms: one small write a second while it works, none while it waits. */
const COUNTS_MS = 1_000;
/** Workers on other hosts are forgotten after they have not been seen for this long, in ms. */
const FORGET_WORKER_MS = 86_400_000;

export interface UpkeepDeps {
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  /** The current state of this worker. */
  readonly self: () => Worker;
  readonly heldClaims: () => readonly Claim[];
  /** Whether the process of a worker on this host is running. */
  readonly isProcessAlive: (worker: Worker) => boolean;
}

/** A worker's upkeep next to its jobs: sends heartbeats, renews leases, frees jobs of dead workers and jobs that a clock change delayed. */
export class Upkeep {
  readonly #deps: UpkeepDeps;
  /** The time of the last beat, UTC ms; a lower value now means that the clock was set back. */
  #clockWas = Number.POSITIVE_INFINITY;
  #published: Pick<Worker, 'processed' | 'failed'> = { processed: 0, failed: 0 };

  constructor(deps: UpkeepDeps) {
    this.#deps = deps;
  }

  /** Runs until the signal aborts. Errors here must not stop the jobs: they are logged, and the next round tries again. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, leaseMs } = this.#deps;
    const trouble = { signal, onTrouble: (error: unknown): void => log.error({ err: error }, 'worker upkeep failed; trying again') };
    await Promise.all([
      repeat({ ...trouble, everyMs: HEARTBEAT_MS }, () => this.beat()),
      repeat({ ...trouble, everyMs: COUNTS_MS }, () => this.publishCounts()),
      // A third of the lease leaves two more attempts before it expires.
      repeat({ ...trouble, everyMs: leaseMs / 3 }, () => this.renewLeases()),
    ]);
  }

  async beat(): Promise<void> {
    await this.#showSelf();
    await this.recover();
    await this.#bringForward();
  }

  /** Operators see a worker's counts next to its queue's counts, which are exact. */
  async publishCounts(): Promise<void> {
    const { processed, failed } = this.#deps.self();
    if (processed !== this.#published.processed || failed !== this.#published.failed) await this.#showSelf();
  }

  async #showSelf(): Promise<void> {
    const self = this.#deps.self();
    await this.#deps.queue.heartbeat(self);
    this.#published = self;
  }

  async renewLeases(): Promise<void> {
    const { queue, clock, leaseMs, log } = this.#deps;
    const claims = this.#deps.heldClaims();
    if (claims.length === 0) return;
    const lost = await queue.extendLeases(claims, clock() + leaseMs);
    // Jobs that finished in the meantime are no longer held either, but they are not lost.
    const held = new Set(this.#deps.heldClaims());
    const jobs = lost.filter((claim) => held.has(claim)).map((claim) => claim.jobId);
    if (jobs.length > 0) log.warn({ jobs }, 'leases lost: another worker has these jobs now');
  }

  async recover(): Promise<void> {
    const { queue, clock, maxAttempts, log, isProcessAlive } = this.#deps;
    const self = this.#deps.self();
    const others = (await queue.listWorkers()).filter((worker) => worker.id !== self.id);
    const dead = others.filter((worker) => worker.host === self.host && !isProcessAlive(worker));
    const jobs = await queue.recover(
      dead.map(({ id }) => id),
      clock(),
      maxAttempts,
    );
    const gone = others.filter((worker) => dead.includes(worker) || clock() - worker.seenAt > FORGET_WORKER_MS);
    if (gone.length > 0) await queue.removeWorkers(gone.map(({ id }) => id));
    if (jobs > 0) log.warn({ jobs }, 'freed jobs of workers that stopped without finishing them');
  }

  /** Not on every beat: it scans all jobs that wait for a later time. */
  async #bringForward(): Promise<void> {
    const { queue, clock, self, log } = this.#deps;
    const now = clock();
    const jobs = now < this.#clockWas ? await queue.bringForward(self().queue, now) : 0;
    if (jobs > 0) log.warn({ jobs }, 'the clock was set back: jobs that were put off until it is there again run now');
    this.#clockWas = now;
  }
}

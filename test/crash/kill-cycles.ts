import type { ChildProcess } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import type { RunningService } from '../support/running-service.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';
import { Load } from './load.ts';
import { countRows, findViolations } from './oracle.ts';
import { end, startServing, startWorking, workOff } from './processes.ts';
import { SeededRandom } from './seeded-random.ts';

/** The kill comes after this many more acknowledgements: counting progress instead of time makes slow machines test the same. */
const ACKNOWLEDGEMENTS = { min: 20, max: 300 } as const;

/** Then after up to this many iterations of the event loop, so that the kill does not always directly follow an answer. */
const MOST_TURNS = 30;

const VICTIMS = ['server', 'worker', 'both'] as const;
type Victim = (typeof VICTIMS)[number];

interface KillReport {
  /** The CRASH_SEED that repeats this run's choices. */
  readonly seed: number;
  readonly cycles: number;
  readonly serverKills: number;
  readonly workerKills: number;
  /** Events whose success response reached the sender. */
  readonly acknowledged: number;
  /** Posts that a kill left without a response; each was sent again. */
  readonly unansweredPosts: number;
  /** What the database holds at the end; `null` if it cannot be read. */
  readonly rows: ReturnType<typeof countRows>;
  /** What was wrong, in plain sentences; the run ends with the first cycle that finds something. */
  readonly violations: readonly string[];
  /** From starting the server process to its first 200 of /ready, after a kill, in ms. */
  readonly readyMs: { readonly median: number; readonly max: number };
}

/**
 * Runs `serve` and `queue work` under load, kills one or both with SIGKILL at random times, checks the database from outside after each
 * kill, and starts them again. At the end it stops them gracefully and drains the queue.
 */
export async function runKillCycles(options: { readonly cycles: number; readonly seed: number }): Promise<KillReport> {
  using workplace = new Workplace({ env: { LOG_LEVEL: 'warn' } });
  await workplace.addCampaign();
  const run = new KillRun(workplace, options.seed);
  const violations = await run.run(options.cycles);
  return { seed: options.seed, ...run.figures(), rows: countRows(workplace.databasePath), violations };
}

class KillRun {
  readonly #workplace: Workplace;
  readonly #random: SeededRandom;
  readonly #load = new Load(SECRETS.FORMULARIO_SECRET);
  readonly #loadStop = new AbortController();
  readonly #readyMs: number[] = [];
  #cycles = 0;
  #workerKills = 0;
  #service: RunningService | undefined;
  #worker: ChildProcess | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(workplace: Workplace, seed: number) {
    this.#workplace = workplace;
    this.#random = new SeededRandom(seed);
  }

  async run(cycles: number): Promise<readonly string[]> {
    try {
      await this.#startServer();
      // The first start is not counted, because it does not follow a kill.
      this.#readyMs.length = 0;
      this.#worker = await startWorking(this.#workplace);
      for (; this.#cycles < cycles; this.#cycles += 1) {
        const violations = await this.#cycle();
        if (violations.length > 0) return violations;
      }
      return await this.#endInOrder();
    } finally {
      this.#loadStop.abort();
      await this.#service?.stop('SIGKILL');
      if (this.#worker !== undefined) await end(this.#worker, 'SIGKILL');
    }
  }

  figures() {
    const sorted = this.#readyMs.toSorted((a, b) => a - b);
    return {
      cycles: this.#cycles,
      serverKills: sorted.length,
      workerKills: this.#workerKills,
      acknowledged: this.#load.acknowledged.size,
      unansweredPosts: this.#load.unansweredPosts,
      readyMs: { median: Math.round(sorted[sorted.length >> 1] ?? 0), max: Math.round(sorted.at(-1) ?? 0) },
    };
  }

  async #cycle(): Promise<readonly string[]> {
    const victim = this.#random.pick(VICTIMS);
    await this.#untilTheMoment();
    await this.#kill(victim);
    const violations = this.#look({ drained: false });
    if (violations.length > 0) return violations.map((violation) => `after kill ${this.#cycles + 1} (${victim}): ${violation}`);
    if (victim !== 'worker') await this.#startServer();
    if (victim !== 'server') this.#worker = await startWorking(this.#workplace);
    return [];
  }

  async #untilTheMoment(): Promise<void> {
    const { min, max } = ACKNOWLEDGEMENTS;
    const enough = this.#load.acknowledgements(this.#random.between(min, max)).then(() => true);
    const ended = this.#sending.then(() => false);
    if (!(await Promise.race([enough, ended]))) throw new Error(`serve ended by itself: ${this.#service?.log()}`);
    for (let turns = this.#random.between(0, MOST_TURNS); turns > 0; turns -= 1) await turn();
  }

  async #kill(victim: Victim): Promise<void> {
    if (victim !== 'server' && this.#worker !== undefined) {
      this.#workerKills += 1;
      const ending = await end(this.#worker, 'SIGKILL');
      if (ending !== 'SIGKILL') throw new Error(`queue work ended by itself with ${ending}`);
    }
    if (victim !== 'worker') {
      await this.#service?.stop('SIGKILL');
      // Only now is it known which responses arrived.
      await this.#sending;
    }
  }

  async #startServer(): Promise<void> {
    const { service, readyMs } = await startServing(this.#workplace);
    this.#service = service;
    this.#readyMs.push(readyMs);
    this.#sending = this.#load.run(service.url, this.#loadStop.signal);
  }

  async #endInOrder(): Promise<readonly string[]> {
    this.#loadStop.abort();
    await this.#sending;
    const serverEnding = await this.#service?.stop('SIGTERM');
    const workerEnding = this.#worker === undefined ? undefined : await end(this.#worker, 'SIGTERM');
    await workOff(this.#workplace);
    return [
      ...(serverEnding === 0 ? [] : [`serve ended with ${serverEnding} on SIGTERM`]),
      ...(workerEnding === 0 ? [] : [`queue work ended with ${workerEnding} on SIGTERM`]),
      ...this.#look({ drained: true }),
    ];
  }

  #look(options: { readonly drained: boolean }): readonly string[] {
    return [...this.#load.surprises, ...findViolations(this.#workplace.databasePath, this.#load.acknowledged, options)];
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TempDir } from '../../support/temp-dir.ts';

const SOURCE = fileURLToPath(new URL('./power-loss.c', import.meta.url));
const WEAKEN_SYNCHRONOUS = fileURLToPath(new URL('./weaken-synchronous.ts', import.meta.url));

/** Other systems preload libraries differently. */
export const CAN_LOSE_POWER = platform() === 'linux';

export interface PowerLossPlan {
  /** Files in this folder are watched. */
  readonly folder: string;
  /** The power goes at the n-th write, truncation or sync of a watched file. */
  readonly at: number;
  /** `checkpoint`: counts only what checkpoints write, from the time the database exists. */
  readonly where: 'anywhere' | 'checkpoint';
  /** What survives of the writes that were not synced: nothing, or any part of any of them. */
  readonly survivors: 'none' | 'some';
  readonly seed: number;
}

/** What was lost. The library writes it just before it ends the process. */
export interface PowerLossReport {
  readonly operations: number;
  /** Writes and truncations that were not synced. */
  readonly unsynced: number;
  /** How many of those reached the disk, wholly or in part. */
  readonly survivors: number;
}

/** The preloaded library that simulates a power loss (`power-loss.c`), built into a temporary folder. */
export class PowerLoss implements Disposable {
  readonly #folder = new TempDir();
  readonly #library = this.#folder.file('power-loss.so');
  readonly #report = this.#folder.file('report.json');

  /** @throws if there is no C compiler */
  constructor() {
    const flags = ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror'];
    try {
      execFileSync('gcc', [...flags, '-o', this.#library, SOURCE, '-ldl', '-pthread'], { stdio: ['ignore', 'inherit', 'inherit'] });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new Error('There is no gcc, which builds test/crash/power-loss/power-loss.c: run test/install-debian-packages.sh.', {
        cause: error,
      });
    }
  }

  /** The environment in which a process loses power; `synchronous` weakens the setting that the program uses in SQLite. */
  environment(plan: PowerLossPlan, synchronous?: 'off' | 'normal'): Readonly<Record<string, string>> {
    rmSync(this.#report, { force: true });
    return {
      LD_PRELOAD: this.#library,
      POWER_LOSS_FOLDER: plan.folder,
      POWER_LOSS_AT: String(plan.at),
      POWER_LOSS_WHERE: plan.where,
      POWER_LOSS_SURVIVORS: plan.survivors,
      POWER_LOSS_SEED: String(plan.seed),
      POWER_LOSS_REPORT: this.#report,
      ...(synchronous === undefined
        ? {}
        : { NODE_OPTIONS: `--import=${pathToFileURL(WEAKEN_SYNCHRONOUS).href}`, WEAK_SYNCHRONOUS: synchronous }),
    };
  }

  /** What the last process lost; `undefined` if it ended before the cut. */
  report(): PowerLossReport | undefined {
    return existsSync(this.#report) ? (JSON.parse(readFileSync(this.#report, 'utf8')) as PowerLossReport) : undefined;
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

import { openContext } from '../app/context.ts';
import { VERSION } from '../app/version.ts';
import type { Translated } from '../base/language.ts';
import { createLogger } from '../base/logger.ts';
import { loadConfig } from '../config/load-config.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { type BenchmarkOptions, BenchRun } from './bench-run.ts';
import { checkDelivery, type DeliveryReport } from './exact-delivery.ts';
import { describeMachine, type Machine } from './machine.ts';
import type { Figure } from './measures.ts';
import { measureCrashes } from './stages/crashes.ts';
import { drainAll, measureDrain } from './stages/drain.ts';
import { measureIntake } from './stages/intake.ts';
import { measureProgram } from './stages/program.ts';
import { measureSteady } from './stages/steady.ts';
import { BENCH_CAMPAIGN, Submissions } from './submissions.ts';
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts';
import { TemporaryProgram } from './temporary-program.ts';

/** Disk space of one submission: event, job, lead, conversion and their indexes, with a margin for the WAL (measured: 1.7 KB). */
const BYTES_PER_SUBMISSION = 2_500;
/** As many as a fast machine accepts, to estimate the disk space. */
const MOST_PER_SECOND = 30_000;

export interface Benchmark {
  /** Where the temporary folder was. */
  readonly folder: string;
  readonly machine: Machine;
  readonly options: BenchmarkOptions;
  readonly figures: readonly Figure[];
  readonly delivery: DeliveryReport;
  readonly durationMs: number;
}

interface Setting {
  /** An existing folder. Everything happens in a temporary folder inside it, which is always removed. */
  readonly inside: string;
  readonly options: BenchmarkOptions;
  readonly env: Readonly<NodeJS.Dict<string>>;
  readonly signal: AbortSignal;
  readonly report: (stage: Translated<string>) => void;
}

/**
 * Measures this program on this machine and checks that every acknowledged submission became exactly one lead. `undefined` if the signal
 * aborted it.
 *
 * @throws AppError `store_unusable` or `store_full` for the folder, `internal` if the program misbehaves
 */
export async function runBenchmark(setting: Setting): Promise<Benchmark | undefined> {
  const folder = makeTemporaryFolder(setting.inside, neededBytes(setting.options));
  const program = new TemporaryProgram(folder, setting.env);
  const onAbort = (): void => program.killAll();
  // A second Ctrl+C ends the process immediately; only this handler still runs then.
  const onExit = (): void => {
    program.killAll();
    removeFolder(folder);
  };
  setting.signal.addEventListener('abort', onAbort, { once: true });
  process.once('exit', onExit);
  try {
    return await measure(setting, folder, program);
  } catch (error) {
    if (setting.signal.aborted) return undefined;
    throw error;
  } finally {
    await program.killed();
    removeFolder(folder);
    process.off('exit', onExit);
    setting.signal.removeEventListener('abort', onAbort);
  }
}

async function measure({ inside, options, signal, report }: Setting, folder: string, program: TemporaryProgram): Promise<Benchmark> {
  const startedAt = performance.now();
  const machine = describeMachine(folder);
  const loaded = loadConfig({ env: {}, envFile: program.settingsFile });
  const log = await createLogger({ level: 'silent', format: 'json', version: VERSION });
  await using context = await openContext(loaded, { log });
  const { store } = context;
  await store.addCampaigns([BENCH_CAMPAIGN], { replace: false }, { name: 'bench', now: Date.now() });
  const run = new BenchRun({ options, program, store, submissions: new Submissions(program.secret), signal, report });
  const figures: Figure[] = [];
  for (const stage of [measureProgram, measureDrain, measureSteady, measureIntake, measureCrashes]) figures.push(...(await stage(run)));
  report(inEveryLanguage((m) => m.cli.bench.comparing));
  await drainAll(run);
  const delivery = await checkDelivery(store, run);
  signal.throwIfAborted();
  return { folder: inside, machine, options, figures, delivery, durationMs: performance.now() - startedAt };
}

function neededBytes({ seconds, turns, jobs, kills }: BenchmarkOptions): number {
  const submissions = jobs + seconds * (turns + 1) * MOST_PER_SECOND + (kills + 1) * MOST_PER_SECOND;
  return submissions * BYTES_PER_SUBMISSION;
}

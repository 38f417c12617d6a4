import type { Translated } from '../base/language.ts';
import { wait } from '../base/wait.ts';
import type { Store } from '../domain/ports.ts';
import { type Load, type LoadResult, runLoad } from './load.ts';
import type { Submissions } from './submissions.ts';
import type { RunningChild, RunningServer, TemporaryProgram } from './temporary-program.ts';

/** How long to wait for something that should happen soon, and how often to check, in ms. */
export const TIMEOUT_MS = 10_000;
const LOOK_MS = 10;

export interface BenchmarkOptions {
  /** Length of each round of the intake measurement, and of each load at an even rate. */
  readonly seconds: number;
  readonly turns: number;
  readonly connections: number;
  readonly jobs: number;
  /** How often server and worker are killed under load. */
  readonly kills: number;
}

type Kept = Pick<LoadResult, 'sent'> & { readonly accepted: Pick<ReadonlySet<string>, 'keys'> };

/** What the stages of one run share. */
export class BenchRun {
  readonly options: BenchmarkOptions;
  readonly program: TemporaryProgram;
  readonly store: Store;
  readonly submissions: Submissions;
  readonly signal: AbortSignal;
  readonly report: (stage: Translated<string>) => void;
  readonly sent = new Set<string>();
  readonly acknowledged = new Set<string>();

  constructor(parts: Pick<BenchRun, 'options' | 'program' | 'store' | 'submissions' | 'signal' | 'report'>) {
    this.options = parts.options;
    this.program = parts.program;
    this.store = parts.store;
    this.submissions = parts.submissions;
    this.signal = parts.signal;
    this.report = parts.report;
  }

  async load({ port }: RunningServer, load: Pick<Load, 'submissions' | 'perSecond' | 'durationMs'>): Promise<LoadResult> {
    return await runLoad({ ...load, port, connections: this.options.connections, signal: this.signal });
  }

  /** Records what was sent and acknowledged for the check at the end; every load goes through here. */
  keep<Result extends Kept>(result: Result): Result {
    for (const id of result.sent) this.sent.add(id);
    for (const id of result.accepted.keys()) this.acknowledged.add(id);
    this.signal.throwIfAborted();
    return result;
  }

  /** Starts `queue work`; resolves once it is working. */
  async startWorker(): Promise<RunningChild> {
    const worker = this.program.work();
    await this.workerBegun(worker.pid);
    return worker;
  }

  /** Resolves once the worker of a process is registered in the database, or after the timeout. */
  async workerBegun(pid: number): Promise<void> {
    await this.until(async () => (await this.store.listWorkers()).some((worker) => worker.pid === pid));
  }

  /** Resolves once the condition holds, after the timeout, or when the run is stopped. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (const end = performance.now() + TIMEOUT_MS; performance.now() < end && !this.signal.aborted; ) {
      if (await isSo()) return;
      await wait(LOOK_MS, this.signal);
    }
  }
}

import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { CONVERSION_QUEUE } from '../domain/job.ts';
import type { Worker } from '../domain/queue-status.ts';
import type { HandleJobs, WorkOptions as QueueWorkOptions, WorkSummary } from '../queue/work-options.ts';
import { QueueWorker } from '../queue/worker.ts';
import type { AppContext } from './context.ts';
import { workEvents } from './work-events.ts';

export type { WorkSummary } from '../queue/work-options.ts';

/** The options of a caller; lease and attempts come from the configuration. */
export interface WorkOptions extends Omit<QueueWorkOptions, 'leaseMs' | 'maxAttempts' | 'onlyDueNow'> {
  /** Called when what the worker needs is open: from then on, a worker that stays goes on while the database cannot be reached. */
  readonly onStart?: () => void;
}

/** UTC ms at which this process started: distinguishes its workers from those of an earlier process with the same pid. */
const PROCESS_STARTED_AT = Date.now() - process.uptime() * 1_000;

/**
 * This boot of the machine and this pid namespace: pids are only comparable within both. On systems without /proc, pids are compared by
 * host alone.
 */
const PID_SPACE = readPidSpace();

/**
 * Processes the queue until the signal aborts or an option stops it.
 *
 * @throws AppError if nothing can be stored any more
 */
export async function runWorker(context: AppContext, options: WorkOptions, signal: AbortSignal): Promise<WorkSummary> {
  const broken = new AbortController();
  context.store.broken.catch((error: unknown) => broken.abort(error));
  const summary = await work(context, options, AbortSignal.any([signal, broken.signal]));
  broken.signal.throwIfAborted();
  return summary;
}

/** Processes every job that is due now, then returns; jobs that arrive meanwhile are left for the next run. */
export function runOnce(
  context: AppContext,
  options: { readonly queue: string; readonly batch: number },
  signal: AbortSignal,
): Promise<WorkSummary> {
  return work(context, { ...options, concurrency: 1, stopWhenEmpty: true, sleepMs: 0, onlyDueNow: true }, signal);
}

/** Code that only one queue needs is loaded with that queue. */
async function work(
  context: AppContext,
  { onStart, ...options }: WorkOptions & Pick<QueueWorkOptions, 'onlyDueNow'>,
  signal: AbortSignal,
): Promise<WorkSummary> {
  const { config, store: queue, clock, log, version } = context;
  const id = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`;
  const identity = { id, host: hostname(), pid: process.pid, pidSpace: PID_SPACE, version };
  const memoryMb = (): number => process.memoryUsage.rss() / 1_048_576;
  const limits = { leaseMs: config.queueLeaseMs, maxAttempts: config.queueMaxAttempts };
  const run = (handle: HandleJobs): Promise<WorkSummary> => {
    onStart?.();
    const deps = { queue, handle, clock, log, identity, isProcessAlive, random: Math.random, memoryMb };
    return new QueueWorker(deps, { ...options, ...limits }).run(signal);
  };
  if (options.queue === CONVERSION_QUEUE) {
    const { workConversions } = await import('./conversions/work-conversions.ts');
    return await workConversions(context, { stopWhenEmpty: options.stopWhenEmpty, run }, signal);
  }
  return await workEvents(context, { run, keepsRunning: !options.stopWhenEmpty });
}

/** Pids are reused (in a container they are always the same), so a worker that started before this process is not its own. */
function isProcessAlive(worker: Worker): boolean {
  if (worker.pidSpace !== PID_SPACE) return isSameBoot(worker.pidSpace);
  if (worker.pid === process.pid) return worker.startedAt >= Math.floor(PROCESS_STARTED_AT);
  try {
    process.kill(worker.pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A worker in another container of this boot may be running, so its lease decides; one from an earlier boot cannot be. */
function isSameBoot(pidSpace: string): boolean {
  return pidSpace.split(' ')[0] === PID_SPACE.split(' ')[0];
}

function readPidSpace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return 'host';
  }
}

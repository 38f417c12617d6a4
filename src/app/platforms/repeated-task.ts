import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../base/time-units.ts';
import type { WorkContext } from '../context.ts';

/** How long a process holds the task without renewing it, in ms; renewed at every call to the platform, which takes a minute at most. */
const HELD_MS = 600_000;
/** How often to check whether the task is due, in ms: another process may have done it meanwhile. */
const LOOK_MS = 300_000;
/** Spreads processes that were started together by up to this share of the interval. */
const JITTER = 0.1;

export interface RepeatDeps extends WorkContext {
  /** A number in [0, 1) for jitter. */
  readonly random: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface RepeatedTask {
  readonly name: string;
  readonly everyHours: number;
  /** Whether it is due, from when it was last done. Default: after `everyHours`. */
  readonly isDue?: (doneAt: number | null) => boolean;
  /** The log message if the task fails. */
  readonly failure: string;
  /** False if there is nothing to do now. */
  readonly isWanted: () => Promise<boolean>;
  /** False if the task did not complete and has to run again. */
  readonly work: (hold: TaskHold) => Promise<boolean>;
}

/** This process's hold on the task. */
export interface TaskHold {
  /** Aborted when the program stops, or when another process took the task because this one was too slow. */
  readonly signal: AbortSignal;
  renew(): Promise<void>;
  isLost(): boolean;
}

/** Runs the task every few hours until the signal aborts, in one process at a time. Never rejects. */
export async function repeatTask(deps: RepeatDeps, task: RepeatedTask, signal: AbortSignal): Promise<void> {
  const holder = randomUUID();
  const jitterMs = Math.round(deps.random() * JITTER * task.everyHours * HOUR_MS);
  while (!signal.aborted) {
    try {
      await doIfDue(deps, task, { holder, jitterMs }, signal);
    } catch (error) {
      if (!signal.aborted) deps.log.error({ err: error }, `${task.failure}; trying again later`);
    }
    await deps.wait(LOOK_MS, signal);
  }
}

async function doIfDue(
  { store, clock, log }: RepeatDeps,
  { name, everyHours, isDue: isDueAt, isWanted, work }: RepeatedTask,
  { holder, jitterMs }: { readonly holder: string; readonly jitterMs: number },
  signal: AbortSignal,
): Promise<void> {
  // A time in the future means that the clock was ahead; do not wait until then.
  const isDue = isDueAt ?? ((at: number | null): boolean => at === null || clock() < at || clock() >= at + everyHours * HOUR_MS + jitterMs);
  if (!isDue(await store.taskDoneAt(name)) || !(await isWanted())) return;
  const take = (): Promise<boolean> => store.takeTask(name, holder, clock() + HELD_MS, clock());
  if (!(await take())) return;
  let isFinished = false;
  try {
    // Another process may have done it between the check and the lock.
    if (!isDue(await store.taskDoneAt(name))) return;
    const lost = new AbortController();
    const renew = async (): Promise<void> => {
      if (await take()) return;
      log.debug({ task: name }, 'another process has taken this work');
      lost.abort();
    };
    const hold = { signal: AbortSignal.any([signal, lost.signal]), renew, isLost: () => lost.signal.aborted };
    if (!(await work(hold))) return;
    await store.finishTask(name, holder, clock());
    isFinished = true;
  } finally {
    // Released, so that others do not wait for a process that stopped.
    if (!isFinished) await store.takeTask(name, holder, clock(), clock()).catch(() => false);
  }
}

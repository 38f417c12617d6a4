import * as Flags from '@oclif/core/flags';
import type { WorkOptions } from '../app/run-worker.ts';
import { wholeNumberFlag } from './flags.ts';

/** Most jobs to take at a time. A larger batch is faster (fewer pages and syncs for each job) and needs more memory. */
export const batchFlag = wholeNumberFlag({ min: 1, max: 1_000, default: 500 });

/** The flags of `queue work`, with the meanings Laravel's `queue:work` gives them. */
export const workFlags = {
  concurrency: wholeNumberFlag({ min: 1, max: 64, default: 2 }),
  batch: batchFlag,
  'max-jobs': wholeNumberFlag({ default: 0 }),
  'max-time': wholeNumberFlag({ helpValue: 'S', max: 31_536_000, default: 0 }),
  // Laravel's 128 is less than Node takes for itself with the database open and a batch in hand.
  memory: wholeNumberFlag({ helpValue: 'MB', min: 64, default: 512 }),
  'stop-when-empty': Flags.boolean({ default: false }),
  sleep: wholeNumberFlag({ helpValue: 'S', max: 3_600, default: 3 }),
};

interface WorkFlagValues {
  readonly concurrency: number;
  readonly batch: number;
  readonly 'max-jobs': number;
  readonly 'max-time': number;
  readonly memory: number;
  readonly 'stop-when-empty': boolean;
  readonly sleep: number;
}

export function workOptions(queue: string, flags: WorkFlagValues): WorkOptions {
  return {
    queue,
    concurrency: flags.concurrency,
    batch: flags.batch,
    ...(flags['max-jobs'] === 0 ? {} : { maxJobs: flags['max-jobs'] }),
    ...(flags['max-time'] === 0 ? {} : { maxTimeMs: flags['max-time'] * 1_000 }),
    memoryMb: flags.memory,
    stopWhenEmpty: flags['stop-when-empty'],
    sleepMs: flags.sleep * 1_000,
  };
}

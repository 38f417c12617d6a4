import type { WorkOptions, WorkSummary } from '../app/run-worker.ts';
import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { CONVERSION_QUEUE } from '../domain/job.ts';
import { say } from '../messages/messages.ts';
import type { FlagValues } from './command.ts';
import { switchFlag, wholeNumberFlag } from './flags.ts';

/** Maximum jobs per claim. A larger batch is faster (fewer pages and syncs per job) but needs more memory. */
export const batchFlag = wholeNumberFlag({ min: 1, max: 1_000, default: 500 });

/** The flags of `queue work`, with the same meanings as in Laravel's `queue:work`. */
export const workFlags = {
  concurrency: wholeNumberFlag({ min: 1, max: 64, default: 2 }),
  batch: batchFlag,
  'max-jobs': wholeNumberFlag({ default: 0 }),
  'max-time': wholeNumberFlag({ helpValue: 'S', max: 31_536_000, default: 0 }),
  // Laravel's 128 is less than Node itself needs with the database open and a batch in memory.
  memory: wholeNumberFlag({ helpValue: 'MB', min: 64, default: 512 }),
  'stop-when-empty': switchFlag,
  sleep: wholeNumberFlag({ helpValue: 'S', max: 3_600, default: 3 }),
};

export function workOptions(queue: string, flags: FlagValues<typeof workFlags>): WorkOptions {
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

/** `processed 3, failed 1, waiting 0 in 12 ms`; for conversions `sent 3, rejected 1, waiting 0 in 12 ms` */
export function workSummaryText(queue: string, summary: WorkSummary): string {
  const { processed, failed, waiting } = summary;
  const duration = formatDuration(summary.durationMs);
  const sentence = queue === CONVERSION_QUEUE ? 'conversionsDone' : 'eventsDone';
  return say((m) => m.cli.queue[sentence]({ processed, failed, waiting, duration }));
}

export function workSummaryJson(queue: string, summary: WorkSummary): JsonObject {
  return {
    fila: queue,
    processados: summary.processed,
    falhas: summary.failed,
    esperando: summary.waiting,
    duracao_ms: Math.round(summary.durationMs),
    motivo: summary.reason,
  };
}

/** True if no job was due. */
export function didNothing(summary: WorkSummary): boolean {
  return summary.processed + summary.failed + summary.waiting === 0;
}

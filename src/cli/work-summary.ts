import type { WorkSummary } from '../app/run-worker.ts';
import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { CONVERSION_QUEUE } from '../domain/job.ts';
import { say } from '../messages/messages.ts';

/** `processed 3, failed 1, waiting 0 in 12 ms`; of conversions `sent 3, rejected 1, waiting 0 in 12 ms` */
export function workSummaryText(queue: string, summary: WorkSummary): string {
  const { processed, failed, waiting } = summary;
  const duration = formatDuration(summary.durationMs);
  if (queue === CONVERSION_QUEUE) {
    return say((m) => m.cli.queue.sentRejectedWaitingIn({ processed, failed, waiting, duration }));
  }
  return say((m) => m.cli.queue.processedFailedWaitingIn({ processed, failed, waiting, duration }));
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

/** True when no job was due. */
export function didNothing(summary: WorkSummary): boolean {
  return summary.processed + summary.failed + summary.waiting === 0;
}

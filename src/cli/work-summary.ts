import type { WorkSummary } from '../app/run-worker.ts';
import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';

/** `processed 3, failed 1, waiting 0 in 12 ms` */
export function workSummaryText(summary: WorkSummary): string {
  return `processed ${summary.processed}, failed ${summary.failed}, waiting ${summary.waiting} in ${formatDuration(summary.durationMs)}`;
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

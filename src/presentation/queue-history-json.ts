import type { JsonObject } from '../base/exact-json.ts';
import type { Percentiles, QueueHistory } from '../domain/queue-status.ts';
import { isoTime } from './json.ts';

/** The last hour of a queue. */
export function queueHistoryJson(history: QueueHistory): JsonObject {
  return {
    em: isoTime(history.at),
    minutos: history.minutes.map(({ startsAt, finished, failed }) => ({
      inicio_em: isoTime(startsAt),
      concluido: finished,
      falhou: failed,
    })),
    passo_ms: history.stepMs,
    esperas: history.waits.map(percentilesJson),
    execucoes: history.runs.map(percentilesJson),
    ultima_hora: {
      ...lastHourOf(history),
      espera: percentilesJson(history.lastHour.wait),
      execucao: percentilesJson(history.lastHour.run),
    },
  };
}

/** How many jobs ended in the hour. */
export function lastHourOf({ minutes }: QueueHistory): { readonly concluido: number; readonly falhou: number } {
  return {
    concluido: minutes.reduce((sum, { finished }) => sum + finished, 0),
    falhou: minutes.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function percentilesJson({ startsAt, count, p50, p95, p99 }: Percentiles): JsonObject {
  return { inicio_em: isoTime(startsAt), total: count, p50_ms: p50, p95_ms: p95, p99_ms: p99 };
}

import type { JsonObject } from '../base/exact-json.ts';
import { isAlive, type Percentiles, type QueueHistory, type QueueSnapshot, type StoreFacts, type Worker } from '../domain/queue-status.ts';
import { isoTime } from './json.ts';

/** The figures of a queue at one moment, and its workers. */
export function snapshotJson(snapshot: QueueSnapshot): JsonObject {
  return {
    fila: snapshot.queue,
    em: isoTime(snapshot.at),
    pausada_em: isoTime(snapshot.pausedAt),
    pendente: snapshot.waiting,
    adiado: snapshot.delayed,
    estacionado: snapshot.parked,
    processando: snapshot.running,
    concluido: snapshot.finished,
    falhou: snapshot.failed,
    mais_antigo_ms: snapshot.oldestWaitingMs,
    ultimos_minutos: {
      minutos: snapshot.lastMinutes.minutes,
      concluido: snapshot.lastMinutes.finished,
      falhou: snapshot.lastMinutes.failed,
    },
    trabalhadores: snapshot.workers.map((worker) => workerJson(worker, snapshot.at)),
  };
}

function workerJson(worker: Worker, now: number): JsonObject {
  return {
    trabalhador: worker.id,
    host: worker.host,
    pid: worker.pid,
    fila: worker.queue,
    versao: worker.version,
    iniciado_em: isoTime(worker.startedAt),
    visto_em: isoTime(worker.seenAt),
    vivo: isAlive(worker, now),
    processados: worker.processed,
    falhas: worker.failed,
  };
}

/** What pausing or resuming came to. @param changed false when the queue already was in that state */
export function pauseJson(queue: string, { paused, changed }: { readonly paused: boolean; readonly changed: boolean }): JsonObject {
  return { fila: queue, pausada: paused, mudou: changed };
}

/** The database: where it is, and how large. */
export function storeFactsJson(facts: StoreFacts): JsonObject {
  return {
    tipo: facts.kind,
    local: facts.location,
    versao_esquema: facts.schemaVersion,
    arquivo_bytes: facts.fileBytes,
    wal_bytes: facts.walBytes,
    disco_livre_bytes: facts.diskFreeBytes,
  };
}

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

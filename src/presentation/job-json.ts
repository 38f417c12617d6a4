import type { JsonObject } from '../base/exact-json.ts';
import { namedWord } from '../domain/fault-target.ts';
import type { FailedJob, FailureGroup, JobAttempt, JobSummary } from '../domain/job.ts';
import { faultJson } from './fault-text.ts';
import { isoTime } from './json.ts';
import { maskMark } from './masking.ts';

export function jobJson(job: JobSummary): JsonObject {
  return {
    job_id: job.id,
    fila: job.queue,
    tipo: job.type,
    evento_id: job.eventId,
    conversao_id: job.conversionId,
    estado: job.state,
    tentativas: job.attempts,
    disponivel_em: isoTime(job.availableAt),
    motivo_espera: job.waitReason,
    reservado_por: job.workerId,
    reservado_ate: isoTime(job.leaseUntil),
    criado_em: isoTime(job.createdAt),
    iniciado_em: isoTime(job.startedAt),
    finalizado_em: isoTime(job.finishedAt),
    erro_codigo: job.errorCode,
    ...faultJson(job.errorMessage),
    erro_alvo: job.named === '' ? null : job.named,
  };
}

export function failedJobJson(job: FailedJob): JsonObject {
  return { ...jobJson(job), origem: job.origin, event_type: maskMark(job.eventType) };
}

/** A group without a code stands for all older ones. */
export function failureGroupJson(group: FailureGroup): JsonObject {
  return {
    erro_codigo: group.errorCode,
    erro_alvo: group.errorCode === null ? null : namedWord(group.named),
    estacionado: group.parked,
    total: group.count,
    mais_recente: group.newest === null ? null : failedJobJson(group.newest),
  };
}

export function attemptJson(attempt: JobAttempt): JsonObject {
  return {
    job_id: attempt.jobId,
    tentativa: attempt.attempt,
    trabalhador: attempt.workerId,
    iniciada_em: isoTime(attempt.startedAt),
    terminada_em: isoTime(attempt.endedAt),
    resultado: attempt.result,
    erro_codigo: attempt.errorCode,
    ...faultJson(attempt.errorMessage),
  };
}

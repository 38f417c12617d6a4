import type { FailedJob, JobAttempt, JobState, JobSummary } from '../../../domain/job.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Worker } from '../../../domain/queue-status.ts';
import { optionalId, textId } from './row-id.ts';

/** Said beside `estado = ?`, because only a literal condition lets SQLite use the index of ended jobs. */
export const IS_ENDED = "estado in ('concluido', 'falhou')";

/**
 * Jobs of a queue that wait for a later time although they wait for nothing, or although what happened to them last is still to come: the clock was ahead then. Given twice
 * is the time that it is now.
 */
export const PUT_OFF_BY_A_CLOCK_AHEAD = `
select id from fila_jobs
where fila = ? and estado = 'pendente' and disponivel_em > ?
  and (motivo_espera is null or ifnull(iniciado_em, criado_em) > ?) limit ?`;

export interface JobRow {
  readonly id: number;
  readonly fila: string;
  readonly tipo: string;
  readonly evento_id: number;
  readonly conversao_id: number | null;
  readonly estado: JobState;
  readonly tentativas: number;
  readonly disponivel_em: number | null;
  readonly motivo_espera: string | null;
  readonly reserva: number;
  readonly reservado_por: string | null;
  readonly reservado_ate: number | null;
  readonly suspeito: number;
  readonly substituido: number;
  readonly criado_em: number;
  readonly iniciado_em: number | null;
  readonly finalizado_em: number | null;
  readonly erro_codigo: string | null;
  readonly erro_mensagem: string | null;
  readonly erro_alvo: string;
}

export function toJobSummary(row: JobRow): JobSummary {
  return {
    id: textId(row.id),
    queue: row.fila,
    type: row.tipo,
    eventId: textId(row.evento_id),
    conversionId: optionalId(row.conversao_id),
    state: row.estado,
    attempts: row.tentativas,
    availableAt: row.disponivel_em,
    waitReason: row.motivo_espera,
    workerId: row.reservado_por,
    leaseUntil: row.reservado_ate,
    createdAt: row.criado_em,
    startedAt: row.iniciado_em,
    finishedAt: row.finalizado_em,
    errorCode: row.erro_codigo,
    errorMessage: row.erro_mensagem,
    named: row.erro_alvo,
  };
}

export function toFailedJob(row: JobRow & { readonly origem: Origin; readonly event_type: string }): FailedJob {
  return { ...toJobSummary(row), origin: row.origem, eventType: row.event_type };
}

export interface AttemptRow {
  readonly job_id: number;
  /** The how manieth attempt at its job it was. */
  readonly vez: number;
  readonly trabalhador: string;
  readonly iniciada_em: number | null;
  readonly terminada_em: number;
  readonly resultado: JobAttempt['result'];
  readonly erro_codigo: string | null;
  readonly erro_mensagem: string | null;
}

export function toJobAttempt(row: AttemptRow): JobAttempt {
  return {
    jobId: textId(row.job_id),
    attempt: row.vez,
    workerId: row.trabalhador,
    startedAt: row.iniciada_em,
    endedAt: row.terminada_em,
    result: row.resultado,
    errorCode: row.erro_codigo,
    errorMessage: row.erro_mensagem,
  };
}

export interface WorkerRow {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly pid_espaco: string;
  readonly fila: string;
  readonly versao: string;
  readonly iniciado_em: number;
  readonly visto_em: number;
  readonly processados: number;
  readonly falhas: number;
}

export function toWorker(row: WorkerRow): Worker {
  return {
    id: row.id,
    host: row.host,
    pid: row.pid,
    pidSpace: row.pid_espaco,
    queue: row.fila,
    version: row.versao,
    startedAt: row.iniciado_em,
    seenAt: row.visto_em,
    processed: row.processados,
    failed: row.falhas,
  };
}

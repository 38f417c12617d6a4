import type { FaultParams } from '../../../domain/fault.ts';
import { type FailedJob, type JobAttempt, JobState, type JobSummary } from '../../../domain/job.ts';
import { type Fields, id, idOrNull, reading } from './fields.ts';

/** Used in addition to `estado = ?`, because SQLite uses the index of ended jobs only for a literal condition. */
export const IS_ENDED = `estado in ('${JobState.done}', '${JobState.failed}')`;

/**
 * Delayed jobs of a queue that have no reason to wait, or whose last event is in the future: the clock was ahead then. The current time is
 * passed twice.
 */
export const PUT_OFF_BY_A_CLOCK_AHEAD = `
select id from fila_jobs
where fila = ? and estado = '${JobState.pending}' and disponivel_em > ?
  and (motivo_espera is null or ifnull(iniciado_em, criado_em) > ?) limit ?`;

/** Returns a row if the queue is paused. */
export const IS_PAUSED = 'select 1 from filas where nome = ? and pausada_em is not null';

/** A job as read by the operations that change its state. */
export interface JobRow {
  readonly id: number;
  readonly fila: string;
  readonly evento_id: number;
  readonly conversao_id: number | null;
  readonly estado: JobState;
  readonly tentativas: number;
  readonly disponivel_em: number | null;
  readonly suspeito: number;
  readonly substituido: number;
  readonly iniciado_em: number | null;
  readonly finalizado_em: number | null;
  readonly erro_codigo: string | null;
  readonly erro_parametros: FaultParams | null;
}

const JOB: Fields<JobSummary> = {
  id: id('id'),
  queue: 'fila',
  type: 'tipo',
  eventId: id('evento_id'),
  conversionId: idOrNull('conversao_id'),
  state: 'estado',
  attempts: 'tentativas',
  availableAt: 'disponivel_em',
  waitReason: 'motivo_espera',
  workerId: 'reservado_por',
  leaseUntil: 'reservado_ate',
  createdAt: 'criado_em',
  startedAt: 'iniciado_em',
  finishedAt: 'finalizado_em',
  errorCode: 'erro_codigo',
  errorParams: 'erro_parametros',
  named: 'erro_alvo',
};

export const toJobSummary = reading(JOB);

export const toFailedJob = reading<FailedJob>({ ...JOB, origin: 'origem', eventType: 'event_type' });

/** `vez`: the number of the attempt within its job. */
export const toJobAttempt = reading<JobAttempt>({
  jobId: id('job_id'),
  attempt: 'vez',
  workerId: 'trabalhador',
  startedAt: 'iniciada_em',
  endedAt: 'terminada_em',
  result: 'resultado',
  errorCode: 'erro_codigo',
  errorParams: 'erro_parametros',
});

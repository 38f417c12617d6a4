import { type FailedJob, type JobAttempt, JobState, type JobSummary } from '../../../domain/job.ts';
import { type Fields, id, idOrNull, reading } from './fields.ts';

/** Said beside `estado = ?`, because only a literal condition lets SQLite use the index of ended jobs. */
export const IS_ENDED = `estado in ('${JobState.done}', '${JobState.failed}')`;

/**
 * Jobs of a queue that wait for a later time although they wait for nothing, or although what happened to them last is still to come: the clock was ahead then. Given twice
 * is the time that it is now.
 */
export const PUT_OFF_BY_A_CLOCK_AHEAD = `
select id from fila_jobs
where fila = ? and estado = '${JobState.pending}' and disponivel_em > ?
  and (motivo_espera is null or ifnull(iniciado_em, criado_em) > ?) limit ?`;

/** A job as the operations see it that move it. */
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
  readonly erro_mensagem: string | null;
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
  errorMessage: 'erro_mensagem',
  named: 'erro_alvo',
};

export const toJobSummary = reading(JOB);

export const toFailedJob = reading<FailedJob>({ ...JOB, origin: 'origem', eventType: 'event_type' });

/** `vez`: the how manieth attempt at its job it was. */
export const toJobAttempt = reading<JobAttempt>({
  jobId: id('job_id'),
  attempt: 'vez',
  workerId: 'trabalhador',
  startedAt: 'iniciada_em',
  endedAt: 'terminada_em',
  result: 'resultado',
  errorCode: 'erro_codigo',
  errorMessage: 'erro_mensagem',
});

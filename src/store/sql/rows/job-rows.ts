import { type FailedJob, type JobAttempt, JobState, type JobSummary } from '../../../domain/job.ts';
import { type Fields, id, idOrNull, reading, rowId, textId } from './fields.ts';

/** The job of conversion n is job `CONVERSION_JOBS` + n; every other job has the number of its event. */
export const CONVERSION_JOBS = 1_000_000_000_000;

/** The job that sends a conversion. */
export function jobOfConversion(conversionRow: number): number {
  return CONVERSION_JOBS + conversionRow;
}

/** The id of a job: that of its event, or `c` and that of its conversion. */
export function jobId(row: number): string {
  return row > CONVERSION_JOBS ? `c${textId(row - CONVERSION_JOBS)}` : textId(row);
}

/** The row number for the id of a job; -1, which no row has, if the text is not an id. */
export function jobRow(id: string): number {
  const row = rowId(id.replace(/^c/, ''));
  if (row === -1 || row >= CONVERSION_JOBS) return -1;
  return id.startsWith('c') ? jobOfConversion(row) : row;
}

/**
 * Delayed jobs of a queue that have no reason to wait, or whose last event is in the future: the clock was ahead then. The current time is
 * passed twice.
 */
export const PUT_OFF_BY_A_CLOCK_AHEAD = `
select id from fila_vivos
where fila = ? and estado = '${JobState.pending}' and disponivel_em > ?
  and (motivo_espera is null or ifnull(iniciado_em, criado_em) > ?) limit ?`;

/** Jobs whose last result could not be stored. They keep this error while they run again. */
export const IS_NOT_STORED = "erro_codigo in ('not_stored', 'write_rejected')";

/** Returns a row if the queue is paused. */
export const IS_PAUSED = 'select 1 from filas where nome = ? and pausada_em is not null';

/** A job that waits or runs. */
export interface LiveJobRow {
  readonly id: number;
  readonly fila: string;
  readonly evento_id: number;
  readonly conversao_id: number | null;
  readonly estado: typeof JobState.pending | typeof JobState.running;
  readonly tentativas: number;
  readonly disponivel_em: number | null;
  readonly suspeito: number;
  readonly iniciado_em: number | null;
}

const JOB: Fields<JobSummary> = {
  id: ({ id: row }) => jobId(row as number),
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

/**
 * The recorded attempts of a job. A job that runs again starts at attempt 1, and a parked one uses none, so several attempts can have the
 * same stored number: `vez` counts them.
 */
export const ATTEMPTS_OF_JOB = `
select *, row_number() over (order by reserva) as vez from fila_tentativas where job_id = ? order by terminada_em, reserva`;

export const toJobAttempt = reading<JobAttempt>({
  jobId: ({ job_id: row }) => jobId(row as number),
  attempt: 'vez',
  workerId: 'trabalhador',
  startedAt: 'iniciada_em',
  endedAt: 'terminada_em',
  result: 'resultado',
  errorCode: 'erro_codigo',
  errorParams: 'erro_parametros',
});

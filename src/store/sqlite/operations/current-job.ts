import { JobState } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';

const OF_EVENT = `
select id, estado, disponivel_em from fila_jobs
where evento_id = ? and conversao_id is null and (finalizado_em is null or (estado = '${JobState.failed}' and substituido = 0))
order by finalizado_em is null desc, id desc limit 1`;

const OF_CONVERSION = `
select id, estado, disponivel_em from fila_jobs
where conversao_id = ? and (finalizado_em is null or (estado = '${JobState.failed}' and substituido = 0))
order by finalizado_em is null desc, id desc limit 1`;

/** Of the jobs about an event or a conversion, the one that waits or runs, otherwise the failure that counts. */
export interface CurrentJob {
  readonly id: number;
  readonly estado: Exclude<JobState, typeof JobState.done>;
  readonly disponivel_em: number | null;
}

export function currentJobOfEvent(connection: Connection, eventRow: number): CurrentJob | undefined {
  return connection.statement(OF_EVENT).get(eventRow) as CurrentJob | undefined;
}

export function currentJobOfConversion(connection: Connection, conversionRow: number): CurrentJob | undefined {
  return connection.statement(OF_CONVERSION).get(conversionRow) as CurrentJob | undefined;
}

/** Whether a job that waits is parked, or waits for a later time. */
export function isPutOff({ disponivel_em: availableAt }: CurrentJob, now: number): boolean {
  return availableAt === null || availableAt > now;
}

import { CONVERSION_JOB_TYPE, CONVERSION_QUEUE } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import { retryJob } from './control.ts';
import { conversionReopened } from './conversion-states.ts';
import { currentJobOfConversion } from './current-job.ts';

const INSERT_JOBS = `
insert into fila_jobs (fila, tipo, evento_id, conversao_id, disponivel_em, criado_em, grupo)
select '${CONVERSION_QUEUE}', '${CONVERSION_JOB_TYPE}', c.evento_id, c.id, ?, ?, c.cliente_id
from json_each(?) asked cross join conversoes c on c.id = asked.value`;

/** Jobs that send these conversions. */
export function addJobs(connection: Connection, conversionRows: readonly number[], now: number): void {
  connection.statement(INSERT_JOBS).run(now, now, JSON.stringify(conversionRows));
  connection.tally.add(CONVERSION_QUEUE, 'pendente', conversionRows.length);
}

/** Sends a conversion that was sent or rejected, or has no job: one that waits is sent anyway. */
export function sendConversionAgain(connection: Connection, row: number, now: number): void {
  const job = currentJobOfConversion(connection, row);
  if (job?.estado === 'pendente') return;
  if (job !== undefined && retryJob(connection, job.id, now)) return;
  conversionReopened(connection, row);
  addJobs(connection, [row], now);
}

import { conversionTarget } from '../../../domain/conversion.ts';
import { CONVERSION_JOB_TYPE, CONVERSION_QUEUE } from '../../../domain/job.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { retryJob } from './control.ts';
import { conversionReopened } from './conversion-states.ts';
import { currentJobOfConversion } from './current-job.ts';

const INSERT_JOBS = `
insert into fila_jobs (fila, tipo, evento_id, conversao_id, disponivel_em, criado_em, grupo)
select '${CONVERSION_QUEUE}', '${CONVERSION_JOB_TYPE}', c.evento_id, c.id, ?, ?, c.cliente_id
from json_each(?) asked cross join conversoes c on c.id = asked.value`;

const INSERT_MISSED_JOBS = `${INSERT_JOBS}
where c.id <= (select ate from conversoes_enfileiradas where plataforma = c.plataforma)`;

/** One that was registered again under the platform in the meantime stays as it is. */
const FIND_PLATFORM = `
update or ignore conversoes set plataforma = ?, click_id = ?, estado = 'pendente' where lead_id = ? and estado = 'sem_destino' returning id`;

/** Jobs that send these conversions. */
export function addJobs(connection: Connection, conversionRows: readonly number[], now: number): void {
  connection.statement(INSERT_JOBS).run(now, now, JSON.stringify(conversionRows));
  connection.tally.add(CONVERSION_QUEUE, 'pendente', conversionRows.length);
}

/** The same for those that `enqueueConversions` has gone past. It finds the others itself, as soon as somebody sends to their platform. */
function addMissedJobs(connection: Connection, conversionRows: readonly number[], now: number): void {
  const { changes } = connection.statement(INSERT_MISSED_JOBS).run(now, now, JSON.stringify(conversionRows));
  connection.tally.add(CONVERSION_QUEUE, 'pendente', Number(changes));
}

/** What was registered before the lead named a platform is reported to it now. */
export function conversionsFindPlatform(
  connection: Connection,
  leadRow: number,
  { origin, fields }: { readonly origin: Origin; readonly fields: Parameters<typeof conversionTarget>[1] },
  now: number,
): void {
  const { platform, clickId } = conversionTarget(origin, fields);
  if (platform === null) return;
  const found = connection.statement(FIND_PLATFORM).all(platform, clickId, leadRow) as { readonly id: number }[];
  if (found.length > 0)
    addMissedJobs(
      connection,
      found.map(({ id }) => id),
      now,
    );
}

/** Sends a conversion that was sent or rejected, or has no job: one that waits is sent anyway. */
export function sendConversionAgain(connection: Connection, row: number, now: number): void {
  const job = currentJobOfConversion(connection, row);
  if (job?.estado === 'pendente') return;
  if (job !== undefined && retryJob(connection, job.id, now)) return;
  conversionReopened(connection, row);
  addMissedJobs(connection, [row], now);
}

import type { AttributedLead, AttributionRules } from '../../../domain/attribution.ts';
import { ConversionState, NO_IDENTIFIER } from '../../../domain/conversion.ts';
import { CONVERSION_QUEUE, JobState } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/fields.ts';
import { CONVERSION_JOBS, jobOfConversion } from '../rows/job-rows.ts';
import { targetsAt } from './client-choices.ts';
import { conversionReopened } from './conversion-states.ts';
import { openJob, reopenJob } from './jobs.ts';

/** `cross join` keeps the order of the given ids. */
const INSERT_JOBS = `
insert into fila_vivos (id, evento_id, corpo_bytes, fila, disponivel_em, criado_em, grupo, reserva)
select ${CONVERSION_JOBS} + c.id, e.id, length(e.corpo), '${CONVERSION_QUEUE}', ?, ?, c.cliente_id, ?
from json_each(?) asked cross join conversoes c on c.id = asked.value cross join eventos e on e.id = c.evento_id`;

const WAS_PASSED = `
select 1 from conversoes c where c.id = ? and c.id <= (select ate from conversoes_enfileiradas where plataforma = c.plataforma)`;

const WITHOUT_PLATFORM = `select id from conversoes where lead_id = ? and estado = '${ConversionState.noDestination}'`;

/** Stays as it is if the conversion was registered again under the platform meanwhile. */
const FIND_PLATFORM = `update or ignore conversoes set plataforma = ?, click_id = ?, click_tipo = ?, estado = '${ConversionState.pending}' where id = ?`;

const TELL_ANOTHER = `
insert or ignore into conversoes
  (lead_id, cliente_id, evento_id, plataforma, click_id, click_tipo, nome, chave, valor, moeda, ocorrida_em, estado, criado_em)
select lead_id, cliente_id, evento_id, ?, ?, ?, nome, chave, valor, moeda, ocorrida_em, '${ConversionState.pending}', criado_em from conversoes where id = ?`;

const SAME_REGISTRAR = `
insert into conversoes_envio (conversao_id, registrada_por)
select ?, registrada_por from conversoes_envio where conversao_id = ? and registrada_por is not null`;

const WITHOUT_PERSON = `
select c.id from conversoes c join conversoes_envio e on e.conversao_id = c.id
where c.lead_id = ? and c.estado = '${ConversionState.rejected}' and e.erro_codigo = '${NO_IDENTIFIER}'`;

/** Adds jobs that send conversions for the first time. */
export function addJobs(connection: Connection, conversionRows: readonly number[], now: number): void {
  insertJobs(connection, conversionRows, 0, now);
}

/**
 * Queues a conversion again, or one that `enqueueConversions` has already passed. It finds the others itself once their platform is
 * connected. As in `queueEventAgain`, a job that was deleted since starts with the time as its lease.
 */
export function queueConversionAgain(connection: Connection, row: number, now: number): void {
  if (reopenJob(connection, jobOfConversion(row), now) || connection.get(WAS_PASSED, row) === undefined) return;
  insertJobs(connection, [row], now, now);
}

function insertJobs(connection: Connection, conversionRows: readonly number[], lease: number, now: number): void {
  connection.statement(INSERT_JOBS).run(now, now, lease, JSON.stringify(conversionRows));
  connection.tally.add(CONVERSION_QUEUE, JobState.pending, conversionRows.length);
}

/** Reports conversions that were registered before the lead named a platform, to every platform it names now. */
export function conversionsFindPlatform(
  connection: Connection,
  lead: AttributedLead & { readonly id: string },
  rules: AttributionRules,
  now: number,
): void {
  const [first, ...others] = targetsAt(connection, rules, lead, null);
  if (first === undefined) return;
  const waiting = connection.statement(WITHOUT_PLATFORM).all(rowId(lead.id)) as unknown as readonly { readonly id: number }[];
  for (const { id } of waiting) {
    for (const { platform, clickId, clickKind } of others) {
      const { changes, lastInsertRowid } = connection.statement(TELL_ANOTHER).run(platform, clickId, clickKind, id);
      if (changes > 0) connection.statement(SAME_REGISTRAR).run(Number(lastInsertRowid), id);
    }
    const { changes } = connection.statement(FIND_PLATFORM).run(first.platform, first.clickId, first.clickKind, id);
    if (changes > 0) queueConversionAgain(connection, id, now);
  }
}

/** Retries conversions that were rejected because the lead identified no person, now that more is known about the lead. */
export function conversionsFindPerson(connection: Connection, leadRow: number, now: number): void {
  const rejected = connection.all<{ readonly id: number }>(WITHOUT_PERSON, leadRow);
  for (const { id } of rejected) resendConversion(connection, id, now);
}

/** Sends a conversion again that was sent or rejected, or that has no job. A waiting conversion is sent anyway. */
export function resendConversion(connection: Connection, row: number, now: number): void {
  if (openJob(connection, jobOfConversion(row))?.estado === JobState.pending) return;
  conversionReopened(connection, row, now);
  queueConversionAgain(connection, row, now);
}

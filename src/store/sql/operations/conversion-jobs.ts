import type { AttributedLead } from '../../../domain/attribution.ts';
import { ConversionState, NO_IDENTIFIER } from '../../../domain/conversion.ts';
import { CONVERSION_QUEUE, JobState } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/fields.ts';
import { CONVERSION_JOBS, jobOfConversion } from '../rows/job-rows.ts';
import { type LeadWork, targetsAt } from './client-choices.ts';
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
const FIND_PLATFORM = `
update conversoes set plataforma = ?, click_id = ?, click_tipo = ?, estado = '${ConversionState.pending}'
where id = ? and not exists (
  select 1 from conversoes o where o.lead_id = conversoes.lead_id and o.chave = conversoes.chave and o.plataforma = ?)`;

const TELL_ANOTHER = `
insert into conversoes
  (lead_id, cliente_id, evento_id, plataforma, click_id, click_tipo, nome, chave, valor, moeda, ocorrida_em, estado, criado_em)
select lead_id, cliente_id, evento_id, cast(? as text), cast(? as text), cast(? as text), nome, chave, valor, moeda, ocorrida_em, '${ConversionState.pending}', criado_em from conversoes where id = ?
on conflict do nothing returning id`;

const SAME_REGISTRAR = `
insert into conversoes_envio (conversao_id, registrada_por)
select cast(? as bigint), registrada_por from conversoes_envio where conversao_id = ? and registrada_por is not null`;

const WITHOUT_PERSON = `
select c.id from conversoes c join conversoes_envio e on e.conversao_id = c.id
where c.lead_id = ? and c.estado = '${ConversionState.rejected}' and e.erro_codigo = '${NO_IDENTIFIER}'`;

/** Adds jobs that send conversions for the first time. */
export async function addJobs(connection: Connection, conversionRows: readonly number[], now: number): Promise<void> {
  await insertJobs(connection, conversionRows, 0, now);
}

/**
 * Queues a conversion again, or one that `enqueueConversions` has already passed. It finds the others itself once their platform is
 * connected. As in `queueEventAgain`, a job that was deleted since starts with the time as its lease.
 */
export async function queueConversionAgain(connection: Connection, row: number, now: number): Promise<void> {
  if ((await reopenJob(connection, jobOfConversion(row), now)) || (await connection.get(WAS_PASSED, row)) === undefined) return;
  await insertJobs(connection, [row], now, now);
}

async function insertJobs(connection: Connection, conversionRows: readonly number[], lease: number, now: number): Promise<void> {
  await connection.run(INSERT_JOBS, now, now, lease, JSON.stringify(conversionRows));
  connection.tally.add(CONVERSION_QUEUE, JobState.pending, conversionRows.length);
}

/** Reports conversions that were registered before the lead named a platform, to every platform it names now. */
export async function conversionsFindPlatform(work: LeadWork, lead: AttributedLead & { readonly id: string }): Promise<void> {
  const { connection, now } = work;
  const [first, ...others] = await targetsAt(work, lead, null);
  if (first === undefined) return;
  const waiting = (await connection.all(WITHOUT_PLATFORM, rowId(lead.id))) as unknown as readonly { readonly id: number }[];
  for (const { id } of waiting) {
    for (const { platform, clickId, clickKind } of others) {
      const another = await connection.get<{ readonly id: number }>(TELL_ANOTHER, platform, clickId, clickKind, id);
      if (another !== undefined) await connection.run(SAME_REGISTRAR, another.id, id);
    }
    const changes = await connection.run(FIND_PLATFORM, first.platform, first.clickId, first.clickKind, id, first.platform);
    if (changes > 0) await queueConversionAgain(connection, id, now);
  }
}

/** Retries conversions that were rejected because the lead identified no person, now that more is known about the lead. */
export async function conversionsFindPerson(connection: Connection, leadRow: number, now: number): Promise<void> {
  const rejected = await connection.all<{ readonly id: number }>(WITHOUT_PERSON, leadRow);
  for (const { id } of rejected) await resendConversion(connection, id, now);
}

/** Sends a conversion again that was sent or rejected, or that has no job. A waiting conversion is sent anyway. */
export async function resendConversion(connection: Connection, row: number, now: number): Promise<void> {
  if ((await openJob(connection, jobOfConversion(row)))?.estado === JobState.pending) return;
  await conversionReopened(connection, row, now);
  await queueConversionAgain(connection, row, now);
}

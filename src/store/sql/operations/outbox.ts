import { OperatorAction } from '../../../domain/activity.ts';
import { type AttributionRules, type ConversionTarget, DEFAULT_ATTRIBUTION } from '../../../domain/attribution.ts';
import { ConversionState, type NewStage } from '../../../domain/conversion.ts';
import { JobState } from '../../../domain/job.ts';
import type { Lead } from '../../../domain/lead.ts';
import type { Operator } from '../../../domain/ports.ts';
import { refuseStagesOf } from '../../../domain/stage-change.ts';
import { notFound } from '../../../messages/messages.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { mapInOrder } from '../in-order.ts';
import { HAS_NO_LIVE_JOB, OUTBOX_CURSOR } from '../rows/conversion-rows.ts';
import { rowId, textId } from '../rows/fields.ts';
import { jobOfConversion } from '../rows/job-rows.ts';
import { leadById } from '../rows/lead-rows.ts';
import { changing, recordActivity, retryJob, targets } from './control.ts';
import { addJobs, queueConversionAgain } from './conversion-jobs.ts';
import { insertConversion, newConversionRow, ownSecond, registeredUnder } from './conversion-rows.ts';
import { conversionChecked, conversionReopened, isGivenUp } from './conversion-states.ts';
import { targetsOf } from './create-leads.ts';
import { isPutOff, openJob } from './jobs.ts';
import { reregisterStage } from './stage-changes.ts';

/** Conversions of one platform that never had a job, oldest first. None is read twice. */
const NEVER_QUEUED = `
select c.id from conversoes c
where c.estado = '${ConversionState.pending}' and c.plataforma = ? and c.id > ${OUTBOX_CURSOR} and ${HAS_NO_LIVE_JOB}
order by c.id limit ?`;

const MOVE_CURSOR = `
insert into conversoes_enfileiradas (plataforma, ate) values (?, ?)
on conflict (plataforma) do update set ate = excluded.ate`;

const INSERT_REGISTRAR = 'insert into conversoes_envio (conversao_id, registrada_por) values (?, ?)';

/** The caller keeps each step short. */
export const enqueueConversions: PortOperation<'enqueueConversions'> = async (connection, platforms, limit, now) => {
  let left = limit;
  for (const platform of platforms) {
    const rows = await connection.all<{ readonly id: number }>(NEVER_QUEUED, platform, platform, left);
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) continue;
    await addJobs(connection, ids, now);
    await connection.run(MOVE_CURSOR, platform, last);
    left -= ids.length;
  }
  return limit - left;
};

export const retryConversions = changing('conversao', OperatorAction.retry, retryConversion);

/** Skips conversions that were never queued: they are sent once their platform is connected. */
async function retryConversion(connection: Connection, row: number, now: number): Promise<boolean> {
  const job = await openJob(connection, jobOfConversion(row));
  const isWaiting = job?.estado === JobState.pending && isPutOff(job, now);
  if (!isWaiting && (job?.estado === JobState.pending || job?.estado === JobState.running || !(await isGivenUp(connection, row))))
    return false;
  await conversionChecked(connection, row, now);
  if (job !== undefined) return await retryJob(connection, job.id, now);
  await conversionReopened(connection, row, now);
  await queueConversionAgain(connection, row, now);
  return true;
}

/** `ConversionOutbox.addStage` */
export async function addStage(
  connection: Connection,
  entered: NewStage,
  operator: Operator,
  rules: AttributionRules = DEFAULT_ATTRIBUTION,
): Promise<{ conversionIds: readonly string[]; isNew: boolean }> {
  const lead = await leadOf(connection, entered.leadId);
  const registered = await registeredUnder(connection, rowId(lead.id), entered.key);
  const counted = registered.filter(({ estado }) => estado !== ConversionState.withdrawn);
  if (counted.length > 0) return { conversionIds: counted.map(({ id }) => textId(id)), isNew: false };
  const stage = { ...entered, happenedAt: await ownSecond(connection, rowId(lead.id), entered, operator.now) };
  const rows = await mapInOrder(await targetsOf({ connection, rules, now: operator.now }, lead, null), async (target) => {
    const withdrawn = registered.find(({ plataforma }) => plataforma === (target?.platform ?? null));
    if (withdrawn === undefined) return await insertStage(connection, stage, { lead, target, operator });
    await reregisterStage(connection, withdrawn.id, stage, operator);
    return withdrawn.id;
  });
  const conversionIds = rows.map(textId);
  await recordActivity(connection, OperatorAction.registerStage, `lead:${lead.id}`, targets('conversao', conversionIds), operator);
  return { conversionIds, isNew: true };
}

async function insertStage(
  connection: Connection,
  conversion: NewStage,
  { lead, target, operator }: { readonly lead: Lead; readonly target: ConversionTarget | null; readonly operator: Operator },
): Promise<number> {
  const row = await insertConversion(
    connection,
    newConversionRow({ lead, eventRow: rowId(lead.eventId), target, conversion }, operator.now),
  );
  await connection.run(INSERT_REGISTRAR, row, operator.name);
  return row;
}

async function leadOf(connection: Connection, leadId: string): Promise<Lead> {
  const lead = await leadById(connection, rowId(leadId));
  if (lead === null) throw notFound('lead', leadId);
  refuseStagesOf(lead);
  return lead;
}

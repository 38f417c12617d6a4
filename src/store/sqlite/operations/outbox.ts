import { OperatorAction } from '../../../domain/activity.ts';
import { type AttributionRules, type ConversionTarget, DEFAULT_ATTRIBUTION } from '../../../domain/attribution.ts';
import { ConversionState, type NewStage, type Platform } from '../../../domain/conversion.ts';
import { JobState } from '../../../domain/job.ts';
import type { Lead } from '../../../domain/lead.ts';
import type { Operator } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import type { Connection } from '../connection.ts';
import { HAS_NO_LIVE_JOB, OUTBOX_CURSOR } from '../rows/conversion-rows.ts';
import { rowId, textId } from '../rows/fields.ts';
import { jobOfConversion } from '../rows/job-rows.ts';
import { toLead } from '../rows/lead-rows.ts';
import { changeEach, recordActivity, retryJob, targets } from './control.ts';
import { addJobs, queueConversionAgain } from './conversion-jobs.ts';
import { insertConversion, newConversionRow, registeredUnder } from './conversion-rows.ts';
import { conversionChecked, conversionReopened, isRejected } from './conversion-states.ts';
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

const LEAD = 'select * from lead_linhas where id = ?';

const INSERT_REGISTRAR = 'insert into conversoes_envio (conversao_id, registrada_por) values (?, ?)';

/** `ConversionOutbox.enqueueConversions`; the caller keeps each step short. */
export function enqueueConversions(connection: Connection, platforms: readonly Platform[], limit: number, now: number): number {
  let left = limit;
  for (const platform of platforms) {
    const rows = connection.all<{ readonly id: number }>(NEVER_QUEUED, platform, platform, left);
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) continue;
    addJobs(connection, ids, now);
    connection.statement(MOVE_CURSOR).run(platform, last);
    left -= ids.length;
  }
  return limit - left;
}

/** `ConversionOutbox.retryConversions`; the caller keeps each step short. */
export function retryConversions(connection: Connection, ids: readonly string[], operator: Operator): readonly string[] {
  const by = { kind: 'conversao', action: OperatorAction.retry, operator } as const;
  return changeEach(connection, ids, by, (row) => retryConversion(connection, row, operator.now));
}

/** Skips conversions that were never queued: they are sent once their platform is connected. */
function retryConversion(connection: Connection, row: number, now: number): boolean {
  const job = openJob(connection, jobOfConversion(row));
  const isWaiting = job?.estado === JobState.pending && isPutOff(job, now);
  if (!isWaiting && (job?.estado === JobState.pending || job?.estado === JobState.running || !isRejected(connection, row))) return false;
  conversionChecked(connection, row, now);
  if (job !== undefined) return retryJob(connection, job.id, now);
  conversionReopened(connection, row, now);
  queueConversionAgain(connection, row, now);
  return true;
}

/** `ConversionOutbox.addStage` */
export function addStage(
  connection: Connection,
  stage: NewStage,
  operator: Operator,
  rules: AttributionRules = DEFAULT_ATTRIBUTION,
): { conversionIds: readonly string[]; isNew: boolean } {
  const lead = leadOf(connection, stage.leadId);
  const registered = registeredUnder(connection, rowId(lead.id), stage.key);
  const counted = registered.filter(({ estado }) => estado !== ConversionState.withdrawn);
  if (counted.length > 0) return { conversionIds: counted.map(({ id }) => textId(id)), isNew: false };
  const rows = targetsOf(connection, lead, null, rules).map((target) => {
    const withdrawn = registered.find(({ plataforma }) => plataforma === (target?.platform ?? null));
    if (withdrawn === undefined) return insertStage(connection, stage, { lead, target, operator });
    reregisterStage(connection, withdrawn.id, stage, operator);
    return withdrawn.id;
  });
  const conversionIds = rows.map(textId);
  recordActivity(connection, OperatorAction.registerStage, `lead:${lead.id}`, targets('conversao', conversionIds), operator);
  return { conversionIds, isNew: true };
}

function insertStage(
  connection: Connection,
  conversion: NewStage,
  { lead, target, operator }: { readonly lead: Lead; readonly target: ConversionTarget | null; readonly operator: Operator },
): number {
  const row = insertConversion(connection, newConversionRow({ lead, eventRow: rowId(lead.eventId), target, conversion }, operator.now));
  connection.statement(INSERT_REGISTRAR).run(row, operator.name);
  return row;
}

function leadOf(connection: Connection, leadId: string): Lead {
  const row = connection.get<object>(LEAD, rowId(leadId));
  if (row === undefined) throw appError('not_found', (m) => m.errors.store.noLead({ id: leadId }));
  const lead = toLead(row);
  if (lead.isTest) throw appError('conflict', (m) => m.errors.store.testLead({ id: leadId }));
  return lead;
}

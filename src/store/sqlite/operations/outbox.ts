import { OperatorAction } from '../../../domain/activity.ts';
import { type AttributionRules, type ConversionTarget, DEFAULT_ATTRIBUTION } from '../../../domain/attribution.ts';
import { ConversionState, type NewStage, type Platform } from '../../../domain/conversion.ts';
import { JobState } from '../../../domain/job.ts';
import type { Lead } from '../../../domain/lead.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { storeError } from '../errors.ts';
import { HAS_NO_LIVE_JOB, OUTBOX_CURSOR } from '../rows/conversion-rows.ts';
import { toLead } from '../rows/lead-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';
import { recordActivity, retryJob, targets } from './control.ts';
import { addJobs } from './conversion-jobs.ts';
import { insertConversion, newConversionRow, registeredUnder } from './conversion-rows.ts';
import { conversionLookedAfter, conversionReopened, isRejected } from './conversion-states.ts';
import { targetsOf } from './create-leads.ts';
import { currentJobOfConversion, isPutOff } from './current-job.ts';
import { registerAgain } from './stage-changes.ts';

/** Those of one platform that never had a job, the oldest first. What was looked at once is not looked at again. */
const NEVER_QUEUED = `
select c.id from conversoes c
where c.estado = '${ConversionState.pending}' and c.plataforma = ? and c.id > ${OUTBOX_CURSOR} and ${HAS_NO_LIVE_JOB}
order by c.id limit ?`;

const MOVE_CURSOR = `
insert into conversoes_enfileiradas (plataforma, ate) values (?, ?)
on conflict (plataforma) do update set ate = excluded.ate`;

const LEAD = 'select * from leads where id = ?';

const INSERT_REGISTRAR = 'insert into conversoes_envio (conversao_id, registrada_por) values (?, ?)';

/** `ConversionOutbox.enqueueConversions`; the caller keeps one step short. */
export function enqueueConversions(connection: Connection, platforms: readonly Platform[], limit: number, now: number): number {
  let left = limit;
  for (const platform of platforms) {
    const rows = connection.statement(NEVER_QUEUED).all(platform, platform, left) as { readonly id: number }[];
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) continue;
    addJobs(connection, ids, now);
    connection.statement(MOVE_CURSOR).run(platform, last);
    left -= ids.length;
  }
  return limit - left;
}

/** `ConversionOutbox.retryConversions`; the caller keeps one step short. */
export function retryConversions(connection: Connection, ids: readonly string[], operator: Operator): readonly string[] {
  const retried = [...new Set(ids)].filter((id) => retryConversion(connection, rowId(id), operator.now));
  if (retried.length > 0) recordActivity(connection, OperatorAction.retry, targets('conversao', retried), '', operator);
  return retried;
}

/** Those that were never queued are left alone: they are sent as soon as somebody sends to their platform. */
function retryConversion(connection: Connection, row: number, now: number): boolean {
  const job = currentJobOfConversion(connection, row);
  const isWaiting = job?.estado === JobState.pending && isPutOff(job, now);
  if (!isWaiting && (job?.estado === JobState.pending || job?.estado === JobState.running || !isRejected(connection, row))) return false;
  conversionLookedAfter(connection, row);
  if (job !== undefined) return retryJob(connection, job.id, now);
  conversionReopened(connection, row);
  addJobs(connection, [row], now);
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
    registerAgain(connection, withdrawn.id, stage, operator);
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
  if (row === undefined) throw storeError('not_found', (m) => m.noLead({ id: leadId }));
  const lead = toLead(row);
  if (lead.isTest) throw storeError('conflict', (m) => m.testLead({ id: leadId }));
  return lead;
}

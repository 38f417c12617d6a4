import { OperatorAction } from '../../../domain/activity.ts';
import type { ConversionTarget } from '../../../domain/attribution.ts';
import { ConversionState, firstState, type NewStage, Platform } from '../../../domain/conversion.ts';
import { conversionId } from '../../../domain/conversion-id.ts';
import { JobState } from '../../../domain/job.ts';
import type { Lead } from '../../../domain/lead.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { StageChange, StageCorrection, StageReach } from '../../../domain/stage-change.ts';
import { appError, notFound } from '../../../messages/messages.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { mapInOrder, someInOrder } from '../in-order.ts';
import { SELECT_CONVERSIONS, type StoredConversion as StoredStage, toStoredConversion } from '../rows/conversion-rows.ts';
import { allOfThem, oneOrNull, rowId, textId } from '../rows/fields.ts';
import { jobOfConversion } from '../rows/job-rows.ts';
import { leadById } from '../rows/lead-rows.ts';
import { recordActivity, withdrawJob } from './control.ts';
import { resendConversion } from './conversion-jobs.ts';
import { ownSecond } from './conversion-rows.ts';
import { openJob } from './jobs.ts';

/** The same conversion for other platforms. */
const OTHERS = `${SELECT_CONVERSIONS} where c.lead_id = ? and c.chave = ? and c.id <> ? and c.estado <> '${ConversionState.withdrawn}' and s.registrada_por is not null`;

const SET_VALUES = 'update conversoes set valor = ?, moeda = ?, ocorrida_em = ?, estado = ? where id = ?';

const SET_NAME = 'update conversoes set nome = ? where id = ?';

const TAKE_OVER = 'update conversoes set evento_id = ?, click_id = ?, click_tipo = ? where id = ?';

const SET_REGISTRAR = 'update conversoes_envio set registrada_por = ? where conversao_id = ?';

const KEEP = `
update conversoes_envio set correcoes = json_insert(ifnull(correcoes, '[]'), '$[#]', json(?)) where conversao_id = ?`;

const stageOfRow = oneOrNull(`${SELECT_CONVERSIONS} where c.id = ?`, toStoredConversion);

const otherStages = allOfThem(OTHERS, toStoredConversion);

export const changeStage: PortOperation<'changeStage'> = async (connection, change, operator) => {
  const named = await changeableStage(connection, change.conversionId);
  const stages = [named, ...(await otherStages(connection, rowId(named.leadId), named.key, rowId(named.id)))];
  if (await someInOrder(stages, async (stage) => await isBeingSent(connection, stage)))
    throw appError('conflict', (m) => m.errors.store.stageBeingSent);
  return await mapInOrder(stages, async (stage) => ({
    conversionId: stage.id,
    platform: stage.platform,
    reach: await changeOne(connection, stage, change, operator),
  }));
};

const ACTIONS = { correct: OperatorAction.correctStage, withdraw: OperatorAction.withdrawStage } as const;

async function changeOne(connection: Connection, stage: StoredStage, change: StageChange, operator: Operator): Promise<StageReach> {
  const reach = reachOf(stage, change);
  await keep(connection, stage, { kind: change.kind, reason: change.reason, reach }, operator);
  if (change.kind === 'withdraw') await withdraw(connection, stage);
  else await correct(connection, stage, change, operator.now, reach);
  await recordActivity(connection, ACTIONS[change.kind], `conversao:${stage.id} lead:${stage.leadId}`, change.reason, operator);
  return reach;
}

/**
 * A withdrawn stage that is registered again is the same conversion, because the platform knows it by the same key. It takes all other
 * values from the new one, and is the operator's even if an event registered it first.
 */
export async function reregisterStage(connection: Connection, id: number, stage: NewStage, operator: Operator): Promise<void> {
  await reopen(connection, (await stageOfRow(connection, id)) as StoredStage, stage, operator);
  await connection.run(SET_REGISTRAR, operator.name, id);
}

/** A conversion in an event. */
export interface EventStage extends Pick<NewStage, 'name' | 'value' | 'currency' | 'happenedAt'> {
  readonly eventRow: number;
  readonly target: ConversionTarget | null;
}

/** A withdrawn stage that an event registers later belongs to the event and takes its values. */
export async function takeOverByEvent(connection: Connection, id: number, told: EventStage, now: number): Promise<void> {
  await reopen(connection, (await stageOfRow(connection, id)) as StoredStage, told, { name: `evento:${textId(told.eventRow)}`, now });
  await connection.run(TAKE_OVER, told.eventRow, told.target?.clickId ?? null, told.target?.clickKind ?? null, id);
  await connection.run(SET_REGISTRAR, null, id);
}

async function reopen(
  connection: Connection,
  stage: StoredStage,
  values: Pick<NewStage, 'name' | 'value' | 'currency' | 'happenedAt'>,
  by: Operator,
): Promise<void> {
  // The sender of Meta decides whether one that Meta may have can still be sent.
  const isKnown = stage.platform === Platform.searchAds ? mayBeKnown(stage) : stage.sentAt !== null;
  const reach = !isKnown ? 'not_sent' : stage.platform === Platform.searchAds ? 'restated' : 'beyond_reach';
  await keep(connection, stage, { kind: 'register', reason: null, reach }, by);
  const row = rowId(stage.id);
  const state = reach === 'beyond_reach' ? ConversionState.sent : firstState(stage.platform);
  await connection.run(SET_NAME, values.name, row);
  await connection.run(SET_VALUES, values.value, values.currency, values.happenedAt, state, row);
  if (state === ConversionState.pending) await resendConversion(connection, row, by.now);
}

/** @throws AppError `not_found`, `conflict` */
async function changeableStage(connection: Connection, id: string): Promise<StoredStage> {
  const stage = await stageOfRow(connection, rowId(id));
  if (stage === null) throw notFound('conversion', id);
  if (stage.registeredBy === null && !wasRefused(stage)) throw appError('conflict', (m) => m.errors.store.stageOfEvent);
  if (stage.state === ConversionState.withdrawn) throw appError('conflict', (m) => m.errors.store.stageWithdrawn);
  return stage;
}

/** A conversion of an event that the platform refused, or holds for a reason: sent again, the event would not change it. */
function wasRefused(stage: StoredStage): boolean {
  return stage.fault !== null && !mayBeKnown(stage);
}

async function isBeingSent(connection: Connection, { id, state, requestId }: StoredStage): Promise<boolean> {
  return (
    (await openJob(connection, jobOfConversion(rowId(id))))?.estado === JobState.running ||
    (state === ConversionState.pending && requestId !== null)
  );
}

/** Whether the platform has received it, or may have. */
function mayBeKnown({ sentAt, uncertainSince }: StoredStage): boolean {
  return sentAt !== null || uncertainSince !== null;
}

/** Google Ads accepts a new value for a conversion with the same key, but no new time and no withdrawal. Meta accepts neither. */
function reachOf(stage: StoredStage, change: StageChange): StageReach {
  if (!mayBeKnown(stage)) return 'not_sent';
  if (change.kind === 'withdraw' || stage.platform !== Platform.searchAds) return 'beyond_reach';
  return change.value !== undefined || change.currency !== undefined ? 'restated' : 'beyond_reach';
}

async function withdraw(connection: Connection, stage: StoredStage): Promise<void> {
  const row = rowId(stage.id);
  await withdrawJob(connection, jobOfConversion(row));
  await connection.run(SET_VALUES, stage.value, stage.currency, stage.happenedAt, ConversionState.withdrawn, row);
}

async function correct(
  connection: Connection,
  stage: StoredStage,
  change: Extract<StageChange, { kind: 'correct' }>,
  now: number,
  reach: StageReach,
): Promise<void> {
  const { value = stage.value, currency = stage.currency, happenedAt: changed } = change;
  const moved = changed === undefined ? undefined : { key: stage.key, happenedAt: changed };
  const happenedAt = moved === undefined ? stage.happenedAt : await ownSecond(connection, rowId(stage.leadId), moved, now);
  await connection.run(SET_VALUES, value, currency, happenedAt, stage.state, rowId(stage.id));
  if (reach === 'restated') await resendConversion(connection, rowId(stage.id), now);
}

async function keep(
  connection: Connection,
  stage: StoredStage,
  { kind, reason, reach }: Pick<StageCorrection, 'kind' | 'reason' | 'reach'>,
  operator: Operator,
): Promise<void> {
  const correction: StageCorrection = {
    at: operator.now,
    operator: operator.name,
    kind,
    reason,
    reach,
    before: { name: stage.name, value: stage.value, currency: stage.currency, happenedAt: stage.happenedAt },
    platformKey: reach === 'not_sent' ? null : await platformKeyOf(connection, stage),
  };
  await connection.run(KEEP, JSON.stringify(correction), rowId(stage.id));
}

async function platformKeyOf(connection: Connection, stage: StoredStage): Promise<string> {
  const lead = (await leadById(connection, rowId(stage.leadId))) as Lead;
  return conversionId({ lead, key: stage.key });
}

import { AppError } from '../../../base/app-error.ts';
import type { ConversionTarget } from '../../../domain/attribution.ts';
import type { NewStage } from '../../../domain/conversion.ts';
import { firstState } from '../../../domain/conversion.ts';
import { conversionId } from '../../../domain/conversion-id.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { ChangedConversion, StageChange, StageCorrection, StageReach } from '../../../domain/stage-change.ts';
import type { Connection } from '../connection.ts';
import { type ConversionRow, SELECT_CONVERSIONS } from '../rows/conversion-rows.ts';
import { type LeadRow, toLead } from '../rows/lead-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';
import { recordActivity, withdrawJob } from './control.ts';
import { sendConversionAgain } from './conversion-jobs.ts';
import { currentJobOfConversion } from './current-job.ts';

const FIND = `${SELECT_CONVERSIONS} where c.id = ?`;

/** The same conversion as other platforms are told of it. */
const FIND_OTHERS = `${SELECT_CONVERSIONS} where c.lead_id = ? and c.chave = ? and c.id <> ? and c.estado <> 'retirada' and s.registrada_por is not null`;

const LEAD = 'select * from leads where id = ?';

const SET_VALUES = 'update conversoes set valor = ?, moeda = ?, ocorrida_em = ?, estado = ? where id = ?';

const SET_NAME = 'update conversoes set nome = ? where id = ?';

const TAKE_OVER = 'update conversoes set evento_id = ?, click_id = ?, click_tipo = ? where id = ?';

const NO_REGISTRAR = 'update conversoes_envio set registrada_por = null where conversao_id = ?';

const KEEP = `
update conversoes_envio set correcoes = json_insert(ifnull(correcoes, '[]'), '$[#]', json(?)) where conversao_id = ?`;

/** `ConversionOutbox.changeStage` */
export function changeStage(connection: Connection, change: StageChange, operator: Operator): readonly ChangedConversion[] {
  const named = changeableStage(connection, change.conversionId);
  const others = connection.statement(FIND_OTHERS).all(named.lead_id, named.chave, named.id) as unknown as readonly ConversionRow[];
  const rows = [named, ...others];
  if (rows.some((row) => isBeingSent(connection, row))) throw refusal(BEING_SENT);
  return rows.map((row) => ({
    conversionId: textId(row.id),
    platform: row.plataforma,
    reach: changeOne(connection, row, change, operator),
  }));
}

function changeOne(connection: Connection, row: ConversionRow, change: StageChange, operator: Operator): StageReach {
  const reach = reachOf(row, change);
  keep(connection, row, { kind: change.kind, reason: change.reason, reach }, operator);
  if (change.kind === 'withdraw') withdraw(connection, row);
  else correct(connection, row, change, operator.now, reach);
  recordActivity(connection, `stage ${change.kind}`, `conversao:${textId(row.id)} lead:${textId(row.lead_id)}`, change.reason, operator);
  return reach;
}

/**
 * A stage that was withdrawn and is registered again is the same conversion, because the platform knows it by the same key: it takes everything else of
 * the new one.
 */
export function registerAgain(connection: Connection, id: number, stage: NewStage, operator: Operator): void {
  reopen(connection, connection.statement(FIND).get(id) as ConversionRow, stage, operator);
}

/** What an event tells of a conversion. */
export interface ToldStage extends Pick<NewStage, 'name' | 'value' | 'currency' | 'happenedAt'> {
  readonly eventRow: number;
  readonly target: ConversionTarget | null;
}

/** A stage that a person registered and withdrew, and that an event tells of afterwards, is the event's: it counts, with what the event says. */
export function takeOverByEvent(connection: Connection, id: number, told: ToldStage, now: number): void {
  const row = connection.statement(FIND).get(id) as ConversionRow;
  reopen(connection, row, told, { name: `evento:${textId(told.eventRow)}`, now });
  connection.statement(TAKE_OVER).run(told.eventRow, told.target?.clickId ?? null, told.target?.clickKind ?? null, row.id);
  connection.statement(NO_REGISTRAR).run(row.id);
}

function reopen(
  connection: Connection,
  row: ConversionRow,
  values: Pick<NewStage, 'name' | 'value' | 'currency' | 'happenedAt'>,
  by: Operator,
): void {
  const reach = !mayBeKnown(row) ? 'not_sent' : row.plataforma === 'search_ads' ? 'restated' : 'beyond_reach';
  keep(connection, row, { kind: 'register', reason: null, reach }, by);
  const state = reach === 'beyond_reach' ? 'enviada' : firstState(row.plataforma);
  connection.statement(SET_NAME).run(values.name, row.id);
  connection.statement(SET_VALUES).run(values.value, values.currency, values.happenedAt, state, row.id);
  if (state === 'pendente') sendConversionAgain(connection, row.id, by.now);
}

/** @throws AppError `not_found`, `conflict` */
function changeableStage(connection: Connection, id: string): ConversionRow {
  const row = connection.statement(FIND).get(rowId(id)) as ConversionRow | undefined;
  if (row === undefined) throw new AppError('not_found', { en: `There is no conversion ${id}.`, pt: `Não existe a conversão ${id}.` });
  if (row.registrada_por === null) throw refusal(BY_EVENT);
  if (row.estado === 'retirada') throw refusal(WITHDRAWN);
  return row;
}

function isBeingSent(connection: Connection, row: ConversionRow): boolean {
  return currentJobOfConversion(connection, row.id)?.estado === 'processando' || (row.estado === 'pendente' && row.pedido_id !== null);
}

/** Whether the platform has it, or may have it. */
function mayBeKnown({ enviada_em: sentAt, incerta_desde: uncertainSince }: ConversionRow): boolean {
  return sentAt !== null || uncertainSince !== null;
}

/** Search ads take a new value for a conversion they know by its key; no time, and nothing back. Social ads take neither. */
function reachOf(row: ConversionRow, change: StageChange): StageReach {
  if (!mayBeKnown(row)) return 'not_sent';
  if (change.kind === 'withdraw' || row.plataforma !== 'search_ads') return 'beyond_reach';
  return change.value !== undefined || change.currency !== undefined ? 'restated' : 'beyond_reach';
}

function withdraw(connection: Connection, row: ConversionRow): void {
  const job = currentJobOfConversion(connection, row.id);
  if (job !== undefined) withdrawJob(connection, job.id);
  connection.statement(SET_VALUES).run(row.valor, row.moeda, row.ocorrida_em, 'retirada', row.id);
}

function correct(
  connection: Connection,
  row: ConversionRow,
  change: Extract<StageChange, { kind: 'correct' }>,
  now: number,
  reach: StageReach,
): void {
  const { value = row.valor, currency = row.moeda, happenedAt = row.ocorrida_em } = change;
  connection.statement(SET_VALUES).run(value, currency, happenedAt, row.estado, row.id);
  if (reach === 'restated') sendConversionAgain(connection, row.id, now);
}

function keep(
  connection: Connection,
  row: ConversionRow,
  { kind, reason, reach }: Pick<StageCorrection, 'kind' | 'reason' | 'reach'>,
  operator: Operator,
): void {
  const correction: StageCorrection = {
    at: operator.now,
    operator: operator.name,
    kind,
    reason,
    reach,
    before: { name: row.nome, value: row.valor, currency: row.moeda, happenedAt: row.ocorrida_em },
    platformKey: reach === 'not_sent' ? null : platformKeyOf(connection, row),
  };
  connection.statement(KEEP).run(JSON.stringify(correction), row.id);
}

function platformKeyOf(connection: Connection, row: ConversionRow): string {
  const lead = toLead(connection.statement(LEAD).get(row.lead_id) as LeadRow);
  return conversionId({ lead, key: row.chave });
}

type Refusal = Record<'message' | 'hint', { readonly en: string; readonly pt: string }>;

function refusal({ message, hint }: Refusal): AppError {
  return new AppError('conflict', message, { hint });
}

const BY_EVENT: Refusal = {
  message: {
    en: 'An event registered this conversion, so it is corrected where the event came from. Only stages that were registered by hand are changed here.',
    pt: 'Um evento registrou esta conversão, então ela é corrigida onde o evento foi gerado. Aqui só se alteram etapas registradas à mão.',
  },
  hint: { en: '`lead-intake conversions show` names the event.', pt: '`lead-intake conversions show` indica o evento.' },
};

const WITHDRAWN: Refusal = {
  message: {
    en: 'This stage was withdrawn already. To count it again, register it again.',
    pt: 'Esta etapa já foi retirada. Para contá-la de novo, registre-a de novo.',
  },
  hint: { en: '`lead-intake leads stage` registers it.', pt: '`lead-intake leads stage` a registra.' },
};

const BEING_SENT: Refusal = {
  message: {
    en: 'The conversion is being sent right now, or the platform is still processing it. Nothing was changed. Try again in a few minutes.',
    pt: 'A conversão está sendo enviada agora, ou a plataforma ainda a processa. Nada foi alterado. Tente de novo em alguns minutos.',
  },
  hint: { en: '`lead-intake conversions show` shows how far it is.', pt: '`lead-intake conversions show` mostra em que ponto ela está.' },
};

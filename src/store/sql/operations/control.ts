import { OperatorAction } from '../../../domain/activity.ts';
import { type Fault, faultParams } from '../../../domain/fault.ts';
import { JobGroup, JobState } from '../../../domain/job.ts';
import type { Operator, PruneSelection } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { filterInOrder } from '../in-order.ts';
import { nextPrunable } from '../queries/prunable-jobs.ts';
import { idsOf } from '../queries/walk.ts';
import { refusedWords } from '../refused-words.ts';
import { rowId } from '../rows/fields.ts';
import { IS_PAUSED, jobRow } from '../rows/job-rows.ts';
import type { CountedGroup } from '../tally.ts';
import { conversionChecked, conversionForgotten, conversionReopened, isGivenUp, noteDelivery } from './conversion-states.ts';
import { eventFailed, reopenEvent } from './event-ends.ts';
import { queueEventAgain } from './inbox.ts';
import { type OpenJob, openJob, removeEndedJobs, removeLiveJob, reopenJob } from './jobs.ts';

const RECORD = 'insert into registro_operadores (em, quem, acao, alvo, detalhe) values (?, ?, ?, ?, ?)';

const RUN_NOW = `
update fila_vivos
set tentativas = 0, disponivel_em = ?, motivo_espera = null, erro_codigo = null, erro_parametros = null, erro_alvo = '',
    plataforma_desde = null
where id = ?`;

const HAS_LIVE_JOB = 'select 1 from fila_vivos where id = ?';

const EVENT_FORGOTTEN: Fault = { code: 'forgotten', params: faultParams(['eventForgotten']) };

const FORGOTTEN: Fault = { code: 'forgotten', params: faultParams(['conversionForgotten']) };

const EVENT_EXISTS = `
select 1 from eventos e where id = ? and not exists (select 1 from evento_fins f where f.evento_id = e.id and f.apagado_em is not null)`;

const HAS_BODY = "select 1 from eventos where id = ? and corpo <> x''";

const SET_PAUSED = `
insert into filas (nome, pausada_em) values (?, ?)
on conflict (nome) do update set pausada_em = excluded.pausada_em`;

/** A failure is found by the time of its end. */
const OLD_FAILURES = `
select id from fila_encerrados where fila = ? and erro_codigo is not null and finalizado_em < ? order by finalizado_em limit ?`;

const MARK_REPLAYED = 'update requisicoes_recusadas set repetida_em = ?, repetida_evento_id = ? where id = ? returning requisicao_id, ip';

/**
 * The event has the body now; the copy here may contain a `google_key` that has become valid. The words of the body go with it: without it,
 * they are not recognized as those of a person who is erased.
 */
const LEAVE_BODY = "update requisicoes_recusadas set corpo = x'', palavras = ? where id = ?";

const NO_BODY = new Uint8Array();

const FORGET_REFUSED = 'delete from requisicoes_recusadas where id = ?';

export const recordActivity: PortOperation<'recordActivity'> = async (connection, action, target, detail, operator) => {
  await connection.run(RECORD, operator.now, operator.name, action, target, detail);
};

type TargetKind = 'evento' | 'job' | 'conversao' | 'recusa';

/**
 * An operation that changes each row that can be changed, once, and adds one line to the operators' log. Returns the changed ids; the caller
 * keeps each step short.
 */
export function changing<More extends readonly unknown[]>(
  kind: TargetKind,
  action: OperatorAction,
  change: (connection: Connection, row: number, now: number, ...more: More) => Promise<boolean>,
) {
  const rowOf = kind === 'job' ? jobRow : rowId;
  return async (connection: Connection, ids: readonly string[], operator: Operator, ...more: More): Promise<readonly string[]> => {
    const changed = await filterInOrder([...new Set(ids)], (id) => change(connection, rowOf(id), operator.now, ...more));
    if (changed.length > 0) await recordActivity(connection, action, targets(kind, changed), '', operator);
    return changed;
  };
}

/** Retries jobs by id. `isNamed`: the operator named these jobs or their fault, instead of everything that failed or is parked. */
export const retry = changing('job', OperatorAction.retry, async (connection, row, now, isNamed: boolean) => {
  const conversion = isNamed ? (await openJob(connection, row))?.conversao_id : null;
  if (conversion != null) await conversionChecked(connection, conversion, now);
  return await retryJob(connection, row, now);
});

/** A waiting job runs now; a failed one runs again, unless its conversion is not to be sent any more. */
export async function retryJob(connection: Connection, id: number, now: number): Promise<boolean> {
  const job = await openJob(connection, id);
  if (job?.estado === JobState.pending) return await runNow(connection, job, now);
  if (job?.estado !== JobState.failed) return false;
  if (job.conversao_id === null) await reopenEvent(connection, job.evento_id);
  else if (await isGivenUp(connection, job.conversao_id)) await conversionReopened(connection, job.conversao_id, now);
  else return false;
  return await reopenJob(connection, id, now);
}

async function runNow(connection: Connection, job: OpenJob, now: number): Promise<boolean> {
  if (job.conversao_id !== null) await noteDelivery(connection, job.conversao_id, { kind: 'tried_again' }, now);
  await connection.run(RUN_NOW, now, job.id);
  connection.tally.add(job.fila, groupOf(job), -1);
  connection.tally.add(job.fila, JobState.pending, 1);
  return true;
}

/** The group that counts a waiting job. */
function groupOf(job: OpenJob): CountedGroup {
  return job.disponivel_em === null ? JobGroup.parked : JobState.pending;
}

/** Forgets jobs by id. `isNamed`: as in `retry`. */
export const forget = changing('job', OperatorAction.forget, forgetJob);

export async function forgetJob(connection: Connection, id: number, now: number, isNamed: boolean): Promise<boolean> {
  const job = await openJob(connection, id);
  if (job === undefined) return false;
  if (job.estado === JobState.pending && job.disponivel_em === null) {
    if (job.conversao_id === null) await eventFailed(connection, job.evento_id, EVENT_FORGOTTEN, now);
    else await conversionForgotten(connection, job.conversao_id, FORGOTTEN, isNamed, now);
  } else if (job.estado !== JobState.failed) return false;
  await removeJob(connection, job);
  return true;
}

/** Removes a waiting or failed job; nothing else changes. */
async function removeJob(connection: Connection, job: OpenJob): Promise<void> {
  if (job.estado === JobState.failed) await removeEndedJobs(connection, job.fila, job.estado, [job.id]);
  else {
    await removeLiveJob(connection, job.id);
    connection.tally.add(job.fila, groupOf(job), -1);
  }
}

/** Removes the job of a conversion that must not be sent any more, if it waits or has failed. */
export async function withdrawJob(connection: Connection, id: number): Promise<void> {
  const job = await openJob(connection, id);
  if (job?.estado === JobState.pending || job?.estado === JobState.failed) await removeJob(connection, job);
}

export const replay = changing('evento', OperatorAction.replay, async (connection, row, now, queue: string) => {
  if ((await connection.get(EVENT_EXISTS, row)) === undefined || (await connection.get(HAS_LIVE_JOB, row)) !== undefined) return false;
  if ((await connection.get(HAS_BODY, row)) === undefined) throw appError('conflict', (m) => m.errors.store.noBody({ id: row }));
  await queueEventAgain(connection, queue, row, now);
  return true;
});

export const setPaused: PortOperation<'setPaused'> = async (connection, queue, isPaused, operator) => {
  const isOpen = (await connection.get(IS_PAUSED, queue)) === undefined;
  if (isOpen !== isPaused) return false;
  await connection.run(SET_PAUSED, queue, isPaused ? operator.now : null);
  await recordActivity(connection, isPaused ? OperatorAction.pause : OperatorAction.resume, `fila:${queue}`, '', operator);
  return true;
};

/** Where the next step of a cleanup begins, and how many jobs this one deleted. */
interface PrunedBatch {
  readonly deleted: number;
  /** `null` at the end. */
  readonly next: number | null;
}

/** One step of a cleanup: the jobs with ids from `from`, up to `limit` of them. */
export async function pruneBatch(
  connection: Connection,
  { queue, kind, before }: PruneSelection,
  from: number,
  limit: number,
): Promise<PrunedBatch> {
  if (kind === 'failed') {
    const failed = await idsOf(connection, OLD_FAILURES, queue, before, limit);
    await removeEndedJobs(connection, queue, JobState.failed, failed);
    return { deleted: failed.length, next: failed.length < limit ? null : from };
  }
  const { ids, next } = await nextPrunable(connection, queue, before, from, limit);
  await removeEndedJobs(connection, queue, JobState.done, ids);
  return { deleted: ids.length, next };
}

export const noteReplay: PortOperation<'noteReplay'> = async (connection, id, { eventIds, withoutCredential }, operator) => {
  const [eventId] = eventIds;
  const row = rowId(id);
  const event = eventId === undefined ? null : rowId(eventId);
  const marked = await connection.get<{ readonly requisicao_id: string; readonly ip: string }>(MARK_REPLAYED, operator.now, event, row);
  if (event === null) return;
  if (marked !== undefined) await connection.run(LEAVE_BODY, refusedWords(NO_BODY, [marked.requisicao_id, marked.ip]), row);
  const action = withoutCredential ? OperatorAction.replayRefusedWithoutCredential : OperatorAction.replayRefused;
  await recordActivity(connection, action, `recusa:${id}`, eventIds.map((event) => `evento:${event}`).join(' '), operator);
};

export const forgetRefused = changing('recusa', OperatorAction.forgetRefused, async (connection, row) => {
  return (await connection.run(FORGET_REFUSED, row)) !== 0;
});

/** What one step changed, shortened for people who read the operators' log. */
export function targets(kind: TargetKind, ids: readonly string[]): string {
  const shown = ids.slice(0, 20).map((id) => `${kind}:${id}`);
  return ids.length > shown.length ? `${shown.join(' ')} … ${ids.length} in all` : shown.join(' ');
}

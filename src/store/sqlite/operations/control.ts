import { OperatorAction } from '../../../domain/activity.ts';
import { type Fault, told } from '../../../domain/fault.ts';
import { JobGroup, JobState } from '../../../domain/job.ts';
import type { Operator, PruneSelection } from '../../../domain/ports.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { IS_ENDED, type JobRow } from '../rows/job-rows.ts';
import { rowId } from '../rows/row-id.ts';
import type { CountedGroup } from '../tally.ts';
import { recordAttempt } from './attempts.ts';
import { conversionForgotten, conversionLookedAfter, conversionReopened, conversionTriedAgain, isRejected } from './conversion-states.ts';
import { reopenEvent, reopenWithNewJob } from './inbox.ts';

const RECORD = 'insert into registro_operadores (em, quem, acao, alvo, detalhe) values (?, ?, ?, ?, ?)';

const RUN_AGAIN = `
update fila_jobs
set estado = '${JobState.pending}', tentativas = 0, disponivel_em = ?, motivo_espera = null, finalizado_em = null,
    erro_codigo = null, erro_mensagem = null, erro_alvo = '', plataforma_desde = null
where id = ?`;

const HAS_LIVE_JOB = 'select 1 from fila_jobs where evento_id = ? and finalizado_em is null and conversao_id is null';

const FORGET = 'delete from fila_jobs where id = ?';

const EVENT_FORGOTTEN = `
update webhook_eventos
set status = '${EventStatus.failed}', processado_em = ?, erro_codigo = 'forgotten', erro_alvo = '', erro_mensagem = '${told(['eventForgotten'])}'
where id = ?`;

const FORGOTTEN: Fault = { code: 'forgotten', message: told(['conversionForgotten']) };

const IS_IN_ERROR = `select 1 from webhook_eventos where id = ? and status = '${EventStatus.failed}'`;

const EVENT_EXISTS = 'select 1 from webhook_eventos where id = ?';

const SET_PAUSED = `
insert into filas (nome, pausada_em) values (?, ?)
on conflict (nome) do update set pausada_em = excluded.pausada_em
where (pausada_em is null) <> (excluded.pausada_em is null)`;

const PRUNE = `
delete from fila_jobs where id in (
  select id from fila_jobs
  where fila = ? and estado = ? and ${IS_ENDED} and finalizado_em < ? and substituido = ? order by finalizado_em limit ?
)`;

const FIND_JOB = 'select * from fila_jobs where id = ?';

/** The event keeps the body now; the copy here may hold a `google_key` that has become valid. */
const MARK_REPLAYED = `
update requisicoes_recusadas set repetida_em = ?, repetida_evento_id = ?, corpo = iif(?, x'', corpo) where id = ?`;

const FORGET_REFUSED = 'delete from requisicoes_recusadas where id = ?';

export function recordActivity(connection: Connection, action: OperatorAction, target: string, detail: string, operator: Operator): void {
  connection.statement(RECORD).run(operator.now, operator.name, action, target, detail);
}

/** Jobs by id; the caller keeps one step short. `isNamed`: the operator means these or their fault, not whatever failed or is parked. */
export function retry(connection: Connection, jobIds: readonly string[], operator: Operator, isNamed: boolean): readonly string[] {
  const retried = [...new Set(jobIds)].filter((id) => {
    const conversion = isNamed ? findJobRow(connection, rowId(id))?.conversao_id : null;
    if (conversion != null) conversionLookedAfter(connection, conversion);
    return retryJob(connection, rowId(id), operator.now);
  });
  if (retried.length > 0) recordActivity(connection, OperatorAction.retry, targets('job', retried), '', operator);
  return retried;
}

export function retryJob(connection: Connection, id: number, now: number): boolean {
  const job = findJobRow(connection, id);
  if (job === undefined || !canRunAgain(connection, job)) return false;
  if (job.estado === JobState.failed) {
    recordAttempt(connection, id, { result: 'failed', fault: faultOf(job), endedAt: job.finalizado_em ?? now });
    if (job.conversao_id === null) reopenEvent(connection, job.evento_id);
    else conversionReopened(connection, job.conversao_id);
  } else if (job.conversao_id !== null) conversionTriedAgain(connection, job.conversao_id);
  connection.statement(RUN_AGAIN).run(now, id);
  connection.tally.add(job.fila, groupOf(job), -1);
  connection.tally.add(job.fila, JobState.pending, 1);
  return true;
}

function findJobRow(connection: Connection, id: number): JobRow | undefined {
  return connection.statement(FIND_JOB).get(id) as JobRow | undefined;
}

/** A failed job whose event has a newer job (a resend made it), live or done, stays as it is: its failure is history. So it is with conversions. */
function canRunAgain(connection: Connection, job: JobRow): boolean {
  if (job.estado === JobState.pending) return true;
  if (job.estado !== JobState.failed || job.substituido !== 0) return false;
  if (job.conversao_id !== null) return isRejected(connection, job.conversao_id);
  return connection.statement(IS_IN_ERROR).get(job.evento_id) !== undefined;
}

/** Where a waiting or failed job is counted. */
function groupOf(job: JobRow): CountedGroup {
  if (job.estado === JobState.failed) return JobState.failed;
  return job.disponivel_em === null ? JobGroup.parked : JobState.pending;
}

function faultOf(job: JobRow): { code: string; message: string } | null {
  return job.erro_codigo === null ? null : { code: job.erro_codigo, message: job.erro_mensagem ?? '' };
}

/** Jobs by id; the caller keeps one step short. */
export function forget(connection: Connection, jobIds: readonly string[], operator: Operator): readonly string[] {
  const forgotten = [...new Set(jobIds)].filter((id) => forgetJob(connection, rowId(id), operator.now));
  if (forgotten.length > 0) recordActivity(connection, OperatorAction.forget, targets('job', forgotten), '', operator);
  return forgotten;
}

export function forgetJob(connection: Connection, id: number, now: number): boolean {
  const job = findJobRow(connection, id);
  const isParked = job?.estado === JobState.pending && job.disponivel_em === null;
  if (job === undefined || (job.estado !== JobState.failed && !isParked)) return false;
  removeJob(connection, job);
  if (!isParked) return true;
  if (job.conversao_id === null) connection.statement(EVENT_FORGOTTEN).run(now, job.evento_id);
  else conversionForgotten(connection, job.conversao_id, FORGOTTEN);
  return true;
}

/** A job that waits or failed, with its count; nothing else changes. */
function removeJob(connection: Connection, job: JobRow): void {
  connection.statement(FORGET).run(job.id);
  if (job.substituido === 0) connection.tally.add(job.fila, groupOf(job), -1);
}

/** Removes the job of a conversion that is not to be sent any more, unless a worker has it. */
export function withdrawJob(connection: Connection, id: number): void {
  const job = findJobRow(connection, id);
  if (job !== undefined && job.estado !== JobState.running) removeJob(connection, job);
}

export function replay(connection: Connection, eventIds: readonly string[], queue: string, operator: Operator): readonly string[] {
  const replayed = eventIds.filter((eventId) => {
    const id = rowId(eventId);
    if (connection.statement(EVENT_EXISTS).get(id) === undefined) return false;
    if (connection.statement(HAS_LIVE_JOB).get(id) !== undefined) return false;
    reopenWithNewJob(connection, queue, id, operator.now);
    return true;
  });
  if (replayed.length > 0) recordActivity(connection, OperatorAction.replay, targets('evento', replayed), '', operator);
  return replayed;
}

export function pause(connection: Connection, queue: string, operator: Operator): boolean {
  const changed = connection.statement(SET_PAUSED).run(queue, operator.now).changes !== 0;
  if (changed) recordActivity(connection, OperatorAction.pause, `fila:${queue}`, '', operator);
  return changed;
}

export function resume(connection: Connection, queue: string, operator: Operator): boolean {
  const isPaused = connection.statement('select 1 from filas where nome = ? and pausada_em is not null').get(queue) !== undefined;
  if (!isPaused) return false;
  connection.statement(SET_PAUSED).run(queue, null);
  recordActivity(connection, OperatorAction.resume, `fila:${queue}`, '', operator);
  return true;
}

export function pruneBatch(connection: Connection, { queue, kind, before }: PruneSelection, limit: number): number {
  const prune = (state: JobState, isSuperseded: 0 | 1, most: number): number =>
    Number(connection.statement(PRUNE).run(queue, state, before, isSuperseded, most).changes);
  if (kind === 'failed') {
    const failed = prune(JobState.failed, 0, limit);
    connection.tally.add(queue, JobState.failed, -failed);
    return failed;
  }
  const done = prune(JobState.done, 0, limit);
  connection.tally.add(queue, JobState.done, -done);
  // A superseded failure is in no total.
  return done + prune(JobState.failed, 1, limit - done);
}

export function markRefusedReplayed(connection: Connection, id: string, eventId: string | null, now: number): void {
  connection.statement(MARK_REPLAYED).run(now, eventId === null ? null : rowId(eventId), eventId === null ? 0 : 1, rowId(id));
}

/** Refused requests by id; the caller keeps one step short. */
export function forgetRefused(connection: Connection, ids: readonly string[], operator: Operator): readonly string[] {
  const forgotten = [...new Set(ids)].filter((id) => connection.statement(FORGET_REFUSED).run(rowId(id)).changes !== 0);
  if (forgotten.length > 0) recordActivity(connection, OperatorAction.forgetRefused, targets('recusa', forgotten), '', operator);
  return forgotten;
}

/** What one step touched, shortened: the log of operators is for people. */
export function targets(kind: 'evento' | 'job' | 'conversao' | 'recusa', ids: readonly string[]): string {
  const shown = ids.slice(0, 20).map((id) => `${kind}:${id}`);
  return ids.length > shown.length ? `${shown.join(' ')} … ${ids.length} in all` : shown.join(' ');
}

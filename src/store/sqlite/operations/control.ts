import { OperatorAction } from '../../../domain/activity.ts';
import { ConversionState } from '../../../domain/conversion.ts';
import { type Fault, faultParams } from '../../../domain/fault.ts';
import { JobGroup, JobState } from '../../../domain/job.ts';
import type { Operator, PruneSelection } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/fields.ts';
import { IS_ENDED, IS_PAUSED, type JobRow } from '../rows/job-rows.ts';
import type { CountedGroup } from '../tally.ts';
import { conversionChecked, conversionReopened, isRejected, noteDelivery, setState } from './conversion-states.ts';
import { eventFailed, reopenEvent } from './event-ends.ts';
import { reopenWithNewJob } from './inbox.ts';
import { recordAttempt } from './jobs.ts';

const RECORD = 'insert into registro_operadores (em, quem, acao, alvo, detalhe) values (?, ?, ?, ?, ?)';

const RUN_AGAIN = `
update fila_jobs
set estado = '${JobState.pending}', tentativas = 0, disponivel_em = ?, motivo_espera = null, finalizado_em = null,
    erro_codigo = null, erro_parametros = null, erro_alvo = '', plataforma_desde = null
where id = ?`;

const HAS_LIVE_JOB = 'select 1 from fila_jobs where evento_id = ? and finalizado_em is null and conversao_id is null';

const FORGET = 'delete from fila_jobs where id = ?';

const EVENT_FORGOTTEN: Fault = { code: 'forgotten', params: faultParams(['eventForgotten']) };

const FORGOTTEN: Fault = { code: 'forgotten', params: faultParams(['conversionForgotten']) };

const IS_IN_ERROR = 'select 1 from evento_fins where evento_id = ? and erro_codigo is not null';

const EVENT_EXISTS = 'select 1 from eventos where id = ?';

const SET_PAUSED = `
insert into filas (nome, pausada_em) values (?, ?)
on conflict (nome) do update set pausada_em = excluded.pausada_em`;

const PRUNE = `
delete from fila_jobs where id in (
  select id from fila_jobs
  where fila = ? and estado = ? and ${IS_ENDED} and finalizado_em < ? and substituido = ? order by finalizado_em limit ?
)`;

const FIND_JOB = 'select * from fila_jobs where id = ?';

/** The event has the body now; the copy here may contain a `google_key` that has become valid. */
const MARK_REPLAYED = `
update requisicoes_recusadas set repetida_em = ?, repetida_evento_id = ?, corpo = iif(?, x'', corpo) where id = ?`;

const FORGET_REFUSED = 'delete from requisicoes_recusadas where id = ?';

export function recordActivity(connection: Connection, action: OperatorAction, target: string, detail: string, operator: Operator): void {
  connection.statement(RECORD).run(operator.now, operator.name, action, target, detail);
}

/**
 * Changes each row that can be changed, once, and adds one line to the operators' log. Returns the changed ids; the caller keeps each step
 * short.
 */
export function changeEach(
  connection: Connection,
  ids: readonly string[],
  { kind, action, operator }: { readonly kind: TargetKind; readonly action: OperatorAction; readonly operator: Operator },
  change: (row: number) => boolean,
): readonly string[] {
  const changed = [...new Set(ids)].filter((id) => change(rowId(id)));
  if (changed.length > 0) recordActivity(connection, action, targets(kind, changed), '', operator);
  return changed;
}

/**
 * Retries jobs by id; the caller keeps each step short. `isNamed`: the operator named these jobs or their fault, instead of everything that
 * failed or is parked.
 */
export function retry(connection: Connection, jobIds: readonly string[], operator: Operator, isNamed: boolean): readonly string[] {
  return changeEach(connection, jobIds, { kind: 'job', action: OperatorAction.retry, operator }, (row) => {
    const conversion = isNamed ? findJobRow(connection, row)?.conversao_id : null;
    if (conversion != null) conversionChecked(connection, conversion, operator.now);
    return retryJob(connection, row, operator.now);
  });
}

export function retryJob(connection: Connection, id: number, now: number): boolean {
  const job = findJobRow(connection, id);
  if (job === undefined || !canRetry(connection, job)) return false;
  if (job.estado === JobState.failed) {
    recordAttempt(connection, id, { result: 'failed', fault: faultOf(job), endedAt: job.finalizado_em ?? now });
    if (job.conversao_id === null) reopenEvent(connection, job.evento_id);
    else conversionReopened(connection, job.conversao_id, now);
  } else if (job.conversao_id !== null) noteDelivery(connection, job.conversao_id, { kind: 'tried_again' }, now);
  connection.statement(RUN_AGAIN).run(now, id);
  connection.tally.add(job.fila, groupOf(job), -1);
  connection.tally.add(job.fila, JobState.pending, 1);
  return true;
}

function findJobRow(connection: Connection, id: number): JobRow | undefined {
  return connection.get<JobRow>(FIND_JOB, id);
}

/**
 * A failed job stays as it is if its event has a newer job (from a resend), live or done: its failure is history. The same applies to
 * conversions.
 */
function canRetry(connection: Connection, job: JobRow): boolean {
  if (job.estado === JobState.pending) return true;
  if (job.estado !== JobState.failed || job.substituido !== 0) return false;
  if (job.conversao_id !== null) return isRejected(connection, job.conversao_id);
  return connection.get(IS_IN_ERROR, job.evento_id) !== undefined;
}

/** The group that counts a waiting or failed job. */
function groupOf(job: JobRow): CountedGroup {
  if (job.estado === JobState.failed) return JobState.failed;
  return job.disponivel_em === null ? JobGroup.parked : JobState.pending;
}

function faultOf(job: JobRow): Fault | null {
  return job.erro_codigo === null ? null : { code: job.erro_codigo, params: job.erro_parametros ?? faultParams() };
}

/** Forgets jobs by id; the caller keeps each step short. */
export function forget(connection: Connection, jobIds: readonly string[], operator: Operator): readonly string[] {
  const by = { kind: 'job', action: OperatorAction.forget, operator } as const;
  return changeEach(connection, jobIds, by, (row) => forgetJob(connection, row, operator.now));
}

export function forgetJob(connection: Connection, id: number, now: number): boolean {
  const job = findJobRow(connection, id);
  const isParked = job?.estado === JobState.pending && job.disponivel_em === null;
  if (job === undefined || (job.estado !== JobState.failed && !isParked)) return false;
  removeJob(connection, job);
  if (!isParked) return true;
  if (job.conversao_id === null) eventFailed(connection, job.evento_id, EVENT_FORGOTTEN, now);
  else {
    setState(connection, job.conversao_id, ConversionState.rejected);
    noteDelivery(connection, job.conversao_id, { kind: 'forgotten', fault: FORGOTTEN }, now);
  }
  return true;
}

/** Removes a waiting or failed job and updates its count; nothing else changes. */
function removeJob(connection: Connection, job: JobRow): void {
  connection.statement(FORGET).run(job.id);
  if (job.substituido === 0) connection.tally.add(job.fila, groupOf(job), -1);
}

/** Removes the job of a conversion that must not be sent any more, unless a worker is running it. */
export function withdrawJob(connection: Connection, id: number): void {
  const job = findJobRow(connection, id);
  if (job !== undefined && job.estado !== JobState.running) removeJob(connection, job);
}

export function replay(connection: Connection, eventIds: readonly string[], queue: string, operator: Operator): readonly string[] {
  return changeEach(connection, eventIds, { kind: 'evento', action: OperatorAction.replay, operator }, (row) => {
    if (connection.get(EVENT_EXISTS, row) === undefined || connection.get(HAS_LIVE_JOB, row) !== undefined) return false;
    reopenWithNewJob(connection, queue, row, operator.now);
    return true;
  });
}

/** `QueueControl.setPaused` */
export function setPaused(connection: Connection, queue: string, isPaused: boolean, operator: Operator): boolean {
  const isOpen = connection.get(IS_PAUSED, queue) === undefined;
  if (isOpen !== isPaused) return false;
  connection.statement(SET_PAUSED).run(queue, isPaused ? operator.now : null);
  recordActivity(connection, isPaused ? OperatorAction.pause : OperatorAction.resume, `fila:${queue}`, '', operator);
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
  // A superseded failure is not part of any total.
  return done + prune(JobState.failed, 1, limit - done);
}

/** `QueueControl.noteReplay` */
export function noteReplay(
  connection: Connection,
  id: string,
  { eventIds, withoutCredential }: { readonly eventIds: readonly string[]; readonly withoutCredential: boolean },
  operator: Operator,
): void {
  const [eventId] = eventIds;
  connection.statement(MARK_REPLAYED).run(operator.now, eventId === undefined ? null : rowId(eventId), eventIds.length, rowId(id));
  if (eventId === undefined) return;
  const action = withoutCredential ? OperatorAction.replayRefusedWithoutCredential : OperatorAction.replayRefused;
  recordActivity(connection, action, `recusa:${id}`, eventIds.map((event) => `evento:${event}`).join(' '), operator);
}

/** Forgets refused requests by id; the caller keeps each step short. */
export function forgetRefused(connection: Connection, ids: readonly string[], operator: Operator): readonly string[] {
  const by = { kind: 'recusa', action: OperatorAction.forgetRefused, operator } as const;
  return changeEach(connection, ids, by, (row) => connection.statement(FORGET_REFUSED).run(row).changes !== 0);
}

type TargetKind = 'evento' | 'job' | 'conversao' | 'recusa';

/** What one step changed, shortened for people who read the operators' log. */
export function targets(kind: TargetKind, ids: readonly string[]): string {
  const shown = ids.slice(0, 20).map((id) => `${kind}:${id}`);
  return ids.length > shown.length ? `${shown.join(' ')} … ${ids.length} in all` : shown.join(' ');
}

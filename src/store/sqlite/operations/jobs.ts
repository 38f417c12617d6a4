import { type Fault, workerDied } from '../../../domain/fault.ts';
import type { Claim, ClaimedJob, FinishRequest, FinishResult, JobAttempt } from '../../../domain/job.ts';
import type { LeadIntent } from '../../../domain/lead.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { ClaimRequest } from '../../../domain/ports.ts';
import type { Worker } from '../../../domain/queue-status.ts';
import type { Connection } from '../connection.ts';
import { toStoreError } from '../errors.ts';
import type { JobRow } from '../rows/job-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';
import { applyIntent } from './leads.ts';

const IS_PAUSED = 'select 1 from filas where nome = ? and pausada_em is not null';

const DUE = `
select id, suspeito from fila_jobs
where fila = ? and estado = 'pendente' and disponivel_em <= ? order by disponivel_em, id limit ?`;

const CLAIM = `
update fila_jobs
set estado = 'processando', tentativas = tentativas + 1, reserva = reserva + 1, motivo_espera = null,
    reservado_por = ?, reservado_ate = ?, iniciado_em = ?
where id = ?
returning id, evento_id, tentativas, reserva`;

const EVENT_OF_JOB = 'select origem, event_type, identidade, corpo, recebido_em, requisicao_id from webhook_eventos where id = ?';

/** Every end of an attempt begins with this: it changes a row only while the claim still holds. */
const HELD = "id = ? and reservado_por = ? and reserva = ? and estado = 'processando'";

const STILL_HELD = `select 1 from fila_jobs where ${HELD}`;

const END_PROCESSED = `
update fila_jobs
set estado = 'concluido', finalizado_em = ?, reservado_ate = null, suspeito = 0, erro_codigo = null, erro_mensagem = null
where ${HELD}`;

const END_FAILED = `
update fila_jobs
set estado = 'falhou', finalizado_em = ?, reservado_ate = null, suspeito = 0, erro_codigo = ?, erro_mensagem = ?
where ${HELD}`;

const WAIT_AGAIN = `
update fila_jobs
set estado = 'pendente', disponivel_em = ?, motivo_espera = ?, tentativas = tentativas - ?, reservado_ate = null, suspeito = 0,
    erro_codigo = ?, erro_mensagem = ?
where ${HELD}`;

/** Back to waiting at its old place, unprocessed: the job stays due since when it was. */
const GIVE_BACK = `update fila_jobs set estado = 'pendente', tentativas = tentativas - 1, reservado_ate = null where ${HELD}`;

/** The same for a job whose worker died; an attempt is left, so that it can be claimed alone. */
const SUSPECT = `
update fila_jobs
set estado = 'pendente', motivo_espera = 'lease_expired', tentativas = min(tentativas, ?), reservado_ate = null, suspeito = 1
where ${HELD}`;

const EVENT_PROCESSED = `
update webhook_eventos
set status = 'processado', processado_em = ?, lead_id = ?, erro_codigo = null, erro_mensagem = null
where id = ?`;

const EVENT_FAILED = "update webhook_eventos set status = 'erro', processado_em = ?, erro_codigo = ?, erro_mensagem = ? where id = ?";

const EXTEND = `update fila_jobs set reservado_ate = ? where ${HELD}`;

const FIND_JOB = 'select * from fila_jobs where id = ?';

const RECORD_ATTEMPT = `
insert or replace into fila_tentativas
  (job_id, reserva, tentativa, trabalhador, iniciada_em, terminada_em, resultado, erro_codigo, erro_mensagem)
select id, reserva, tentativas + ?, reservado_por, iniciado_em, ?, ?, ?, ?
from fila_jobs where id = ? and reservado_por is not null`;

const EXPIRED = "select * from fila_jobs where estado = 'processando' and reservado_ate < ? limit ?";

const HELD_BY_WORKER = "select * from fila_jobs where estado = 'processando' and reservado_por = ?";

const HEARTBEAT = `
insert into trabalhadores (id, host, pid, pid_espaco, fila, versao, iniciado_em, visto_em, processados, falhas)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict (id) do update set visto_em = excluded.visto_em, processados = excluded.processados, falhas = excluded.falhas`;

const REMOVE_WORKER = 'delete from trabalhadores where id = ?';

/** Expired jobs freed in one step. */
const RECOVER_LIMIT = 1_000;

/** What this worker has in hand already, in another lane. */
const IN_HAND = "select count(*) as jobs, max(suspeito) as suspect from fila_jobs where estado = 'processando' and reservado_por = ?";

interface DueRow {
  readonly id: number;
  readonly suspeito: number;
}

interface InHandRow {
  readonly jobs: number;
  readonly suspect: number | null;
}

interface ClaimRow {
  readonly id: number;
  readonly evento_id: number;
  readonly tentativas: number;
  readonly reserva: number;
}

interface EventOfJobRow {
  readonly origem: Origin;
  readonly event_type: string;
  readonly identidade: string;
  readonly corpo: Uint8Array;
  readonly recebido_em: number;
  readonly requisicao_id: string;
}

export function claim(connection: Connection, request: ClaimRequest): readonly ClaimedJob[] {
  if (connection.statement(IS_PAUSED).get(request.queue) !== undefined) return [];
  const due = connection.statement(DUE).all(request.queue, request.dueBy ?? request.now, request.limit) as DueRow[];
  const inHand = connection.statement(IN_HAND).get(request.workerId) as InHandRow;
  return claimable(due, inHand).map(({ id }) => {
    const row = connection.statement(CLAIM).get(request.workerId, request.now + request.leaseMs, request.now, id) as ClaimRow;
    return claimedJob(connection, row, request.workerId);
  });
}

/**
 * A job that may have killed its worker is worked on alone, also across the lanes of that worker: if it does so again, it
 * takes no innocent job with it.
 */
function claimable(due: readonly DueRow[], inHand: InHandRow): readonly DueRow[] {
  if (inHand.suspect === 1) return [];
  const [first] = due;
  if (first?.suspeito === 1 && inHand.jobs === 0) return [first];
  return due.filter((row) => row.suspeito === 0);
}

function claimedJob(connection: Connection, row: ClaimRow, workerId: string): ClaimedJob {
  const event = connection.statement(EVENT_OF_JOB).get(row.evento_id) as EventOfJobRow;
  return {
    jobId: textId(row.id),
    workerId,
    lease: row.reserva,
    attempt: row.tentativas,
    eventId: textId(row.evento_id),
    origin: event.origem,
    eventType: event.event_type,
    identity: event.identidade,
    body: event.corpo,
    receivedAt: event.recebido_em,
    requestId: event.requisicao_id,
  };
}

export function finish(connection: Connection, requests: readonly FinishRequest[], now: number): readonly FinishResult[] {
  return requests.map((request) => {
    try {
      return connection.atomically(() => finishOne(connection, request, now));
    } catch (error) {
      if (!connection.driver.isInTransaction() || toStoreError(error).code !== 'internal') throw error;
      return 'rejected';
    }
  });
}

function finishOne(connection: Connection, request: FinishRequest, now: number): FinishResult {
  const { claim, eventId, outcome } = request;
  switch (outcome.kind) {
    case 'lead':
      return finishLead(connection, request, outcome.intent, now);
    case 'failed':
      return endFailed(connection, claim, eventId, outcome.fault, now);
    case 'parked':
      return waitAgain(connection, claim, outcome.fault, { availableAt: null, spendsAttempt: false, result: 'parked' }, now);
    case 'retry':
      return waitAgain(connection, claim, outcome.fault, { ...outcome, result: 'retry' }, now);
  }
}

function finishLead(connection: Connection, { claim, eventId }: FinishRequest, intent: LeadIntent, now: number): FinishResult {
  if (connection.statement(STILL_HELD).get(...held(claim)) === undefined) return 'lease_lost';
  const applied = applyIntent(connection, intent, eventId, now);
  if (typeof applied !== 'string') return endFailed(connection, claim, eventId, applied, now);
  connection.statement(END_PROCESSED).run(now, ...held(claim));
  connection.statement(EVENT_PROCESSED).run(now, rowId(applied), rowId(eventId));
  return 'processed';
}

function endFailed(connection: Connection, claim: Claim, eventId: string, fault: Fault, now: number): FinishResult {
  const ended = connection.statement(END_FAILED).run(now, fault.code, fault.message, ...held(claim));
  if (ended.changes === 0) return 'lease_lost';
  connection.statement(EVENT_FAILED).run(now, fault.code, fault.message, rowId(eventId));
  return 'failed';
}

interface Waiting {
  readonly availableAt: number | null;
  readonly spendsAttempt: boolean;
  readonly result: 'parked' | 'retry';
}

function waitAgain(connection: Connection, claim: Claim, fault: Fault, waiting: Waiting, now: number): FinishResult {
  const refund = waiting.spendsAttempt ? 0 : 1;
  const waited = connection.statement(WAIT_AGAIN).run(waiting.availableAt, fault.code, refund, fault.code, fault.message, ...held(claim));
  if (waited.changes === 0) return 'lease_lost';
  recordAttempt(connection, rowId(claim.jobId), waiting.result, fault, now, refund);
  return 'waiting';
}

/** Keeps an attempt that did not end its job; `refund` undoes what was already taken off the job's count. */
export function recordAttempt(
  connection: Connection,
  jobRow: number,
  result: JobAttempt['result'],
  fault: Fault | null,
  now: number,
  refund = 0,
): void {
  connection.statement(RECORD_ATTEMPT).run(refund, now, result, fault?.code ?? null, fault?.message ?? null, jobRow);
}

function held(claim: Claim): [number, string, number] {
  return [rowId(claim.jobId), claim.workerId, claim.lease];
}

export function extendLeases(connection: Connection, claims: readonly Claim[], leaseUntil: number): readonly Claim[] {
  return claims.filter((claim) => connection.statement(EXTEND).run(leaseUntil, ...held(claim)).changes === 0);
}

export function release(connection: Connection, claims: readonly Claim[]): void {
  for (const claim of claims) connection.statement(GIVE_BACK).run(...held(claim));
}

export function recoverExpired(connection: Connection, now: number, maxAttempts: number): number {
  const rows = connection.statement(EXPIRED).all(now, RECOVER_LIMIT) as JobRow[];
  for (const row of rows) recoverJob(connection, row, now, maxAttempts);
  return rows.length;
}

export function recoverWorkers(connection: Connection, workerIds: readonly string[], now: number, maxAttempts: number): number {
  let recovered = 0;
  for (const workerId of workerIds) {
    const rows = connection.statement(HELD_BY_WORKER).all(workerId) as JobRow[];
    for (const row of rows) recoverJob(connection, row, now, maxAttempts);
    recovered += rows.length;
  }
  return recovered;
}

/**
 * The attempt was counted when it was claimed, so a job that kills its worker comes to an end. Only an attempt it had
 * alone can be the last one: of a whole batch that died nobody knows which job it was.
 */
function recoverJob(connection: Connection, row: JobRow, now: number, maxAttempts: number): void {
  const claim: Claim = { jobId: textId(row.id), workerId: row.reservado_por ?? '', lease: row.reserva };
  if (row.suspeito === 1 && row.tentativas >= maxAttempts) {
    endFailed(connection, claim, textId(row.evento_id), workerDied(row.tentativas), now);
    return;
  }
  recordAttempt(connection, row.id, 'lease_expired', null, now);
  connection.statement(SUSPECT).run(maxAttempts - 1, ...held(claim));
}

export function heartbeat(connection: Connection, worker: Worker): void {
  connection
    .statement(HEARTBEAT)
    .run(
      worker.id,
      worker.host,
      worker.pid,
      worker.pidSpace,
      worker.queue,
      worker.version,
      worker.startedAt,
      worker.seenAt,
      worker.processed,
      worker.failed,
    );
}

export function removeWorkers(connection: Connection, workerIds: readonly string[]): void {
  for (const id of workerIds) connection.statement(REMOVE_WORKER).run(id);
}

export function findJobRow(connection: Connection, id: number): JobRow | undefined {
  return connection.statement(FIND_JOB).get(id) as JobRow | undefined;
}

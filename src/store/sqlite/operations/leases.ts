import { workerDied } from '../../../domain/fault.ts';
import { type Claim, JobState } from '../../../domain/job.ts';
import type { Worker } from '../../../domain/queue-status.ts';
import type { Connection } from '../connection.ts';
import { type JobRow, PUT_OFF_BY_A_CLOCK_AHEAD } from '../rows/job-rows.ts';
import { recordAttempt } from './attempts.ts';
import { conversionCertainty } from './conversion-states.ts';
import { endFailed } from './finish-jobs.ts';
import { heldJob, toHeldJob } from './held-jobs.ts';

const EXTEND = 'update fila_jobs set reservado_ate = ? where id = ?';

/** Back to waiting at its old place, unprocessed: the job stays due since when it was. */
const GIVE_BACK = `update fila_jobs set estado = '${JobState.pending}', tentativas = tentativas - 1, reservado_ate = null where id = ?`;

/** The same for a job whose worker died; an attempt is left, so that it can be claimed alone. */
const SUSPECT = `
update fila_jobs
set estado = '${JobState.pending}', motivo_espera = 'lease_expired', tentativas = min(tentativas, ?), reservado_ate = null, suspeito = 1
where id = ?`;

const EXPIRED = `select * from fila_jobs where estado = '${JobState.running}' and reservado_ate < ? limit ?`;

const HELD_BY_WORKER = `select * from fila_jobs where estado = '${JobState.running}' and reservado_por = ?`;

const DUE_NOW = 'update fila_jobs set disponivel_em = ? where id in (select value from json_each(?))';

const HEARTBEAT = `
insert into trabalhadores (id, host, pid, pid_espaco, fila, versao, iniciado_em, visto_em, processados, falhas)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict (id) do update set visto_em = excluded.visto_em, processados = excluded.processados, falhas = excluded.falhas`;

const REMOVE_WORKER = 'delete from trabalhadores where id = ?';

/** Jobs freed or brought forward in one step. */
const RECOVER_LIMIT = 1_000;

/** Returns the ids of the jobs whose claim is lost. */
export function extendLeases(connection: Connection, claims: readonly Claim[], leaseUntil: number): readonly string[] {
  const lost = claims.filter((claim) => {
    const job = heldJob(connection, claim);
    if (job !== undefined) connection.statement(EXTEND).run(leaseUntil, job.row);
    return job === undefined;
  });
  return lost.map((claim) => claim.jobId);
}

export function release(connection: Connection, claims: readonly Claim[]): void {
  for (const claim of claims) {
    const job = heldJob(connection, claim);
    if (job === undefined) continue;
    connection.statement(GIVE_BACK).run(job.row);
    connection.tally.add(job.queue, JobState.pending, 1);
  }
}

export function recoverExpired(connection: Connection, now: number, maxAttempts: number): number {
  const rows = connection.statement(EXPIRED).all(now, RECOVER_LIMIT) as JobRow[];
  for (const row of rows) recoverJob(connection, row, now, maxAttempts);
  return rows.length;
}

/** `JobQueue.bringForward`, one step of it. */
export function bringForward(connection: Connection, queue: string, now: number): number {
  const rows = connection.statement(PUT_OFF_BY_A_CLOCK_AHEAD).all(queue, now, now, RECOVER_LIMIT) as { readonly id: number }[];
  connection.statement(DUE_NOW).run(now, JSON.stringify(rows.map(({ id }) => id)));
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
  // Its worker may have died between the platform's answer and the store.
  if (row.conversao_id !== null) conversionCertainty(connection, row.conversao_id, row.iniciado_em ?? now);
  if (row.suspeito === 1 && row.tentativas >= maxAttempts) {
    endFailed(connection, toHeldJob(row), workerDied(row.tentativas), now);
    return;
  }
  recordAttempt(connection, row.id, { result: 'lease_expired', fault: null, endedAt: now });
  connection.statement(SUSPECT).run(maxAttempts - 1, row.id);
  connection.tally.add(row.fila, JobState.pending, 1);
}

export function heartbeat(connection: Connection, worker: Worker): void {
  const { id, host, pid, pidSpace, queue, version, startedAt, seenAt, processed, failed } = worker;
  connection.statement(HEARTBEAT).run(id, host, pid, pidSpace, queue, version, startedAt, seenAt, processed, failed);
}

export function removeWorkers(connection: Connection, workerIds: readonly string[]): void {
  for (const id of workerIds) connection.statement(REMOVE_WORKER).run(id);
}

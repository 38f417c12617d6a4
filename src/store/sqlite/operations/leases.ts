import { workerDied } from '../../../domain/fault.ts';
import { type Claim, JobState } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import { WORKER } from '../queries/figures.ts';
import { saving } from '../rows/fields.ts';
import { type LiveJobRow, PUT_OFF_BY_A_CLOCK_AHEAD } from '../rows/job-rows.ts';
import { noteDelivery } from './conversion-states.ts';
import { endFailed } from './finish-jobs.ts';
import { heldJob, recordAttempt, toHeldJob } from './jobs.ts';

const EXTEND = 'update fila_vivos set reservado_ate = ? where id = ?';

/** Returns the job to its old place in the queue, unprocessed: its due time stays the same. */
const GIVE_BACK = `update fila_vivos set estado = '${JobState.pending}', tentativas = tentativas - 1, reservado_ate = null where id = ?`;

/** Returns a job whose worker died. One attempt remains, so that it can be claimed alone. */
const SUSPECT = `
update fila_vivos
set estado = '${JobState.pending}', motivo_espera = 'lease_expired', tentativas = min(tentativas, ?), reservado_ate = null, suspeito = 1
where id = ?`;

const EXPIRED = `select * from fila_vivos where estado = '${JobState.running}' and reservado_ate < ? limit ?`;

const HELD_BY_WORKER = `select * from fila_vivos where estado = '${JobState.running}' and reservado_por = ?`;

const DUE_NOW = 'update fila_vivos set disponivel_em = ? where id in (select value from json_each(?))';

export const heartbeat = saving('trabalhadores', WORKER, ['id']);

const REMOVE_WORKER = 'delete from trabalhadores where id = ?';

/** Maximum jobs recovered or brought forward in one step. */
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

/** `JobQueue.recover` */
export function recover(connection: Connection, deadWorkers: readonly string[], now: number, maxAttempts: number): number {
  const expired = connection.all<LiveJobRow>(EXPIRED, now, RECOVER_LIMIT);
  for (const row of expired) recoverJob(connection, row, now, maxAttempts);
  const orphaned = deadWorkers.flatMap((worker) => connection.all<LiveJobRow>(HELD_BY_WORKER, worker));
  for (const row of orphaned) recoverJob(connection, row, now, maxAttempts);
  return expired.length + orphaned.length;
}

/** `JobQueue.bringForward`, one step of it. */
export function bringForward(connection: Connection, queue: string, now: number): number {
  const rows = connection.all<{ readonly id: number }>(PUT_OFF_BY_A_CLOCK_AHEAD, queue, now, now, RECOVER_LIMIT);
  connection.statement(DUE_NOW).run(now, JSON.stringify(rows.map(({ id }) => id)));
  return rows.length;
}

/**
 * The attempt was counted at the claim, so a job that crashes its worker ends after a limited number of attempts. Only an attempt in which
 * it ran alone can be the last: if a whole batch died, the cause is unknown.
 */
function recoverJob(connection: Connection, row: LiveJobRow, now: number, maxAttempts: number): void {
  // Its worker may have died after the platform answered and before the result was stored.
  if (row.conversao_id !== null) noteDelivery(connection, row.conversao_id, { kind: 'unanswered', since: row.iniciado_em ?? now }, now);
  if (row.suspeito === 1 && row.tentativas >= maxAttempts) {
    endFailed(connection, toHeldJob(row), workerDied(row.tentativas), now);
    return;
  }
  recordAttempt(connection, row.id, { result: 'lease_expired', fault: null, endedAt: now });
  connection.statement(SUSPECT).run(maxAttempts - 1, row.id);
  connection.tally.add(row.fila, JobState.pending, 1);
}

export function removeWorkers(connection: Connection, workerIds: readonly string[]): void {
  for (const id of workerIds) connection.statement(REMOVE_WORKER).run(id);
}

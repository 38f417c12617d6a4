import { workerDied } from '../../../domain/fault.ts';
import { type Claim, JobState } from '../../../domain/job.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { filterInOrder, flatMapInOrder } from '../in-order.ts';
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

/** What another worker frees, or finishes after all, is left to it. */
const EXPIRED = `
select * from fila_vivos where estado = '${JobState.running}' and reservado_ate < ? limit ? /*! for update skip locked */`;

const HELD_BY_WORKER = `
select * from fila_vivos where estado = '${JobState.running}' and reservado_por = ? /*! for update skip locked */`;

const DUE_NOW = 'update fila_vivos set disponivel_em = ? where id in (select value from json_each(?))';

export const heartbeat = saving('trabalhadores', WORKER, ['id']);

const REMOVE_WORKER = 'delete from trabalhadores where id = ?';

/** Pauses whose jobs are brought forward; the next answer of the platform sets one that is still needed. */
const END_PAUSES = 'update contas_plataforma set pausada_ate = null where pausada_ate > ?';

/** Maximum jobs recovered or brought forward in one step. */
const RECOVER_LIMIT = 1_000;

/** Returns the ids of the jobs whose claim is lost. */
export async function extendLeases(connection: Connection, claims: readonly Claim[], leaseUntil: number): Promise<readonly string[]> {
  const lost = await filterInOrder(claims, async (claim) => {
    const job = await heldJob(connection, claim);
    if (job !== undefined) await connection.run(EXTEND, leaseUntil, job.row);
    return job === undefined;
  });
  return lost.map((claim) => claim.jobId);
}

export const release: PortOperation<'release'> = async (connection, claims) => {
  for (const claim of claims) {
    const job = await heldJob(connection, claim);
    if (job === undefined) continue;
    await connection.run(GIVE_BACK, job.row);
    connection.tally.add(job.queue, JobState.pending, 1);
  }
};

export const recover: PortOperation<'recover'> = async (connection, deadWorkers, now, maxAttempts) => {
  const expired = await connection.all<LiveJobRow>(EXPIRED, now, RECOVER_LIMIT);
  for (const row of expired) await recoverJob(connection, row, now, maxAttempts);
  const orphaned = await flatMapInOrder(deadWorkers, async (worker) => await connection.all<LiveJobRow>(HELD_BY_WORKER, worker));
  for (const row of orphaned) await recoverJob(connection, row, now, maxAttempts);
  return expired.length + orphaned.length;
};

/** `JobQueue.bringForward`, one step of it. */
export const bringForward: PortOperation<'bringForward'> = async (connection, queue, now) => {
  const rows = await connection.all<{ readonly id: number }>(PUT_OFF_BY_A_CLOCK_AHEAD, queue, now, now, RECOVER_LIMIT);
  await connection.run(DUE_NOW, now, JSON.stringify(rows.map(({ id }) => id)));
  if (rows.length > 0) await connection.run(END_PAUSES, now);
  return rows.length;
};

/**
 * The attempt was counted at the claim, so a job that crashes its worker ends after a limited number of attempts. Only an attempt in which
 * it ran alone can be the last: if a whole batch died, the cause is unknown.
 */
async function recoverJob(connection: Connection, row: LiveJobRow, now: number, maxAttempts: number): Promise<void> {
  // Its worker may have died after the platform answered and before the result was stored.
  if (row.conversao_id !== null)
    await noteDelivery(connection, row.conversao_id, { kind: 'unanswered', since: row.iniciado_em ?? now }, now);
  if (row.suspeito === 1 && row.tentativas >= maxAttempts) {
    await endFailed(connection, toHeldJob(row), { fault: workerDied(row.tentativas) }, now);
    return;
  }
  await recordAttempt(connection, row.id, { result: 'lease_expired', fault: null, endedAt: now });
  await connection.run(SUSPECT, maxAttempts - 1, row.id);
  connection.tally.add(row.fila, JobState.pending, 1);
}

export const removeWorkers: PortOperation<'removeWorkers'> = async (connection, workerIds) => {
  for (const id of workerIds) await connection.run(REMOVE_WORKER, id);
};

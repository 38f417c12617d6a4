import type { Fault } from '../../../domain/fault.ts';
import { type Claim, type JobAttempt, JobState } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import { jobRow, type LiveJobRow } from '../rows/job-rows.ts';

/** The running jobs of a batch; each is then compared with its claim. */
const IN_WORK = `
select id, fila, evento_id, conversao_id, iniciado_em, reservado_por, reserva from fila_vivos
where id in (select value from json_each(?)) and estado = '${JobState.running}' /*! for update */`;

/** Every other way to end an attempt starts here: it finds a job only while its claim still holds. */
const HELD = `
select id, fila, evento_id, conversao_id, iniciado_em from fila_vivos
where id = ? and reservado_por = ? and reserva = ? and estado = '${JobState.running}' /*! for update */`;

type HeldRow = Pick<LiveJobRow, 'id' | 'fila' | 'evento_id' | 'conversao_id' | 'iniciado_em'>;

interface InWorkRow extends HeldRow {
  readonly reservado_por: string;
  readonly reserva: number;
}

/** A job whose claim still holds. */
export interface HeldJob {
  readonly row: number;
  readonly queue: string;
  readonly eventRow: number;
  /** The conversion it sends; `null` if it processes its event. */
  readonly conversionRow: number | null;
  /** UTC ms. */
  readonly claimedAt: number;
}

/** Converts the row of a running job. */
export function toHeldJob(row: HeldRow): HeldJob {
  return { row: row.id, queue: row.fila, eventRow: row.evento_id, conversionRow: row.conversao_id, claimedAt: row.iniciado_em as number };
}

/** The job of a claim; `undefined` if the claim is lost. */
export async function heldJob(connection: Connection, claim: Claim): Promise<HeldJob | undefined> {
  const found = await connection.get<HeldRow>(HELD, jobRow(claim.jobId), claim.workerId, claim.lease);
  return found === undefined ? undefined : toHeldJob(found);
}

/** The jobs of a batch of claims, read by one statement. */
export async function heldBatch(connection: Connection, claims: readonly Claim[]): Promise<HeldBatch> {
  const ids = JSON.stringify(claims.map(({ jobId }) => jobRow(jobId)));
  return new HeldBatch(await connection.all<InWorkRow>(IN_WORK, ids));
}

/** The jobs of a batch, taken one by one. */
class HeldBatch {
  readonly #inWork: Map<number, InWorkRow>;

  constructor(rows: readonly InWorkRow[]) {
    this.#inWork = new Map(rows.map((row) => [row.id, row]));
  }

  /** The job of a claim that still holds. Each job can be taken once: if it is named twice, the first finishes it. */
  take({ jobId, workerId, lease }: Claim): HeldJob | undefined {
    const row = this.#inWork.get(jobRow(jobId));
    if (row === undefined || row.reservado_por !== workerId || row.reserva !== lease) return undefined;
    this.#inWork.delete(row.id);
    return toHeldJob(row);
  }
}

const OPEN_JOB = `
select id, fila, evento_id, conversao_id, estado, disponivel_em from fila_jobs where id = ? and estado <> '${JobState.done}'`;

/** A job that waits, runs or has failed. */
export interface OpenJob extends Pick<LiveJobRow, 'id' | 'fila' | 'evento_id' | 'conversao_id' | 'disponivel_em'> {
  readonly estado: Exclude<JobState, typeof JobState.done>;
}

/** `undefined` if there is no such job, or it is done. */
export async function openJob(connection: Connection, id: number): Promise<OpenJob | undefined> {
  return await connection.get<OpenJob>(OPEN_JOB, id);
}

/** True if a waiting job is parked or delayed. */
export function isPutOff({ disponivel_em: availableAt }: OpenJob, now: number): boolean {
  return availableAt === null || availableAt > now;
}

const REPLACE_ATTEMPT = `
on conflict (job_id, reserva) do update set tentativa = excluded.tentativa, trabalhador = excluded.trabalhador, iniciada_em = excluded.iniciada_em,
  terminada_em = excluded.terminada_em, resultado = excluded.resultado, erro_codigo = excluded.erro_codigo, erro_parametros = excluded.erro_parametros`.trim();

const RECORD_ATTEMPT = `
insert into fila_tentativas
  (job_id, reserva, tentativa, trabalhador, iniciada_em, terminada_em, resultado, erro_codigo, erro_parametros)
select id, reserva, tentativas + ?, reservado_por, iniciado_em, ?, ?, ?, ?
from fila_vivos where id = ? and reservado_por is not null
${REPLACE_ATTEMPT}`;

interface EndedAttempt {
  readonly result: JobAttempt['result'];
  readonly fault: Fault | null;
  /** UTC ms. */
  readonly endedAt: number;
  /** How many attempts were already taken off the job's count, including this one. Omitted: 0. */
  readonly refunded?: number;
}

/** Records an attempt that did not end its job. */
export async function recordAttempt(
  connection: Connection,
  jobRow: number,
  { result, fault, endedAt, refunded = 0 }: EndedAttempt,
): Promise<void> {
  await connection.run(RECORD_ATTEMPT, refunded, endedAt, result, fault?.code ?? null, fault?.params ?? null, jobRow);
}

const KEEP_ENDED = `
insert into fila_encerrados
  (id, fila, evento_id, grupo, tentativas, reserva, reservado_por, criado_em, iniciado_em, finalizado_em, erro_codigo, erro_parametros,
   erro_alvo)
select id, fila, evento_id, grupo, tentativas, reserva, reservado_por, criado_em, iniciado_em, ?, ?, ?, ?
from fila_vivos where id in (select value from json_each(?))`;

const REMOVE_LIVE = 'delete from fila_vivos where id in (select value from json_each(?))';

/** Ends jobs together: well, or with a fault. */
export async function endJobs(connection: Connection, jobs: readonly HeldJob[], fault: Fault | null, now: number): Promise<void> {
  if (jobs.length === 0) return;
  const ids = JSON.stringify(jobs.map(({ row }) => row));
  await connection.run(KEEP_ENDED, now, fault?.code ?? null, fault?.params ?? null, fault?.named ?? '', ids);
  await connection.run(REMOVE_LIVE, ids);
  const group = fault === null ? JobState.done : JobState.failed;
  for (const { queue, claimedAt } of jobs) connection.tally.ended(queue, group, claimedAt, now);
}

const RECORD_LAST_ATTEMPT = `
insert into fila_tentativas
  (job_id, reserva, tentativa, trabalhador, iniciada_em, terminada_em, resultado, erro_codigo, erro_parametros)
select id, reserva, tentativas, reservado_por, iniciado_em, finalizado_em, iif(erro_codigo is null, 'processed', 'failed'), erro_codigo,
  erro_parametros
from fila_encerrados where id = ? and reservado_por is not null
${REPLACE_ATTEMPT}`;

const REOPEN = `
insert into fila_vivos (id, fila, evento_id, corpo_bytes, grupo, reserva, criado_em, disponivel_em)
select j.id, j.fila, j.evento_id, length(e.corpo), j.grupo, j.reserva, j.criado_em, ?
from fila_encerrados j join eventos e on e.id = j.evento_id where j.id = ?`;

const REMOVE_ENDED = 'delete from fila_encerrados where id = ? returning fila, estado';

/** Runs an ended job again, from attempt 1; its earlier attempts stay recorded. False if the job is not stored any more. */
export async function reopenJob(connection: Connection, id: number, now: number): Promise<boolean> {
  await connection.run(RECORD_LAST_ATTEMPT, id);
  await connection.run(REOPEN, now, id);
  const ended = await connection.get<{ readonly fila: string; readonly estado: typeof JobState.done | typeof JobState.failed }>(
    REMOVE_ENDED,
    id,
  );
  if (ended === undefined) return false;
  connection.tally.add(ended.fila, ended.estado, -1);
  connection.tally.add(ended.fila, JobState.pending, 1);
  return true;
}

const FORGET_ATTEMPTS = 'delete from fila_tentativas where job_id in (select value from json_each(?))';

const FORGET_ENDED = 'delete from fila_encerrados where id in (select value from json_each(?))';

/** Deletes jobs that wait, with their attempts; the caller counts them. */
export async function removeLiveJob(connection: Connection, id: number): Promise<void> {
  await connection.run(FORGET_ATTEMPTS, JSON.stringify([id]));
  await connection.run(REMOVE_LIVE, JSON.stringify([id]));
}

/** Deletes ended jobs, with their attempts, and counts them. */
export async function removeEndedJobs(
  connection: Connection,
  queue: string,
  group: typeof JobState.done | typeof JobState.failed,
  rows: readonly number[],
): Promise<void> {
  const ids = JSON.stringify(rows);
  await connection.run(FORGET_ATTEMPTS, ids);
  await connection.run(FORGET_ENDED, ids);
  connection.tally.add(queue, group, -rows.length);
}

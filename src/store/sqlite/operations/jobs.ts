import type { Fault } from '../../../domain/fault.ts';
import { type Claim, type JobAttempt, JobState } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/fields.ts';
import type { JobRow } from '../rows/job-rows.ts';

/** The running jobs of a batch; each is then compared with its claim. */
const IN_WORK = `
select id, fila, evento_id, conversao_id, iniciado_em, reservado_por, reserva from fila_jobs
where id in (select value from json_each(?)) and estado = '${JobState.running}'`;

/** Every other way to end an attempt starts here: it finds a job only while its claim still holds. */
const HELD = `
select id, fila, evento_id, conversao_id, iniciado_em from fila_jobs
where id = ? and reservado_por = ? and reserva = ? and estado = '${JobState.running}'`;

type HeldRow = Pick<JobRow, 'id' | 'fila' | 'evento_id' | 'conversao_id' | 'iniciado_em'>;

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
export function heldJob(connection: Connection, claim: Claim): HeldJob | undefined {
  const found = connection.get<HeldRow>(HELD, rowId(claim.jobId), claim.workerId, claim.lease);
  return found === undefined ? undefined : toHeldJob(found);
}

/** The jobs of a batch of claims, read by one statement and taken one by one. */
export class HeldBatch {
  readonly #inWork: Map<number, InWorkRow>;

  constructor(connection: Connection, claims: readonly Claim[]) {
    const ids = JSON.stringify(claims.map(({ jobId }) => rowId(jobId)));
    const rows = connection.all<InWorkRow>(IN_WORK, ids);
    this.#inWork = new Map(rows.map((row) => [row.id, row]));
  }

  /** The job of a claim that still holds. Each job can be taken once: if it is named twice, the first finishes it. */
  take({ jobId, workerId, lease }: Claim): HeldJob | undefined {
    const row = this.#inWork.get(rowId(jobId));
    if (row === undefined || row.reservado_por !== workerId || row.reserva !== lease) return undefined;
    this.#inWork.delete(row.id);
    return toHeldJob(row);
  }
}

const OF_EVENT = `
select id, estado, disponivel_em from fila_jobs
where evento_id = ? and conversao_id is null and (finalizado_em is null or (estado = '${JobState.failed}' and substituido = 0))
order by finalizado_em is null desc, id desc limit 1`;

const OF_CONVERSION = `
select id, estado, disponivel_em from fila_jobs
where conversao_id = ? and (finalizado_em is null or (estado = '${JobState.failed}' and substituido = 0))
order by finalizado_em is null desc, id desc limit 1`;

/** Of all jobs of an event or conversion: the one that waits or runs, otherwise the current failure. */
export interface CurrentJob {
  readonly id: number;
  readonly estado: Exclude<JobState, typeof JobState.done>;
  readonly disponivel_em: number | null;
}

export function currentJobOfEvent(connection: Connection, eventRow: number): CurrentJob | undefined {
  return connection.get<CurrentJob>(OF_EVENT, eventRow);
}

export function currentJobOfConversion(connection: Connection, conversionRow: number): CurrentJob | undefined {
  return connection.get<CurrentJob>(OF_CONVERSION, conversionRow);
}

/** True if a waiting job is parked or delayed. */
export function isPutOff({ disponivel_em: availableAt }: CurrentJob, now: number): boolean {
  return availableAt === null || availableAt > now;
}

const RECORD_ATTEMPT = `
insert or replace into fila_tentativas
  (job_id, reserva, tentativa, trabalhador, iniciada_em, terminada_em, resultado, erro_codigo, erro_parametros)
select id, reserva, tentativas + ?, reservado_por, iniciado_em, ?, ?, ?, ?
from fila_jobs where id = ? and reservado_por is not null`;

interface EndedAttempt {
  readonly result: JobAttempt['result'];
  readonly fault: Fault | null;
  /** UTC ms. */
  readonly endedAt: number;
  /** How many attempts were already taken off the job's count, including this one. Omitted: 0. */
  readonly refunded?: number;
}

/** Records an attempt that did not end its job. */
export function recordAttempt(connection: Connection, jobRow: number, { result, fault, endedAt, refunded = 0 }: EndedAttempt): void {
  connection.statement(RECORD_ATTEMPT).run(refunded, endedAt, result, fault?.code ?? null, fault?.params ?? null, jobRow);
}

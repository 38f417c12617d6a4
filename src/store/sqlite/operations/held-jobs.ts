import { type Claim, JobState } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import type { JobRow } from '../rows/job-rows.ts';
import { rowId } from '../rows/row-id.ts';

/** The jobs of a batch that are still in work; whether each claim holds is compared with the claim itself. */
const IN_WORK = `
select id, fila, evento_id, conversao_id, iniciado_em, reservado_por, reserva from fila_jobs
where id in (select value from json_each(?)) and estado = '${JobState.running}'`;

/** Every other end of an attempt begins with this: it finds a job only while its claim still holds. */
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
  /** The conversion it sends; null: it is about its event. */
  readonly conversionRow: number | null;
  /** UTC ms. */
  readonly claimedAt: number;
}

/** The job of a row that is in work. */
export function toHeldJob(row: HeldRow): HeldJob {
  return { row: row.id, queue: row.fila, eventRow: row.evento_id, conversionRow: row.conversao_id, claimedAt: row.iniciado_em as number };
}

/** The job of a claim; undefined when the claim is lost. */
export function heldJob(connection: Connection, claim: Claim): HeldJob | undefined {
  const found = connection.statement(HELD).get(rowId(claim.jobId), claim.workerId, claim.lease) as HeldRow | undefined;
  return found === undefined ? undefined : toHeldJob(found);
}

/** The jobs of a batch of claims, found by one statement and taken out one by one. */
export class HeldBatch {
  readonly #inWork: Map<number, InWorkRow>;

  constructor(connection: Connection, claims: readonly Claim[]) {
    const ids = JSON.stringify(claims.map(({ jobId }) => rowId(jobId)));
    const rows = connection.statement(IN_WORK).all(ids) as InWorkRow[];
    this.#inWork = new Map(rows.map((row) => [row.id, row]));
  }

  /** The job of a claim that still holds, once: a job that is named twice is finished by the first. */
  take({ jobId, workerId, lease }: Claim): HeldJob | undefined {
    const row = this.#inWork.get(rowId(jobId));
    if (row === undefined || row.reservado_por !== workerId || row.reserva !== lease) return undefined;
    this.#inWork.delete(row.id);
    return toHeldJob(row);
  }
}

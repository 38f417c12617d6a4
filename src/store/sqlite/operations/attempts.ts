import type { Fault } from '../../../domain/fault.ts';
import type { JobAttempt } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';

const RECORD_ATTEMPT = `
insert or replace into fila_tentativas
  (job_id, reserva, tentativa, trabalhador, iniciada_em, terminada_em, resultado, erro_codigo, erro_mensagem)
select id, reserva, tentativas + ?, reservado_por, iniciado_em, ?, ?, ?, ?
from fila_jobs where id = ? and reservado_por is not null`;

interface EndedAttempt {
  readonly result: JobAttempt['result'];
  readonly fault: Fault | null;
  /** UTC ms. */
  readonly endedAt: number;
  /** So many attempts were taken off the job's count already, this one with them; left out: none. */
  readonly refunded?: number;
}

/** Keeps an attempt that did not end its job. */
export function recordAttempt(connection: Connection, jobRow: number, { result, fault, endedAt, refunded = 0 }: EndedAttempt): void {
  connection.statement(RECORD_ATTEMPT).run(refunded, endedAt, result, fault?.code ?? null, fault?.message ?? null, jobRow);
}

import type { Operator } from '../../../domain/ports.ts';
import type { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/row-id.ts';
import { forgetJob, recordActivity, retryJob, targets } from './control.ts';
import { reopen } from './inbox.ts';

const STATUS = 'select status from webhook_eventos where id = ?';

/** The job that waits or runs, otherwise the failure that counts. */
const JOB = `
select id, estado, disponivel_em from fila_jobs
where evento_id = ? and conversao_id is null and (finalizado_em is null or (estado = 'falhou' and substituido = 0))
order by finalizado_em is null desc, id desc limit 1`;

interface EventJob {
  readonly id: number;
  readonly estado: 'pendente' | 'processando' | 'falhou';
  readonly disponivel_em: number | null;
}

/** Runs events again, as `QueueControl.retryEvents` says; the caller keeps one step short. */
export function retryEvents(connection: Connection, eventIds: readonly string[], queue: string, operator: Operator): number {
  return changeEvents(connection, 'retry', eventIds, operator, (event) => retryEvent(connection, event, queue, operator.now));
}

/** Removes failed and parked jobs of events; the caller keeps one step short. */
export function forgetEvents(connection: Connection, eventIds: readonly string[], operator: Operator): number {
  return changeEvents(connection, 'forget', eventIds, operator, (event) => forgetEvent(connection, event, operator.now));
}

function changeEvents(
  connection: Connection,
  action: 'retry' | 'forget',
  eventIds: readonly string[],
  operator: Operator,
  change: (event: number) => boolean,
): number {
  const touched = [...new Set(eventIds)].filter((id) => change(rowId(id)));
  if (touched.length > 0) recordActivity(connection, action, targets('evento', touched), '', operator);
  return touched.length;
}

function retryEvent(connection: Connection, event: number, queue: string, now: number): boolean {
  const status = statusOf(connection, event);
  const job = jobOf(connection, event);
  if (job?.estado === 'pendente') return isPutOff(job, now) && retryJob(connection, job.id, now);
  if (job?.estado === 'processando' || status !== 'erro') return false;
  if (job !== undefined) return retryJob(connection, job.id, now);
  reopen(connection, queue, event, now);
  return true;
}

function forgetEvent(connection: Connection, event: number, now: number): boolean {
  const job = jobOf(connection, event);
  if (job === undefined || (job.estado === 'falhou' && statusOf(connection, event) !== 'erro')) return false;
  return forgetJob(connection, job.id, now);
}

/** Parked, or waiting for a later time. */
function isPutOff({ disponivel_em: availableAt }: EventJob, now: number): boolean {
  return availableAt === null || availableAt > now;
}

function statusOf(connection: Connection, event: number): EventStatus | undefined {
  return (connection.statement(STATUS).get(event) as { readonly status: EventStatus } | undefined)?.status;
}

function jobOf(connection: Connection, event: number): EventJob | undefined {
  return connection.statement(JOB).get(event) as EventJob | undefined;
}

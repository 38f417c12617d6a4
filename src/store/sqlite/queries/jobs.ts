import { type FailedJob, JobState } from '../../../domain/job.ts';
import type { JobSelection } from '../../../domain/ports.ts';
import type { FailedJobQuery, Page } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { allOf, type Condition, fragment } from '../fragments.ts';
import { rowId, textId } from '../rows/fields.ts';
import { toFailedJob } from '../rows/job-rows.ts';
import { type NumberedRow, toPage } from './page.ts';
import { idsOf } from './walk.ts';

/** A retry resets the attempts of a job, and a parked job uses none, so several attempts can have the same stored number. */
export const ATTEMPTS = `
select t.*, row_number() over (partition by t.job_id order by t.reserva) as vez
from fila_tentativas t join fila_jobs j on j.id = t.job_id`;

/** Two seeks at the ends of the table: as one select, SQLite would scan the whole table. */
const JOB_IDS = 'select (select min(id) from fila_jobs) as first, (select max(id) from fila_jobs) as last';

const EVENT_OF_JOB = 'select evento_id as event from fila_jobs where id = ?';

/** Ids above `after` and up to `until`. */
export interface IdSpan {
  readonly after: number;
  readonly until: number;
}

/** One page of failed or parked jobs, newest first. */
export function listFailedJobs(connection: Connection, query: FailedJobQuery): Page<FailedJob> {
  const before = query.before === undefined ? undefined : rowId(query.before);
  const page = fragment`
    select j.*, e.origem, e.event_type from fila_jobs j join eventos e on e.id = j.evento_id
    where ${allOf([...jobsOf(query), ['j.id < ?', before]])} order by j.id desc limit ${query.limit + 1}`;
  return toPage(connection.each<NumberedRow>(page), query.limit, toFailedJob);
}

/** Ids of the jobs that match an operator's filter, oldest first. No step takes long, however many jobs match. */
export function selectJobs(connection: Connection, selection: JobSelection, span: IdSpan): readonly string[] {
  const { sql, parameters } = fragment`select id from fila_jobs j where ${allOf(jobsWithin(selection, span))} order by id`;
  return idsOf(connection, sql, ...parameters).map(textId);
}

/** The number of jobs that `selectJobs` would return. */
export function countJobs(connection: Connection, selection: JobSelection, span: IdSpan): number {
  const { sql, parameters } = fragment`select count(*) as total from fila_jobs j where ${allOf(jobsWithin(selection, span))}`;
  return (connection.get(sql, ...parameters) as { readonly total: number }).total;
}

/** The range of job ids; `undefined` if there are no jobs. */
export function jobIds(connection: Connection): IdSpan | undefined {
  const { first, last } = connection.get(JOB_IDS) as { readonly first: number | null; readonly last: number | null };
  return first === null || last === null ? undefined : { after: first - 1, until: last };
}

export function eventOfJob(connection: Connection, jobId: string): string | null {
  const row = connection.get<{ readonly event: number }>(EVENT_OF_JOB, rowId(jobId));
  return row === undefined ? null : textId(row.event);
}

function jobsWithin(selection: JobSelection, { after, until }: IdSpan): readonly Condition[] {
  return [...jobsOf(selection), ['j.id > ? and j.id <= ?', after, until]];
}

/** Failed (or parked) jobs `j` that match a filter. Failures superseded by a newer job are history. */
function jobsOf({ parked, queue, origin, errorCode, named, since }: Omit<JobSelection, 'ids'>): readonly Condition[] {
  return [
    // Literals, not parameters: otherwise SQLite does not see that the partial indexes apply.
    [
      parked === true
        ? `j.estado = '${JobState.pending}' and j.disponivel_em is null`
        : `j.estado = '${JobState.failed}' and j.substituido = 0`,
    ],
    ['j.fila = ?', queue],
    // Read the event only to check its origin: with a permanent join, counting a million jobs would also read a million events.
    ['exists (select 1 from eventos o where o.id = j.evento_id and o.origem = ?)', origin],
    ['j.erro_codigo = ?', errorCode],
    ['j.erro_alvo = ?', named],
    [parked === true ? 'j.criado_em >= ?' : 'j.finalizado_em >= ?', since],
  ];
}

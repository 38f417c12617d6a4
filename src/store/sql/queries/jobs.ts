import { type FailedJob, JobState } from '../../../domain/job.ts';
import type { JobSelection } from '../../../domain/ports.ts';
import type { EventTrail, FailedJobQuery, Page } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { allOf, type Condition, type Fragment, fragment, verbatim } from '../fragments.ts';
import { allOfThem, textId } from '../rows/fields.ts';
import { ATTEMPTS_OF_JOB, jobId, jobRow, toFailedJob, toJobAttempt, toJobSummary } from '../rows/job-rows.ts';
import { pageOf } from './page.ts';

/** Jobs read in one step of a selection: about 10 ms if all of them are failed jobs whose events are read too. */
const LOOKED_AT = 10_000;

const EVENT_OF_JOB = 'select evento_id as event from fila_jobs where id = ?';

/** The few columns of a job that failed and of one that waits, as one kind of row. */
const FAILED = verbatim(`j.*, null as disponivel_em, null as motivo_espera, null as reservado_ate`);
const WAITING = verbatim('j.*, null as finalizado_em');

const jobNamed = allOfThem('select * from fila_jobs where id = ?', toJobSummary);

const attemptsOfJob = allOfThem(ATTEMPTS_OF_JOB, toJobAttempt);

/** One part of the jobs that are walked. */
export interface SelectedPart<Selected, Place = number> {
  readonly selected: Selected;
  /** Where the next part begins; `null` at the end. */
  readonly next: Place | null;
}

/** A job that was looked at, and whether it is selected. */
export interface WalkedJob {
  readonly id: number;
  readonly matches: 0 | 1 | null;
}

/** A job, if it is still stored, with the attempts before its last one. */
export async function jobTrail(connection: Connection, row: number): Promise<Pick<EventTrail, 'jobs' | 'attempts'>> {
  return { jobs: await jobNamed(connection, row), attempts: await attemptsOfJob(connection, row) };
}

/** One page of failed or parked jobs, newest first. */
export async function listFailedJobs(connection: Connection, query: FailedJobQuery): Promise<Page<FailedJob>> {
  const before = query.before === undefined ? undefined : jobRow(query.before);
  const page = fragment`
    select ${query.parked === true ? WAITING : FAILED}, e.origem, e.event_type
    from ${tableOf(query)} j join eventos e on e.id = j.evento_id
    where ${allOf([...indexed(query), ...checked(query), ['j.id < ?', before]])} order by j.id desc limit ${query.limit + 1}`;
  return await pageOf(connection, page, query.limit, toFailedJob, null, jobId);
}

/** Ids of the jobs after an id that match an operator's filter, oldest first. No step takes long, however many jobs match. */
export async function selectJobs(connection: Connection, selection: JobSelection, after: number): Promise<SelectedPart<readonly string[]>> {
  const conditions = [...indexed(selection), ['j.id > ?', after] as const];
  const { sql, parameters } = fragment`
    select j.id, ${allOf(checked(selection))} as matches from ${tableOf(selection)} j
    where ${allOf(conditions)} order by j.id limit ${LOOKED_AT}`;
  return partOf(await connection.all<WalkedJob>(sql, ...parameters), LOOKED_AT, ({ id }) => id);
}

/** The part of a walk with these rows; `lookAt` is how many it reads. */
export function partOf<Row extends WalkedJob, Place>(
  rows: readonly Row[],
  lookAt: number,
  placeOf: (row: Row) => Place,
): SelectedPart<readonly string[], Place> {
  const last = rows.length < lookAt ? undefined : rows.at(-1);
  const selected = rows.filter(({ matches }) => matches === 1).map(({ id }) => jobId(id));
  return { selected, next: last === undefined ? null : placeOf(last) };
}

/** The number of jobs that `selectJobs` would return. */
export async function countJobs(connection: Connection, selection: JobSelection, after: number): Promise<SelectedPart<number>> {
  const { selected, next } = await selectJobs(connection, selection, after);
  return { selected: selected.length, next };
}

export async function eventOfJob(connection: Connection, id: string): Promise<string | null> {
  const row = await connection.get<{ readonly event: number }>(EVENT_OF_JOB, jobRow(id));
  return row === undefined ? null : textId(row.event);
}

type Filter = Omit<JobSelection, 'ids'>;

function tableOf({ parked }: Filter): Fragment {
  return verbatim(parked === true ? 'fila_vivos' : 'fila_encerrados');
}

/** The conditions for a job `j` that a partial index of failed or parked jobs answers: literals, as SQLite requires. */
function indexed(filter: Filter): readonly Condition[] {
  const ofQueue: Condition = ['j.fila = ?', filter.queue];
  if (filter.parked === true) return [[`j.estado = '${JobState.pending}' and j.disponivel_em is null`], ofQueue];
  return [['j.erro_codigo is not null'], ofQueue, ...ofFault(filter)];
}

/** The others. */
function checked(filter: Filter): readonly Condition[] {
  const { parked, origin, since } = filter;
  return [
    // Read the event only to check its origin: with a permanent join, counting a million jobs would also read a million events.
    ['exists (select 1 from eventos o where o.id = j.evento_id and o.origem = ?)', origin],
    ...(parked === true ? ofFault(filter) : []),
    [parked === true ? 'j.criado_em >= ?' : 'j.finalizado_em >= ?', since],
  ];
}

function ofFault({ errorCode, named }: Filter): readonly Condition[] {
  return [
    ['j.erro_codigo = ?', errorCode],
    ['j.erro_alvo = ?', named],
  ];
}

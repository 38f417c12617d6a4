import type { Activity } from '../../../domain/activity.ts';
import type { Fault } from '../../../domain/fault.ts';
import { JobGroup, JobState } from '../../../domain/job.ts';
import type { PruneSelection } from '../../../domain/ports.ts';
import type { QueueSnapshot, StoreFacts, Worker } from '../../../domain/queue-status.ts';
import type { ActivityQuery, Page } from '../../../domain/report-ports.ts';
import type { Conflicts, TypeConflicts } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { allOf, fragment } from '../fragments.ts';
import { allOfThem, type Fields, id, reading, type StoredFields } from '../rows/fields.ts';
import { IS_NOT_STORED, PUT_OFF_BY_A_CLOCK_AHEAD } from '../rows/job-rows.ts';
import type { CountedGroup } from '../tally.ts';
import { idWindow, insideWindow } from './id-window.ts';
import { pageOf } from './page.ts';
import { countFinishedBefore } from './prunable-jobs.ts';
import { totalOf, valuesOf } from './walk.ts';

const toActivity = reading<Activity>({ id: id('id'), at: 'em', operator: 'quem', action: 'acao', target: 'alvo', detail: 'detalhe' });

export const WORKER: StoredFields<Worker> = {
  id: 'id',
  host: 'host',
  pid: 'pid',
  pidSpace: 'pid_espaco',
  queue: 'fila',
  version: 'versao',
  startedAt: 'iniciado_em',
  seenAt: 'visto_em',
  processed: 'processados',
  failed: 'falhas',
};

const MOST_CONFLICTS = 100;

/** The span of `lastMinutes` in a snapshot: the current minute and those before it. */
const LAST_MINUTES = 5;

const TOTALS = 'select grupo, total from fila_totais where fila = ?';

const IS_DELAYED = `fila = ? and estado = '${JobState.pending}' and disponivel_em > ?`;

const COUNT_DELAYED = `select count(*) as total from fila_vivos where ${IS_DELAYED}`;

const COUNT_DELAYED_UP_TO = `select count(*) as total from (select 1 from fila_vivos where ${IS_DELAYED} limit ?) counted`;

/** The only figure of a queue that is counted job by job. This many take 0.1 ms; a million take 50 ms. */
const FEW_DELAYED = 2_000;

const OLDEST_WAITING = `select min(disponivel_em) as oldest from fila_vivos where fila = ? and estado = '${JobState.pending}'`;

const COUNT_RUNNING = `select count(*) as total from fila_vivos where estado = '${JobState.running}' and fila = ?`;

const LAST_ENDED = `
select ifnull(sum(concluidos), 0) as finished, ifnull(sum(falhas), 0) as failed from fila_minutos where fila = ? and minuto > ?`;

const RESULT_NOT_STORED = `
select erro_codigo as code, erro_parametros as params from fila_vivos indexed by fila_vivos_nao_gravados
where fila = ? and ${IS_NOT_STORED} order by id limit 1`;

const COUNT_FAILED_BEFORE =
  'select count(*) as total from fila_encerrados where fila = ? and erro_codigo is not null and finalizado_em < ?';

const PAUSED_AT = 'select pausada_em from filas where nome = ?';

const NEXT_DUE = `
select min(disponivel_em) as next from fila_vivos where fila = ? and estado = '${JobState.pending}' and disponivel_em > ?`;

const HAS_DUE = `
select 1 from fila_vivos
where fila = ? and estado = '${JobState.pending}' and disponivel_em <= ?
  and not exists (select 1 from filas where nome = fila and pausada_em is not null)
limit 1`;

const HAS_EXPIRED = `select 1 from fila_vivos where estado = '${JobState.running}' and reservado_ate < ? limit 1`;

/** More than any agency has; a sender needs a secret to send under so many names. */
const MOST_SENDERS = 50_000;

const KNOWN_SENDERS = `
select 'campanha:' || id as value from campanhas
union select tipo || ':' || valor from campanha_vinculos
union select 'page:' || conta from contas_cliente where tipo = 'page'
union select 'page:' || conta from contas_plataforma where tipo = 'page'
union select case tipo when 'formulario' then 'form:' when 'campanha' then 'campanha:' when 'pagina' then 'page:' else 'campaign:' end || remetente
from segredos_usos where tipo in ('formulario', 'campanha', 'pagina', 'campanha_da_plataforma')
limit ${MOST_SENDERS}`;

export const listWorkers = allOfThem('select * from trabalhadores order by iniciado_em, id', reading(WORKER));

/** How many conflicts there are since a time, up to a limit, and the newest. The statement reads the newest first. */
function conflictsSince<Newest>(sql: string, fields: Fields<Newest>) {
  const newestFirst = allOfThem(`${sql} limit ${MOST_CONFLICTS + 1}`, reading(fields));
  return async (connection: Connection, since: number) => {
    const conflicts = await newestFirst(connection, since);
    const [newest] = conflicts;
    if (newest === undefined) return null;
    return { count: Math.min(conflicts.length, MOST_CONFLICTS), atLeast: conflicts.length > MOST_CONFLICTS, newest };
  };
}

export const typeConflicts = conflictsSince<TypeConflicts['newest']>(
  `
  select e.id, e.event_type, r.tipo_conflito, r.tipo_conflito_em
  from evento_reenvios r cross join eventos e on e.id = r.evento_id
  where r.tipo_conflito_em >= ? order by r.tipo_conflito_em desc`,
  { id: id('id'), eventType: 'event_type', conflictType: 'tipo_conflito', at: 'tipo_conflito_em' },
);

/** The same for resends about another person. */
export const personConflicts = conflictsSince<Conflicts['newest']>(
  'select evento_id, outra_pessoa_em from evento_reenvios where outra_pessoa_em >= ? order by outra_pessoa_em desc',
  { id: id('evento_id'), at: 'outra_pessoa_em' },
);

export async function queueSnapshot(connection: Connection, queue: string, now: number): Promise<QueueSnapshot> {
  return await snapshot(connection, queue, now, await totalOf(connection, COUNT_DELAYED, queue, now));
}

/** A snapshot if it is cheap to take; `undefined` if many jobs are delayed. */
export async function briefSnapshot(connection: Connection, queue: string, now: number): Promise<QueueSnapshot | undefined> {
  const delayed = await totalOf(connection, COUNT_DELAYED_UP_TO, queue, now, FEW_DELAYED + 1);
  return delayed > FEW_DELAYED ? undefined : await snapshot(connection, queue, now, delayed);
}

/** Whether a claim would return a job: a due job of a queue that is not paused. */
export async function hasDue(connection: Connection, queue: string, now: number): Promise<boolean> {
  return (await connection.get(HAS_DUE, queue, now)) !== undefined;
}

export async function hasExpired(connection: Connection, now: number): Promise<boolean> {
  return (await connection.get(HAS_EXPIRED, now)) !== undefined;
}

/** Whether `bringForward` would change a job. */
export async function isPutOffByClock(connection: Connection, queue: string, now: number): Promise<boolean> {
  return (await connection.get(PUT_OFF_BY_A_CLOCK_AHEAD, queue, now, now, 1)) !== undefined;
}

export async function nextDueAt(connection: Connection, queue: string, now: number): Promise<number | null> {
  return ((await connection.get(NEXT_DUE, queue, now)) as { readonly next: number | null }).next;
}

export async function countPrunable(connection: Connection, { queue, kind, before }: PruneSelection): Promise<number> {
  return kind === 'failed' ? await totalOf(connection, COUNT_FAILED_BEFORE, queue, before) : countFinishedBefore(connection, queue, before);
}

/** One page of the operators' log, newest first, by the index of the operator or of the action. */
const IS_ABOUT = "exists (select 1 from json_each(/*!text*/ ?) target where instr(' ' || alvo || ' ', ' ' || target.value || ' ') > 0)";

export async function listActivity(connection: Connection, query: ActivityQuery): Promise<Page<Activity>> {
  const where = allOf([
    ['quem = ?', query.operator],
    [`${query.operator === undefined ? '' : '+'}acao = ?`, query.action],
    ['em >= ?', query.since],
    ['em < ?', query.until],
    [IS_ABOUT, query.targets === undefined ? undefined : JSON.stringify(query.targets)],
    ...insideWindow('id', await idWindow(connection, 'registro_operadores', query)),
  ]);
  const page = fragment`select * from registro_operadores where ${where} order by id desc limit ${query.limit + 1}`;
  return await pageOf(connection, page, query.limit, toActivity);
}

export async function knownSenders(connection: Connection): Promise<readonly string[]> {
  return await valuesOf(connection, KNOWN_SENDERS);
}

const ERASURES = 'select count(*) as total, min(iif(concluido_em is null, em, null)) as since from apagamentos where por_prazo = 0';

/** What the facts of a store say of erasures. */
export async function erasureFacts(
  connection: Connection,
  hasJournal: boolean,
): Promise<Pick<StoreFacts, 'openErasureSince' | 'erasureJournalMissing'>> {
  const { total, since } = (await connection.get(ERASURES)) as { readonly total: number; readonly since: number | null };
  const open = since === null ? {} : { openErasureSince: since };
  return total > 0 && !hasJournal ? { ...open, erasureJournalMissing: true } : open;
}

/** `Reports.resultNotStored` */
export async function resultNotStored(connection: Connection, queue: string): Promise<Fault | null> {
  return (await connection.get<Fault>(RESULT_NOT_STORED, queue)) ?? null;
}

async function snapshot(connection: Connection, queue: string, now: number, delayed: number): Promise<QueueSnapshot> {
  const rows = await connection.all<{ readonly grupo: CountedGroup; readonly total: number }>(TOTALS, queue);
  const totals = new Map(rows.map((row) => [row.grupo, row.total]));
  const { oldest } = (await connection.get(OLDEST_WAITING, queue)) as { readonly oldest: number | null };
  const ended = (await connection.get(LAST_ENDED, queue, Math.floor(now / 60_000) - LAST_MINUTES)) as { finished: number; failed: number };
  return {
    queue,
    at: now,
    pausedAt: (await connection.get<{ readonly pausada_em: number | null }>(PAUSED_AT, queue))?.pausada_em ?? null,
    waiting: totals.get(JobState.pending) ?? 0,
    delayed,
    parked: totals.get(JobGroup.parked) ?? 0,
    running: await totalOf(connection, COUNT_RUNNING, queue),
    finished: totals.get(JobState.done) ?? 0,
    failed: totals.get(JobState.failed) ?? 0,
    oldestWaitingMs: oldest === null || oldest > now ? null : now - oldest,
    lastMinutes: { minutes: LAST_MINUTES, ...ended },
    workers: (await listWorkers(connection)).filter((worker) => worker.queue === queue),
  };
}

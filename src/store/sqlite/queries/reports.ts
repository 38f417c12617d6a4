import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Activity } from '../../../domain/activity.ts';
import type { Platform } from '../../../domain/conversion.ts';
import { ORIGINS, type Origin } from '../../../domain/origin.ts';
import type { PruneSelection } from '../../../domain/ports.ts';
import type { QueueHistory, QueueSnapshot, StoreFacts, Worker } from '../../../domain/queue-status.ts';
import { CREDENTIAL_CODES, type RefusedCount, UNSIGNED_CODE } from '../../../domain/refused-request.ts';
import type { SearchBacklog } from '../../../domain/report-ports.ts';
import type { SecretUses } from '../../../domain/secret-rotation.ts';
import type { SourceActivity } from '../../../domain/source-activity.ts';
import type { TypeConflicts } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { keptLogs } from '../damaged-log.ts';
import { realDatabase } from '../database-path.ts';
import { schemaVersion } from '../migrations/migrate.ts';
import { type ActivityRow, toActivity } from '../rows/activity-rows.ts';
import { TYPE_CONFLICTS, type TypeConflictRow, toTypeConflicts } from '../rows/event-rows.ts';
import { IS_ENDED, PUT_OFF_BY_A_CLOCK_AHEAD, toWorker, type WorkerRow } from '../rows/job-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';
import { BACKLOG } from '../rows/search-rows.ts';
import type { JobGroup } from '../tally.ts';
import { queueHistory } from './queue-history.ts';
import { readSecretUses } from './secret-uses.ts';
import { SourceActivities } from './source-activity.ts';

/** The span of `lastMinutes` in a snapshot: the minute that runs and those before it. */
const LAST_MINUTES = 5;

const TOTALS = 'select grupo, total from fila_totais where fila = ?';

const IS_DELAYED = "fila = ? and estado = 'pendente' and disponivel_em > ?";

const COUNT_DELAYED = `select count(*) as total from fila_jobs where ${IS_DELAYED}`;

const COUNT_DELAYED_UP_TO = `select count(*) as total from (select 1 from fila_jobs where ${IS_DELAYED} limit ?)`;

/** The only figure of a queue that is counted job by job. So many take 0.1 ms, a million 50 ms. */
const FEW_DELAYED = 2_000;

const OLDEST_WAITING = "select min(disponivel_em) as oldest from fila_jobs where fila = ? and estado = 'pendente'";

const COUNT_RUNNING = "select count(*) as total from fila_jobs where estado = 'processando' and fila = ?";

const LAST_ENDED = `
select ifnull(sum(concluidos), 0) as finished, ifnull(sum(falhas), 0) as failed from fila_minutos where fila = ? and minuto > ?`;

const COUNT_ENDED_BEFORE = `
select count(*) as total from fila_jobs where fila = ? and estado = ? and ${IS_ENDED} and finalizado_em < ? and substituido = ?`;

/** The newest of each status is one look into the index; a maximum over all of them would walk it. */
const LAST_RECEIVED = `
select recebido_em as at from webhook_eventos where id = (select max(id) from (
  select max(id) as id from webhook_eventos where origem = ? and status = 'recebido'
  union all select max(id) from webhook_eventos where origem = ? and status = 'processado'
  union all select max(id) from webhook_eventos where origem = ? and status = 'erro'))`;

const EVENT_OF_JOB = 'select evento_id as event from fila_jobs where id = ?';

/** No index has the names: so many rows are read in some 30 ms. */
const CONVERSION_NAMES = `
select distinct nome from conversoes where id > (select ifnull(max(id), 0) - 100000 from conversoes) and estado <> 'retirada'`;

const CONVERSIONS_WAIT_SINCE = "select criado_em as since from conversoes where estado = 'pendente' and plataforma = ? order by id limit 1";

const PAUSED_AT = 'select pausada_em from filas where nome = ?';

const NEXT_DUE = `
select min(disponivel_em) as next from fila_jobs where fila = ? and estado = 'pendente' and disponivel_em > ?`;

const HAS_DUE = `
select 1 from fila_jobs
where fila = ? and estado = 'pendente' and disponivel_em <= ?
  and not exists (select 1 from filas where nome = fila and pausada_em is not null)
limit 1`;

const HAS_EXPIRED = "select 1 from fila_jobs where estado = 'processando' and reservado_ate < ? limit 1";

const HAS_CHANGED_LEADS = 'select 1 from busca_leads_pendentes limit 1';

const WORKERS = 'select * from trabalhadores order by iniciado_em, id';

const LAST_ACTIVITY = 'select * from registro_operadores where acao = ? order by id desc limit 1';

/** By the index alone: the requests themselves have up to 64 KiB each. */
const REFUSED_COUNTS = `
select origem as origin, codigo as code, count(*) as count, min(recebida_em) as oldestAt, max(recebida_em) as newestAt
from requisicoes_recusadas indexed by requisicoes_recusadas_motivo where recebida_em >= ?
group by origem, codigo order by count(*) desc, origem, codigo`;

const OPEN_REFUSED_COUNTS = `
select origem as origin, codigo as code, count(*) as count, min(recebida_em) as oldestAt, max(recebida_em) as newestAt
from requisicoes_recusadas indexed by requisicoes_recusadas_abertas
where repetida_em is null and completa = 1 and (comprovada = 1 or codigo <> ?)
group by origem, codigo order by count(*) desc, origem, codigo`;

const REFUSED_CREDENTIALS = `
select origem as origin, codigo as code, count(*) as count, min(recebida_em) as oldestAt, max(recebida_em) as newestAt
from requisicoes_recusadas indexed by requisicoes_recusadas_genuinas
where repetida_em is null and completa = 1 and comprovada = 0 and parece_genuino > 0
  and codigo in (${CREDENTIAL_CODES.map((code) => `'${code}'`).join(', ')})
  and origem in (select origem from segredos_usos)
group by origem, codigo order by count(*) desc, origem, codigo`;

/** More than any agency has; whoever sends under that many names is let in by a secret. */
const MOST_SENDERS = 50_000;

const KNOWN_SENDERS = `
select 'campanha:' || id as sender from campanhas
union select tipo || ':' || valor from campanha_vinculos
union select 'page:' || conta from contas_cliente where tipo = 'page'
union select 'page:' || conta from contas_plataforma where tipo = 'page'
union select case tipo when 'formulario' then 'form:' when 'campanha' then 'campanha:' when 'pagina' then 'page:' else 'campaign:' end || remetente
from segredos_usos where tipo in ('formulario', 'campanha', 'pagina', 'campanha_da_plataforma')
limit ${MOST_SENDERS}`;

/** Figures of the queue and the store, and what a worker asks before it writes. Synchronous; the store wraps it in promises. */
export class ReportQueries {
  readonly #connection: Connection;
  readonly #path: string;
  readonly #sources: SourceActivities;

  constructor(connection: Connection, path: string) {
    this.#connection = connection;
    this.#path = path;
    this.#sources = new SourceActivities(connection);
  }

  queueSnapshot(queue: string, now: number): QueueSnapshot {
    return this.#snapshot(queue, now, this.#count(COUNT_DELAYED, queue, now));
  }

  /** The same where it takes a moment only; undefined when many jobs are delayed. */
  briefSnapshot(queue: string, now: number): QueueSnapshot | undefined {
    const delayed = this.#count(COUNT_DELAYED_UP_TO, queue, now, FEW_DELAYED + 1);
    return delayed > FEW_DELAYED ? undefined : this.#snapshot(queue, now, delayed);
  }

  queueHistory(queue: string, now: number): QueueHistory {
    return queueHistory(this.#connection, queue, now);
  }

  conversionNames(): readonly string[] {
    return (this.#connection.statement(CONVERSION_NAMES).all() as { readonly nome: string }[]).map(({ nome }) => nome);
  }

  conversionsWaitSince(platform: Platform): number | null {
    return (this.#one(CONVERSIONS_WAIT_SINCE, platform) as { since: number } | undefined)?.since ?? null;
  }

  listWorkers(): readonly Worker[] {
    return (this.#connection.statement(WORKERS).all() as WorkerRow[]).map(toWorker);
  }

  /** Whether a claim would get something: a due job of a queue that is not paused. */
  hasDue(queue: string, now: number): boolean {
    return this.#one(HAS_DUE, queue, now) !== undefined;
  }

  hasExpired(now: number): boolean {
    return this.#one(HAS_EXPIRED, now) !== undefined;
  }

  /** Whether `bringForward` would find something. */
  isPutOffByClock(queue: string, now: number): boolean {
    return this.#one(PUT_OFF_BY_A_CLOCK_AHEAD, queue, now, now, 1) !== undefined;
  }

  nextDueAt(queue: string, now: number): number | null {
    return (this.#one(NEXT_DUE, queue, now) as { next: number | null }).next;
  }

  /** Whether the search index lacks anything. */
  isIndexBehind(): boolean {
    const { events, leads } = this.#one(BACKLOG) as SearchBacklog;
    return events > 0 || leads > 0 || this.#one(HAS_CHANGED_LEADS) !== undefined;
  }

  countPrunable({ queue, kind, before }: PruneSelection): number {
    if (kind === 'failed') return this.#count(COUNT_ENDED_BEFORE, queue, 'falhou', before, 0);
    return this.#count(COUNT_ENDED_BEFORE, queue, 'concluido', before, 0) + this.#count(COUNT_ENDED_BEFORE, queue, 'falhou', before, 1);
  }

  eventOfJob(jobId: string): string | null {
    const row = this.#one(EVENT_OF_JOB, rowId(jobId)) as { readonly event: number } | undefined;
    return row === undefined ? null : textId(row.event);
  }

  lastReceived(): ReadonlyMap<Origin, number> {
    const times = ORIGINS.map((origin) => [origin, this.#one(LAST_RECEIVED, origin, origin, origin)] as const);
    return new Map(times.flatMap(([origin, row]) => (row === undefined ? [] : [[origin, (row as { at: number }).at] as const])));
  }

  sourceActivity(now: number): readonly SourceActivity[] {
    return ORIGINS.map((origin) => this.#sources.of(origin, now));
  }

  secretUses(): SecretUses {
    return readSecretUses(this.#connection);
  }

  lastActivity(action: string): Activity | null {
    const row = this.#one(LAST_ACTIVITY, action) as ActivityRow | undefined;
    return row === undefined ? null : toActivity(row);
  }

  refusedCounts(since = 0): readonly RefusedCount[] {
    return this.#connection.statement(REFUSED_COUNTS).all(since) as RefusedCount[];
  }

  refusedCredentials(): readonly RefusedCount[] {
    return this.#connection.statement(REFUSED_CREDENTIALS).all() as RefusedCount[];
  }

  knownSenders(): readonly string[] {
    return (this.#connection.statement(KNOWN_SENDERS).all() as { readonly sender: string }[]).map(({ sender }) => sender);
  }

  openRefusedCounts(): readonly RefusedCount[] {
    return this.#connection.statement(OPEN_REFUSED_COUNTS).all(UNSIGNED_CODE) as RefusedCount[];
  }

  typeConflicts(since: number): TypeConflicts | null {
    return toTypeConflicts(this.#connection.statement(TYPE_CONFLICTS).all(since) as TypeConflictRow[]);
  }

  storeFacts(): StoreFacts {
    const damaged = keptLogs(this.#path).at(-1);
    return {
      ...(damaged === undefined ? {} : { damagedLogAt: damaged.writtenAt }),
      kind: 'sqlite',
      location: this.#path,
      schemaVersion: schemaVersion(this.#connection.driver),
      fileBytes: fileBytes(this.#path),
      walBytes: fileBytes(`${realDatabase(this.#path)}-wal`),
      diskFreeBytes: diskFreeBytes(dirname(realDatabase(this.#path))),
    };
  }

  #snapshot(queue: string, now: number, delayed: number): QueueSnapshot {
    const totals = this.#totals(queue);
    const { oldest } = this.#one(OLDEST_WAITING, queue) as { oldest: number | null };
    return {
      queue,
      at: now,
      pausedAt: (this.#one(PAUSED_AT, queue) as { pausada_em: number | null } | undefined)?.pausada_em ?? null,
      waiting: totals.get('pendente') ?? 0,
      delayed,
      parked: totals.get('estacionado') ?? 0,
      running: this.#count(COUNT_RUNNING, queue),
      finished: totals.get('concluido') ?? 0,
      failed: totals.get('falhou') ?? 0,
      oldestWaitingMs: oldest === null || oldest > now ? null : now - oldest,
      lastMinutes: this.#lastMinutes(queue, now),
      workers: this.listWorkers().filter((worker) => worker.queue === queue),
    };
  }

  #totals(queue: string): ReadonlyMap<JobGroup, number> {
    const rows = this.#connection.statement(TOTALS).all(queue) as { readonly grupo: JobGroup; readonly total: number }[];
    return new Map(rows.map((row) => [row.grupo, row.total]));
  }

  #lastMinutes(queue: string, now: number): QueueSnapshot['lastMinutes'] {
    const row = this.#one(LAST_ENDED, queue, Math.floor(now / 60_000) - LAST_MINUTES) as { finished: number; failed: number };
    return { minutes: LAST_MINUTES, ...row };
  }

  #one(sql: string, ...parameters: readonly (string | number)[]): unknown {
    return this.#connection.statement(sql).get(...parameters);
  }

  #count(sql: string, ...parameters: readonly (string | number)[]): number {
    return (this.#one(sql, ...parameters) as { total: number }).total;
  }
}

function diskFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

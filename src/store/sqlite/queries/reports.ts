import { statSync } from 'node:fs';
import type { Conversion } from '../../../domain/conversion.ts';
import type { FailedJob } from '../../../domain/job.ts';
import type { LeadView } from '../../../domain/lead.ts';
import type { EventQuery, EventTrail, FailedJobQuery, JobSelection, LeadQuery, Page } from '../../../domain/ports.ts';
import type { QueueSnapshot, StoreFacts, Worker } from '../../../domain/queue-status.ts';
import type { KeptRefusedRequest } from '../../../domain/refused-request.ts';
import type { EventSummary } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { schemaVersion } from '../migrations/migrate.ts';
import { type EventRow, type EventSummaryRow, toEventSummary, toWebhookEvent } from '../rows/event-rows.ts';
import {
  type AttemptRow,
  IS_ENDED,
  type JobRow,
  toFailedJob,
  toJobAttempt,
  toJobSummary,
  toWorker,
  type WorkerRow,
} from '../rows/job-rows.ts';
import { type ConversionRow, type LeadViewRow, toConversion, toLeadView } from '../rows/lead-rows.ts';
import { type RefusedRow, toRefused } from '../rows/refused-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';
import type { JobGroup } from '../tally.ts';
import type { CompiledList } from './compiler.ts';
import { compileEvents, compileEventsOfLead, compileLead, compileLeads, compileRefused, toPage } from './lists.ts';
import { compileFailedJobs, compileSelection, compileSelectionCount } from './selection.ts';

/** The span of `lastMinutes` in a snapshot: the minute that runs and those before it. */
const LAST_MINUTES = 5;

const TOTALS = 'select grupo, total from fila_totais where fila = ?';

const COUNT_DELAYED = "select count(*) as total from fila_jobs where fila = ? and estado = 'pendente' and disponivel_em > ?";

const OLDEST_WAITING = "select min(disponivel_em) as oldest from fila_jobs where fila = ? and estado = 'pendente'";

const COUNT_RUNNING = "select count(*) as total from fila_jobs where estado = 'processando' and fila = ?";

const LAST_ENDED = `
select ifnull(sum(concluidos), 0) as finished, ifnull(sum(falhas), 0) as failed from fila_minutos where fila = ? and minuto > ?`;

const COUNT_ENDED_BEFORE = `
select count(*) as total from fila_jobs where fila = ? and estado = ? and ${IS_ENDED} and finalizado_em < ?`;

const PAUSED_AT = 'select pausada_em from filas where nome = ?';

const NEXT_DUE = `
select min(disponivel_em) as next from fila_jobs where fila = ? and estado = 'pendente' and disponivel_em > ?`;

const HAS_DUE = `
select 1 from fila_jobs
where fila = ? and estado = 'pendente' and disponivel_em <= ?
  and not exists (select 1 from filas where nome = fila and pausada_em is not null)
limit 1`;

const HAS_EXPIRED = "select 1 from fila_jobs where estado = 'processando' and reservado_ate < ? limit 1";

const WORKERS = 'select * from trabalhadores order by iniciado_em, id';

const EVENT = `
select e.*, l.corpo as lote_corpo
from webhook_eventos e left join webhook_lotes l on l.id = e.lote_id
where e.id = ?`;

const JOBS_OF_EVENT = 'select * from fila_jobs where evento_id = ? order by id';

const ATTEMPTS_OF_EVENT = `
select t.* from fila_tentativas t join fila_jobs j on j.id = t.job_id
where j.evento_id = ? order by t.terminada_em, t.reserva`;

const CONVERSIONS_OF_EVENT = 'select * from conversoes where lead_id = ? and evento_id = ? order by id';

const CONVERSIONS_OF_LEAD = 'select * from conversoes where lead_id = ? order by id';

const REFUSED = 'select * from requisicoes_recusadas where id = ?';

/** Everything people look at, on a connection that can only read. Synchronous; the store wraps it in promises. */
export class ReportQueries {
  readonly #connection: Connection;
  readonly #path: string;

  constructor(connection: Connection, path: string) {
    this.#connection = connection;
    this.#path = path;
  }

  queueSnapshot(queue: string, now: number): QueueSnapshot {
    const totals = this.#totals(queue);
    const { oldest } = this.#one(OLDEST_WAITING, queue) as { oldest: number | null };
    return {
      queue,
      at: now,
      pausedAt: (this.#one(PAUSED_AT, queue) as { pausada_em: number | null } | undefined)?.pausada_em ?? null,
      waiting: totals.get('pendente') ?? 0,
      delayed: this.#count(COUNT_DELAYED, queue, now),
      parked: totals.get('estacionado') ?? 0,
      running: this.#count(COUNT_RUNNING, queue),
      finished: totals.get('concluido') ?? 0,
      failed: totals.get('falhou') ?? 0,
      oldestWaitingMs: oldest === null || oldest > now ? null : now - oldest,
      lastMinutes: this.#lastMinutes(queue, now),
      workers: this.listWorkers().filter((worker) => worker.queue === queue),
    };
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

  nextDueAt(queue: string, now: number): number | null {
    return (this.#one(NEXT_DUE, queue, now) as { next: number | null }).next;
  }

  listEvents(query: EventQuery): Page<EventSummary> {
    return toPage(this.#list<EventSummaryRow>(compileEvents(query)), query.limit, toEventSummary);
  }

  eventTrail(id: string): EventTrail | null {
    const row = this.#one(EVENT, rowId(id)) as EventRow | undefined;
    if (row === undefined) return null;
    const event = toWebhookEvent(row);
    return {
      event,
      jobs: (this.#connection.statement(JOBS_OF_EVENT).all(row.id) as JobRow[]).map(toJobSummary),
      attempts: (this.#connection.statement(ATTEMPTS_OF_EVENT).all(row.id) as AttemptRow[]).map(toJobAttempt),
      lead: event.leadId === null ? null : this.#leadView(event.leadId),
      conversions: row.lead_id === null ? [] : this.#conversions(CONVERSIONS_OF_EVENT, row.lead_id, row.id),
    };
  }

  listLeads(query: LeadQuery): Page<LeadView> {
    return toPage(this.#list<LeadViewRow>(compileLeads(query)), query.limit, toLeadView);
  }

  findLead(id: string): { lead: LeadView; conversions: readonly Conversion[]; events: readonly EventSummary[] } | null {
    const lead = this.#leadView(id);
    if (lead === null) return null;
    return {
      lead,
      conversions: this.#conversions(CONVERSIONS_OF_LEAD, rowId(id)),
      events: this.#list<EventSummaryRow>(compileEventsOfLead(id)).map(toEventSummary),
    };
  }

  listFailedJobs(query: FailedJobQuery): Page<FailedJob> {
    return toPage(this.#list<Parameters<typeof toFailedJob>[0]>(compileFailedJobs(query)), query.limit, toFailedJob);
  }

  selectJobs(selection: JobSelection): readonly string[] {
    return this.#list<{ id: number }>(compileSelection(selection)).map((row) => textId(row.id));
  }

  countSelected(selection: JobSelection): number {
    if (selection.ids !== undefined) return selection.ids.length;
    const { sql, parameters } = compileSelectionCount(selection);
    return (this.#connection.statement(sql).get(...parameters) as { total: number }).total;
  }

  countPrunable(queue: string, before: number): number {
    return this.#count(COUNT_ENDED_BEFORE, queue, 'concluido', before) + this.#count(COUNT_ENDED_BEFORE, queue, 'falhou', before);
  }

  listRefused(query: { readonly code?: string; readonly before?: string; readonly limit: number }): Page<KeptRefusedRequest> {
    return toPage(this.#list<RefusedRow>(compileRefused(query)), query.limit, toRefused);
  }

  findRefused(id: string): KeptRefusedRequest | null {
    const row = this.#one(REFUSED, rowId(id)) as RefusedRow | undefined;
    return row === undefined ? null : toRefused(row);
  }

  storeFacts(): StoreFacts {
    return {
      kind: 'sqlite',
      location: this.#path,
      schemaVersion: schemaVersion(this.#connection.driver),
      fileBytes: fileBytes(this.#path),
      walBytes: fileBytes(`${this.#path}-wal`),
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

  #leadView(id: string): LeadView | null {
    const [row] = this.#list<LeadViewRow>(compileLead(id));
    return row === undefined ? null : toLeadView(row);
  }

  #conversions(sql: string, ...parameters: readonly number[]): readonly Conversion[] {
    return (this.#connection.statement(sql).all(...parameters) as ConversionRow[]).map(toConversion);
  }

  #list<Row>({ sql, parameters }: CompiledList): Row[] {
    return this.#connection.statement(sql).all(...parameters) as Row[];
  }

  #one(sql: string, ...parameters: readonly (string | number)[]): unknown {
    return this.#connection.statement(sql).get(...parameters);
  }

  #count(sql: string, ...parameters: readonly (string | number)[]): number {
    return (this.#one(sql, ...parameters) as { total: number }).total;
  }
}

function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

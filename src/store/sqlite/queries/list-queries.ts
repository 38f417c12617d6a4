import type { Activity } from '../../../domain/activity.ts';
import type { Conversion, ConversionExportRow, ConversionState, ConversionView } from '../../../domain/conversion.ts';
import type { ConversionOutbox } from '../../../domain/delivery-ports.ts';
import type { FailedJob } from '../../../domain/job.ts';
import type { LeadView } from '../../../domain/lead.ts';
import type { LeadChange } from '../../../domain/lead-change.ts';
import { type LeadPlace, leadCursor } from '../../../domain/lead-cursor.ts';
import type { EventCount, JobSelection } from '../../../domain/ports.ts';
import type { KeptRefusedRequest, ListedRefusedRequest } from '../../../domain/refused-request.ts';
import type {
  ActivityQuery,
  ConversionQuery,
  ConversionTrail,
  EventErrorFilter,
  EventErrorGroup,
  EventFilter,
  EventQuery,
  EventTrail,
  FailedJobQuery,
  LeadDetail,
  LeadQuery,
  Page,
  RefusedQuery,
  SearchBacklog,
} from '../../../domain/report-ports.ts';
import type { EventSummary } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { fitsWords } from '../refused-words.ts';
import { type ActivityRow, toActivity } from '../rows/activity-rows.ts';
import {
  type ConversionRow,
  type ConversionViewRow,
  type ExportedRow,
  SELECT_CONVERSIONS,
  toConversion,
  toConversionView,
  toExportRow,
} from '../rows/conversion-rows.ts';
import { type EventRow, type EventSummaryRow, toEventSummary, toWebhookEvent } from '../rows/event-rows.ts';
import { type AttemptRow, type JobRow, toFailedJob, toJobAttempt, toJobSummary } from '../rows/job-rows.ts';
import { type LeadChangeRow, toLeadChange } from '../rows/lead-change-rows.ts';
import { type LeadViewRow, toLeadView } from '../rows/lead-rows.ts';
import { type ListedRefusedRow, type RefusedRow, toListedRefused, toRefused } from '../rows/refused-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';
import { compileActivity } from './activity.ts';
import type { CompiledList } from './compiler.ts';
import { isConversionWalk, walkConversions } from './conversion-walks.ts';
import { compileConversions, compileConversionsById } from './conversions.ts';
import { eventErrorGroups, failureTargets } from './event-errors.ts';
import { type ChangeableEvents, type ChangeablePage, EventWalks, isWalked } from './event-walks.ts';
import { idWindow } from './id-window.ts';
import { leadSpans } from './lead-order.ts';
import { compileEvents, compileEventsOfLead, compileLead, compileLeads, compileLeadsById, compileRefused } from './lists.ts';
import { namedSecretOf } from './named-secrets.ts';
import { toPage, withinBytes } from './page.ts';
import { findLeads, isLeadWalk, isSearch, searchBacklog, walkLeads } from './search.ts';
import { compileFailedJobs, compileSelection, compileSelectionCount, type IdSpan } from './selection.ts';

const EVENT = `
select e.*, l.corpo as lote_corpo
from webhook_eventos e left join webhook_lotes l on l.id = e.lote_id
where e.id = ?`;

const JOBS_OF_EVENT = 'select * from fila_jobs where evento_id = ? and conversao_id is null order by id';

/** A retry gives a job all its attempts anew and a parked one spends none, so the count that was stored names several attempts alike. */
const NUMBERED_ATTEMPTS = `
select t.*, row_number() over (partition by t.job_id order by t.reserva) as vez
from fila_tentativas t join fila_jobs j on j.id = t.job_id`;

const ATTEMPTS_OF_EVENT = `
${NUMBERED_ATTEMPTS}
where j.evento_id = ? and j.conversao_id is null order by t.terminada_em, t.reserva`;

const JOBS_OF_CONVERSION = 'select * from fila_jobs where conversao_id = ? order by id';

const ATTEMPTS_OF_CONVERSION = `
${NUMBERED_ATTEMPTS}
where j.conversao_id = ? order by t.terminada_em, t.reserva`;

/** What a person registered by hand stands under the event that made the lead, and did not come from it. */
const CONVERSIONS_OF_EVENT = `
${SELECT_CONVERSIONS} where c.lead_id = ? and c.evento_id = ? and s.registrada_por is null order by c.id`;

const CONVERSIONS_OF_LEAD = `${SELECT_CONVERSIONS} where c.lead_id = ? order by c.id`;

/** Conversions are registered when they have happened; a clock of a sender that is wrong by more than a day is not looked for. */
const EXPORT_SLACK_MS = 86_400_000;

/** Only gclids: the file of the platform's import has no place for another click id. By one index, both states merged. */
const exported = (state: ConversionState): string => `
select c.id, c.cliente_id, c.click_id, c.nome, c.chave, c.lead_id, c.valor, c.moeda, c.ocorrida_em, l.consentimentos
from conversoes c cross join leads l on l.id = c.lead_id
where c.estado = '${state}' and c.plataforma = 'search_ads' and c.id > ? and c.ocorrida_em >= ? and c.click_tipo = 'gclid'
  and (? is null or c.cliente_id = ?)`;

const EXPORTED = `${exported('pendente')} union all ${exported('enviada')} order by 1 limit ?`;

const CHANGES_OF_EVENT = 'select * from lead_mudancas where evento_id = ? order by id desc limit 1';

/** Newest first. */
const MOST_CHANGES = 500;

const CHANGES_OF_LEAD = `select * from lead_mudancas where lead_id = ? order by id desc limit ${MOST_CHANGES}`;

/** Two looks at the ends of the table: asked for in one, all of it would be walked. */
const JOB_IDS = 'select (select min(id) from fila_jobs) as first, (select max(id) from fila_jobs) as last';

const REFUSED_WORDS = "select id, ifnull(palavras, '') as words from requisicoes_recusadas";

const REFUSED = 'select * from requisicoes_recusadas where id = ?';

const LEAD_PLACE = 'select id, enviado_em as submittedAt from leads where id = ?';

type ConversionExportQuery = Parameters<ConversionOutbox['exportConversions']>[0];

/** Lists, and one entry of a list with all that belongs to it. Synchronous; the store wraps it in promises. */
export class ListQueries {
  readonly #connection: Connection;
  readonly #events: EventWalks;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#events = new EventWalks(connection);
  }

  listEvents(query: EventQuery): Page<EventSummary> {
    if (isWalked(query)) return this.#events.list(query);
    const window = idWindow(this.#connection, 'webhook_eventos', query);
    return toPage(this.#rows<EventSummaryRow>(compileEvents(query, window)), query.limit, toEventSummary);
  }

  eventsById(ids: readonly string[]): readonly EventSummary[] {
    return this.#events.summaries(ids.map(rowId));
  }

  eventTrail(id: string): EventTrail | null {
    const row = this.#one(EVENT, rowId(id)) as EventRow | undefined;
    if (row === undefined) return null;
    const event = toWebhookEvent(row);
    return {
      event,
      namedSecret: namedSecretOf(this.#connection, event),
      jobs: (this.#connection.statement(JOBS_OF_EVENT).all(row.id) as JobRow[]).map(toJobSummary),
      attempts: (this.#connection.statement(ATTEMPTS_OF_EVENT).all(row.id) as AttemptRow[]).map(toJobAttempt),
      lead: event.leadId === null ? null : this.#leadView(event.leadId),
      conversions: row.lead_id === null ? [] : this.#conversions(CONVERSIONS_OF_EVENT, row.lead_id, row.id),
      changes: this.#changes(CHANGES_OF_EVENT, row.id)[0] ?? null,
    };
  }

  /** Page and cursor are of one moment: a lead that is given an earlier time in between would take the cursor with it, past others. */
  listLeads(query: LeadQuery): Page<LeadView> {
    return this.#atOneMoment(() => {
      const { rows, next } = this.#leadsOf(query);
      return toPage(rows, query.limit, toLeadView, next, (id) => this.#leadCursor(id));
    });
  }

  leadsById(ids: readonly string[]): readonly LeadView[] {
    return this.#list<LeadViewRow>(compileLeadsById(ids.map(rowId), { brief: true })).map(toLeadView);
  }

  findLead(id: string): LeadDetail | null {
    const lead = this.#leadView(id);
    if (lead === null) return null;
    return {
      lead,
      conversions: this.#conversions(CONVERSIONS_OF_LEAD, rowId(id)),
      events: this.#list<EventSummaryRow>(compileEventsOfLead(id)).map(toEventSummary),
      changes: this.#changes(CHANGES_OF_LEAD, rowId(id)),
    };
  }

  listConversions(query: ConversionQuery): Page<ConversionView> {
    if (isConversionWalk(query)) {
      const { ids, next } = walkConversions(this.#connection, query);
      return toPage(this.#rows<ConversionViewRow>(compileConversionsById(ids)), query.limit, toConversionView, next);
    }
    const window = idWindow(this.#connection, 'conversoes', query);
    return toPage(this.#rows<ConversionViewRow>(compileConversions(query, window)), query.limit, toConversionView);
  }

  exportConversions({ since, after, limit, clientId }: ConversionExportQuery): readonly ConversionExportRow[] {
    const { from } = idWindow(this.#connection, 'conversoes', { since: since - EXPORT_SLACK_MS });
    const above = Math.max(from - 1, after === null ? 0 : rowId(after));
    const client = clientId === undefined ? null : rowId(clientId);
    const state = [above, since, client, client];
    const rows = this.#connection.statement(EXPORTED).iterate(...state, ...state, limit);
    return withinBytes(rows as Iterable<ExportedRow>, limit).kept.map(toExportRow);
  }

  listActivity(query: ActivityQuery): Page<Activity> {
    const window = idWindow(this.#connection, 'registro_operadores', query);
    return toPage(this.#rows<ActivityRow>(compileActivity(query, window)), query.limit, toActivity);
  }

  conversionTrail(id: string): ConversionTrail | null {
    const row = rowId(id);
    const [conversion] = this.listConversions({ before: String(row + 1), limit: 1 }).items;
    if (conversion === undefined || rowId(conversion.id) !== row) return null;
    return {
      conversion,
      jobs: (this.#connection.statement(JOBS_OF_CONVERSION).all(row) as JobRow[]).map(toJobSummary),
      attempts: (this.#connection.statement(ATTEMPTS_OF_CONVERSION).all(row) as AttemptRow[]).map(toJobAttempt),
    };
  }

  listFailedJobs(query: FailedJobQuery): Page<FailedJob> {
    return toPage(this.#rows<Parameters<typeof toFailedJob>[0]>(compileFailedJobs(query)), query.limit, toFailedJob);
  }

  eventErrorGroups(filter: EventErrorFilter): readonly EventErrorGroup[] {
    return eventErrorGroups(this.#connection, this.#events, filter);
  }

  failureTargets(errorCode: string): readonly string[] {
    return failureTargets(this.#connection, errorCode);
  }

  searchBacklog(): SearchBacklog {
    return searchBacklog(this.#connection);
  }

  /** A part of the events that a change may touch. */
  changeable(filter: EventFilter, page: ChangeablePage): ChangeableEvents {
    return this.#events.changeable(filter, page);
  }

  countChangeable(eventIds: readonly string[], now: number): Omit<EventCount, 'atLeast'> {
    return this.#events.countChangeable(eventIds.map(rowId), now);
  }

  selectJobs(selection: JobSelection, span: IdSpan): readonly string[] {
    return this.#list<{ id: number }>(compileSelection(selection, span)).map((row) => textId(row.id));
  }

  countJobs(selection: JobSelection, span: IdSpan): number {
    const { sql, parameters } = compileSelectionCount(selection, span);
    return (this.#connection.statement(sql).get(...parameters) as { total: number }).total;
  }

  /** The ids that jobs have; undefined: there is none. */
  jobIds(): IdSpan | undefined {
    const { first, last } = this.#one(JOB_IDS) as { readonly first: number | null; readonly last: number | null };
    return first === null || last === null ? undefined : { after: first - 1, until: last };
  }

  listRefused(query: RefusedQuery): Page<ListedRefusedRequest> {
    const found = isSearch(query.text) ? this.#refusedWith(query.text) : undefined;
    return toPage(this.#rows<ListedRefusedRow>(compileRefused(query, found)), query.limit, toListedRefused);
  }

  /** There are two thousand at most, with a few hundred words each. */
  #refusedWith(text: string): readonly number[] {
    const rows = this.#connection.statement(REFUSED_WORDS).all() as { readonly id: number; readonly words: string }[];
    return rows.filter(({ id, words }) => id === rowId(text.trim()) || fitsWords(text, words)).map(({ id }) => id);
  }

  findRefused(id: string): KeptRefusedRequest | null {
    const row = this.#one(REFUSED, rowId(id)) as RefusedRow | undefined;
    return row === undefined ? null : toRefused(row);
  }

  #leadsOf(query: LeadQuery): { readonly rows: Iterable<LeadViewRow>; readonly next: number | null } {
    if (isSearch(query.text) || isLeadWalk(query)) {
      const { ids, next } = isSearch(query.text) ? findLeads(this.#connection, query.text, query) : walkLeads(this.#connection, query);
      return { rows: this.#leadRows(ids, query), next };
    }
    const parts = leadSpans(query).map((span) => compileLeads(query, span));
    return { rows: this.#rowsOf<LeadViewRow>(parts), next: null };
  }

  /** The index of words may hold an id that no lead has any more; where a search goes on, only the id counts. */
  #leadCursor(id: number): string {
    return leadCursor((this.#one(LEAD_PLACE, id) as LeadPlace | undefined) ?? { submittedAt: 0, id });
  }

  #atOneMoment<Result>(read: () => Result): Result {
    const { driver } = this.#connection;
    if (driver.isInTransaction()) return read();
    driver.exec('begin');
    try {
      return read();
    } finally {
      driver.exec('commit');
    }
  }

  /** In the order of the ids, one at a time: sorted by SQLite, large leads of a page would all be in memory. */
  *#leadRows(ids: readonly number[], shown: Pick<LeadQuery, 'brief'>): Iterable<LeadViewRow> {
    const { sql, parameters } = compileLead('0', shown);
    // The id is the last parameter of the statement, behind those of the columns.
    for (const id of ids) yield* this.#list<LeadViewRow>({ sql, parameters: parameters.with(-1, id) });
  }

  /** The rows of one list after those of the other. */
  *#rowsOf<Row>(parts: readonly CompiledList[]): Iterable<Row> {
    for (const part of parts) yield* this.#rows<Row>(part);
  }

  #leadView(id: string): LeadView | null {
    const [row] = this.#list<LeadViewRow>(compileLead(id));
    return row === undefined ? null : toLeadView(row);
  }

  #conversions(sql: string, ...parameters: readonly number[]): readonly Conversion[] {
    return (this.#connection.statement(sql).all(...parameters) as ConversionRow[]).map(toConversion);
  }

  #changes(sql: string, id: number): readonly LeadChange[] {
    const rows = this.#connection.statement(sql).iterate(id) as Iterable<LeadChangeRow>;
    return withinBytes(rows, MOST_CHANGES).kept.map(toLeadChange);
  }

  #list<Row>({ sql, parameters }: CompiledList): Row[] {
    return this.#connection.statement(sql).all(...parameters) as Row[];
  }

  /** The same row by row, for pages that end before all are read. */
  #rows<Row>({ sql, parameters }: CompiledList): Iterable<Row> {
    return this.#connection.statement(sql).iterate(...parameters) as Iterable<Row>;
  }

  #one(sql: string, ...parameters: readonly (string | number)[]): unknown {
    return this.#connection.statement(sql).get(...parameters);
  }
}

import { ORIGINS } from '../../../domain/origin.ts';
import type { EventCount } from '../../../domain/ports.ts';
import type { EventFilter, EventQuery, Page } from '../../../domain/report-ports.ts';
import { EVENT_STATUSES, type EventStatus, type EventSummary } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { type EventSummaryRow, toEventSummary } from '../rows/event-rows.ts';
import { optionalId, rowId, textId } from '../rows/row-id.ts';
import { type Fragment, type WalkedIds, walk } from './bounded-walk.ts';
import { type IdWindow, idWindow } from './id-window.ts';
import { EVENT_SUMMARY_COLUMNS } from './lists.ts';
import { toPage } from './page.ts';
import { eventHits, isSearch } from './search.ts';

/** Events looked at for one page of a list; about 2 µs each. */
const LOOKED_AT = 5_000;

const EVENTS_BY_ID = `
select ${EVENT_SUMMARY_COLUMNS.join(', ')} from webhook_eventos
where id in (select value from json_each(?)) order by id desc`;

/** Ended in an error, or with a job that is parked or waits for a later time. */
const RETRYABLE = `(t.status = 'erro' or exists (
  select 1 from fila_jobs j
  where j.evento_id = t.id and j.conversao_id is null and j.finalizado_em is null and j.estado = 'pendente'
    and (j.disponivel_em is null or j.disponivel_em > ?)))`;

const FORGETTABLE = `exists (
  select 1 from fila_jobs j
  where j.evento_id = t.id and j.conversao_id is null and (
    (j.estado = 'pendente' and j.disponivel_em is null) or (j.estado = 'falhou' and j.substituido = 0 and t.status = 'erro')))`;

const COUNT_CHANGEABLE = `
select ifnull(sum(${RETRYABLE}), 0) as retryable, ifnull(sum(${FORGETTABLE}), 0) as forgettable
from json_each(?) c cross join webhook_eventos t on t.id = c.value`;

/** What a bulk change may touch. */
const OPEN_STATUSES: readonly EventStatus[] = ['recebido', 'erro'];

/** Where a part of a selection begins, and how large it may get. */
export interface ChangeablePage {
  readonly now: number;
  readonly before?: string;
  readonly limit: number;
  readonly lookAt: number;
}

export interface ChangeableEvents {
  readonly ids: readonly string[];
  /** Pass it as `before` to go on; null at the end. */
  readonly next: string | null;
}

/** Whether events are found by walking an index and checking its rows, instead of by an index that has the answer. */
export function isWalked({ text, parked, clientId, campaignId, ...filter }: EventFilter): boolean {
  return isSearch(text) || parked === true || clientId !== undefined || campaignId !== undefined || isBesideIndexes(filter);
}

/** No index has two of these together: where few events fit both, a list would read all that fit the one. */
function isBesideIndexes({ identity, errorCode, named, origin, status, eventType }: EventFilter): boolean {
  if (named !== undefined) return true;
  if (identity !== undefined) return false;
  const isTyped = eventType !== undefined;
  if (errorCode !== undefined) return isTyped || origin !== undefined || status !== undefined;
  return isTyped && origin !== undefined;
}

/** Events that no single index finds: those of a client or campaign, those with a text, and those a bulk change may touch. */
export class EventWalks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: EventQuery): Page<EventSummary> {
    const { ids, next } = this.#walk(query, { also: [], statuses: EVENT_STATUSES, limit: query.limit, lookAt: LOOKED_AT });
    const rows = this.#connection.statement(EVENTS_BY_ID).iterate(JSON.stringify(ids)) as Iterable<EventSummaryRow>;
    return toPage(rows, query.limit, toEventSummary, next);
  }

  changeable(filter: EventFilter, { now, before, limit, lookAt }: ChangeablePage): ChangeableEvents {
    if (filter.status === 'processado') return { ids: [], next: null };
    const query = { ...filter, ...(before === undefined ? {} : { before }) };
    const also = [{ sql: RETRYABLE, parameters: [now] }];
    const { ids, next } = this.#walk(query, { also, statuses: OPEN_STATUSES, limit, lookAt });
    return { ids: ids.map(textId), next: optionalId(next) };
  }

  countChangeable(eventRows: readonly number[], now: number): Omit<EventCount, 'atLeast'> {
    const rows = JSON.stringify(eventRows);
    return this.#connection.statement(COUNT_CHANGEABLE).get(now, rows) as Omit<EventCount, 'atLeast'>;
  }

  /** The events with one error code that fit the rest of a filter, as far as so many of the newest ones tell. */
  withError(filter: EventFilter & { readonly errorCode: string }, lookAt: number): WalkedIds {
    const window = idWindow(this.#connection, 'webhook_eventos', filter);
    const stream = errorStream(filter.errorCode, filter.named, window);
    const conditions = eventConditions(filter);
    return walk(this.#connection, { table: 'webhook_eventos', stream, named: [], conditions, limit: lookAt, lookAt });
  }

  summaries(ids: readonly number[]): readonly EventSummary[] {
    return (this.#connection.statement(EVENTS_BY_ID).all(JSON.stringify(ids)) as EventSummaryRow[]).map(toEventSummary);
  }

  #walk(query: EventFilter & { readonly before?: string }, { also, statuses, limit, lookAt }: Way): WalkedIds {
    const window = idWindow(this.#connection, 'webhook_eventos', query);
    const { text } = query;
    const { stream, named } = isSearch(text)
      ? eventHits(this.#connection, text, window)
      : { stream: eventStream(query, window, statuses), named: [] };
    const conditions = [...eventConditions(query), ...also];
    return walk(this.#connection, { table: 'webhook_eventos', stream, named, conditions, limit, lookAt });
  }
}

/** What is looked for besides the filter, in which states where no other index is walked, and how far. */
interface Way {
  readonly also: readonly Fragment[];
  readonly statuses: readonly EventStatus[];
  readonly limit: number;
  readonly lookAt: number;
}

/** The index that leaves the fewest events; what is neither named nor sorted otherwise is taken by type or origin and status. */
function eventStream(filter: EventFilter, window: IdWindow, asked: readonly EventStatus[]): Fragment {
  const { from, below } = window;
  if (filter.identity !== undefined) {
    const sql = 'select id from webhook_eventos where identidade = ? and origem in (?, ?, ?) and id >= ? and id < ? order by id desc';
    return { sql, parameters: [filter.identity, ...ORIGINS, from, below] };
  }
  if (filter.parked === true) return parkedStream(window);
  if (filter.campaignId !== undefined) return ownerStream('eventos_por_campanha', 'campanha_id', filter.campaignId, window);
  if (filter.clientId !== undefined) return ownerStream('eventos_por_cliente', 'cliente_id', rowId(filter.clientId), window);
  if (filter.errorCode !== undefined) return errorStream(filter.errorCode, filter.named, window);
  const statuses = filter.status === undefined ? asked : [filter.status];
  const values = filter.eventType === undefined ? (filter.origin === undefined ? ORIGINS : [filter.origin]) : [filter.eventType];
  const pairs = values.flatMap((value) => statuses.map((status) => [value, status] as const));
  const column = filter.eventType === undefined ? 'origem' : 'event_type';
  const part = `select id from webhook_eventos where ${column} = ? and status = ? and id >= ? and id < ?`;
  return {
    sql: `${pairs.map(() => part).join(' union all ')} order by id desc`,
    parameters: pairs.flatMap(([value, status]) => [value, status, from, below]),
  };
}

function errorStream(errorCode: string, named: string | undefined, { from, below }: IdWindow): Fragment {
  const target = named === undefined ? '' : ' and erro_alvo = ?';
  const sql = `select id from webhook_eventos where erro_codigo = ?${target} and id >= ? and id < ? order by id desc`;
  return { sql, parameters: named === undefined ? [errorCode, from, below] : [errorCode, named, from, below] };
}

/** By an index of their own: a platform that is not connected parks every event it sends. */
function parkedStream({ from, below }: IdWindow): Fragment {
  const sql = `
    select evento_id as id from fila_jobs indexed by fila_jobs_estacionados_evento
    where estado = 'pendente' and disponivel_em is null and conversao_id is null and evento_id >= ? and evento_id < ?
    order by evento_id desc`;
  return { sql, parameters: [from, below] };
}

function ownerStream(
  table: 'eventos_por_cliente' | 'eventos_por_campanha',
  column: string,
  owner: string | number,
  { from, below }: IdWindow,
): Fragment {
  const sql = `select evento_id as id from ${table} where ${column} = ? and evento_id >= ? and evento_id < ? order by evento_id desc`;
  return { sql, parameters: [owner, from, below] };
}

function eventConditions(filter: EventFilter): readonly Fragment[] {
  const { origin, status, eventType, errorCode, named, identity, clientId, campaignId, since, until } = filter;
  const conditions: Fragment[] = [];
  if (origin !== undefined) conditions.push({ sql: 't.origem = ?', parameters: [origin] });
  if (status !== undefined) conditions.push({ sql: 't.status = ?', parameters: [status] });
  if (eventType !== undefined) conditions.push({ sql: 't.event_type = ?', parameters: [eventType] });
  if (filter.parked === true) conditions.push(parkedFor(errorCode, named));
  else {
    if (errorCode !== undefined) conditions.push({ sql: 't.erro_codigo = ?', parameters: [errorCode] });
    if (named !== undefined) conditions.push({ sql: 't.erro_codigo is not null and t.erro_alvo = ?', parameters: [named] });
  }
  if (identity !== undefined) conditions.push({ sql: 't.identidade = ?', parameters: [identity] });
  if (since !== undefined) conditions.push({ sql: 't.recebido_em >= ?', parameters: [since] });
  if (until !== undefined) conditions.push({ sql: 't.recebido_em < ?', parameters: [until] });
  if (clientId !== undefined) conditions.push(ofLead('cliente_id', rowId(clientId)));
  if (campaignId !== undefined) conditions.push(ofLead('campanha_id', campaignId));
  return conditions;
}

function parkedFor(errorCode: string | undefined, named: string | undefined): Fragment {
  const isParked = "j.evento_id = t.id and j.estado = 'pendente' and j.disponivel_em is null and j.conversao_id is null";
  const code = errorCode === undefined ? '' : ' and j.erro_codigo = ?';
  const target = named === undefined ? '' : ' and j.erro_alvo = ?';
  return {
    sql: `exists (select 1 from fila_jobs j where ${isParked}${code}${target})`,
    parameters: [errorCode, named].filter((value) => value !== undefined),
  };
}

/** The lead itself is asked: an event may have had another one before. */
function ofLead(column: 'cliente_id' | 'campanha_id', value: string | number): Fragment {
  return { sql: `exists (select 1 from leads l where l.id = t.lead_id and l.${column} = ?)`, parameters: [value] };
}

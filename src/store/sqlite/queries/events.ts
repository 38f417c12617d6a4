import { JobState } from '../../../domain/job.ts';
import { ORIGINS } from '../../../domain/origin.ts';
import type { EventCount } from '../../../domain/ports.ts';
import type { EventFilter, EventQuery, EventTrail, Page } from '../../../domain/report-ports.ts';
import { EVENT_STATUSES, EventStatus, type EventSummary } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { allOf, type Condition, type Fragment, fragment, joined, verbatim } from '../fragments.ts';
import { SELECT_CONVERSIONS, toConversion } from '../rows/conversion-rows.ts';
import { EVENT_SUMMARY_COLUMNS, toEventSummary, toWebhookEvent } from '../rows/event-rows.ts';
import { allOfThem, oneOrNull, optionalId, rowId, textId } from '../rows/fields.ts';
import { toJobAttempt, toJobSummary } from '../rows/job-rows.ts';
import { toLeadChange } from '../rows/lead-change-rows.ts';
import { type IdWindow, idWindow, insideWindow } from './id-window.ts';
import { ATTEMPTS } from './jobs.ts';
import { leadView } from './leads.ts';
import { merged, type NumberedRow, toPage } from './page.ts';
import { eventHits, isSearch } from './search.ts';
import { namedSecretOf } from './secrets.ts';
import { type WalkedIds, walk } from './walk.ts';

/** Maximum events read for one page of a list; about 2 µs each. */
const LOOKED_AT = 5_000;

const SUMMARIES = verbatim(`select ${EVENT_SUMMARY_COLUMNS} from webhook_eventos t`);

const EVENTS_BY_ID = `
select ${EVENT_SUMMARY_COLUMNS} from webhook_eventos
where id in (select value from json_each(?)) order by id desc`;

const EVENT = `
select e.*, l.corpo as lote_corpo
from webhook_eventos e left join webhook_lotes l on l.id = e.lote_id
where e.id = ?`;

/** A stage that a person registered is stored under the event that created the lead, but did not come from it. */
const CONVERSIONS_OF_EVENT = `
${SELECT_CONVERSIONS} where c.lead_id = ? and c.evento_id = ? and s.registrada_por is null order by c.id`;

/** Failed, or with a job that is parked or delayed. */
const RETRYABLE = `(t.status = '${EventStatus.failed}' or exists (
  select 1 from fila_jobs j
  where j.evento_id = t.id and j.conversao_id is null and j.finalizado_em is null and j.estado = '${JobState.pending}'
    and (j.disponivel_em is null or j.disponivel_em > ?)))`;

const FORGETTABLE = `exists (
  select 1 from fila_jobs j
  where j.evento_id = t.id and j.conversao_id is null and (
    (j.estado = '${JobState.pending}' and j.disponivel_em is null) or (j.estado = '${JobState.failed}' and j.substituido = 0 and t.status = '${EventStatus.failed}')))`;

const COUNT_CHANGEABLE = `
select ifnull(sum(${RETRYABLE}), 0) as retryable, ifnull(sum(${FORGETTABLE}), 0) as forgettable
from json_each(?) c cross join webhook_eventos t on t.id = c.value`;

/** The states that a bulk change may touch. */
const OPEN_STATUSES: readonly EventStatus[] = [EventStatus.received, EventStatus.failed];

/** Where a part of a selection begins, and its maximum size. */
export interface ChangeablePage {
  readonly now: number;
  readonly before?: string;
  readonly limit: number;
  readonly lookAt: number;
}

interface ChangeableEvents {
  readonly ids: readonly string[];
  /** Pass it as `before` to continue; `null` at the end. */
  readonly next: string | null;
}

const webhookEvent = oneOrNull(EVENT, toWebhookEvent);
const jobsOfEvent = allOfThem('select * from fila_jobs where evento_id = ? and conversao_id is null order by id', toJobSummary);
const attemptsOfEvent = allOfThem(
  `${ATTEMPTS} where j.evento_id = ? and j.conversao_id is null order by t.terminada_em, t.reserva`,
  toJobAttempt,
);
const conversionsOfEvent = allOfThem(CONVERSIONS_OF_EVENT, toConversion);
const changeOfEvent = oneOrNull('select * from lead_mudancas where evento_id = ? order by id desc limit 1', toLeadChange);

/** One page of events, newest first. With any filter, its cost does not grow with the table. */
export function listEvents(connection: Connection, query: EventQuery): Page<EventSummary> {
  if (isWalked(query)) {
    const { ids, next } = walkEvents(connection, query, { also: [], statuses: EVENT_STATUSES, limit: query.limit, lookAt: LOOKED_AT });
    const rows = connection.each<NumberedRow>({ sql: EVENTS_BY_ID, parameters: [JSON.stringify(ids)] });
    return toPage(rows, query.limit, toEventSummary, next);
  }
  const window = idWindow(connection, 'webhook_eventos', query);
  return toPage(connection.each<NumberedRow>(eventsOf(query, window)), query.limit, toEventSummary);
}

export function eventsById(connection: Connection, ids: readonly string[]): readonly EventSummary[] {
  return eventSummaries(connection, ids.map(rowId));
}

export function eventSummaries(connection: Connection, ids: readonly number[]): readonly EventSummary[] {
  return connection.all<object>(EVENTS_BY_ID, JSON.stringify(ids)).map(toEventSummary);
}

export function eventTrail(connection: Connection, id: string): EventTrail | null {
  const row = rowId(id);
  const event = webhookEvent(connection, row);
  if (event === null) return null;
  return {
    event,
    namedSecret: namedSecretOf(connection, event),
    jobs: jobsOfEvent(connection, row),
    attempts: attemptsOfEvent(connection, row),
    lead: event.leadId === null ? null : leadView(connection, event.leadId),
    conversions: event.leadId === null ? [] : conversionsOfEvent(connection, rowId(event.leadId), row),
    changes: changeOfEvent(connection, row),
  };
}

/** One part of the events that a bulk change may touch. */
export function changeable(connection: Connection, filter: EventFilter, { now, before, limit, lookAt }: ChangeablePage): ChangeableEvents {
  if (filter.status === EventStatus.processed) return { ids: [], next: null };
  const query = { ...filter, ...(before === undefined ? {} : { before }) };
  const { ids, next } = walkEvents(connection, query, { also: [[RETRYABLE, now]], statuses: OPEN_STATUSES, limit, lookAt });
  return { ids: ids.map(textId), next: optionalId(next) };
}

export function countChangeable(connection: Connection, ids: readonly string[], now: number): Omit<EventCount, 'atLeast'> {
  return connection.get(COUNT_CHANGEABLE, now, JSON.stringify(ids.map(rowId))) as Omit<EventCount, 'atLeast'>;
}

/** The events with one error code that match the rest of the filter, among the newest `lookAt` events. */
export function eventsWithError(connection: Connection, filter: EventFilter & { readonly errorCode: string }, lookAt: number): WalkedIds {
  const stream = errorStream(filter.errorCode, filter.named, idWindow(connection, 'webhook_eventos', filter));
  return walk(connection, { table: 'webhook_eventos', stream, conditions: conditionsOf(filter), limit: lookAt, lookAt });
}

/** Whether events are found by walking an index and checking its rows, because no index covers the filter. */
function isWalked({ text, parked, clientId, campaignId, ...filter }: EventFilter): boolean {
  return isSearch(text) || parked === true || clientId !== undefined || campaignId !== undefined || isBesideIndexes(filter);
}

/** No index combines these filters: if few events match both, a list would read every match of one. */
function isBesideIndexes({ identity, errorCode, named, origin, status, eventType }: EventFilter): boolean {
  if (named !== undefined) return true;
  if (identity !== undefined) return false;
  const isTyped = eventType !== undefined;
  if (errorCode !== undefined) return isTyped || origin !== undefined || status !== undefined;
  return isTyped && origin !== undefined;
}

/**
 * One page of events, newest first; one extra row shows whether there is another page. An index is walked in the order of ids, so that a
 * page costs the same in a table of ten million rows. The indexes are (origem, status, id) and (event_type, status, id): if a column is not
 * given, the walks of all its values are merged.
 */
function eventsOf(page: EventQuery, window: IdWindow): Fragment {
  const hasFewRows = page.identity !== undefined || page.errorCode !== undefined;
  const hasOther = page.origin !== undefined || page.eventType !== undefined;
  if (hasFewRows || hasOther === (page.status !== undefined)) return eventsByIndex(page, window);
  const parts: readonly EventQuery[] = hasOther
    ? EVENT_STATUSES.map((status) => ({ ...page, status }))
    : ORIGINS.map((origin) => ({ ...page, origin }));
  return merged(
    parts.map((part) => eventsByIndex(part, window)),
    page.limit,
  );
}

function eventsByIndex(page: EventQuery, window: IdWindow): Fragment {
  const walked =
    page.identity !== undefined || page.errorCode !== undefined
      ? ['identidade', 'erro_codigo']
      : ['status', page.eventType === undefined ? 'origem' : 'event_type'];
  const where = allOf([...conditionsOf(page, walked), ...insideWindow('t.id', window)]);
  return fragment`${SUMMARIES} where ${where} order by id desc limit ${page.limit + 1}`;
}

/** Extra conditions, the states to walk if no other index applies, and how many ids to read. */
interface Way {
  readonly also: readonly Condition[];
  readonly statuses: readonly EventStatus[];
  readonly limit: number;
  readonly lookAt: number;
}

function walkEvents(
  connection: Connection,
  query: EventFilter & { readonly before?: string },
  { also, statuses, limit, lookAt }: Way,
): WalkedIds {
  const window = idWindow(connection, 'webhook_eventos', query);
  const { text } = query;
  const found = isSearch(text) ? eventHits(connection, text, window) : { stream: streamOf(query, window, statuses) };
  return walk(connection, { table: 'webhook_eventos', ...found, conditions: [...conditionsOf(query), ...also], limit, lookAt });
}

/** The index that leaves the fewest events; without a more specific filter, the index of type or origin and status. */
function streamOf(filter: EventFilter, window: IdWindow, asked: readonly EventStatus[]): Fragment {
  if (filter.identity !== undefined) {
    const inWindow = allOf([['identidade = ? and origem in (?, ?, ?)', filter.identity, ...ORIGINS], ...ends('id', window)]);
    return fragment`select id from webhook_eventos where ${inWindow} order by id desc`;
  }
  if (filter.parked === true) return parkedStream(window);
  if (filter.campaignId !== undefined) return ownerStream('eventos_por_campanha', 'campanha_id', filter.campaignId, window);
  if (filter.clientId !== undefined) return ownerStream('eventos_por_cliente', 'cliente_id', rowId(filter.clientId), window);
  if (filter.errorCode !== undefined) return errorStream(filter.errorCode, filter.named, window);
  const statuses = filter.status === undefined ? asked : [filter.status];
  const values = filter.eventType === undefined ? (filter.origin === undefined ? ORIGINS : [filter.origin]) : [filter.eventType];
  const column = filter.eventType === undefined ? 'origem' : 'event_type';
  const parts = values.flatMap((value) =>
    statuses.map(
      (status) =>
        fragment`select id from webhook_eventos where ${allOf([[`${column} = ? and status = ?`, value, status], ...ends('id', window)])}`,
    ),
  );
  return fragment`${joined(parts, ' union all ')} order by id desc`;
}

function errorStream(errorCode: string, named: string | undefined, window: IdWindow): Fragment {
  const where = allOf([['erro_codigo = ?', errorCode], ['erro_alvo = ?', named], ...ends('id', window)]);
  return fragment`select id from webhook_eventos where ${where} order by id desc`;
}

/** A literal, because SQLite only matches a partial index by it. */
const IS_PARKED = verbatim(`estado = '${JobState.pending}' and disponivel_em is null`);

/** It has its own index: a platform that is not connected parks every event it sends. */
function parkedStream(window: IdWindow): Fragment {
  return fragment`
    select evento_id as id from fila_jobs indexed by fila_jobs_estacionados_evento
    where ${IS_PARKED} and conversao_id is null and ${allOf(ends('evento_id', window))}
    order by evento_id desc`;
}

function ownerStream(
  table: 'eventos_por_cliente' | 'eventos_por_campanha',
  column: string,
  owner: string | number,
  window: IdWindow,
): Fragment {
  const where = allOf([[`${column} = ?`, owner], ...ends('evento_id', window)]);
  return fragment`select evento_id as id from ${verbatim(table)} where ${where} order by evento_id desc`;
}

/** Both ends of the window, even open ones, so that the text of a walk stays the same. */
function ends(id: string, { from, below }: IdWindow): readonly Condition[] {
  return [[`${id} >= ? and ${id} < ?`, from, below]];
}

/**
 * The conditions for an event `t`. `+column` makes SQLite check a condition row by row, so that it uses an index of the walked columns;
 * where ids are checked, no index is walked.
 */
function conditionsOf(filter: EventFilter, walked: readonly string[] = []): readonly Condition[] {
  const { origin, status, eventType, errorCode, named, identity, clientId, campaignId, since, until } = filter;
  const column = (name: string): string => `${walked.includes(name) ? '' : '+'}t.${name}`;
  const isByIdentity = identity !== undefined && walked.includes('identidade');
  return [
    [`${column('origem')} = ?`, origin],
    [`${column('status')} = ?`, status],
    [`${column('event_type')} = ?`, eventType],
    ...(filter.parked === true ? [parkedFor(errorCode, named)] : withError(column('erro_codigo'), errorCode, named)),
    [`${column('identidade')} = ?`, identity],
    ...(isByIdentity ? ([['t.origem in (?, ?, ?)', ...ORIGINS]] as const) : []),
    ['+t.recebido_em >= ?', since],
    ['+t.recebido_em < ?', until],
    // Checks the lead itself: the event may have had another lead before.
    ['exists (select 1 from leads l where l.id = t.lead_id and l.cliente_id = ?)', clientId === undefined ? undefined : rowId(clientId)],
    ['exists (select 1 from leads l where l.id = t.lead_id and l.campanha_id = ?)', campaignId],
  ];
}

function withError(column: string, errorCode: string | undefined, named: string | undefined): readonly Condition[] {
  return [
    [`${column} = ?`, errorCode],
    ['t.erro_codigo is not null and t.erro_alvo = ?', named],
  ];
}

function parkedFor(errorCode: string | undefined, named: string | undefined): Condition {
  const { sql, parameters } = allOf([
    [`j.evento_id = t.id and j.estado = '${JobState.pending}' and j.disponivel_em is null and j.conversao_id is null`],
    ['j.erro_codigo = ?', errorCode],
    ['j.erro_alvo = ?', named],
  ]);
  return [`exists (select 1 from fila_jobs j where ${sql})`, ...parameters];
}

import { JobState } from '../../../domain/job.ts';
import type { EventCount } from '../../../domain/ports.ts';
import type { EventFilter, EventQuery, EventTrail, Page } from '../../../domain/report-ports.ts';
import { EventStatus, type EventSummary } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { allOf, type Condition, type Fragment, fragment } from '../fragments.ts';
import { eventsNamed } from '../keys/event-keys.ts';
import { SELECT_CONVERSIONS, toConversion } from '../rows/conversion-rows.ts';
import { EVENT_SUMMARY_COLUMNS, toEventSummary, toWebhookEvent } from '../rows/event-rows.ts';
import { allOfThem, oneOrNull, optionalId, rowId, textId } from '../rows/fields.ts';
import { CONVERSION_JOBS } from '../rows/job-rows.ts';
import { toLeadChange } from '../rows/lead-change-rows.ts';
import { isSearch } from '../search.ts';
import type { Zone } from '../zones.ts';
import { type IdWindow, idWindow, inWindow, withinWindow } from './id-window.ts';
import { jobTrail } from './jobs.ts';
import { leadView } from './leads.ts';
import { pageOf } from './page.ts';
import { eventHits } from './search-hits.ts';
import { namedSecretOf } from './secrets.ts';
import { type WalkedIds, walk } from './walk.ts';

/** Maximum events read for one page of a list; about 2 µs each. */
const LOOKED_AT = 5_000;

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

/** Failed and with its body, or with a job that is parked or delayed. */
const RETRYABLE = `((t.status = '${EventStatus.failed}' and t.corpo_apagado_em is null) or exists (
  select 1 from fila_vivos j
  where j.id = t.id and j.estado = '${JobState.pending}' and (j.disponivel_em is null or j.disponivel_em > ?)))`;

const FORGETTABLE = `(
  exists (select 1 from fila_encerrados j where j.id = t.id and j.erro_codigo is not null)
  or exists (select 1 from fila_vivos j where j.id = t.id and j.estado = '${JobState.pending}' and j.disponivel_em is null))`;

const COUNT_CHANGEABLE = `
select count(*) filter (where ${RETRYABLE}) as retryable, count(*) filter (where ${FORGETTABLE}) as forgettable
from json_each(?) c cross join webhook_eventos t on t.id = c.value`;

/** Where a part of a selection begins, and its maximum size. */
export interface ChangeablePage {
  readonly now: number;
  readonly before?: string;
  readonly limit: number;
  readonly lookAt: number;
}

const eventsOfIds = allOfThem(EVENTS_BY_ID, toEventSummary);
const webhookEvent = oneOrNull(EVENT, toWebhookEvent);
const conversionsOfEvent = allOfThem(CONVERSIONS_OF_EVENT, toConversion);
const changeOfEvent = oneOrNull(
  "select * from lead_mudancas where evento_id = ? and mudancas <> '[]' order by id desc limit 1",
  toLeadChange,
);

/** One page of events, newest first. With any filter, its cost does not grow with the table. */
export async function listEvents(connection: Connection, query: EventQuery): Promise<Page<EventSummary>> {
  const { ids, next } = await findEvents(connection, query, { limit: query.limit, lookAt: LOOKED_AT });
  const page = { sql: EVENTS_BY_ID, parameters: [JSON.stringify(ids)] };
  return await pageOf(connection, page, query.limit, toEventSummary, next);
}

export async function eventsById(connection: Connection, ids: readonly string[]): Promise<readonly EventSummary[]> {
  return await eventSummaries(connection, ids.map(rowId));
}

export async function eventSummaries(connection: Connection, ids: readonly number[]): Promise<readonly EventSummary[]> {
  return await eventsOfIds(connection, JSON.stringify(ids));
}

export async function eventTrail(connection: Connection, id: string): Promise<EventTrail | null> {
  const row = rowId(id);
  const event = await webhookEvent(connection, row);
  if (event === null) return null;
  return {
    event,
    namedSecret: await namedSecretOf(connection, event),
    ...(await jobTrail(connection, row)),
    lead: event.leadId === null ? null : await leadView(connection, event.leadId),
    conversions: event.leadId === null ? [] : await conversionsOfEvent(connection, rowId(event.leadId), row),
    changes: await changeOfEvent(connection, row),
  };
}

/** One part of the events that a bulk change may touch; pass `next` as `before` to continue. */
export async function changeable(
  connection: Connection,
  filter: EventFilter,
  { now, before, limit, lookAt }: ChangeablePage,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null }> {
  if (filter.status === EventStatus.processed) return { ids: [], next: null };
  const query = { ...filter, ...(before === undefined ? {} : { before }) };
  const { ids, next } = await findEvents(connection, query, { retryableAt: now, limit, lookAt });
  return { ids: ids.map(textId), next: optionalId(next) };
}

export async function countChangeable(connection: Connection, ids: readonly string[], now: number): Promise<Omit<EventCount, 'atLeast'>> {
  return (await connection.get(COUNT_CHANGEABLE, now, JSON.stringify(ids.map(rowId)))) as Omit<EventCount, 'atLeast'>;
}

/** The events with one error code that match the rest of the filter, among the newest `lookAt` events. */
export async function eventsWithError(
  connection: Connection,
  filter: EventFilter & { readonly errorCode: string },
  lookAt: number,
): Promise<WalkedIds> {
  const stream = errorStream(filter.errorCode, filter.named, await idWindow(connection, 'webhook_eventos', filter));
  return await walk(connection, { table: 'webhook_eventos', stream, conditions: conditionsOf(filter), limit: lookAt, lookAt });
}

interface Way {
  /** Only events that a bulk change may touch at this time (UTC ms). */
  readonly retryableAt?: number;
  readonly limit: number;
  readonly lookAt: number;
}

/**
 * The ids of one page of events, newest first. What names the fewest events is read, and each of them is checked: the hits of a search, an
 * identity, what is parked, waiting or failed; otherwise the blocks of ids that hold the values of the filter.
 */
async function findEvents(
  connection: Connection,
  query: EventFilter & { readonly before?: string },
  { retryableAt, limit, lookAt }: Way,
): Promise<WalkedIds> {
  const window = await idWindow(connection, 'webhook_eventos', query);
  const conditions = [...conditionsOf(query), [RETRYABLE, retryableAt] as const];
  const walkOf = async (found: { readonly stream: Fragment | undefined; readonly named?: readonly number[] }): Promise<WalkedIds> =>
    await walk(connection, { table: 'webhook_eventos', ...found, conditions, limit, lookAt });
  const { text } = query;
  if (isSearch(text))
    return await connection.search.withIndex(async (index) => await walkOf(await eventHits(connection, index, text, window)));
  if (query.identity !== undefined) {
    return await walkOf({ stream: undefined, named: inWindow(await eventsNamed(connection, query.identity), window) });
  }
  const stream = streamOf(query, window) ?? (retryableAt === undefined ? undefined : openEvents(window));
  const [zone, ...others] = zonesOf(query);
  if (stream !== undefined || zone === undefined) return await walkOf({ stream: stream ?? everyEvent(window) });
  return await connection.walkZones({ zones: [zone, ...others], window, conditions, limit });
}

/** The few events that the filter can only match, newest first; `undefined` if it names none. */
function streamOf({ parked, status, errorCode, named }: EventFilter, window: IdWindow): Fragment | undefined {
  if (parked === true) return parkedStream(window);
  if (status === EventStatus.received) return liveStream(window);
  if (errorCode !== undefined) return errorStream(errorCode, named, window);
  return status === EventStatus.failed || named !== undefined ? failedStream(window) : undefined;
}

/** The rarest first. */
function zonesOf({ campaignId, clientId, eventType, origin, status }: EventFilter): readonly Zone[] {
  const zones: readonly (readonly [Zone[0], string | undefined])[] = [
    ['campanha', campaignId],
    ['cliente', clientId],
    ['event_type', eventType],
    ['origem', origin],
    ['status', status],
  ];
  return zones.filter((zone): zone is Zone => zone[1] !== undefined);
}

function everyEvent(window: IdWindow): Fragment {
  return fragment`select id from eventos where ${allOf([withinWindow('id', window)])} order by id desc`;
}

/** The events that a bulk change may touch: all others are processed. */
function openEvents(window: IdWindow): Fragment {
  return fragment`select * from (${failedStream(window)}) failed union all select * from (${liveStream(window)}) live order by id desc`;
}

function failedStream(window: IdWindow): Fragment {
  return fragment`
    select evento_id as id from evento_fins where erro_codigo is not null and ${allOf([withinWindow('evento_id', window)])} order by evento_id desc`;
}

function errorStream(errorCode: string, named: string | undefined, window: IdWindow): Fragment {
  const where = allOf([['erro_codigo = ?', errorCode], ['erro_alvo = ?', named], withinWindow('evento_id', window)]);
  return fragment`select evento_id as id from evento_fins where ${where} order by evento_id desc`;
}

/** An event is `recebido` as long as its job is live. */
function liveStream(window: IdWindow): Fragment {
  return fragment`select id from fila_vivos where ${allOf([withinWindow('id', ofEvents(window))])} order by id desc`;
}

/** It has its own index: a platform that is not connected parks every event it sends. Literals, because SQLite only matches such an index by them. */
function parkedStream(window: IdWindow): Fragment {
  const where = allOf([[`estado = '${JobState.pending}' and disponivel_em is null`], withinWindow('id', ofEvents(window))]);
  return fragment`select id from fila_vivos indexed by fila_vivos_estacionados where ${where} order by id desc`;
}

/** The jobs of events, without those of conversions, which have higher ids. */
function ofEvents({ from, below }: IdWindow): IdWindow {
  return { from, below: Math.min(below, CONVERSION_JOBS) };
}

/** The conditions for an event `t`. `+column` keeps SQLite from reading another index than the ids it is given. */
function conditionsOf(filter: EventFilter): readonly (Condition | Fragment)[] {
  const { origin, status, eventType, errorCode, named, identity, clientId, campaignId, since, until } = filter;
  return [
    ['+t.origem = ?', origin],
    ['+t.status = ?', status],
    ['+t.event_type = ?', eventType],
    ...(filter.parked === true ? [parkedFor(errorCode, named)] : withError(errorCode, named)),
    ['+t.identidade = ?', identity],
    ['+t.recebido_em >= ?', since],
    ['+t.recebido_em < ?', until],
    // Checks the lead itself: the event may have had another lead before.
    ['exists (select 1 from leads l where l.id = t.lead_id and l.cliente_id = ?)', clientId === undefined ? undefined : rowId(clientId)],
    ['exists (select 1 from leads l where l.id = t.lead_id and l.campanha_id = ?)', campaignId],
  ];
}

function withError(errorCode: string | undefined, named: string | undefined): readonly Condition[] {
  return [
    ['+t.erro_codigo = ?', errorCode],
    ['+t.erro_codigo is not null and +t.erro_alvo = ?', named],
  ];
}

function parkedFor(errorCode: string | undefined, named: string | undefined): Fragment {
  const where = allOf([
    [`j.id = t.id and j.estado = '${JobState.pending}' and j.disponivel_em is null`],
    ['j.erro_codigo = ?', errorCode],
    ['j.erro_alvo = ?', named],
  ]);
  return fragment`exists (select 1 from fila_vivos j where ${where})`;
}

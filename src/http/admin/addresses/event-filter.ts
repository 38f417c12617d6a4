import { z } from 'zod';
import { HOUR_MS } from '../../../base/time-units.ts';
import { namedWord, readNamedWord } from '../../../domain/fault-target.ts';
import { ORIGINS } from '../../../domain/origin.ts';
import type { EventFilter, EventQuery } from '../../../domain/report-ports.ts';
import { EVENT_STATUSES } from '../../../domain/webhook-event.ts';
import { isoTime } from '../../../presentation/json.ts';
import { cursor, flag, id, limit, ROWS_PER_PAGE, readValues, text, time, word } from '../contract/values.ts';
import { addressOf, withoutUndefined } from './list-address.ts';

/** Times back from now, so that a bookmark means the same tomorrow. */
export const PERIODS = ['1h', '24h', '7d', '30d'] as const;

type Period = (typeof PERIODS)[number];

const PERIOD_MS: Readonly<Record<Period, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS };

/** The filter of the list as its address tells it. */
export interface EventListFilter extends EventFilter {
  readonly period?: Period;
}

/** The fields of the filter, in the order they have in an address. */
export const EVENT_FILTER_FIELDS = {
  busca: text('What a person typed: an id, identity, click id, name, e-mail or phone; whole words, the last one perhaps only begun.'),
  origem: word(ORIGINS, 'Where the event came from.'),
  status: word(EVENT_STATUSES, 'Its state.'),
  estacionado: flag('1: only events that wait for something outside; `erro_codigo` is then what they wait for.'),
  event_type: text('Its type, exactly.'),
  erro_codigo: text('The code of its error.'),
  erro_alvo: text('What its error names, exactly: `campanha_id:42`; `-`: nothing.'),
  identidade: text('Its identity, exactly.'),
  cliente: id('The client its lead belongs to. Events that failed or wait have no lead, and so no client.'),
  campanha: text('The campaign its lead belongs to; none while there is no lead.'),
  periodo: word(PERIODS, 'Received within this time before now.'),
  desde: time('Received at or after: a date or time, UTC where it names no zone.'),
  ate: time('Received before: a date or time, UTC where it names no zone.'),
} as const;

export const EVENT_LIST_QUERY = z.object({ ...EVENT_FILTER_FIELDS, antes: cursor(), limite: limit() });

const FILTER = z.object(EVENT_FILTER_FIELDS);

export interface EventListQuery {
  readonly filter: EventListFilter;
  readonly before: string | undefined;
  readonly limit: number;
}

/**
 * Reads the filter from an address or a form. Empty fields, as a form sends them, do not filter.
 * @throws AppError invalid_input for a value that cannot be meant
 */
export function readEventFilter(values: URLSearchParams): EventListFilter {
  return toFilter(readValues(FILTER, values));
}

/** The page of the list that the address asks for. */
export function readEventListQuery(query: URLSearchParams): EventListQuery {
  const { antes: before, limite, ...fields } = readValues(EVENT_LIST_QUERY, query);
  return { filter: toFilter(fields), before, limit: limite };
}

/** What the store is asked for: the period ends now. */
export function toStoreFilter({ period, ...filter }: EventListFilter, now: number): EventFilter {
  if (period === undefined) return filter;
  return { ...filter, since: Math.max(filter.since ?? 0, now - PERIOD_MS[period]) };
}

/** One page of the list as the store is asked for it. */
export function toStoreQuery({ filter, before, limit: rows }: EventListQuery, now: number): EventQuery {
  return { ...toStoreFilter(filter, now), ...(before === undefined ? {} : { before }), limit: rows };
}

/** The filter as fields of an address or a form, in a fixed order. */
export function filterFields(filter: EventListFilter): readonly (readonly [name: FilterField, value: string])[] {
  const values: Record<FilterField, string | undefined> = {
    busca: filter.text,
    origem: filter.origin,
    status: filter.status,
    estacionado: filter.parked === true ? '1' : undefined,
    event_type: filter.eventType,
    erro_codigo: filter.errorCode,
    erro_alvo: filter.named === undefined ? undefined : namedWord(filter.named),
    identidade: filter.identity,
    cliente: filter.clientId,
    campanha: filter.campaignId,
    periodo: filter.period,
    desde: filter.since === undefined ? undefined : isoTime(filter.since),
    ate: filter.until === undefined ? undefined : isoTime(filter.until),
  };
  return FIELD_NAMES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
}

export type FilterField = keyof typeof EVENT_FILTER_FIELDS;

const FIELD_NAMES = Object.keys(EVENT_FILTER_FIELDS) as readonly FilterField[];

/** The address of the list with this filter, from the start or from a cursor on, with as many rows as asked. */
export function eventListPath(filter: EventListFilter, before?: string, rows: number = ROWS_PER_PAGE): string {
  const values = Object.fromEntries(filterFields(filter));
  return addressOf('/admin/webhooks', { ...values, antes: before, limite: rows === ROWS_PER_PAGE ? undefined : String(rows) });
}

/** The filter without one of its fields. */
export function withoutField(filter: EventListFilter, field: FilterField): EventListFilter {
  const others = filterFields(filter).filter(([name]) => name !== field);
  return readEventFilter(new URLSearchParams(others.map(([name, value]) => [name, value])));
}

function toFilter(fields: z.output<typeof FILTER>): EventListFilter {
  return withoutUndefined({
    text: fields.busca,
    origin: fields.origem,
    status: fields.status,
    parked: fields.estacionado === undefined ? undefined : true,
    eventType: fields.event_type,
    errorCode: fields.erro_codigo,
    named: fields.erro_alvo === undefined ? undefined : readNamedWord(fields.erro_alvo),
    identity: fields.identidade,
    clientId: fields.cliente,
    campaignId: fields.campanha,
    period: fields.periodo,
    since: fields.desde,
    until: fields.ate,
  });
}

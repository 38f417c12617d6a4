import { HOUR_MS } from '../../../base/time-units.ts';
import { ORIGINS } from '../../../domain/origin.ts';
import type { EventFilter, EventQuery } from '../../../domain/report-ports.ts';
import { EVENT_STATUSES } from '../../../domain/webhook-event.ts';
import { flag, id, named, ROWS_PER_PAGE, text, time, word } from '../contract/values.ts';
import { filteredList } from './filtered-list.ts';
import { addressOf } from './list-address.ts';

/** Times back from now, so that a bookmark means the same tomorrow. */
export const PERIODS = ['1h', '24h', '7d', '30d'] as const;

type Period = (typeof PERIODS)[number];

const PERIOD_MS: Readonly<Record<Period, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS };

/** The filter of the list as its address tells it. */
export interface EventListFilter extends EventFilter {
  readonly period?: Period;
}

export const eventList = filteredList<EventListFilter>()('/admin/webhooks', {
  busca: [
    'text',
    text('What a person typed: an id, identity, click id, name, e-mail or phone; whole words, the last one perhaps only begun.'),
  ],
  origem: ['origin', word(ORIGINS, 'Where the event came from.')],
  status: ['status', word(EVENT_STATUSES, 'Its state.')],
  estacionado: ['parked', flag('1: only events that wait for something outside; `erro_codigo` is then what they wait for.')],
  event_type: ['eventType', text('Its type, exactly.')],
  erro_codigo: ['errorCode', text('The code of its error.')],
  erro_alvo: ['named', named('What its error names, exactly: `campanha_id:42`; `-`: nothing.')],
  identidade: ['identity', text('Its identity, exactly.')],
  cliente: ['clientId', id('The client its lead belongs to. Events that failed or wait have no lead, and so no client.')],
  campanha: ['campaignId', text('The campaign its lead belongs to; none while there is no lead.')],
  periodo: ['period', word(PERIODS, 'Received within this time before now.')],
  desde: ['since', time('Received at or after: a date or time, UTC where it names no zone.')],
  ate: ['until', time('Received before: a date or time, UTC where it names no zone.')],
});

export type FilterField = keyof typeof eventList.shape;

export interface EventListQuery {
  readonly filter: EventListFilter;
  readonly before: string | undefined;
  readonly limit: number;
}

/** The page of the list that the address asks for. */
export function readEventListQuery(query: URLSearchParams): EventListQuery {
  const { filter, page } = eventList.readPage(query);
  return { filter, before: page.before, limit: page.limit };
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

/** The address of the list with this filter, from the start or from a cursor on, with as many rows as asked. */
export function eventListPath(filter: EventListFilter, before?: string, rows: number = ROWS_PER_PAGE): string {
  const limite = rows === ROWS_PER_PAGE ? undefined : String(rows);
  return addressOf(eventList.path, { ...eventList.write(filter), antes: before, limite });
}

/** The filter without one of its fields. */
export function withoutField(filter: EventListFilter, field: FilterField): EventListFilter {
  return eventList.read(
    new URLSearchParams(
      eventList
        .fields(filter)
        .filter(([name]) => name !== field)
        .map((one) => [...one]),
    ),
  );
}

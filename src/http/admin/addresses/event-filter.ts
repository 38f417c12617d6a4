import { HOUR_MS } from '../../../base/time-units.ts';
import { ORIGINS } from '../../../domain/origin.ts';
import type { EventFilter } from '../../../domain/report-ports.ts';
import { EVENT_STATUSES } from '../../../domain/webhook-event.ts';
import { targetLabel } from '../../../presentation/labels.ts';
import { flag, id, named, ROWS_PER_PAGE, text, time, word } from '../requests/values.ts';
import { choice, errorCode, field, filteredList } from './filtered-list.ts';
import { addressOf } from './paths.ts';

/** Relative to now, so that a bookmark means the same tomorrow. */
const PERIODS = ['1h', '24h', '7d', '30d'] as const;

type Period = (typeof PERIODS)[number];

const PERIOD_MS: Readonly<Record<Period, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS };

/** The list's filter in its URL. */
export interface EventListFilter extends EventFilter {
  readonly period?: Period;
}

export const eventList = filteredList<EventListFilter>()('/admin/webhooks', {
  busca: [
    'text',
    text('Search text: an ID, identity, click ID, name, email or phone. Matches whole words; the last one can be incomplete.'),
    ({ labels, web }) => ({ label: labels.fields.search, isPersonal: true, hint: web.filter.searchHint }),
  ],
  origem: ['origin', word(ORIGINS, 'The source.'), choice('source', 'origins')],
  status: ['status', word(EVENT_STATUSES, 'The state.'), choice('state', 'states')],
  periodo: [
    'period',
    word(PERIODS, 'Received within this period before now.'),
    ({ labels, web }) => ({ label: labels.fields.period, any: web.events.anyTime, options: web.events.periods }),
  ],
  cliente: [
    'clientId',
    id('The client of the lead. Failed and waiting events have no lead, and so no client.'),
    ({ labels, web }) => ({ label: labels.fields.client, hint: web.events.manyChoices }),
  ],
  campanha: [
    'campaignId',
    text('The campaign of the lead. Failed and waiting events have none.'),
    ({ labels, web }) => ({ label: labels.fields.campaign, hint: web.events.manyChoices }),
  ],
  event_type: ['eventType', text('The exact event type.'), field('type')],
  erro_codigo: ['errorCode', text('The error code.'), errorCode],
  erro_alvo: [
    'named',
    named('What the error names, exactly, such as `campanha_id:42`; `-` for nothing.'),
    (messages) => ({ label: messages.labels.fields.errorNames, inWords: (target) => targetLabel(messages, target) }),
  ],
  identidade: ['identity', text('The exact identity.'), field('identity')],
  desde: ['since', time('Received at or after this date or time; UTC unless it has an offset.'), field('from')],
  ate: ['until', time('Received before this date or time; UTC unless it has an offset.'), field('until')],
  estacionado: ['parked', flag('1: only parked events; `erro_codigo` is then what they wait for.'), ({ web }) => web.events.onlyParked],
});

export interface EventListQuery {
  readonly filter: EventListFilter;
  readonly before: string | undefined;
  readonly limit: number;
}

/** The page of the list that the URL requests. */
export function readEventListQuery(query: URLSearchParams): EventListQuery {
  const { filter, page } = eventList.readPage(query);
  return { filter, before: page.before, limit: page.limit };
}

/** The filter for the store: the period ends now. */
export function toStoreFilter({ period, ...filter }: EventListFilter, now: number): EventFilter {
  if (period === undefined) return filter;
  return { ...filter, since: Math.max(filter.since ?? 0, now - PERIOD_MS[period]) };
}

/** The URL of the list with this filter, from the start or from a cursor, with this number of rows. */
export function eventListPath(filter: EventListFilter, before?: string, rows: number = ROWS_PER_PAGE): string {
  const limite = rows === ROWS_PER_PAGE ? undefined : String(rows);
  return addressOf(eventList.path, { ...eventList.write(filter), antes: before, limite });
}

import { ORIGINS } from '../../../domain/origin.ts';
import type { EventQuery } from '../../../domain/ports.ts';
import { EVENT_STATUSES } from '../../../domain/webhook-event.ts';
import { given, oneOf, readLimit } from '../contract/query-values.ts';

const EVENTS_PER_PAGE = 50;

export type EventFilter = Pick<EventQuery, 'origin' | 'status' | 'eventType' | 'errorCode' | 'identity'>;

/**
 * Reads the filter of the events list from its address. Empty fields, as a form sends them, do not filter.
 * @throws AppError invalid_input for a word that is none of the known ones
 */
export function readEventFilter(query: URLSearchParams): EventFilter {
  const origin = oneOf(ORIGINS, 'origem', given(query, 'origem'));
  const status = oneOf(EVENT_STATUSES, 'status', given(query, 'status'));
  const eventType = given(query, 'event_type');
  const errorCode = given(query, 'erro_codigo');
  const identity = given(query, 'identidade');
  return {
    ...(origin === undefined ? {} : { origin }),
    ...(status === undefined ? {} : { status }),
    ...(eventType === undefined ? {} : { eventType }),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(identity === undefined ? {} : { identity }),
  };
}

/** The page of the list that the address asks for. */
export function readEventQuery(query: URLSearchParams): EventQuery {
  const before = given(query, 'antes');
  return { ...readEventFilter(query), ...(before === undefined ? {} : { before }), limit: readLimit(query, EVENTS_PER_PAGE) };
}

/** The address of the list with this filter, from the start or from a cursor on. */
export function eventListPath(filter: EventFilter, before?: string): string {
  const query = new URLSearchParams();
  if (filter.origin !== undefined) query.set('origem', filter.origin);
  if (filter.status !== undefined) query.set('status', filter.status);
  if (filter.eventType !== undefined) query.set('event_type', filter.eventType);
  if (filter.errorCode !== undefined) query.set('erro_codigo', filter.errorCode);
  if (filter.identity !== undefined) query.set('identidade', filter.identity);
  if (before !== undefined) query.set('antes', before);
  return query.size === 0 ? '/admin/webhooks' : `/admin/webhooks?${query}`;
}

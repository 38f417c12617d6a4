import { z } from 'zod';
import type { EventSelection } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import { flag, ids, readValues, refuseEmptyFields, refuseUnknownFields, wholeNumber } from '../requests/values.ts';
import { type EventListFilter, eventList, eventListPath, readEventListQuery, toStoreFilter } from './event-filter.ts';

/** The selection for a bulk change: event ids, or `todos=1` and the fields of the list's filter. */
const EVENT_SELECTION_FIELDS = {
  evento: ids('Event ID; repeat for several events.'),
  todos: flag('1: all events that match the filter, which must not be empty.'),
  ...eventList.shape,
  voltar: z.string().describe('The list that the browser returns to.').optional(),
} as const;

export const EVENT_SELECTION = z.object(EVENT_SELECTION_FIELDS);

/** The parameters of the confirmation of a bulk change and of the change itself: also the count that was shown before. */
export const EVENT_CHANGE = EVENT_SELECTION.extend({
  previsto: wholeNumber(
    'The number of events in the preview. If more match by now, `esquecer` returns 409 and deletes none; `repetir` retries all of them.',
  ),
});

export interface NamedEvents {
  readonly ids: readonly string[];
  /** `undefined` if they are selected by ids. */
  readonly filter: EventListFilter | undefined;
  readonly listPath: string;
  /** The count that was shown before; `undefined` if not given. */
  readonly expected: number | undefined;
}

/**
 * Reads the selected events. A forgotten, empty or misspelled field never selects more events.
 * @throws AppError invalid_input
 */
export function readNamedEvents(values: URLSearchParams): NamedEvents {
  refuseUnknownFields(values, EVENT_CHANGE.shape);
  const { evento, todos, voltar, previsto: expected } = readValues(EVENT_CHANGE, values);
  const filter = eventList.read(values);
  const isFiltered = Object.keys(filter).length > 0;
  const listPath = toListPath(voltar);
  if (evento.length > 0 && todos === undefined && !isFiltered) return { ids: evento, filter: undefined, listPath, expected };
  if (evento.length > 0) throw appError('invalid_input', (m) => m.errors.admin.eventsAndFilter, { hint: (m) => m.errors.admin.idsOrAll });
  if (todos === undefined)
    throw appError('invalid_input', (m) => m.errors.admin.noEventNamed, { hint: (m) => m.errors.admin.noEventNamedHint });
  refuseEmptyFields(values, [...Object.keys(eventList.shape), 'previsto']);
  if (!isFiltered) throw appError('invalid_input', (m) => m.errors.admin.noFilter, { hint: (m) => m.errors.admin.allNeedsFilter });
  return { ids: [], filter, listPath, expected };
}

/**
 * The same for counting only: without any field, all events are selected.
 * @throws AppError invalid_input
 */
export function readCountedEvents(query: URLSearchParams): Pick<NamedEvents, 'ids' | 'filter'> {
  refuseUnknownFields(query, EVENT_SELECTION_FIELDS);
  const { evento } = readValues(EVENT_SELECTION, query);
  return { ids: evento, filter: evento.length > 0 ? undefined : eventList.read(query) };
}

/** The selection for the store to count or change. */
export function toSelection({ ids: named, filter }: Pick<NamedEvents, 'ids' | 'filter'>, now: number): EventSelection {
  return filter === undefined ? { ids: named } : { filter: toStoreFilter(filter, now) };
}

/** The same as fields of a URL or form. */
export function selectionFields({ ids: named, filter, listPath }: Omit<NamedEvents, 'expected'>) {
  const which = filter === undefined ? named.map((id) => ['evento', id] as const) : [['todos', '1'] as const, ...eventList.fields(filter)];
  return [...which, ['voltar', listPath] as const];
}

/** The confirmation page for changing all events of a filter. */
export function bulkPath(verb: 'repetir' | 'esquecer', filter: EventListFilter, listPath: string): string {
  const fields = selectionFields({ ids: [], filter, listPath });
  return `/admin/webhooks/${verb}?${new URLSearchParams(fields.map(([name, value]) => [name, value]))}`;
}

/** Uses only the filter and the page of the URL, so that it always leads to the list. */
function toListPath(address: string | undefined): string {
  try {
    const { filter, before, limit } = readEventListQuery(new URLSearchParams(address?.split('?')[1]));
    return eventListPath(filter, before, limit);
  } catch {
    return eventListPath({});
  }
}

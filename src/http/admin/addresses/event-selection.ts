import { z } from 'zod';
import type { AppError } from '../../../base/app-error.ts';
import type { EventSelection } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import { refuseEmptyFields, refuseUnknownFields } from '../contract/form-fields.ts';
import { flag, ids, readValues, wholeNumber } from '../contract/values.ts';
import { type EventListFilter, eventList, eventListPath, readEventListQuery, toStoreFilter } from './event-filter.ts';

/** What a bulk change takes: events by their ids, or `todos=1` and the fields of the list's filter. */
const EVENT_SELECTION_FIELDS = {
  evento: ids('An event by its id; once for each.'),
  todos: flag('1: every event that the filter leaves, which must then name something.'),
  ...eventList.shape,
  voltar: z.string().describe('The address of the list that a browser goes back to.').optional(),
} as const;

export const EVENT_SELECTION = z.object(EVENT_SELECTION_FIELDS);

/** What the question before a bulk change takes, and the change itself: the number that was named before, too. */
export const EVENT_CHANGE = EVENT_SELECTION.extend({
  previsto: wholeNumber(
    'How many events were named before. When the filter leaves more by now, `esquecer` answers 409 and forgets none; `repetir` runs them all again.',
  ),
});

/** The events an operator means, as the address or form names them. */
export interface NamedEvents {
  readonly ids: readonly string[];
  /** Undefined: those with the ids. */
  readonly filter: EventListFilter | undefined;
  /** The list it was chosen from. */
  readonly listPath: string;
}

/**
 * Reads which events are meant; never more of them because a field was forgotten, left empty or misspelled.
 * @throws AppError invalid_input
 */
export function readNamedEvents(values: URLSearchParams): NamedEvents {
  refuseUnknownFields(values, EVENT_CHANGE.shape);
  const { evento, todos, voltar } = readValues(EVENT_SELECTION, values);
  const filter = eventList.read(values);
  const isFiltered = Object.keys(filter).length > 0;
  const listPath = toListPath(voltar);
  if (evento.length > 0 && todos === undefined && !isFiltered) return { ids: evento, filter: undefined, listPath };
  if (evento.length > 0) throw notBoth();
  if (todos === undefined) throw nothingNamed();
  refuseEmptyFields(values, [...Object.keys(eventList.shape), 'previsto']);
  if (!isFiltered) throw noFilter();
  return { ids: [], filter, listPath };
}

/**
 * How many events were named before; undefined where nobody says.
 * @throws AppError invalid_input
 */
export function readExpected(values: URLSearchParams): number | undefined {
  return readValues(EVENT_CHANGE.pick({ previsto: true }), values).previsto;
}

/**
 * The same where events are only counted: without any field it is all of them.
 * @throws AppError invalid_input
 */
export function readCountedEvents(query: URLSearchParams): NamedEvents {
  refuseUnknownFields(query, EVENT_SELECTION_FIELDS);
  const { evento } = readValues(EVENT_SELECTION, query);
  return { ids: evento, filter: evento.length > 0 ? undefined : eventList.read(query), listPath: eventListPath({}) };
}

/** What the store is asked to count or change. */
export function toSelection({ ids: named, filter }: NamedEvents, now: number): EventSelection {
  return filter === undefined ? { ids: named } : { filter: toStoreFilter(filter, now) };
}

/** The same as fields of an address or a form. */
export function selectionFields({ ids: named, filter, listPath }: NamedEvents): readonly (readonly [name: string, value: string])[] {
  const which = filter === undefined ? named.map((id) => ['evento', id] as const) : [['todos', '1'] as const, ...eventList.fields(filter)];
  return [...which, ['voltar', listPath]];
}

/** The address that asks before all events of a filter are changed. */
export function bulkPath(verb: 'repetir' | 'esquecer', filter: EventListFilter, listPath: string): string {
  const fields = selectionFields({ ids: [], filter, listPath });
  return `/admin/webhooks/${verb}?${new URLSearchParams(fields.map(([name, value]) => [name, value]))}`;
}

/** Only the filter and the page of the address count, so that it leads to the list and nowhere else. */
function toListPath(address: string | undefined): string {
  try {
    const { filter, before, limit } = readEventListQuery(new URLSearchParams(address?.split('?')[1]));
    return eventListPath(filter, before, limit);
  } catch {
    return eventListPath({});
  }
}

function nothingNamed(): AppError {
  return appError('invalid_input', (m) => m.errors.admin.noEventWasNamed, { hint: (m) => m.errors.admin.selectEventsListSend });
}

function notBoth(): AppError {
  return appError('invalid_input', (m) => m.errors.admin.eventsAndFilter, { hint: (m) => m.errors.admin.sendEitherEventoId });
}

function noFilter(): AppError {
  return appError('invalid_input', (m) => m.errors.admin.noFilter, { hint: (m) => m.errors.admin.nameWhatYouMean });
}

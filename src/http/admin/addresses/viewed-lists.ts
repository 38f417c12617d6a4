/** The lists with saved views and selectable columns. */
import type { SavedView, ViewedList } from '../../../domain/saved-view.ts';
import type { Searched } from '../requests/visitor.ts';
import { eventList } from './event-filter.ts';
import { activityList, conversionList, leadList, refusedList } from './lists.ts';

const LISTS = { eventos: eventList, leads: leadList, conversoes: conversionList, recusadas: refusedList, atividade: activityList };

export const VIEWS_PATH = '/admin/visualizacoes';
export const COLUMNS_PATH = '/admin/colunas';

export function pathOfList(list: ViewedList): string {
  return LISTS[list].path;
}

/**
 * A filter in the canonical form of the list's URLs, so that equal filters are equal texts.
 * @throws AppError invalid_input that names each wrong value
 */
export function normalFilter(list: ViewedList, query: string): string {
  return queryOf(LISTS[list], query);
}

function queryOf<Filter>(list: { read(values: URLSearchParams): Filter; address(filter: Filter): string }, query: string): string {
  return list.address(list.read(new URLSearchParams(query))).split('?')[1] ?? '';
}

/**
 * The fields of the filter that may search for personal values; `null` if another version of the program saved the filter and it cannot be
 * read.
 */
export function searchedBy({ list, filter }: Pick<SavedView, 'list' | 'filter'>): Searched | null {
  try {
    return LISTS[list].read(new URLSearchParams(filter)) as Searched;
  } catch {
    return null;
  }
}

export function viewPath({ list, filter }: Pick<SavedView, 'list' | 'filter'>): string {
  return filter === '' ? pathOfList(list) : `${pathOfList(list)}?${filter}`;
}

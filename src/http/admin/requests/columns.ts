/** The selected columns of a list: one cookie for each list, because the choice depends on the person and the screen. */
import type { ViewedList } from '../../../domain/saved-view.ts';
import type { Exchange } from '../../exchange.ts';
import { choiceCookie, cookieOf } from './negotiation.ts';

/** Columns are named after the fields of JSON. */
export const COLUMN_NAME = /^[a-z0-9_]{1,40}$/;

/** More than any list has, and few enough that the cookies of all lists fit into a request. */
export const MOST_COLUMNS = 30;

/** The Set-Cookie that stores the columns; if empty, the list shows its default columns. */
export function columnsCookie(list: ViewedList, columns: readonly string[]): string {
  return choiceCookie(nameOf(list), columns.join('.'));
}

/** The selected columns; `undefined` if none were selected. */
export function chosenColumns({ req }: Pick<Exchange, 'req'>, list: ViewedList): readonly string[] | undefined {
  const columns = cookieOf(req, nameOf(list))
    ?.split('.')
    .filter((name) => COLUMN_NAME.test(name));
  return columns === undefined || columns.length === 0 ? undefined : columns;
}

function nameOf(list: ViewedList): string {
  return `colunas_${list}`;
}

/** The addresses of refused requests. */
import type { RefusedFilter } from '../../../domain/report-ports.ts';
import { addressOf } from './list-address.ts';
import { refusedList } from './lists.ts';

export const REFUSED_PATH = refusedList.path;

/** What is done to many refused requests at once, as addresses name it. */
export type RefusedVerb = 'repetir' | 'esquecer';

/** The page that asks before all of this filter are changed. */
export function refusedBulkPath(verb: RefusedVerb, filter: RefusedFilter): string {
  return addressOf(`${REFUSED_PATH}/${verb}`, { todos: '1', ...refusedList.write(filter) });
}

/** The list with this filter, which says how many were forgotten. */
export function refusedForgottenPath(filter: RefusedFilter, count: number): string {
  return addressOf(REFUSED_PATH, { ...refusedList.write(filter), aviso: 'esquecidas', numero: String(count) });
}

export function refusedPath(id: string): string {
  return `${REFUSED_PATH}/${id}`;
}

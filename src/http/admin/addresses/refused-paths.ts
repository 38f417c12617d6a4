import type { RefusedFilter } from '../../../domain/report-ports.ts';
import { refusedList } from './lists.ts';
import { addressOf } from './paths.ts';

export const REFUSED_PATH = refusedList.path;

/** The bulk actions on refused requests, as named in paths. */
export type RefusedVerb = 'repetir' | 'esquecer';

/** The confirmation page for changing all of this filter. */
export function refusedBulkPath(verb: RefusedVerb, filter: RefusedFilter): string {
  return addressOf(`${REFUSED_PATH}/${verb}`, { todos: '1', ...refusedList.write(filter) });
}

/** The list with this filter and a message with the number of deleted requests. */
export function refusedForgottenPath(filter: RefusedFilter, count: number): string {
  return addressOf(REFUSED_PATH, { ...refusedList.write(filter), aviso: 'esquecidas', numero: String(count) });
}

export function refusedPath(id: string): string {
  return `${REFUSED_PATH}/${id}`;
}

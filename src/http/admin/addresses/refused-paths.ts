/** The addresses of refused requests. */
import type { Origin } from '../../../domain/origin.ts';
import { addressOf } from './list-address.ts';

export const REFUSED_PATH = '/admin/recusadas';

export interface RefusedFilter {
  readonly codigo?: string | undefined;
  readonly origem?: Origin | undefined;
}

/** The address of the list with this filter, from the start or from a cursor on. */
export function refusedListPath({ codigo, origem }: RefusedFilter, before?: string): string {
  return addressOf(REFUSED_PATH, { codigo, origem, antes: before });
}

export function refusedPath(id: string): string {
  return `${REFUSED_PATH}/${id}`;
}

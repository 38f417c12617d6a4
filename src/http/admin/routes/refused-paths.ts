/** The addresses of refused requests. */
import type { Origin } from '../../../domain/origin.ts';

export const REFUSED_PATH = '/admin/recusadas';

export interface RefusedFilter {
  readonly codigo?: string | undefined;
  readonly origem?: Origin | undefined;
}

/** The address of the list with this filter, from the start or from a cursor on. */
export function refusedListPath({ codigo, origem }: RefusedFilter, before?: string): string {
  const query = new URLSearchParams({
    ...(codigo === undefined ? {} : { codigo }),
    ...(origem === undefined ? {} : { origem }),
    ...(before === undefined ? {} : { antes: before }),
  });
  return query.size === 0 ? REFUSED_PATH : `${REFUSED_PATH}?${query}`;
}

export function refusedPath(id: string): string {
  return `${REFUSED_PATH}/${id}`;
}

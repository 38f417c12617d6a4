/** The addresses of the log of what operators do. */
export const ACTIVITY_PATH = '/admin/atividade';

const FILTERS = ['quem', 'acao', 'desde', 'ate'] as const;

/** The filter as it stands in the address. */
export type ActivityFilter = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>;

export function readActivityFilter(query: URLSearchParams): ActivityFilter {
  const given = FILTERS.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** The address of the list with this filter, from the start or from a cursor on. */
export function activityListPath(filter: ActivityFilter, before?: string): string {
  const query = new URLSearchParams({ ...filter, ...(before === undefined ? {} : { antes: before }) });
  return query.size === 0 ? ACTIVITY_PATH : `${ACTIVITY_PATH}?${query}`;
}

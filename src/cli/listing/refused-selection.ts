import { AppError } from '../../base/app-error.ts';
import { MOST_REFUSED } from '../../domain/refused-request.ts';
import type { RefusedFilter, Reports } from '../../domain/report-ports.ts';

/**
 * The refused requests an operator means: those named, or all that the filter leaves, the oldest first, as they came.
 *
 * @param which of all: those that can be replayed, or those that were not replayed
 * @throws AppError `usage` when it is neither ids nor `--all`, or both
 */
export async function selectRefused(
  store: Pick<Reports, 'listRefused'>,
  { named, all, filter }: { readonly named: readonly string[]; readonly all: boolean; readonly filter: RefusedFilter },
  which: 'replayable' | 'unreplayed',
): Promise<readonly string[]> {
  requireSelection(named, all, Object.keys(filter).length > 0);
  if (!all) return named;
  const { items } = await store.listRefused({ ...filter, [which]: true, limit: MOST_REFUSED });
  return items.map(({ id }) => id).toReversed();
}

function requireSelection(ids: readonly string[], all: boolean, filtered: boolean): void {
  const hint = {
    en: 'Name requests by their ids, or select them with --all; --code, --source, --campaign, --since, --until and --search choose among them.',
    pt: 'Informe as requisições pelos ids, ou selecione-as com --all; --code, --source, --campaign, --since, --until e --search filtram.',
  };
  if (ids.length > 0 && (all || filtered)) {
    const message = {
      en: 'Ids and --all or filters were given together.',
      pt: 'Foram informados ids junto com --all ou filtros.',
    };
    throw new AppError('usage', message, { hint });
  }
  if (ids.length > 0 || all) return;
  const message = filtered
    ? { en: 'Filters need --all.', pt: 'Filtros precisam de --all.' }
    : { en: 'No refused request was named.', pt: 'Nenhuma requisição recusada foi informada.' };
  throw new AppError('usage', message, { hint });
}

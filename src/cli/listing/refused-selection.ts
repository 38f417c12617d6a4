import { AppError } from '../../base/app-error.ts';
import { MOST_REFUSED } from '../../domain/refused-request.ts';
import type { RefusedFilter, Reports } from '../../domain/report-ports.ts';
import { inEveryLanguage } from '../../messages/messages.ts';

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
  const hint = inEveryLanguage((m) => m.cli.refused.nameRequestsTheirIds);
  if (ids.length > 0 && (all || filtered)) {
    throw new AppError(
      'usage',
      inEveryLanguage((m) => m.cli.refused.idsAllFiltersGiven),
      { hint },
    );
  }
  if (ids.length > 0 || all) return;
  const message = inEveryLanguage((m) => (filtered ? m.cli.refused.filtersNeedAll : m.cli.refused.noRefusedRequestNamed));
  throw new AppError('usage', message, { hint });
}

import { MOST_REFUSED } from '../../domain/refused-request.ts';
import type { RefusedFilter, Reports } from '../../domain/report-ports.ts';
import { appError, type Sentence } from '../../messages/messages.ts';
import { filterFlags } from '../filters.ts';
import { anyArgs, dryRunFlag, switchFlag, yesFlag } from '../flags.ts';

/** The filters of refused requests, for the list and for bulk changes. */
export const refusedFilters = filterFlags('code', 'source', 'since', 'until', 'campaign', 'search');

/** Ids on the command line, or `--all` with filters. */
export const refusedSelection = {
  args: { refused: anyArgs },
  flags: { all: switchFlag, ...refusedFilters, yes: yesFlag, 'dry-run': dryRunFlag },
};

/**
 * The selected refused requests: the named ones, or all that match the filter, oldest first, as they arrived.
 *
 * @param which of all: those that can be replayed, or those not replayed yet
 * @throws AppError `usage` if neither or both of ids and `--all` are given
 */
export async function selectRefused(
  store: Pick<Reports, 'listRefused'>,
  { named, all, filter }: { readonly named: readonly string[]; readonly all: boolean; readonly filter: RefusedFilter },
  which: 'replayable' | 'unreplayed',
): Promise<readonly string[]> {
  const isFiltered = Object.keys(filter).length > 0;
  const hint: Sentence = (m) => m.cli.refused.nameThem;
  if (named.length > 0 && (all || isFiltered)) throw appError('usage', (m) => m.cli.refused.idsAndFilters, { hint });
  if (named.length > 0) return named;
  if (!all) throw appError('usage', ({ cli: { listing, refused } }) => (isFiltered ? listing.filtersNeedAll : refused.noneNamed), { hint });
  const { items } = await store.listRefused({ ...filter, [which]: true, limit: MOST_REFUSED });
  return items.map(({ id }) => id).toReversed();
}

import type { AppError } from '../../base/app-error.ts';
import { ConversionState, type ConversionView, OUTCOME_UNKNOWN } from '../../domain/conversion.ts';
import type { ConversionQuery, Reports } from '../../domain/report-ports.ts';
import { appError } from '../../messages/messages.ts';
import { everyItem } from '../pages.ts';

/**
 * The ids of all selected conversions, newest first.
 *
 * @param waiting true: those that wait after an attempt, instead of those that were rejected
 */
export async function selectedIds(
  store: Pick<Reports, 'listConversions'>,
  filter: Omit<ConversionQuery, 'before' | 'limit' | 'state'>,
  { waiting }: { readonly waiting: boolean },
): Promise<readonly string[]> {
  const ids: string[] = [];
  const state = waiting ? ConversionState.pending : ConversionState.rejected;
  // Meta may already have conversions whose outcome is unknown: they are sent again only if named or selected by their code, after somebody
  // has checked.
  const isMeant = ({ fault }: ConversionView): boolean =>
    fault !== null && (filter.errorCode !== undefined || fault.code !== OUTCOME_UNKNOWN);
  for await (const conversion of everyItem((page) => store.listConversions({ ...filter, state, ...page }))) {
    if (isMeant(conversion)) ids.push(conversion.id);
  }
  return ids;
}

/** Some of the named conversions do not exist or cannot be sent again; the others are queued. */
export function notRetried(missing: readonly string[], others: number): AppError {
  const names = missing.join(', ');
  const isOne = missing.length === 1;
  return appError('not_found', (m) => m.cli.conversions.cannotRetry({ isOne, names, others }));
}

import type { AppError } from '../../base/app-error.ts';
import { type ConversionView, OUTCOME_UNKNOWN } from '../../domain/conversion.ts';
import type { ConversionQuery, Reports } from '../../domain/report-ports.ts';
import { appError } from '../../messages/messages.ts';

const PAGE = 1_000;

/** Which conversions are sent again, besides those that are named. */
export interface RetrySelection {
  readonly filter: Omit<ConversionQuery, 'before' | 'limit' | 'state'>;
  /** True: those that wait after a try, instead of those that were rejected. */
  readonly waiting: boolean;
  readonly errorCode: string | undefined;
}

/** The ids of all that are selected, newest first. */
export async function selectedIds(
  store: Pick<Reports, 'listConversions'>,
  { filter, waiting, errorCode }: RetrySelection,
): Promise<readonly string[]> {
  const ids: string[] = [];
  const state = waiting ? 'pendente' : 'rejeitada';
  // Meta may have those whose outcome is unknown: who sends them again has looked, and names them or their code.
  const isMeant = ({ fault }: ConversionView): boolean =>
    fault !== null && (errorCode === undefined ? fault.code !== OUTCOME_UNKNOWN : fault.code === errorCode);
  for (let before: string | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
    const page = await store.listConversions({ ...filter, state, limit: PAGE, ...(before === null ? {} : { before }) });
    ids.push(...page.items.filter(isMeant).map(({ id }) => id));
    before = page.nextCursor;
  }
  return ids;
}

/** Some that were named do not exist or cannot be sent again; the others are in the queue. */
export function notRetried(missing: readonly string[], others: number): AppError {
  const names = missing.join(', ');
  const isOne = missing.length === 1;
  return appError('not_found', (m) => m.cli.conversions.doesConversionsDoNot({ isOne, names, others }));
}

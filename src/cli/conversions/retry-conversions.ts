import type { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import { type ConversionView, OUTCOME_UNKNOWN } from '../../domain/conversion.ts';
import type { ConversionOutbox } from '../../domain/delivery-ports.ts';
import type { Operator } from '../../domain/ports.ts';
import type { ConversionQuery, Reports } from '../../domain/report-ports.ts';
import { appError, inEveryLanguage, type Messages, say } from '../../messages/messages.ts';
import { confirm } from '../confirm.ts';
import { EXIT } from '../exit-codes.ts';

const PAGE = 1_000;

type Store = Pick<ConversionOutbox, 'retryConversions'> & Pick<Reports, 'listConversions'>;

/** Which conversions are sent again, besides those that are named. */
export interface RetrySelection {
  readonly filter: Omit<ConversionQuery, 'before' | 'limit' | 'state'>;
  /** True: those that wait after a try, instead of those that were rejected. */
  readonly waiting: boolean;
  readonly errorCode: string | undefined;
}

export interface RetryResult {
  readonly text: string;
  readonly json: { readonly conversoes: readonly string[]; readonly total: number; readonly simulacao: boolean };
  readonly exitCode: number;
}

/**
 * Sends named conversions again.
 *
 * @throws AppError `not_found` that names those it could not be done to, after the others are done
 */
export async function retryNamed(store: Store, ids: readonly string[], operator: Operator): Promise<RetryResult> {
  const retried = await store.retryConversions(ids, operator);
  const missing = ids.filter((id) => !retried.includes(id));
  if (missing.length > 0) throw notRetried(missing, retried.length);
  return done(retried);
}

/** Sends all selected conversions again, after the number was confirmed. */
export async function retrySelected(
  store: Store,
  selection: RetrySelection,
  options: { readonly yes: boolean; readonly dryRun: boolean; readonly operator: () => Operator },
): Promise<RetryResult> {
  const ids = await selectedIds(store, selection);
  if (ids.length === 0) return unchanged((m) => m.cli.conversions.nothingSelected, 0, options.dryRun);
  if (options.dryRun) return unchanged((m) => m.cli.conversions.selectedNothingWasChanged({ count: ids.length }), ids.length, true);
  if (!(await confirm(question(ids.length, selection), options))) {
    return { ...unchanged((m) => m.cli.conversions.nothingWasChanged, 0, false), exitCode: EXIT.failed };
  }
  return done(await store.retryConversions(ids, options.operator()));
}

async function selectedIds(store: Store, { filter, waiting, errorCode }: RetrySelection): Promise<readonly string[]> {
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

function done(ids: readonly string[]): RetryResult {
  const text = say((m) => m.cli.conversions.putBackIntoQueue({ idCount: ids.length }));
  return { text, json: { conversoes: ids, total: ids.length, simulacao: false }, exitCode: EXIT.done };
}

function unchanged(text: (messages: Messages) => string, total: number, dryRun: boolean): RetryResult {
  return { text: say(text), json: { conversoes: [], total, simulacao: dryRun }, exitCode: EXIT.done };
}

function question(count: number, { waiting }: RetrySelection): Translated<string> {
  return inEveryLanguage((m) => (waiting ? m.cli.conversions.sendNow({ count }) : m.cli.conversions.sendAgain({ count })));
}

function notRetried(missing: readonly string[], others: number): AppError {
  const names = missing.join(', ');
  const isOne = missing.length === 1;
  return appError('not_found', (m) => m.cli.conversions.doesConversionsDoNot({ isOne, names, others }));
}

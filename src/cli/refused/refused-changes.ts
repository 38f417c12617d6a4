import type { AppError } from '../../base/app-error.ts';
import { currentLanguage } from '../../base/language.ts';
import type { Fault } from '../../domain/fault.ts';
import type { ReplayedRequest, ReplaySummary } from '../../domain/refused-replay.ts';
import { isCredentialCode, MOST_REFUSED } from '../../domain/refused-request.ts';
import type { RefusedFilter, Reports } from '../../domain/report-ports.ts';
import { labelIn } from '../../messages/fault-parts.ts';
import { appError, type Messages, type Sentence, say } from '../../messages/messages.ts';
import { faultText } from '../../presentation/fault-text.ts';
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
  requireSelection(named, all, Object.keys(filter).length > 0);
  if (!all) return named;
  const { items } = await store.listRefused({ ...filter, [which]: true, limit: MOST_REFUSED });
  return items.map(({ id }) => id).toReversed();
}

function requireSelection(ids: readonly string[], all: boolean, filtered: boolean): void {
  const hint: Sentence = (m) => m.cli.refused.nameThem;
  if (ids.length > 0 && (all || filtered)) {
    throw appError('usage', (m) => m.cli.refused.idsAndFilters, { hint });
  }
  if (ids.length > 0 || all) return;
  throw appError('usage', ({ cli: { listing, refused } }) => (filtered ? listing.filtersNeedAll : refused.noneNamed), { hint });
}

/** The question before forgetting these requests, with what would be lost. */
export function forgetQuestion(preview: ReplaySummary): Sentence {
  return (m) => m.cli.refused.forgetQuestion({ preview: forgetPreview(preview)(m), requests: requestsCounted(m, preview.total) });
}

/** How many there are, and how many of them could still become events. */
export function forgetPreview({ total, stored }: ReplaySummary): Sentence {
  return (m) => {
    const selected = m.cli.refused.selected({ requests: requestsCounted(m, total), total });
    return stored === 0 ? selected : m.cli.refused.selectedAndStorable({ selected, stored, total });
  };
}

/** The result. */
export function forgottenText(count: number): Sentence {
  return (m) => m.cli.refused.deleted({ requests: requestsCounted(m, count), count });
}

/** Some of the named requests do not exist; the others are deleted. */
export function notForgotten(missing: readonly string[], forgotten: number): AppError {
  const none = { missingCount: missing.length, ids: missing.join(', ') };
  const text: Sentence = (m) => `${m.cli.refused.noneOfThem(none)}${forgotten === 0 ? '' : ` ${forgottenText(forgotten)(m)}`}`;
  return appError('not_found', text, { hint: (m) => m.cli.refused.listShowsKept });
}

/** The result as a sentence that says what to do. */
export function replayedRefusalText({ id, result }: ReplayedRequest): string {
  switch (result.kind) {
    case 'stored':
      return storedText(id, result.eventIds.join(', '), result.withoutCredential);
    case 'ignored':
      return say((m) => m.cli.refused.genuineWithoutLead({ id }));
    case 'refused':
      return refusedAgain(id, result);
    case 'impossible':
      return errorSentences(result.error);
  }
}

function refusedAgain(id: string, { code, params }: Fault): string {
  const again = say((m) => m.cli.refused.refusedAgain({ id, code, detail: faultText(params) }));
  return isCredentialCode(code) ? `${again} ${say((m) => m.cli.refused.vouch)}` : again;
}

function storedText(id: string, events: string, withoutCredential: boolean): string {
  return say(({ cli: { refused } }) =>
    withoutCredential ? refused.storedWithoutCredential({ id, events }) : refused.storedAsEvent({ id, eventIds: events }),
  );
}

function errorSentences(error: AppError): string {
  const { message, hint } = error.inLanguage(currentLanguage());
  return hint === undefined ? message : `${message} ${hint}`;
}

/** The question before a replay, with its effect. */
export function replayQuestion(preview: ReplaySummary): Sentence {
  return (m) => m.cli.refused.replayQuestion({ preview: replayPreview(preview)(m), requests: requestsCounted(m, preview.total) });
}

/** The effect of a replay: how many requests are stored, and which are refused again. */
export function replayPreview({ refused, ...counts }: ReplaySummary): Sentence {
  return (m) => {
    const again = refused.map(({ code, count }) => `${labelIn(m.labels.codes, code)} (${count})`).join(', ');
    return m.cli.refused.replayPreview({ ...counts, again });
  };
}

function requestsCounted({ cli: { refused } }: Messages, count: number): string {
  return refused.requests({ count });
}

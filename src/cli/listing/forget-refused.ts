import type { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import type { ReplayPreview } from '../../domain/put-through.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';

/** What forgetting these requests would lose, as a question before it. */
export function forgetQuestion(preview: ReplayPreview): Translated<string> {
  const requests = refusedRequests(preview.total);
  return inEveryLanguage((m) => m.cli.refused.forgetQuestion({ preview: forgetPreviewText(preview), requests }));
}

/** How many they are, and how many of them could still become events. */
export function forgetPreviewText({ total, stored }: ReplayPreview): Translated<string> {
  const requests = refusedRequests(total);
  const selected = inEveryLanguage((m) => m.cli.refused.selected({ requests, total }));
  if (stored === 0) return selected;
  return inEveryLanguage((m) => m.cli.refused.selectedAndStorable({ selected, stored, total }));
}

/** What was done. */
export function forgottenText(count: number): Translated<string> {
  const requests = refusedRequests(count);
  return inEveryLanguage((m) => m.cli.refused.deleted({ requests, count }));
}

/** Some that were named do not exist; the others are gone. */
export function notForgotten(missing: readonly string[], forgotten: number): AppError {
  const ids = missing.join(', ');
  const subject = inEveryLanguage((m) => m.cli.refused.noneOfThem({ missingCount: missing.length, ids }));
  const done = forgottenText(forgotten);
  return appError('not_found', (_, language) => (forgotten === 0 ? subject[language] : `${subject[language]} ${done[language]}`), {
    hint: (m) => m.cli.refused.listShowsKept,
  });
}

function refusedRequests(count: number): Translated<string> {
  return inEveryLanguage((m) => m.cli.refused.requests({ count }));
}

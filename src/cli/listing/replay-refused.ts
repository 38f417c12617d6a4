import type { AppError } from '../../base/app-error.ts';
import { currentLanguage, type Translated } from '../../base/language.ts';
import type { ReplayedRefusal, ReplayPreview } from '../../domain/put-through.ts';
import { isCredentialCode } from '../../domain/refused-request.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { refusalText } from '../../presentation/refusal-text.ts';

/** The same as a sentence that says what to do. */
export function replayedRefusalText({ id, result }: ReplayedRefusal): string {
  switch (result.kind) {
    case 'stored':
      if (result.withoutCredential) return storedWithoutCredential(id, result.eventIds);
      return say((m) => m.cli.refused.storedAsEvent({ id, eventIds: result.eventIds.join(', ') }));
    case 'ignored':
      return say((m) => m.cli.refused.genuineWithoutLead({ id }));
    case 'refused':
      return refusedAgain(id, result);
    case 'impossible':
      return errorSentences(result.error);
  }
}

function refusedAgain(id: string, { code, detail }: { readonly code: string; readonly detail: string }): string {
  const again = say((m) => m.cli.refused.refusedAgain({ id, code, detail: refusalText(detail) }));
  return isCredentialCode(code) ? `${again} ${say((m) => m.cli.refused.vouch)}` : again;
}

function storedWithoutCredential(id: string, eventIds: readonly string[]): string {
  const events = eventIds.join(', ');
  return say((m) => m.cli.refused.storedWithoutCredential({ id, events }));
}

function errorSentences(error: AppError): string {
  const { message, hint } = error.inLanguage(currentLanguage());
  return hint === undefined ? message : `${message} ${hint}`;
}

/** What a replay would do, as a question before it. */
export function replayQuestion(preview: ReplayPreview): Translated<string> {
  const requests = inEveryLanguage((m) => m.cli.refused.requests({ count: preview.total }));
  return inEveryLanguage((m) => m.cli.refused.replayQuestion({ preview: replayPreviewText(preview), requests }));
}

/** What a replay would do: how many are stored, and what is refused again. */
export function replayPreviewText({ total, stored, withoutCredential, ignored, refused, impossible }: ReplayPreview): Translated<string> {
  const again = refused.map(({ code, count }) => `${count} ${code}`).join(', ');
  return inEveryLanguage((m) => m.cli.refused.replayPreview({ stored, total, withoutCredential, again, ignored, impossible }));
}

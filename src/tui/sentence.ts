import { toAppError } from '../base/app-error.ts';
import { currentLanguage } from '../base/language.ts';

/** What went wrong, as a sentence in the language of this process. */
export function sentenceOf(thrown: unknown): string {
  return toAppError(thrown).inLanguage(currentLanguage()).message;
}

import { toAppError } from '../base/app-error.ts';
import { currentLanguage } from '../base/language.ts';

/** The error as a sentence in the language of this process. */
export function sentenceOf(thrown: unknown): string {
  return toAppError(thrown).inLanguage(currentLanguage()).message;
}

import { AppError, type ErrorCode } from '../base/app-error.ts';
import { currentLanguage, type Language, type Translated } from '../base/language.ts';
import { en } from './en.ts';
import { pt } from './pt.ts';

/** The catalogue of one language. English says which messages there are and what they need; the compiler holds every other language to it. */
export type Messages = typeof en;

/** A new language is a file beside `pt.ts` and a line here. */
export const MESSAGES: Translated<Messages> = { en, pt };

/** The text in the language of this process: `say((m) => m.labels.yes)`. */
export function say<T>(pick: (messages: Messages) => T): T {
  return pick(MESSAGES[currentLanguage()]);
}

/** The text in every language, for what is read later and by others: errors, findings, answers of both faces. */
export function inEveryLanguage<T>(pick: (messages: Messages, language: Language) => T): Translated<T> {
  return { en: pick(en, 'en'), pt: pick(pt, 'pt') };
}

/** An error in the words of the catalogue: what happened, and what to do next. */
export function appError(
  code: ErrorCode,
  message: (messages: Messages, language: Language) => string,
  hint?: (messages: Messages, language: Language) => string,
  options: { readonly cause?: unknown } = {},
): AppError {
  return new AppError(code, inEveryLanguage(message), hint === undefined ? options : { ...options, hint: inEveryLanguage(hint) });
}

import { AppError, type ErrorCode } from '../base/app-error.ts';
import { currentLanguage, type Language, type Text, type Translated, textIn } from '../base/language.ts';
import { en } from './en.ts';
import { pt } from './pt.ts';

/** The catalogue of one language. English says which messages there are and what they need; the compiler holds every other language to it. */
export type Messages = typeof en;

/** A text of the catalogue, in whichever language it is said. */
export type Sentence = (messages: Messages) => string;

/** A new language is a file beside `pt.ts` and a line here. */
export const MESSAGES: Translated<Messages> = { en, pt };

/** The text in the language of this process: `say((m) => m.labels.yes)`. */
export function say<T>(pick: (messages: Messages) => T): T {
  return pick(MESSAGES[currentLanguage()]);
}

/** The same for a text that came with its languages. */
export function sayText(text: Text): string {
  return textIn(currentLanguage(), text);
}

/**
 * A text in every language, for what is read later and by others: errors, findings, web pages and the command line. Each one is made when it is
 * first read, and kept: most are read in one language only, and a formatter of dates takes as long to make as a row of a table.
 */
export function inEveryLanguage<T>(pick: (messages: Messages, language: Language) => T): Translated<T> {
  const made: { en?: T; pt?: T } = {};
  return {
    get en() {
      made.en ??= pick(en, 'en');
      return made.en;
    },
    get pt() {
      made.pt ??= pick(pt, 'pt');
      return made.pt;
    },
  };
}

/** What happened, alone or with what to do next. */
type ErrorText = string | { readonly message: string; readonly hint: string };

/** Finds it in the catalogue. */
export type ErrorPick = (messages: Messages, language: Language) => ErrorText;

/** An error in the words of the catalogue. A hint that several errors share is given apart. */
export function appError(
  code: ErrorCode,
  text: ErrorPick,
  { hint, ...options }: { readonly hint?: (messages: Messages, language: Language) => string; readonly cause?: unknown } = {},
): AppError {
  const texts = inEveryLanguage(text);
  const both = typeof texts.en === 'string' ? undefined : inEveryLanguage((_, language) => hintOf(texts[language]));
  const advice = hint === undefined ? both : inEveryLanguage(hint);
  return new AppError(
    code,
    inEveryLanguage((_, language) => messageOf(texts[language])),
    advice === undefined ? options : { ...options, hint: advice },
  );
}

/** What people look for by an ID or a name, with the command that lists all of them. */
const LISTS = {
  campaign: 'campaign list',
  client: 'client list',
  conversion: 'conversions list',
  erasure: 'person erasures',
  event: 'events list',
  form: 'source form list',
  job: 'queue failed',
  lead: 'leads list',
  refused: 'refused list',
  secret: 'secret list',
  session: 'session list',
  user: 'user list',
} as const;

export type RecordKind = keyof typeof LISTS;

/** The error about a record that does not exist. A hint is given where something else than its list helps. */
export function notFound(kind: RecordKind, id: string, hint?: Sentence): AppError {
  const listed: Sentence = (m) => m.errors.listed({ list: LISTS[kind] });
  return appError('not_found', (m) => m.errors.notFound({ kind, id }), { hint: hint ?? listed });
}

function messageOf(text: ErrorText): string {
  return typeof text === 'string' ? text : text.message;
}

function hintOf(text: ErrorText): string {
  return typeof text === 'string' ? '' : text.hint;
}

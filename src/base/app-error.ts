import { type Language, type Text, textIn } from './language.ts';

/**
 * Every error that a person or a program can get has one of these codes. The tables that map a code to an HTTP status (`src/http/problem.ts`) and
 * to an exit code (`src/cli/exit-codes.ts`) are keyed by it, so neither can miss one.
 */
export const ERROR_CODES = [
  // wrong use
  'usage',
  'not_found',
  'conflict',
  'invalid_input',
  // configuration and database unusable: a service manager should not restart immediately
  'configuration_invalid',
  'port_in_use',
  'store_unusable',
  'store_forbidden',
  'store_newer',
  // temporary errors of the store
  'store_moved',
  'store_busy',
  'store_full',
  'store_overloaded',
  'store_unavailable',
  'store_closed',
  // anything unexpected
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * An error written for the person who gets it: what happened (`message`), what to do next (`hint`). Neither may contain a secret or personal
 * data. Both are in English, for logs and machines; `inLanguage` translates them for a person.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly #text: Text;
  readonly #hintText: Text | undefined;

  constructor(code: ErrorCode, message: Text, options: { hint?: Text; cause?: unknown } = {}) {
    super(textIn('en', message), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint === undefined ? undefined : textIn('en', options.hint);
    this.#text = message;
    this.#hintText = options.hint;
  }

  /** The error for a person; in English if there is no text in their language. */
  inLanguage(language: Language): { readonly message: string; readonly hint: string | undefined } {
    return { message: textIn(language, this.#text), hint: this.#hintText === undefined ? undefined : textIn(language, this.#hintText) };
  }
}

/** Anything thrown, as an AppError; other errors become `internal`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('internal', message, { cause: thrown });
}

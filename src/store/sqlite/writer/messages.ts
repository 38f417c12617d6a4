import { AppError, type ErrorCode } from '../../../base/app-error.ts';
import type { Translated } from '../../../base/language.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';

export interface ThreadStart {
  /** Which of the executable's scripts the thread runs: see `scripts/package/start.cjs`. */
  readonly script: 'writer';
  readonly path: string;
  /** UTC ms, for migrations. */
  readonly now: number;
  readonly lockTimeoutMs: number | undefined;
  readonly background: boolean;
}

/** An operation to run: its number, its name and its packed arguments. */
export const CALL_LENGTH = 3;

/**
 * To the thread: operations requested in one iteration of the event loop, or some of them, as one list of `CALL_LENGTH` items each, because
 * cloning an object for each costs as much as what is in it. `close` comes last.
 */
export type ToThread = { readonly calls: readonly unknown[] } | { readonly close: true };

/** A committed operation: its number and its packed result. */
export const RESULT_LENGTH = 2;

/** From the thread: operations that were committed, or refused, together. */
export interface FromThread {
  /** `RESULT_LENGTH` items for each committed operation. */
  readonly results: readonly unknown[];
  readonly refusals: readonly { readonly id: number; readonly error: PlainError }[];
}

/** An AppError's fields: it loses its class when it is sent between threads. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: Translated<string>;
  readonly hint: Translated<string> | undefined;
  readonly cause: string | undefined;
}

export function plainError(error: AppError): PlainError {
  const { code, cause } = error;
  const message = inEveryLanguage((_, language) => error.inLanguage(language).message);
  const hint = error.hint === undefined ? undefined : inEveryLanguage((_, language) => error.inLanguage(language).hint ?? '');
  return { code, message, hint, cause: cause === undefined ? undefined : String(cause) };
}

export function fromPlainError({ code, message, hint, cause }: PlainError): AppError {
  return new AppError(code, message, { ...(hint === undefined ? {} : { hint }), ...(cause === undefined ? {} : { cause }) });
}

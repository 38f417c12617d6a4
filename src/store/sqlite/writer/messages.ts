import { AppError, type ErrorCode } from '../../../base/app-error.ts';
import type { Translated } from '../../../base/language.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';

/** The data that the thread starts with. */
export interface ThreadStart {
  /** Which of the executable's scripts the thread runs: see `scripts/package/start.cjs`. */
  readonly script: 'writer';
  readonly path: string;
  /** UTC ms, for migrations. */
  readonly now: number;
  readonly lockTimeoutMs: number | undefined;
  readonly background: boolean;
}

/** One operation to run, as sent to the thread. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** To the thread: operations requested in one iteration of the event loop, or some of them. `close` comes last. */
export type ToThread = { readonly calls: readonly Call[] } | { readonly close: true };

export type Reply =
  | { readonly id: number; readonly value: unknown }
  /** The error's fields: an AppError loses its class when it is sent between threads. */
  | { readonly id: number; readonly error: PlainError };

/** From the thread: operations that were committed, or refused, together. */
export interface FromThread {
  readonly replies: readonly Reply[];
}

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

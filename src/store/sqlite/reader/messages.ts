import type { PlainError } from '../writer/messages.ts';

/** What the thread is started with. */
export interface ReaderStart {
  /** Which of the executable's scripts the thread runs: see `bin/package/start.cjs`. */
  readonly script: 'reader';
  readonly path: string;
}

/** To the thread: one read, which it answers before it is sent the next; or the end. */
export type ToReader = { readonly name: string; readonly args: readonly unknown[] } | { readonly close: true };

/** From the thread. */
export type FromReader = { readonly value: unknown } | { readonly error: PlainError };

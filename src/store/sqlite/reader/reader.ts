import type { Answer } from '../../sql/core.ts';
import type { SqliteReads } from '../reads.ts';
import type { PlainError } from '../writer/messages.ts';

/** Runs the reads of the ports that people wait for, in this thread or in one of its own (`ThreadReader`). */
export interface Reader {
  /**
   * Runs one read. Each takes a few milliseconds at most: larger queries are split into several reads. Rejects with an AppError, or with
   * the reason of `cancellation()` once the result is no longer needed.
   */
  read<Name extends keyof SqliteReads & string>(name: Name, ...args: Parameters<SqliteReads[Name]>): Answer<SqliteReads, Name>;
  close(): Promise<void>;
}

export interface ReaderStart {
  /** Which of the executable's scripts the thread runs: see `scripts/package/start.cjs`. */
  readonly script: 'reader';
  readonly path: string;
  /** True: nobody waits for its reads, so it gets the processor only when others leave it. */
  readonly background: boolean;
}

/** To the thread: one read, answered before the next is sent; or the request to close. */
export type ToReader = { readonly name: string; readonly args: readonly unknown[] } | { readonly close: true };

export type FromReader = { readonly value: unknown } | { readonly error: PlainError };

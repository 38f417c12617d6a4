import type { Reads } from '../queries/reads.ts';

/** Where the ports put what people read: `LocalReader` in this thread, or `ThreadReader`, which reads in a thread of its own. */
export interface Reader {
  /**
   * Runs one read. Each takes a few milliseconds at most: what looks at many rows is put together from several.
   * Rejects with an AppError; with the reason of `cancellation()` as soon as nobody waits for the result any more.
   */
  read<Name extends keyof Reads & string>(name: Name, ...args: Parameters<Reads[Name]>): Promise<ReturnType<Reads[Name]>>;
  close(): Promise<void>;
}

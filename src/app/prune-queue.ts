import type { QueueControl } from '../domain/ports.ts';

/** Jobs deleted in one transaction: about 10 ms of write lock, so that intake does not notice. */
const PRUNE_BATCH = 1_000;

/** Deletes the jobs that ended before the time, in short steps. Returns how many. */
export async function pruneQueue(
  control: Pick<QueueControl, 'pruneBatch'>,
  options: { readonly queue: string; readonly before: number; readonly onProgress?: (deleted: number) => void },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await control.pruneBatch(options.queue, options.before, PRUNE_BATCH);
    deleted += batch;
    if (batch === 0) return deleted;
    options.onProgress?.(deleted);
  }
}

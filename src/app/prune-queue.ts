import type { Operator, QueueControl } from '../domain/ports.ts';

/** Jobs deleted in one transaction: about 10 ms of write lock, so that intake does not notice. */
const PRUNE_BATCH = 1_000;

/** Deletes the jobs that ended before the time (UTC ms), in short steps, and notes it in the operators' log. Returns how many. */
export async function pruneQueue(
  control: Pick<QueueControl, 'pruneBatch' | 'recordActivity'>,
  options: {
    readonly queue: string;
    readonly before: number;
    readonly operator: Operator;
    readonly onProgress?: (deleted: number) => void;
  },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await control.pruneBatch(options.queue, options.before, PRUNE_BATCH);
    deleted += batch;
    if (batch === 0) break;
    options.onProgress?.(deleted);
  }
  const detail = `${deleted} jobs that ended before ${new Date(options.before).toISOString()}`;
  await control.recordActivity('prune', `fila:${options.queue}`, detail, options.operator);
  return deleted;
}

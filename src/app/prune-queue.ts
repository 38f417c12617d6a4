import { OperatorAction } from '../domain/activity.ts';
import type { Operator, PruneSelection, QueueControl } from '../domain/ports.ts';

/** Jobs deleted in one transaction: about 10 ms of write lock, so that intake does not notice. */
const PRUNE_BATCH = 1_000;

/** Deletes the selected jobs in short steps, and notes it in the operators' log. Returns how many. */
export async function pruneQueue(
  control: Pick<QueueControl, 'pruneBatch' | 'recordActivity'>,
  selection: PruneSelection,
  options: { readonly operator: Operator; readonly onProgress?: (deleted: number) => void },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await control.pruneBatch(selection, PRUNE_BATCH);
    deleted += batch;
    if (batch === 0) break;
    options.onProgress?.(deleted);
  }
  const jobs = selection.kind === 'failed' ? 'failed jobs' : 'jobs';
  const detail = `${deleted} ${jobs} that ended before ${new Date(selection.before).toISOString()}`;
  await control.recordActivity(OperatorAction.prune, `fila:${selection.queue}`, detail, options.operator);
  return deleted;
}

import { OperatorAction } from '../../../domain/activity.ts';
import type { Operator, PruneSelection } from '../../../domain/ports.ts';
import type { StoreCore } from '../core.ts';

/** Jobs deleted in one transaction: about 10 ms of write lock, so that intake is not delayed. */
const JOBS_PER_STEP = 1_000;
/** Jobs pruned in one transaction on a full disk: few enough to fit into the log's space after a checkpoint. */
const JOBS_WHEN_FULL = 100;

/** `QueueControl.prune`. On a full disk it continues in small steps, using the reserved space. */
export async function prune(
  core: StoreCore,
  selection: PruneSelection,
  operator: Operator,
  onProgress: (deleted: number) => void = () => undefined,
): Promise<number> {
  const deleted = await pruneJobs(core, selection, async (done) => {
    onProgress(done);
    return true;
  });
  const jobs = selection.kind === 'failed' ? 'failed jobs' : 'jobs';
  const detail = `${deleted} ${jobs} that ended before ${new Date(selection.before).toISOString()}`;
  await core.write('recordActivity', OperatorAction.prune, `fila:${selection.queue}`, detail, operator);
  return deleted;
}

/** Prunes without a line in the operators' log, until `goOn` returns false. */
export async function pruneJobs(core: StoreCore, selection: PruneSelection, goOn: (deleted: number) => Promise<boolean>): Promise<number> {
  let deleted = 0;
  let next: number | null = 0;
  while (next !== null) {
    const from: number = next;
    const step = await core.deleting((isFull) => core.write('pruneBatch', selection, from, isFull ? JOBS_WHEN_FULL : JOBS_PER_STEP));
    await core.giveBackSpace();
    next = step.next;
    deleted += step.deleted;
    if (step.deleted > 0 && !(await goOn(deleted))) break;
  }
  return deleted;
}

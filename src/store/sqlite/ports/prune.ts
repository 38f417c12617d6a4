import type { AppError } from '../../../base/app-error.ts';
import { OperatorAction } from '../../../domain/activity.ts';
import type { Operator, PruneSelection } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import { toStoreError } from '../errors.ts';
import { copyLog, releaseSpaceReserve } from '../space-reserve.ts';
import type { WriteOperations } from '../writer/write-operations.ts';
import type { SqliteCore } from './core.ts';

/** Jobs deleted in one transaction: about 10 ms of write lock, so that intake is not delayed. */
const JOBS_PER_STEP = 1_000;
/** Free pages returned to the file system after each pruned batch; few, so that the write lock is held briefly. */
const VACUUM_PAGES = 256;
/** Jobs pruned in one transaction on a full disk: few enough to fit into the log's space after a checkpoint. */
const JOBS_WHEN_FULL = 100;

/** `QueueControl.prune`. On a full disk it continues in small steps, using the reserved space. */
export async function prune(
  core: SqliteCore,
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
  await core.writer.write('recordActivity', OperatorAction.prune, `fila:${selection.queue}`, detail, operator);
  return deleted;
}

/** Prunes without a line in the operators' log, until `goOn` returns false. */
export async function pruneJobs(core: SqliteCore, selection: PruneSelection, goOn: (deleted: number) => Promise<boolean>): Promise<number> {
  const writes = new DeletingWrites(core);
  let deleted = 0;
  let next: number | null = 0;
  while (next !== null) {
    const from: number = next;
    const step = await writes.withRoom((isFull) => writes.run('pruneBatch', selection, from, isFull ? JOBS_WHEN_FULL : JOBS_PER_STEP));
    // A separate step: it moves pages and would prolong the transaction that deletes.
    await writes.withRoom(() => writes.run('giveBackSpace', VACUUM_PAGES));
    next = step.next;
    deleted += step.deleted;
    if (step.deleted > 0 && !(await goOn(deleted))) break;
  }
  return deleted;
}

/** Writes that free space, and use the reserved space if the disk is full. */
class DeletingWrites {
  readonly #core: SqliteCore;
  #isDiskFull: boolean;

  constructor(core: SqliteCore) {
    this.#core = core;
    this.#isDiskFull = core.isDiskFull;
  }

  async run<Name extends keyof WriteOperations & string>(
    name: Name,
    ...args: Parameters<WriteOperations[Name]>
  ): Promise<ReturnType<WriteOperations[Name]>> {
    const result = await this.#core.writer.write(name, ...args);
    if (this.#isDiskFull) copyLog(this.#core.path);
    return result;
  }

  async withRoom<Result>(step: (isDiskFull: boolean) => Promise<Result>): Promise<Result> {
    try {
      return await step(this.#isDiskFull);
    } catch (error) {
      if (this.#isDiskFull || toStoreError(error).code !== 'store_full') throw noRoom(error);
      this.#isDiskFull = true;
    }
    try {
      releaseSpaceReserve(this.#core.path);
      return await step(true);
    } catch (error) {
      throw noRoom(error);
    }
  }
}

/** What the operator can do if even deleting found no space; other errors unchanged. */
function noRoom(thrown: unknown): AppError {
  const error = toStoreError(thrown);
  if (error.code !== 'store_full') return error;
  return appError('store_full', (m) => m.errors.store.noRoomToDelete, { cause: error.cause });
}

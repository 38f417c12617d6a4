import { toAppError } from '../base/app-error.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { ChangeFeed, SearchIndex } from '../domain/ports.ts';

/** Events and leads put into the index in one transaction: about 4 ms of the write lock; with bodies of 60 KB it would be a hundred times that. */
const LARGEST_STEP = 100;
const SMALLEST_STEP = 5;
/** A step that took longer than this, in ms, is followed by a smaller one. */
const LONG_MS = 20;
/** While there is more to do, the pause after a step is so many times as long as the step took, waiting for the lock included … */
const REST = 4;
/** … and so many times while there are more commits than this a second: intake at full speed gets some 15 % more, the index comes after … */
const BUSY_REST = 16;
const BUSY_COMMITS = 100;
/** … but for this long at most, in ms: a burst passes, and a load that stays must not leave the index behind for ever. */
const PATIENCE_MS = 60_000;
/** Once nothing is missing, new entries are looked for so often, in ms. */
const LOOK_MS = 1_000;
/** After trouble, in ms. */
const TROUBLE_MS = 10_000;

interface IndexerDeps {
  readonly store: SearchIndex & Pick<ChangeFeed, 'changeToken'>;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Keeps the search index up to date until the signal aborts: what is new within a second or so, what a migration left in small steps with
 * pauses that grow with the load. While nothing is committed nothing is read either. Trouble is logged and tried again; never rejects.
 */
export async function keepSearchIndex({ store, log }: IndexerDeps, signal: AbortSignal): Promise<void> {
  let seen: number | undefined;
  let step = SMALLEST_STEP;
  let looked: { readonly token: number; readonly at: number } | undefined;
  let behindSince = performance.now();
  while (!signal.aborted) {
    try {
      const token = store.changeToken();
      const began = performance.now();
      const isBusy = looked !== undefined && token - looked.token > ((began - looked.at) / 1_000) * BUSY_COMMITS;
      const yields = isBusy && began - behindSince < PATIENCE_MS;
      const added = token === seen ? 0 : await store.indexMore(step);
      // The commit of the step itself is nobody's intake.
      looked = { token: token + Math.min(added, 1), at: began };
      const isDone = added < step;
      const tookMs = performance.now() - began;
      if (isDone) behindSince = performance.now();
      if (isDone) seen = token;
      else step = tookMs > LONG_MS ? Math.max(SMALLEST_STEP, step >> 1) : Math.min(LARGEST_STEP, step * 2);
      await wait(isDone ? LOOK_MS : tookMs * (yields ? BUSY_REST : REST), signal);
    } catch (error) {
      // The service runs without the index; what is not in it is searched for as far as it is little.
      if (!signal.aborted) log.error({ err: toAppError(error) }, 'search index not brought up to date; trying again');
      await wait(TROUBLE_MS, signal);
    }
  }
}

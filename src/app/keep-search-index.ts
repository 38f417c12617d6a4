import { toAppError } from '../base/app-error.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { ChangeFeed, SearchIndex } from '../domain/ports.ts';

/** Events and leads indexed in one transaction: about 4 ms of write lock; with bodies of 60 KB a hundred times that. */
const LARGEST_STEP = 100;
const SMALLEST_STEP = 5;
/** A step that took longer than this, in ms, is followed by a smaller one. */
const LONG_MS = 20;
/** While entries remain, the pause after a step is this many times its duration, including the wait for the lock … */
const REST = 4;
/**
 * … and this many times while there are more commits per second than this: intake at full speed gets about 15 % more throughput, and the
 * index waits …
 */
const BUSY_REST = 16;
const BUSY_COMMITS = 100;
/** … but for this long at most, in ms: a burst passes, and a constant load must not delay the index forever. */
const TIMEOUT_MS = 60_000;
/** Once the index is complete, how often to look for new entries, in ms. */
const LOOK_MS = 1_000;
/** After an error, in ms. */
const TROUBLE_MS = 10_000;

interface IndexerDeps {
  readonly store: SearchIndex & Pick<ChangeFeed, 'changeToken'>;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Keeps the search index up to date until the signal aborts: new entries within about a second, entries left by a migration in small steps
 * with pauses that grow with the load. Reads nothing while nothing is committed. Errors are logged and the step is retried; never rejects.
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
      const yields = isBusy && began - behindSince < TIMEOUT_MS;
      const added = token === seen ? 0 : await store.indexMore(step);
      // The step's own commit does not count as intake.
      looked = { token: token + Math.min(added, 1), at: began };
      const isDone = added < step;
      const tookMs = performance.now() - began;
      if (isDone) behindSince = performance.now();
      if (isDone) seen = token;
      else step = tookMs > LONG_MS ? Math.max(SMALLEST_STEP, step >> 1) : Math.min(LARGEST_STEP, step * 2);
      await wait(isDone ? LOOK_MS : tookMs * (yields ? BUSY_REST : REST), signal);
    } catch (error) {
      // The service runs without the index; entries that are missing from it are searched directly while they are few.
      if (!signal.aborted) log.error({ err: toAppError(error) }, 'search index not brought up to date; trying again');
      await wait(TROUBLE_MS, signal);
    }
  }
}

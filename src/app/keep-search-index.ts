import { toAppError } from '../base/app-error.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';
import type { ChangeFeed, SearchIndex } from '../domain/ports.ts';

/** Events, leads and changes indexed in one transaction of the index. On a busy machine one takes seconds, and the WAL grows meanwhile. */
const STEP = 500;
/** How often to look for new entries, in ms. */
const LOOK_MS = 1_000;
/** How often to look although nothing was committed: the index may have been deleted. In ms. */
const CHECK_MS = 60_000;
/** After an error, in ms. */
const TROUBLE_MS = 10_000;

interface IndexerDeps {
  readonly store: SearchIndex & Pick<ChangeFeed, 'changeToken'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Keeps the search index up to date until the signal aborts, about a second behind. Errors are logged and retried; never rejects. */
export async function keepSearchIndex({ store, log }: IndexerDeps, signal: AbortSignal): Promise<void> {
  let seen: number | undefined;
  let checkedAt = 0;
  while (!signal.aborted) {
    try {
      const token = store.changeToken();
      if (token !== seen || performance.now() - checkedAt >= CHECK_MS) {
        checkedAt = performance.now();
        while ((await store.indexMore(STEP)) === STEP && !signal.aborted);
        seen = token;
      }
      await wait(LOOK_MS, signal);
    } catch (error) {
      // The service runs without the index; entries that are missing from it are searched directly while they are few.
      if (!signal.aborted) log.error({ err: toAppError(error) }, 'search index not brought up to date; trying again');
      await wait(TROUBLE_MS, signal);
    }
  }
}

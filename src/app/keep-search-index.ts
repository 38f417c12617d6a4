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
/** Above this share of its time, the event loop is busy with requests. */
const BUSY = 0.5;
/**
 * Then the index rests this many times as long as a step took. An entry costs as much CPU as accepting an event; at 500 events a second the
 * loop is not busy.
 */
const REST = 9;

interface IndexerDeps {
  readonly store: SearchIndex & Pick<ChangeFeed, 'changeToken'>;
  readonly log: Pick<Logger, 'error'>;
  /** The share of its time that the event loop was busy since the last call, 0 to 1. Default: of this thread. */
  readonly loopLoad?: () => number;
}

/**
 * Keeps the search index up to date until the signal aborts, about a second behind, further behind while the service is busy with requests.
 * Errors are logged and retried; never rejects.
 */
export async function keepSearchIndex({ store, log, loopLoad = loadOfThisLoop() }: IndexerDeps, signal: AbortSignal): Promise<void> {
  let seen: number | undefined;
  let checkedAt = 0;
  while (!signal.aborted) {
    try {
      const token = store.changeToken();
      if (token !== seen || performance.now() - checkedAt >= CHECK_MS) {
        checkedAt = performance.now();
        await indexAll(store, loopLoad, signal);
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

async function indexAll(store: SearchIndex, loopLoad: () => number, signal: AbortSignal): Promise<void> {
  loopLoad();
  while (!signal.aborted) {
    const began = performance.now();
    if ((await store.indexMore(STEP)) < STEP) return;
    if (loopLoad() > BUSY) await wait((performance.now() - began) * REST, signal);
  }
}

function loadOfThisLoop(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

import { toAppError } from '../../base/app-error.ts';
import { wait } from '../../base/wait.ts';
import type { Platform } from '../../domain/conversion.ts';
import type { WorkContext } from '../context.ts';

/** Jobs created in one commit. */
const STEP = 500;
/** The pause after a step, as a multiple of its duration: intake gets the write lock in between. */
const REST = 2;
/** How often to look for new conversions while other processes commit constantly, in ms. */
const LOOK_MS = 500;
/** Without any commit, in ms. */
const IDLE_MS = 60_000;
/** After an error, in ms. */
const TROUBLE_MS = 10_000;

/** Creates jobs for every conversion that waits now. */
export async function feedAll({ store, clock }: WorkContext, platforms: readonly Platform[], signal: AbortSignal): Promise<void> {
  while (platforms.length > 0 && !signal.aborted) {
    const began = performance.now();
    const made = await store.enqueueConversions(platforms, STEP, clock());
    if (made === 0) return;
    await wait((performance.now() - began) * REST, signal);
  }
}

/**
 * Creates jobs for new conversions of connected platforms until the signal aborts. Reads nothing while nothing is committed. Never rejects.
 */
export async function keepFeeding(context: WorkContext, connected: () => Promise<readonly Platform[]>, signal: AbortSignal): Promise<void> {
  const { store, log } = context;
  while (!signal.aborted) {
    try {
      const since = store.changeToken();
      await feedAll(context, await connected(), signal);
      await wait(LOOK_MS, signal);
      await store.waitForChange({ since, timeoutMs: IDLE_MS, signal });
    } catch (error) {
      if (!signal.aborted) log.error({ err: toAppError(error) }, 'conversions not put into their queue; trying again');
      await wait(TROUBLE_MS, signal);
    }
  }
}

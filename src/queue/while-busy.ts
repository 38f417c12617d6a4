import { toAppError } from '../base/app-error.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';

/** Each try waits for the write lock by itself (SQLite: 5 s), so together they stand some 20 s of other processes. */
const TRIES = 4;
const FIRST_PAUSE_MS = 100;

export interface Patience {
  readonly log: Logger;
  /** Gives up early, with the error of the last try. */
  readonly signal: AbortSignal;
}

/**
 * Asks a few times while other processes keep the database busy: many workers on few cores may keep one from its turn for seconds.
 *
 * @throws whatever was thrown, at once when it is no `store_busy`
 */
export async function whileBusy<Result>(ask: () => Promise<Result>, { log, signal }: Patience): Promise<Result> {
  for (let tries = 1, pauseMs = FIRST_PAUSE_MS; ; tries += 1, pauseMs *= 2) {
    try {
      return await ask();
    } catch (error) {
      if (toAppError(error).code !== 'store_busy' || tries === TRIES || signal.aborted) throw error;
      log.warn({ err: error, pauseMs }, 'the database is busy; trying again');
      await wait(pauseMs, signal);
    }
  }
}

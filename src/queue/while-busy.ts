import { toAppError } from '../base/app-error.ts';
import type { Logger } from '../base/logger.ts';
import { wait } from '../base/wait.ts';

/** Each attempt waits for the write lock (SQLite: 5 s), so together they tolerate about 20 s of other processes. */
const TRIES = 4;
const FIRST_PAUSE_MS = 100;

export interface BusyOptions {
  readonly log: Logger;
  /** Gives up early, with the last attempt's error. */
  readonly signal: AbortSignal;
}

/**
 * Tries a few times while other processes keep the database busy: many workers on few cores can block one of them for seconds.
 *
 * @throws the last error; any error other than `store_busy` immediately
 */
export async function whileBusy<Result>(ask: () => Promise<Result>, { log, signal }: BusyOptions): Promise<Result> {
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

import { toAppError } from '../base/app-error.ts';
import { withCancellation } from '../base/cancellation.ts';
import { HOUR_MS } from '../base/time-units.ts';
import { wait } from '../base/wait.ts';
import type { PersonProgress } from '../domain/person.ts';
import type { AppContext } from './context.ts';

/** Completes erasures that were begun, one after the other: at the start, when one is begun on a page, and once an hour. */
export class OpenErasures {
  readonly #context: Pick<AppContext, 'store' | 'clock' | 'log'>;
  #wake = new AbortController();
  #running: { readonly id: string; readonly progress: PersonProgress } | undefined;

  constructor(context: Pick<AppContext, 'store' | 'clock' | 'log'>) {
    this.#context = context;
  }

  /** Until the signal aborts; a running erasure is left open then. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Before the round: one that is begun meanwhile may be missed by it.
      this.#wake = new AbortController();
      await this.#round(signal);
      await wait(HOUR_MS, AbortSignal.any([signal, this.#wake.signal]));
    }
  }

  /** One was begun: it is completed now. */
  wake(): void {
    this.#wake.abort();
  }

  /** How far the search of an erasure is; `null` unless this process works on it. */
  progressOf(erasureId: string): PersonProgress | null {
    return this.#running?.id === erasureId ? this.#running.progress : null;
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { store, clock, log } = this.#context;
    try {
      const onProgress = (id: string, progress: PersonProgress): void => {
        this.#running = { id, progress };
      };
      const completed = await withCancellation(signal, () => store.resumeErasures(clock, onProgress));
      if (completed > 0) log.info({ completed }, 'erasures completed');
    } catch (error) {
      if (!signal.aborted) log.error({ err: toAppError(error) }, 'erasures not completed; trying again in an hour');
    } finally {
      this.#running = undefined;
    }
  }
}

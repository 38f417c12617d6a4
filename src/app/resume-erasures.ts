import { toAppError } from '../base/app-error.ts';
import { repeat } from '../base/repeat.ts';
import { HOUR_MS } from '../base/time-units.ts';
import type { AppContext } from './context.ts';

/** Completes interrupted erasures at the start and once an hour, until the signal aborts. Never rejects. */
export async function resumeErasures(
  { store, clock, log }: Pick<AppContext, 'store' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const onTrouble = (error: unknown): void => log.error({ err: toAppError(error) }, 'erasures not completed; trying again in an hour');
  await repeat({ everyMs: HOUR_MS, signal, onTrouble, atOnce: true }, async () => {
    const completed = await store.resumeErasures(clock());
    if (completed > 0) log.info({ completed }, 'erasures completed');
  });
}

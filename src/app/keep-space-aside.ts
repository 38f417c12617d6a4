import { toAppError } from '../base/app-error.ts';
import { wait } from '../base/wait.ts';
import { databasePath } from '../config/database-path.ts';
import { setSpaceAside } from '../store/sqlite/space-reserve.ts';
import type { AppContext } from './context.ts';

/** Room that was used is set aside again so soon after there is enough, in ms. */
const LOOK_MS = 600_000;

/** Keeps room beside the database with which `queue prune` can work on a full disk, until the signal aborts. Never rejects. */
export async function keepSpaceAside({ config, log }: Pick<AppContext, 'config' | 'log'>, signal: AbortSignal): Promise<void> {
  const path = databasePath(config.databaseUrl);
  while (!signal.aborted) {
    try {
      await setSpaceAside(path, signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: toAppError(error) }, 'no room could be set aside for `queue prune` on a full disk');
    }
    await wait(LOOK_MS, signal);
  }
}

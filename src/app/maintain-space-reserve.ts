import { toAppError } from '../base/app-error.ts';
import { repeat } from '../base/repeat.ts';
import { databasePath, isPostgresUrl } from '../config/database-path.ts';
import { fillSpaceReserve } from '../store/sqlite/space-reserve.ts';
import type { AppContext } from './context.ts';

/** How soon used space is reserved again once enough is free, in ms. */
const LOOK_MS = 600_000;

/** Keeps space reserved next to the database, so that `queue prune` works on a full disk, until the signal aborts. Never rejects. */
export async function maintainSpaceReserve({ config, log }: Pick<AppContext, 'config' | 'log'>, signal: AbortSignal): Promise<void> {
  if (isPostgresUrl(config.databaseUrl)) return;
  const path = databasePath(config.databaseUrl);
  const onTrouble = (error: unknown): void =>
    log.warn({ err: toAppError(error) }, 'no room could be set aside for `queue prune` on a full disk');
  await repeat({ everyMs: LOOK_MS, signal, onTrouble, atOnce: true }, async () => void (await fillSpaceReserve(path, signal)));
}

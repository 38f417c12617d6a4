import { type Clock, systemClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Config, Secrets } from '../config/config.ts';
import { databasePath, isPostgresUrl } from '../config/database-path.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Store } from '../domain/ports.ts';
import { openStore } from '../store/open-store.ts';
import type { SqliteStoreOptions } from '../store/sqlite/core.ts';
import { keptLogs } from '../store/sqlite/damaged-log.ts';
import { VERSION } from './version.ts';

/** What every command that works on data needs. */
export interface StoreContext extends AsyncDisposable {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly store: Store;
  readonly clock: Clock;
  readonly version: string;
}

/** The same for long-running parts, with a log. */
export interface AppContext extends StoreContext {
  readonly log: Logger;
}

/** What the parts of a worker need. */
export type WorkContext = Pick<AppContext, 'store' | 'clock' | 'log'>;

/** `background` is true by default; false: it accepts events, which no other process may delay. */
interface OpenOptions extends Pick<SqliteStoreOptions, 'create' | 'usesSpaceReserve' | 'writerThread' | 'background' | 'readerThread'> {
  readonly clock?: Clock;
}

/**
 * Opens the database of a configuration; `create: false` refuses a missing one.
 *
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`
 */
export async function openStoreContext(loaded: LoadedConfig, options: OpenOptions = {}): Promise<StoreContext> {
  const { clock: own = systemClock, ...storeOptions } = options;
  const { databaseUrl, attribution } = loaded.config;
  const store = await openStore(databaseUrl, own(), { background: true, ...storeOptions, attribution });
  return {
    config: loaded.config,
    secrets: loaded.secrets,
    store,
    clock: () => own() + store.clockAheadMs(),
    version: VERSION,
    [Symbol.asyncDispose]: () => store.close(),
  };
}

/** `openStoreContext` with a log. */
export async function openContext(loaded: LoadedConfig, { log, ...options }: OpenOptions & { readonly log: Logger }): Promise<AppContext> {
  const context = await openStoreContext(loaded, options);
  const { databaseUrl } = loaded.config;
  const damagedLogs = isPostgresUrl(databaseUrl) ? [] : keptLogs(databasePath(databaseUrl)).map(({ path }) => path);
  if (damagedLogs.length > 0) log.error({ damagedLogs }, 'acknowledged events were lost: `lead-intake doctor` says what to do');
  return { ...context, log };
}

import { type Clock, systemClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Config, Secrets } from '../config/config.ts';
import { databasePath, isPostgresUrl } from '../config/database-path.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Store } from '../domain/ports.ts';
import { openStore } from '../store/open-store.ts';
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

interface OpenOptions {
  readonly create?: boolean;
  readonly usesSpaceReserve?: boolean;
  readonly writerThread?: boolean;
  /** False: it accepts events, which no other process may delay. Default: true. */
  readonly background?: boolean;
  readonly readerThread?: boolean;
  readonly clock?: Clock;
}

/**
 * Opens the database of a configuration; `create: false` refuses a missing one.
 *
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`
 */
export async function openStoreContext(loaded: LoadedConfig, options: OpenOptions = {}): Promise<StoreContext> {
  const own = options.clock ?? systemClock;
  const store = await openStore(loaded.config.databaseUrl, own(), {
    create: options.create ?? true,
    usesSpaceReserve: options.usesSpaceReserve ?? false,
    writerThread: options.writerThread ?? false,
    background: options.background ?? true,
    readerThread: options.readerThread ?? false,
    attribution: loaded.config.attribution,
  });
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
export async function openContext(loaded: LoadedConfig, options: OpenOptions & { readonly log: Logger }): Promise<AppContext> {
  const context = await openStoreContext(loaded, options);
  const { databaseUrl } = loaded.config;
  const damagedLogs = isPostgresUrl(databaseUrl) ? [] : keptLogs(databasePath(databaseUrl)).map(({ path }) => path);
  if (damagedLogs.length > 0) options.log.error({ damagedLogs }, 'acknowledged events were lost: `lead-intake doctor` says what to do');
  return { ...context, log: options.log };
}

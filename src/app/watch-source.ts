import { systemClock } from '../base/clock.ts';
import { databasePath, isPostgresUrl, shownDatabase } from '../config/database-path.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Operator } from '../domain/ports.ts';
import { openStore } from '../store/open-store.ts';
import { fileAt } from '../store/sqlite/database-path.ts';
import { LocalSource } from '../tui/local-source.ts';
import type { WatchSource } from '../tui/source.ts';
import { installationOf } from './installation.ts';

export type { WatchSource } from '../tui/source.ts';

/**
 * Watches the database of this machine.
 *
 * @throws AppError `store_unusable`, `store_newer` or `store_busy`
 */
export async function watchDatabase(
  { config, secrets }: LoadedConfig,
  options: { readonly queue: string; readonly refreshMs: number; readonly operator: (now: number) => Operator },
): Promise<WatchSource> {
  const open = () => openStore(config.databaseUrl, systemClock(), { create: false });
  let store = await open();
  const installation = installationOf(config, secrets, async () => (await store.sealedNamedSecrets()).map(({ origin }) => origin));
  const path = isPostgresUrl(config.databaseUrl) ? undefined : databasePath(config.databaseUrl);
  return new LocalSource({
    ...options,
    name: path ?? shownDatabase(config.databaseUrl),
    clock: () => systemClock() + store.clockAheadMs(),
    store,
    installation,
    reopen: async () => {
      store = await open();
      return store;
    },
    fileIdentity: () => (path === undefined ? null : (fileAt(path) ?? null)),
  });
}

/** Watches a running service through its admin routes. The HTTP client is loaded only here. */
export async function watchService(url: URL, token: string, queue: string): Promise<WatchSource> {
  const [{ AdminClient }, { RemoteSource }] = await Promise.all([import('../tui/admin-client.ts'), import('../tui/remote-source.ts')]);
  const client = new AdminClient(url.origin + url.pathname.replace(/\/(admin(\/.*)?)?$/, ''), token);
  return new RemoteSource(url.origin, client, queue);
}

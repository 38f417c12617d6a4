import type { Store } from '../../domain/ports.ts';
import { storePorts } from '../sql/store-ports.ts';
import { PostgresCore, type PostgresStoreOptions } from './core.ts';
import { indexInSteps } from './search.ts';

/**
 * Opens the database of a `postgres://` address, which several processes on several machines can use at the same time. Creates the schema if
 * it is missing.
 *
 * @param now UTC ms, recorded with the migrations that run
 * @throws AppError `store_unusable`, `store_newer`, `store_unavailable`
 */
export async function openPostgresStore(databaseUrl: string, now: number, options: PostgresStoreOptions = {}): Promise<Store> {
  const core = await PostgresCore.open(databaseUrl, now, options);
  return storePorts(core, {
    storeFacts: () => core.facts(),
    queueSnapshot: (queue, at) => core.read('queueSnapshot', queue, at),
    indexMore: (limit) => indexInSteps(async (rows) => (await core.writeOwn('indexMore', rows)) as number, limit),
    checkWritable: async () => {
      await core.writeOwn('probe');
    },
    // The server may come back at any time.
    broken: new Promise<never>(() => undefined),
    clockAheadMs: () => core.clock.aheadMs(),
  });
}

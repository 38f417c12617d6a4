import type { Store } from '../../../src/domain/ports.ts';
import type { SqliteStoreOptions } from '../../../src/store/sqlite/core.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { StoreUnderTest } from '../../store-contract/store-under-test.ts';
import { placeEmptyDatabase } from '../../support/empty-database.ts';
import { T0 } from '../../support/factories.ts';
import { QUICK_FOLDER, TempDir } from '../../support/temp-dir.ts';

/** A SQLite store on a temporary file. */
export async function openTempStore(options: SqliteStoreOptions = {}, openStore = openSqliteStore): Promise<StoreUnderTest> {
  const folder = new TempDir(QUICK_FOLDER);
  const path = placeEmptyDatabase(folder.file('test.db'));
  const open = (): Store => openStore(`sqlite:${path}`, T0, options);
  const stores = [open()];
  return {
    store: stores[0] as Store,
    reopen: async () => {
      const store = open();
      stores.push(store);
      return store;
    },
    dispose: async () => {
      await Promise.all(stores.map((store) => store.close()));
      folder[Symbol.dispose]();
    },
  };
}

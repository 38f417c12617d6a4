import { afterAll, beforeAll } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { storeContract } from '../../store-contract/store-contract.ts';
import { T0 } from '../../support/factories.ts';
import { PostgresServer } from '../../support/postgres-server.ts';

let server: PostgresServer;
let address: string;

beforeAll(async () => {
  server = await PostgresServer.start();
  address = await server.newDatabase();
});

afterAll(() => server[Symbol.asyncDispose]());

storeContract('PostgreSQL', async () => {
  const open = () => openPostgresStore(address, T0);
  const stores = [await open()];
  return {
    store: stores[0] as Awaited<ReturnType<typeof open>>,
    reopen: async () => {
      const store = await open();
      stores.push(store);
      return store;
    },
    dispose: async () => {
      for (const store of stores) await store.close();
      await server.clear(address);
    },
  };
});

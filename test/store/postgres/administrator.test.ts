import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/domain/ports.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { connectPatiently } from '../../../src/store/postgres/pool.ts';
import { accept, addCampaign, processEvent } from '../../store-contract/steps.ts';
import { formDelivery, leadFields, leadIntent, T0 } from '../../support/factories.ts';
import { PostgresServer } from '../../support/postgres-server.ts';

/** What the administrator of a server does to it while processes use it. */
let server: PostgresServer;

beforeAll(async () => {
  server = await PostgresServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

async function withStore(work: (store: Store, database: string, address: string) => Promise<void>): Promise<void> {
  const address = await server.newDatabase();
  await using store = await openPostgresStore(address, T0);
  await work(store, server.nameOf(address), address);
}

const disconnect = (database: string): Promise<unknown> =>
  server.query('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);

test('a login that is refused for a moment is an outage, not the end of the work', async () => {
  await withStore(async (_, database, address) => {
    await server.query(database, 'create role clerk login superuser');
    await using store = await openPostgresStore(address.replace('postgres@', 'clerk@'), T0);
    await server.query('postgres', 'alter role clerk nologin');
    await disconnect(database);
    await expect(store.accept(formDelivery('a'))).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(store.listEvents({ limit: 1 })).rejects.toMatchObject({ code: 'store_unavailable' });
    await server.query('postgres', 'alter role clerk login');
    await accept(store, 'a');
  });
});

test('a database that takes no connections is an outage', async () => {
  await withStore(async (store, database) => {
    await server.query('postgres', `alter database ${database} allow_connections false`);
    await disconnect(database);
    await expect(store.accept(formDelivery('a'))).rejects.toMatchObject({ code: 'store_unavailable' });
    await server.query('postgres', `alter database ${database} allow_connections true`);
    await accept(store, 'a');
  });
});

test('a primary that was made read-only is not writable', async () => {
  await withStore(async (store, database) => {
    await store.checkWritable();
    await server.query('postgres', `alter database ${database} set default_transaction_read_only = on`);
    await disconnect(database);
    await expect(store.checkWritable()).rejects.toMatchObject({ code: 'store_unavailable', message: expect.stringContaining('read-only') });
  });
});

test('a database without Unicode is refused before anything is made in it', async () => {
  await server.query('postgres', "create database latin encoding 'LATIN1' locale 'C' template template0");
  await expect(openPostgresStore(server.address('latin'), T0)).rejects.toMatchObject({
    code: 'store_unusable',
    message: expect.stringContaining('encoding LATIN1'),
  });
  expect(await server.query('latin', "select to_regclass('migracoes') as name")).toEqual([{ name: null }]);
});

test('a column that is added to a table of prepared statements stops nothing', async () => {
  await withStore(async (store, database) => {
    await addCampaign(store);
    const update = async (identity: string): Promise<void> => {
      const fields = leadFields({ name: identity });
      await processEvent(store, identity, leadIntent('lead', { fields, onMatch: 'merge' }));
    };
    for (let at = 0; at < 12; at++) await update(`before-${at}`);
    await server.query(database, 'alter table lead_linhas add column note text');
    for (let at = 0; at < 6; at++) await update(`after-${at}`);
    expect((await store.listLeads({ limit: 9 })).items).toMatchObject([{ name: 'after-5' }]);
  });
});

test('a copy of all rows takes as long as it needs, whatever the role may otherwise', async () => {
  await withStore(async (_, database, address) => {
    await server.query('postgres', `alter database ${database} set statement_timeout = '50ms'`);
    const client = await connectPatiently(address, 'test');
    try {
      await client.query('select pg_sleep(0.2)');
    } finally {
      await client.end();
    }
  });
});

test('half a character at the end of a long word does not stop the search index', async () => {
  await withStore(async (store) => {
    await addCampaign(store);
    await processEvent(store, 'a', leadIntent('a', { fields: leadFields({ name: `a${'𠮷'.repeat(40)}` }) }));
    await processEvent(store, 'b', leadIntent('b', { fields: leadFields({ name: 'Joaquim' }) }));
    while ((await store.indexMore(100)) > 0);
    expect((await store.searchBacklog()).leads).toBe(0);
    expect((await store.listLeads({ limit: 9, text: 'joaquim' })).items).toMatchObject([{ name: 'Joaquim' }]);
    expect((await store.listLeads({ limit: 9, text: `a${'𠮷'.repeat(40)}` })).items).toHaveLength(1);
  });
});

describe('while the standby is away', () => {
  const WAITING = "select pid from pg_stat_activity where wait_event = 'SyncRep'";

  async function withoutStandby(work: (store: Store) => Promise<void>): Promise<void> {
    await withStore(async (store) => {
      await server.query('postgres', "alter system set synchronous_standby_names = '*'");
      await server.query('postgres', 'select pg_reload_conf()');
      try {
        await work(store);
      } finally {
        await server.query('postgres', 'alter system reset synchronous_standby_names');
        await server.query('postgres', 'select pg_reload_conf()');
      }
    });
  }

  test('what was answered with 503 keeps no connection', async () => {
    await withoutStandby(async (store) => {
      await expect(store.accept(formDelivery('a'))).rejects.toMatchObject({ code: 'store_unavailable' });
      await expect.poll(() => server.query('postgres', WAITING)).toEqual([]);
      // What asks whether the service is well gets its answer.
      await store.checkWritable();
    });
  });

  test('a wait that somebody cancels is not an answer', async () => {
    await withoutStandby(async (store) => {
      const accepted = store.accept(formDelivery('a'));
      const refused = expect(accepted).rejects.toMatchObject({ code: 'store_unavailable' });
      await expect.poll(() => server.query('postgres', WAITING)).toHaveLength(1);
      await server.query('postgres', `select pg_cancel_backend(pid) from (${WAITING}) waiting`);
      await refused;
    });
  });
});

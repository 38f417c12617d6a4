import { expect, test } from 'vitest';
import { checkServer } from '../../../src/cli/doctor/check-server.ts';
import { examine } from '../../../src/cli/doctor/examine.ts';
import { inspectServer, type ServerState } from '../../../src/store/postgres/inspect-server.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { connectPatiently } from '../../../src/store/postgres/pool.ts';
import { T0 } from '../../support/factories.ts';
import { PostgresServer } from '../../support/postgres-server.ts';

const FINE: ServerState = {
  standby: 0,
  readOnly: 0,
  waitsForStandby: 1,
  standbyAway: 0,
  mostConnections: 97,
  connections: 20,
  client: '192.0.2.7',
  tls: 1,
};

test.each<[string, Partial<ServerState>, readonly string[]]>([
  ['a server as it should be', {}, ['database.sync_standby ok', 'database.connections ok', 'database.tls ok']],
  ['a standby', { standby: 1, readOnly: 1 }, ['database.standby problem', 'database.connections ok', 'database.tls ok']],
  [
    'a primary that was made read-only',
    { readOnly: 1 },
    ['database.read_only problem', 'database.sync_standby ok', 'database.connections ok', 'database.tls ok'],
  ],
  [
    'a forgotten grant',
    { missingGrants: { lacking: ['eventos (insert)'], role: 'app', schema: 'public' } },
    ['database.sync_standby ok', 'database.missing_grants problem', 'database.connections ok', 'database.tls ok'],
  ],
  ['no synchronous standby', { waitsForStandby: 0 }, ['database.no_sync_standby note', 'database.connections ok', 'database.tls ok']],
  [
    'a synchronous standby that is away',
    { standbyAway: 1 },
    ['database.sync_standby_away problem', 'database.connections ok', 'database.tls ok'],
  ],
  ['room for no process', { connections: 87 }, ['database.sync_standby ok', 'database.connections_few warning', 'database.tls ok']],
  ['a network without TLS', { tls: 0 }, ['database.sync_standby ok', 'database.connections ok', 'database.no_tls warning']],
  ['this machine without TLS', { tls: 0, client: '::1' }, ['database.sync_standby ok', 'database.connections ok']],
  ['a Unix socket', { tls: 0, client: null }, ['database.sync_standby ok', 'database.connections ok']],
])('%s', (_what, given, expected) => {
  expect(checkServer({ ...FINE, ...given }).map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected);
});

test('`doctor` asks a real primary and its standby', async () => {
  await using primary = await PostgresServer.start();
  const address = await primary.newDatabase();
  await (await openPostgresStore(address, T0)).close();
  const codesOf = async (url: string) => {
    const sources = { flags: {}, env: { DATABASE_URL: url }, envFile: '/dev/null' };
    return (await examine(sources, { full: false, offline: true, now: Date.now() })).map(({ code }) => code);
  };
  expect(await codesOf(address)).toEqual(expect.arrayContaining(['database.no_sync_standby', 'database.connections']));
  await primary.query('postgres', 'create role reader login superuser; alter role reader set default_transaction_read_only = on');
  expect(await codesOf(address.replace('postgres@', 'reader@'))).toContain('database.read_only');
  await primary.query(primary.nameOf(address), 'create role clerk login; grant select on all tables in schema public to clerk');
  const asClerk = await codesOf(address.replace('postgres@', 'clerk@'));
  expect(asClerk.filter((code) => code === 'database.missing_grants')).toHaveLength(1);
  await primary.query(primary.nameOf(address), 'revoke select on fila_vivos from clerk');
  expect(await codesOf(address.replace('postgres@', 'clerk@'))).toEqual(
    expect.arrayContaining(['database.missing_grants', 'database.unusable']),
  );
  const waitFor = async (names: string): Promise<void> => {
    await primary.query('postgres', `alter system set synchronous_standby_names = '${names}'`);
    await primary.query('postgres', 'select pg_reload_conf()');
  };
  await waitFor('*');
  await expect.poll(() => codesOf(address)).toContain('database.sync_standby_away');
  await using standby = await PostgresServer.standbyOf(primary);
  await expect.poll(() => inspectServer(address)).toMatchObject({ standby: 0, waitsForStandby: 1, standbyAway: 0, client: null, tls: 0 });
  await waitFor('FIRST 2 (*)');
  await expect.poll(() => inspectServer(address)).toMatchObject({ standbyAway: 1 });
  await waitFor('*');
  await expect.poll(() => inspectServer(address)).toMatchObject({ standbyAway: 0 });
  await waitFor('another');
  await expect.poll(() => inspectServer(address)).toMatchObject({ standbyAway: 1 });
  // The server tells an ordinary role nothing about its standbys.
  const clerk = address.replace('postgres@', 'clerk@');
  expect(await inspectServer(clerk)).toMatchObject({ standbyAway: 0 });
  const client = await connectPatiently(clerk, 'test');
  const committing = client.query("select pg_logical_emit_message(true, '', '')");
  await expect.poll(() => codesOf(clerk)).toContain('database.sync_standby_away');
  await primary.query('postgres', "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
  await committing;
  await client.end();
  expect(await codesOf(standby.address(primary.nameOf(address)))).toContain('database.standby');
});

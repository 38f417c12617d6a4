import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveDatabase } from '../../src/app/move-database.ts';
import type { Store } from '../../src/domain/ports.ts';
import { PostgresSide } from '../../src/store/postgres/move-side.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { inspectDatabase } from '../../src/store/sqlite/inspection.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { accept, addCampaign, failEvent, processEvent, wholeState } from '../store-contract/steps.ts';
import { placeEmptyDatabase } from '../support/empty-database.ts';
import { fillEveryTable } from '../support/every-table.ts';
import { formDelivery, leadFields, leadIntent, operator, refusedRequest, T0 } from '../support/factories.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { TempDir } from '../support/temp-dir.ts';

const EVA = { emails: ['eva@example.com'], phones: [], clickIds: [], leadIds: [], clientId: null };

let server: PostgresServer;

beforeAll(async () => {
  server = await PostgresServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

function move(from: string, to: string, signal = new AbortController().signal) {
  return moveDatabase({ from, to }, { now: T0, signal, onProgress: () => undefined });
}

/** A person's event and lead, each under the name. */
async function addLead(store: Store, name: string): Promise<void> {
  const email = `${name}@example.com`;
  await processEvent(store, name, leadIntent(name, { fields: leadFields({ email, emailNormalized: email, name }) }));
}

test('every table there and back has the same rows and checksums; only U+0000 becomes U+FFFD', async () => {
  using folder = new TempDir();
  const source = placeEmptyDatabase(folder.file('source.db'));
  fillEveryTable(source);
  const address = await server.newDatabase();
  const fresh = await indexesOf(await migrated(await server.newDatabase()));
  const there = await move(`sqlite:${source}`, address);
  expect(await indexesOf(address)).toEqual(expect.arrayContaining([...fresh]));
  const back = await move(address, `sqlite:${folder.file('back.db')}`);
  expect(there.tables.every(({ rows }) => rows > 0)).toBe(true);
  expect(there.replaced).toBeGreaterThan(20);
  expect(back).toEqual({ tables: there.tables, replaced: 0 });
  expect(rowsOf(folder.file('back.db'))).toEqual(rowsOf(source).replaceAll('\\u0000', '\ufffd'));
});

test('after a move there and back, all reads give the same, and nothing is stored twice', async () => {
  using folder = new TempDir();
  const source = `sqlite:${placeEmptyDatabase(folder.file('source.db'))}`;
  const address = await server.newDatabase();
  const back = `sqlite:${folder.file('back.db')}`;
  let before: unknown;
  {
    await using store = openSqliteStore(source, T0);
    await addCampaign(store);
    for (const name of ['eva', 'bob', 'mia']) await addLead(store, name);
    await failEvent(store, 'failed');
    await accept(store, 'waiting');
    await store.recordRefused([refusedRequest()]);
    await store.erasePerson(EVA, 'request', operator(), () => T0);
    before = await wholeState(store);
  }
  await move(source, address);
  {
    await using store = await openPostgresStore(address, T0);
    expect(await wholeState(store)).toEqual(before);
  }
  await move(address, back);
  using inspection = inspectDatabase(folder.file('back.db'));
  expect(await inspection.countBrokenReferences()).toBe(0);
  expect(await inspection.listWrongCounters()).toEqual([]);
  await using store = openSqliteStore(back, T0);
  expect(await wholeState(store)).toEqual(before);
  for (const [filter, count] of [
    [{ origin: 'formulario_proprio' }, 5],
    [{ clientId: '1' }, 3],
    [{ eventType: 'lead' }, 5],
  ] as const)
    expect((await store.listEvents({ limit: 10, ...filter })).items.length).toBe(count);
  expect((await store.listEvents({ limit: 10, status: 'erro' })).items.map(({ identity }) => identity)).toEqual(['failed']);
  expect(await store.accept(formDelivery('bob'))).toMatchObject([{ isNew: false, eventId: '2' }]);
  expect(await store.accept(formDelivery('new'))).toMatchObject([{ isNew: true, eventId: '6' }]);
  expect(existsSync(`${folder.file('back.db')}-erasures`)).toBe(true);
});

test('the next ids of PostgreSQL follow those of the file, and its workers continue the queue', async () => {
  using folder = new TempDir();
  const source = `sqlite:${placeEmptyDatabase(folder.file('source.db'))}`;
  const address = await server.newDatabase();
  {
    await using store = openSqliteStore(source, T0);
    await addCampaign(store);
    await addLead(store, 'bob');
    await accept(store, 'waiting');
  }
  await move(source, address);
  const last = await server.query(
    server.nameOf(address),
    'select (select last_value from eventos_id_seq)::int as events, last_value::int as leads from lead_linhas_id_seq',
  );
  expect(last).toEqual([{ events: 2, leads: 1 }]);
  await using store = await openPostgresStore(address, T0);
  expect(await store.accept(formDelivery('bob'))).toMatchObject([{ isNew: false, eventId: '1' }]);
  expect((await store.queueSnapshot('webhooks', T0)).waiting).toBe(1);
  const [job] = await store.claim({ queue: 'webhooks', workerId: 'w', limit: 1, leaseMs: 60_000, now: T0 });
  await store.finish([{ claim: job as never, outcome: { kind: 'lead', intent: leadIntent('waiting') } }], T0);
  expect((await store.listLeads({ limit: 10 })).items.map(({ id }) => id)).toEqual(['2', '1']);
  while ((await store.indexMore(100)) > 0);
  expect((await store.listLeads({ limit: 10, text: 'bob' })).items.map(({ id }) => id)).toEqual(['1']);
});

test('a target with other data, of another move, or of a complete one is refused', async () => {
  using folder = new TempDir();
  const source = `sqlite:${placeEmptyDatabase(folder.file('source.db'))}`;
  const address = await server.newDatabase();
  {
    await using store = await openPostgresStore(address, T0);
    await addCampaign(store);
  }
  await expect(move(source, address)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('already has data') });
  const target = await server.newDatabase();
  await move(source, target);
  await expect(move(source, target)).rejects.toMatchObject({ message: expect.stringContaining('already complete') });
  await server.query(server.nameOf(target), "update mudanca set concluida_em = null, origem = 'sqlite:other.db'");
  await expect(move(source, target)).rejects.toMatchObject({ message: expect.stringContaining('sqlite:other.db') });
  await expect(openPostgresStore(target, T0)).rejects.toMatchObject({
    code: 'store_unusable',
    hint: expect.stringContaining('lead-intake move'),
  });
  await expect(move(source, 'sqlite:other.db')).rejects.toMatchObject({ code: 'usage' });
});

test('neither database may be in use; if the source is, the target stays as it was', async () => {
  using folder = new TempDir();
  const source = `sqlite:${placeEmptyDatabase(folder.file('source.db'))}`;
  const address = await server.newDatabase();
  {
    await using _store = openSqliteStore(source, T0);
    await expect(move(source, address)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('in use') });
    expect(await server.query(server.nameOf(address), "select tablename from pg_tables where schemaname = 'public'")).toEqual([]);
  }
  await using _store = await openPostgresStore(`${address}&application_name=crm`, T0);
  await expect(move(source, address)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('processes use') });
  await expect(move(address, `sqlite:${folder.file('target.db')}`)).rejects.toMatchObject({ code: 'conflict' });
  expect(existsSync(folder.file('target.db'))).toBe(false);
});

test('a move whose lock is lost commits nothing more', async () => {
  const address = await server.newDatabase();
  await using side = await PostgresSide.open(address, T0);
  const locking = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'";
  await server.query(server.nameOf(address), locking);
  const changing = side.transaction(async () => void (await side.all('create table changed ()')));
  await expect(changing).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(await side.hasTable('changed')).toBe(false);
});

test('a source that was changed while the move was interrupted is noticed', async () => {
  using folder = new TempDir();
  const source = placeEmptyDatabase(folder.file('source.db'));
  fillEveryTable(source);
  const address = await server.newDatabase();
  const controller = new AbortController();
  const stopped = moveDatabase(
    { from: `sqlite:${source}`, to: address },
    { now: T0, signal: controller.signal, onProgress: (stage) => stage === 'verify' && controller.abort() },
  );
  await expect(stopped).rejects.toThrow();
  const driver = openDriver(source, { readonly: false });
  driver.exec("update clientes set nome = 'changed' where id = 1");
  driver.close();
  await expect(move(`sqlite:${source}`, address)).rejects.toMatchObject({ message: expect.stringContaining('table clientes differs') });
});

async function migrated(address: string): Promise<string> {
  await (await openPostgresStore(address, T0)).close();
  return address;
}

function indexesOf(address: string): Promise<readonly unknown[]> {
  return server.query(server.nameOf(address), "select indexdef from pg_indexes where schemaname = 'public' order by indexname");
}

/** All rows of all tables that are moved, as JSON. */
function rowsOf(path: string): string {
  const driver = openDriver(path, { readonly: true });
  const names = driver.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by rowid").all() as {
    readonly name: string;
  }[];
  const tables = names.filter(({ name }) => !/^(migracoes|evento_zonas|sondagem|busca|chaves_mudanca|mudanca)$|_novas$/.test(name));
  const rows = tables.map(({ name }) => [name, driver.prepare(`select * from ${name}`).all()]);
  driver.close();
  return JSON.stringify(rows);
}

import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Store } from '../../../src/domain/ports.ts';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { removeIndex } from '../../../src/store/sqlite/search/index-file.ts';
import { accept, addCampaign, claimOne, finishLead, processEvent } from '../../store-contract/steps.ts';
import { placeEmptyDatabase } from '../../support/empty-database.ts';
import { formDelivery, leadFields, leadIntent, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

/** More than a search looks through without an index. */
const MANY = 510;

async function accepted(store: Store, name: string, identity = `of ${name}`): Promise<void> {
  const body = Buffer.from(JSON.stringify({ nome: name }));
  await store.accept({ ...formDelivery(identity, { body }), requestId: `request ${identity.length} ${identity.slice(0, 6)}` });
}

/** Stores an event of this name, and so many after it that only the index finds it. */
async function buried(store: Store, name: string): Promise<void> {
  await accepted(store, name);
  await Promise.all(Array.from({ length: MANY }, (_, index) => accepted(store, 'other', `${index} after ${name}`)));
}

async function found(store: Store, text: string): Promise<readonly string[]> {
  return (await store.listEvents({ text, limit: 10 })).items.map(({ identity }) => identity.replace('of ', ''));
}

async function indexAll(store: Store): Promise<number> {
  let added = 0;
  for (let step = await store.indexMore(200); step > 0; step = await store.indexMore(200)) added += step;
  return added;
}

interface Scene {
  readonly store: Store;
  readonly path: string;
  readonly folder: TempDir;
}

/** A store whose index contains 'zuleica', which is found in no other way. */
async function indexed(work: (scene: Scene) => Promise<void>): Promise<void> {
  using folder = new TempDir();
  const path = placeEmptyDatabase(folder.file('test.db'));
  await using store = openSqliteStore(`sqlite:${path}`, T0);
  await buried(store, 'zuleica');
  expect(await found(store, 'zuleica')).toEqual([]);
  expect(await store.searchBacklog()).toEqual({ events: MANY + 1 - 500, leads: 0 });
  expect(await indexAll(store)).toBe(MANY + 1);
  expect(await found(store, 'zuleica')).toEqual(['zuleica']);
  await work({ store, path, folder });
}

/** What is not indexed is reported, and the index is complete again after it was built. */
async function expectRebuilt({ store }: Pick<Scene, 'store'>): Promise<void> {
  expect(await found(store, 'zuleica')).toEqual([]);
  expect(await store.searchBacklog()).toMatchObject({ events: MANY + 1 - 500 });
  await indexAll(store);
  expect(await found(store, 'zuleica')).toEqual(['zuleica']);
  expect(await store.searchBacklog()).toEqual({ events: 0, leads: 0 });
}

function change(path: string, sql: string): void {
  const driver = openDriver(path, { readonly: false });
  driver.exec(sql);
  driver.close();
}

/** Overwrites the page that contains the word. The positions are in another one. */
function damageWords(file: string): void {
  const bytes = readFileSync(file);
  const page = Math.floor(bytes.lastIndexOf('zuleica') / 4_096);
  expect(page).toBeGreaterThan(0);
  writeFileSync(file, bytes.fill(0xff, page * 4_096, (page + 1) * 4_096));
}

test('the file can be read by nobody else, and ends complete, without a log', async () => {
  await indexed(async ({ store, path }) => {
    for (const ending of ['', '-wal']) expect(statSync(`${path}-search${ending}`).mode & 0o777).toBe(0o600);
    await store.close();
    expect([`${path}-search`, `${path}-search-wal`, `${path}-search-shm`].map(existsSync)).toEqual([true, false, false]);
  });
});

test('deleted while it is open, it is built again', async () => {
  await indexed(async (scene) => {
    removeIndex(scene.path);
    await expectRebuilt(scene);
  });
});

test('deleted without its log, it is built again', async () => {
  await indexed(async (scene) => {
    rmSync(`${scene.path}-search`);
    await expectRebuilt(scene);
  });
});

test('the index of another database is not used, but replaced', async () => {
  await indexed(async (scene) => {
    const other = placeEmptyDatabase(scene.folder.file('other.db'));
    change(other, "update busca set indice = 'other'");
    await using store = openSqliteStore(`sqlite:${other}`, T0);
    await buried(store, 'zuleica');
    await indexAll(store);
    await store.close();
    removeIndex(scene.path);
    copyFileSync(`${other}-search`, `${scene.path}-search`);
    await expectRebuilt(scene);
  });
});

test.each([
  ['truncated', (file: string) => truncateSync(file, 8_192)],
  ['empty', (file: string) => truncateSync(file, 0)],
  ['no database', (file: string) => writeFileSync(file, 'notes '.repeat(10_000))],
  [
    'of another program',
    (file: string) => {
      rmSync(file);
      change(file, 'create table notes (text); pragma user_version = 1');
    },
  ],
  ['damaged where its words are', damageWords],
])('an index that is %s is built again', async (_what, damage) => {
  await indexed(async ({ store, path }) => {
    await store.close();
    damage(`${path}-search`);
    await using again = openSqliteStore(`sqlite:${path}`, T0);
    await expectRebuilt({ store: again });
  });
});

test('the index of events that a restored database does not have is built again', async () => {
  using folder = new TempDir();
  const path = placeEmptyDatabase(folder.file('test.db'));
  const first = openSqliteStore(`sqlite:${path}`, T0);
  await accepted(first, 'before');
  await first.close();
  copyFileSync(path, folder.file('backup.db'));
  const lost = openSqliteStore(`sqlite:${path}`, T0);
  await buried(lost, 'lost');
  await indexAll(lost);
  await lost.close();
  copyFileSync(folder.file('backup.db'), path);
  await using store = openSqliteStore(`sqlite:${path}`, T0);
  expect(await found(store, 'before')).toEqual(['before']);
  // The same ids as before, and one of them has the same time.
  await buried(store, 'zuleica');
  expect(await found(store, 'lost')).toEqual([]);
  expect(await store.searchBacklog()).toMatchObject({ events: MANY + 2 - 500 });
  await indexAll(store);
  expect([await found(store, 'lost'), await found(store, 'zuleica')]).toEqual([[], ['zuleica']]);
});

test('an index with leads as they were after the backup is built again', async () => {
  using folder = new TempDir();
  const path = placeEmptyDatabase(folder.file('test.db'));
  const leadsWith = async (store: Store, text: string) =>
    (await store.listLeads({ text, limit: 10 })).items.map(({ identity }) => identity);
  const rename = async (store: Store, name: string, now: number) => {
    const intent = leadIntent('one', { fields: leadFields({ name }), onMatch: 'merge' });
    await finishLead(store, await claimOne(store), intent, now);
  };
  const first = openSqliteStore(`sqlite:${path}`, T0);
  await addCampaign(first);
  await processEvent(first, 'one', leadIntent('one', { fields: leadFields({ name: 'Heloisa' }) }));
  await accept(first, 'update');
  await first.close();
  copyFileSync(path, folder.file('backup.db'));
  const lost = openSqliteStore(`sqlite:${path}`, T0);
  await rename(lost, 'Olga', T0);
  await indexAll(lost);
  expect([await leadsWith(lost, 'heloisa'), await leadsWith(lost, 'olga')]).toEqual([[], ['one']]);
  await lost.close();
  copyFileSync(folder.file('backup.db'), path);
  await using store = openSqliteStore(`sqlite:${path}`, T0);
  const names = async () => await Promise.all(['heloisa', 'olga', 'nadia'].map((name) => leadsWith(store, name)));
  expect(await names()).toEqual([['one'], [], []]);
  // The change has the id of the lost one.
  await rename(store, 'Nadia', T0 + 1);
  await indexAll(store);
  expect(await names()).toEqual([[], [], ['one']]);
});

test('a new index reads leads as they are, and their changes only once', async () => {
  using folder = new TempDir();
  await using store = openSqliteStore(`sqlite:${placeEmptyDatabase(folder.file('test.db'))}`, T0);
  await addCampaign(store);
  await processEvent(store, 'one', leadIntent('one', { fields: leadFields({ name: 'Heloisa' }) }));
  await accept(store, 'update');
  await finishLead(store, await claimOne(store), leadIntent('one', { fields: leadFields({ name: 'Olga' }), onMatch: 'merge' }));
  expect(await indexAll(store)).toBe(3);
});

test('the words of people whose data is blanked are gone once the database asks for a new index', async () => {
  await indexed(async (scene) => {
    change(scene.path, "update eventos set corpo = x'' where id = 1; update busca set indice = 'next'");
    await indexAll(scene.store);
    expect(await found(scene.store, 'zuleica')).toEqual([]);
    await scene.store.close();
    expect(readFileSync(`${scene.path}-search`).includes('zuleica')).toBe(false);
  });
});

test('is written while another process writes the database, by one process at a time', async () => {
  await indexed(async ({ store, path }) => {
    await accepted(store, 'heloisa');
    const writer = openDriver(path, { readonly: false });
    writer.exec('begin immediate');
    const indexing = openDriver(`${path}-search`, { readonly: false });
    indexing.exec('begin immediate');
    expect(await store.indexMore(10)).toBe(0);
    indexing.exec('rollback');
    indexing.close();
    expect(await store.indexMore(10)).toBe(1);
    writer.exec('rollback');
    writer.close();
  });
});

test('threads that index at the same time add each event once', async () => {
  using folder = new TempDir();
  const path = placeEmptyDatabase(folder.file('test.db'));
  const open = (): Store => openSqliteStore(`sqlite:${path}`, T0, { readerThread: true });
  await using one = open();
  await using other = open();
  await buried(one, 'zuleica');
  let added = 0;
  while (added < MANY + 1) {
    const steps = await Promise.all([one, other].map((store) => store.indexMore(50)));
    added += steps.reduce((sum, step) => sum + step, 0);
  }
  expect([added, await indexAll(one), await indexAll(other)]).toEqual([MANY + 1, 0, 0]);
  expect(await found(other, 'zuleica')).toEqual(['zuleica']);
});

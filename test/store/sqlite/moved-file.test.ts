import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { formDelivery, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

const MOVED = { code: 'store_moved' };

/** Renames a database together with its WAL. */
function move(from: string, to: string): void {
  for (const ending of ['', '-wal', '-shm']) if (existsSync(from + ending)) renameSync(from + ending, to + ending);
}

test('no database is made beside the log of one that was moved away: SQLite would delete that log', async () => {
  using folder = new TempDir();
  const path = folder.file('test.db');
  await using store = openSqliteStore(`sqlite:${path}`, T0);
  await store.accept(formDelivery('in the log'));
  copyFileSync(`${path}-wal`, folder.file('other.db-wal'));
  expect(() => openSqliteStore(`sqlite:${folder.file('other.db')}`, T0)).toThrow(
    expect.objectContaining({ code: 'store_unusable', message: expect.stringContaining('other.db-wal exists') }),
  );
  expect(existsSync(folder.file('other.db-wal'))).toBe(true);
  expect(existsSync(folder.file('other.db'))).toBe(false);
});

describe.each([{ writerThread: false }, { writerThread: true }])('while a store is open (%o), its file', (options) => {
  test('that is moved away takes no event, and takes them again when it is back', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store = openSqliteStore(`sqlite:${path}`, T0, options);
    await store.accept(formDelivery('before'));
    move(path, folder.file('moved.db'));
    await expect(store.accept(formDelivery('away'))).rejects.toMatchObject(MOVED);
    await expect(store.checkWritable()).rejects.toMatchObject(MOVED);
    move(folder.file('moved.db'), path);
    await store.accept(formDelivery('after'));
    expect((await store.listEvents({ limit: 10 })).items.map((event) => event.identity)).toEqual(['after', 'before']);
  });

  test('that is replaced takes no event: whoever opens the database would not find it', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store = openSqliteStore(`sqlite:${path}`, T0, options);
    await store.accept(formDelivery('before'));
    copyFileSync(path, folder.file('copy.db'));
    renameSync(folder.file('copy.db'), path);
    await expect(store.accept(formDelivery('away'))).rejects.toMatchObject(MOVED);
  });

  test('that is deleted takes no event', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store = openSqliteStore(`sqlite:${path}`, T0, options);
    await store.accept(formDelivery('before'));
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
    await expect(store.accept(formDelivery('away'))).rejects.toMatchObject(MOVED);
  });
});

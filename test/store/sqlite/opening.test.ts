import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/domain/ports.ts';
import { openWriteConnection } from '../../../src/store/sqlite/connection.ts';
import { type Driver, openDriver } from '../../../src/store/sqlite/driver.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../../src/store/sqlite/migrations/index.ts';
import { migrate, schemaVersion } from '../../../src/store/sqlite/migrations/migrate.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { accept, eventOf } from '../../store-contract/steps.ts';
import { T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

const run = promisify(execFile);

function open(path: string): Store {
  return openSqliteStore(`sqlite:${path}`, T0);
}

/** A file as another program would leave it. */
function withDriver(path: string, work: (driver: Driver) => void): void {
  const driver = openDriver(path, { readonly: false });
  try {
    work(driver);
  } finally {
    driver.close();
  }
}

function refused(code: string, message: RegExp): unknown {
  return expect.objectContaining({ name: 'AppError', code, message: expect.stringMatching(message), hint: expect.any(String) });
}

function openError(path: string): unknown {
  try {
    void open(path).close();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('opening', () => {
  test('makes folder, file and schema', async () => {
    using folder = new TempDir();
    const path = folder.file('new/deeper/test.db');
    await using store = open(path);
    expect(await store.storeFacts()).toMatchObject({ kind: 'sqlite', location: path, schemaVersion: SCHEMA_VERSION });
    await accept(store, 'a');
  });

  test('again finds everything as it was, and runs no step twice', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    const first = open(path);
    const [eventId = ''] = await accept(first, 'a');
    await first.close();
    await using second = open(path);
    expect(await eventOf(second, eventId)).toMatchObject({ identity: 'a' });
    withDriver(path, (driver) => {
      expect(driver.prepare('select versao, nome, aplicada_em from migracoes').all()).toEqual(
        MIGRATIONS.map(({ version, name }) => ({ versao: version, nome: name, aplicada_em: T0 })),
      );
    });
  });

  test('by several handles at once works for all of them', async () => {
    using folder = new TempDir();
    const stores = Array.from({ length: 5 }, () => open(folder.file('test.db')));
    await Promise.all(stores.map((store, index) => accept(store, `e${index}`)));
    expect((await stores[0]?.listEvents({ limit: 10 }))?.items).toHaveLength(5);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('by several processes that start together works for all of them', async () => {
    using folder = new TempDir();
    const program = new URL('./open-in-process.ts', import.meta.url).pathname;
    for (let round = 0; round < 3; round += 1) {
      const url = `sqlite:${folder.file(`round-${round}.db`)}`;
      const results = await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, [program, url])));
      expect(results.map((result) => result.stdout)).toEqual(Array.from({ length: 4 }, () => 'open'));
    }
  });

  test('writes with synchronous=FULL to a write-ahead log, and checks references', async () => {
    using folder = new TempDir();
    const connection = openWriteConnection(folder.file('test.db'), T0, { create: true });
    const pragma = (name: string): unknown => connection.statement(`pragma ${name}`).get();
    expect(pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(pragma('synchronous')).toEqual({ synchronous: 2 });
    expect(pragma('foreign_keys')).toEqual({ foreign_keys: 1 });
    expect(pragma('auto_vacuum')).toEqual({ auto_vacuum: 2 });
    connection.close();
  });
});

describe('opening refuses', () => {
  test('a database of a newer program, and leaves it as it is', async () => {
    using folder = new TempDir();
    const path = folder.file('newer.db');
    const next = { version: SCHEMA_VERSION + 1, name: 'next', sql: 'create table future (x integer) strict' };
    withDriver(path, (driver) => migrate(driver, [...MIGRATIONS, next], T0));
    const before = readFileSync(path);
    expect(openError(path)).toEqual(refused('store_newer', new RegExp(`schema version ${SCHEMA_VERSION + 1}.*newer\\.db`)));
    expect(readFileSync(path)).toEqual(before);
  });

  test('a database with tables of another program, and leaves it as it is', () => {
    using folder = new TempDir();
    const path = folder.file('foreign.db');
    withDriver(path, (driver) => driver.exec('create table customers (id integer primary key)'));
    const before = readFileSync(path);
    expect(openError(path)).toEqual(refused('store_unusable', /another program/));
    expect(readFileSync(path)).toEqual(before);
  });

  test.each([1, 32])('a database that a lead-intake before 0.2 left with schema %i, and leaves it as it is', (schema) => {
    using folder = new TempDir();
    const path = folder.file('old.db');
    withDriver(path, (driver) => driver.exec(`create table migracoes (versao integer primary key); pragma user_version = ${schema}`));
    const before = readFileSync(path);
    expect(openError(path)).toEqual(refused('store_unusable', /created by a lead-intake older than 0\.2.*old\.db/));
    expect(readFileSync(path)).toEqual(before);
  });

  test('a directory', () => {
    using folder = new TempDir();
    mkdirSync(folder.file('test.db'));
    expect(openError(folder.file('test.db'))).toEqual(refused('store_unusable', /is a directory/));
  });

  test('a file that is not a database, and leaves it as it is', () => {
    using folder = new TempDir();
    const path = folder.file('notes.txt');
    writeFileSync(path, 'These are notes, not a database.\n'.repeat(100));
    expect(openError(path)).toEqual(refused('store_unusable', /not a SQLite database.*notes\.txt/));
    expect(readFileSync(path, 'utf8')).toMatch(/^These are notes/);
  });

  test('a path below a file', () => {
    using folder = new TempDir();
    writeFileSync(folder.file('file'), '');
    expect(openError(folder.file('file/test.db'))).toEqual(refused('store_unusable', /Cannot (create|open|access)/));
  });

  test('a folder in which no file can be made', () => {
    expect(openError('/proc/lead-intake/test.db')).toEqual(refused('store_unusable', /Cannot create/));
    expect(existsSync('/proc/lead-intake')).toBe(false);
  });

  test('a file that can only be read', () => {
    expect(statSync('/proc/version').isFile()).toBe(true);
    expect(openError('/proc/version')).toEqual(refused('store_unusable', /Cannot (open|write)|not a SQLite database/));
  });

  test('a path that cannot be looked at', () => {
    using folder = new TempDir();
    symlinkSync(folder.file('loop.db'), folder.file('loop.db'));
    expect(openError(folder.file('loop.db'))).toEqual(refused('store_unusable', /Cannot (open|create|access)|symbolic link/));
    expect(openError(folder.file('x'.repeat(300)))).toEqual(refused('store_unusable', /Cannot (open|create|access)|symbolic link/));
  });
});

describe('migrate', () => {
  const steps = [
    { version: 1, name: 'first', sql: 'create table a (x integer) strict' },
    { version: 2, name: 'second', sql: 'create table b (x integer) strict; insert into b values (1)' },
  ] as const;

  test('goes on where an earlier start ended', () => {
    using folder = new TempDir();
    withDriver(folder.file('test.db'), (driver) => {
      migrate(driver, steps.slice(0, 1), T0);
      expect(schemaVersion(driver)).toBe(1);
      migrate(driver, steps, T0 + 1);
      migrate(driver, steps, T0 + 2);
      expect(schemaVersion(driver)).toBe(2);
      expect(driver.prepare('select versao, aplicada_em from migracoes').all()).toEqual([
        { versao: 1, aplicada_em: T0 },
        { versao: 2, aplicada_em: T0 + 1 },
      ]);
      expect(driver.prepare('select count(*) as total from b').get()).toEqual({ total: 1 });
    });
  });

  test('undoes a step that fails half-way, and keeps those before it', () => {
    using folder = new TempDir();
    withDriver(folder.file('test.db'), (driver) => {
      const broken = { version: 2, name: 'broken', sql: 'create table c (x integer) strict; insert into missing values (1)' };
      expect(() => migrate(driver, [steps[0], broken], T0)).toThrow(/missing/);
      expect(driver.isInTransaction()).toBe(false);
      expect(schemaVersion(driver)).toBe(1);
      expect(driver.prepare("select name from sqlite_schema where name in ('a', 'c')").all()).toEqual([{ name: 'a' }]);
    });
  });

  test('numbers its steps without gaps', () => {
    expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });
});

import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { restoreBackup } from '../../src/app/restore-backup.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { startServing } from '../crash/processes.ts';
import { operator } from '../support/factories.ts';
import { Workplace } from '../support/workplace.ts';

interface RestoreJson {
  readonly integro: boolean;
  readonly checksum: string;
  readonly problemas: readonly string[];
  readonly eventos: number;
  readonly restaurado?: boolean;
  readonly anterior?: string | null;
}

/** A workplace with one event in its backup `x.db`, and one more in its database. */
async function workplaceWithBackup(): Promise<Workplace> {
  const place = new Workplace();
  await place.accept('before');
  await place.run('backup', 'x.db');
  await place.accept('after');
  return place;
}

function countEvents(path: string): number {
  const driver = openDriver(path, { readonly: true });
  try {
    return (driver.prepare('select count(*) as total from webhook_eventos').get() as { total: number }).total;
  } finally {
    driver.close();
  }
}

function flipByte(path: string, offset: number): void {
  const bytes = readFileSync(path);
  bytes[offset] = (bytes[offset] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

test('no session comes back with a backup: it may have been revoked since', async () => {
  using place = new Workplace();
  const now = Date.now();
  await place.use((store) =>
    store.startSession({
      key: 'a'.repeat(64),
      role: 'operator',
      credential: 'c',
      remoteAddress: '192.0.2.1',
      userAgent: '',
      startedAt: now,
      usedAt: now,
    }),
  );
  await place.run('backup', 'x.db');
  await place.run('session', 'revoke', '--all');
  expect((await place.run('restore', 'x.db', '--yes')).exitCode).toBe(0);
  expect(await place.use((store) => store.listSessions(now))).toEqual([]);
});

describe('restore --check', () => {
  test('tells what is in a whole backup, and leaves no trace', async () => {
    using place = await workplaceWithBackup();
    const before = readdirSync(place.folder);
    const result = await place.run('restore', 'x.db', '--check');
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toMatch(
      /Checksum +matches the \.sha256 file[\s\S]*Contents +1 event, 0 leads, 1 job[\s\S]*The backup is intact and can be restored\.\n$/,
    );
    expect(readdirSync(place.folder)).toEqual(before);
  });

  test.each([
    ['one byte differs', (path: string) => flipByte(path, 100_000), /its SHA-256 does not match/],
    ['the end is missing', (path: string) => truncateSync(path, 100_000), /its SHA-256 does not match/],
    ['it is something else', (path: string) => writeFileSync(path, 'notes'), /not a SQLite database/],
    ['it is empty', (path: string) => writeFileSync(path, ''), /not a SQLite database/],
  ])('%s: exit 1', async (_name, spoil, message) => {
    using place = await workplaceWithBackup();
    spoil(join(place.folder, 'x.db'));
    const result = await place.run('restore', 'x.db', '--check', '--json');
    const { integro, problemas } = JSON.parse(result.stdout) as RestoreJson;
    expect([result.exitCode, integro]).toEqual([1, false]);
    expect(problemas.join(' ')).toMatch(message);
  });

  test.each([
    ['a damaged page', (path: string) => truncateSync(path, statSync(path).size - 8_192), /damaged/],
    ['a newer schema', (path: string) => withDriver(path, 'pragma user_version = 999'), /schema version 999/],
    ['references to nothing', (path: string) => withDriver(path, 'pragma foreign_keys = off; delete from eventos'), /missing rows: 2\./],
    ['an event without a job', (path: string) => withDriver(path, 'delete from fila_vivos'), /without a job: 1\./],
    ['tables of another program', (path: string) => replaceByForeign(path), /another program/],
  ])('finds %s without a checksum too', async (_name, spoil, message) => {
    using place = await workplaceWithBackup();
    copyFileSync(join(place.folder, 'x.db'), join(place.folder, 'y.db'));
    spoil(join(place.folder, 'y.db'));
    const result = (await place.json('restore', 'y.db', '--check')) as RestoreJson;
    expect(result).toMatchObject({ integro: false, checksum: 'ausente' });
    expect(result.problemas.join(' ')).toMatch(message);
  });

  test('a file that was copied by hand with its WAL is put together first', async () => {
    using place = new Workplace();
    await place.use(async () => {
      await place.accept('in the WAL');
      for (const ending of ['', '-wal']) copyFileSync(place.databasePath + ending, `${place.folder}/hand.db${ending}`);
    });
    expect(statSync(join(place.folder, 'hand.db-wal')).size).toBeGreaterThan(0);
    expect(await place.json('restore', 'hand.db', '--check')).toMatchObject({ integro: true, eventos: 1 });
    expect(readdirSync(place.folder).toSorted()).toEqual(['hand.db', 'hand.db-wal', 'test.db']);
  });
});

describe('restore', () => {
  test('exchanges the databases, keeps the old one, and notes it', async () => {
    using place = await workplaceWithBackup();
    const { restaurado, anterior } = (await place.json('restore', 'x.db', '--yes')) as RestoreJson;
    expect(restaurado).toBe(true);
    expect(anterior).toMatch(/test\.replaced-\d{8}T\d{6}Z\.db$/);
    expect([countEvents(place.databasePath), countEvents(anterior ?? '')]).toEqual([1, 2]);
    expect(statSync(place.databasePath).mode & 0o777).toBe(0o600);
    expect(place.activity().at(-1)).toMatch(/^restaurar x\.db the old one is test\.replaced-/);
    const { service } = await startServing(place);
    expect(await service.stop()).toBe(0);
    expect(readdirSync(place.folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('removes what a restore that was killed left behind an hour ago', async () => {
    using place = await workplaceWithBackup();
    const abandoned = `${place.databasePath}.1.partial`;
    for (const path of [abandoned, `${abandoned}-wal`]) writeFileSync(path, '');
    utimesSync(abandoned, new Date(), new Date(Date.now() - 3_700_000));
    expect(await place.run('restore', 'x.db', '--yes')).toMatchObject({ exitCode: 0 });
    expect(readdirSync(place.folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('changes nothing if another command removed the copy while the question was open', async () => {
    using place = await workplaceWithBackup();
    const copies = () => readdirSync(place.folder).filter((name) => name.endsWith('.partial'));
    const confirm = async () => {
      expect(copies()).toHaveLength(1);
      const anHourAgo = new Date(Date.now() - 3_700_000);
      for (const name of copies()) utimesSync(join(place.folder, name), anHourAgo, anHourAgo);
      expect(await place.run('backup', 'y.db')).toMatchObject({ exitCode: 0 });
      return true;
    };
    const restored = restoreBackup({
      file: join(place.folder, 'x.db'),
      key: { identityFile: undefined, passphraseFile: undefined, usualPassphraseFile: undefined },
      database: place.databasePath,
      operator: operator(),
      signal: new AbortController().signal,
      confirm,
      onErasing: () => undefined,
    });
    await expect(restored).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Nothing was changed.') });
    expect(countEvents(place.databasePath)).toBe(2);
    expect(readdirSync(place.folder).filter((name) => /replaced|partial/.test(name))).toEqual([]);
  });

  test('does not play the WAL of the old database into the new one', async () => {
    using place = await workplaceWithBackup();
    const { service } = await startServing(place);
    await service.stop('SIGKILL');
    expect(statSync(`${place.databasePath}-wal`).size).toBeGreaterThan(0);
    await place.run('restore', 'x.db', '--yes');
    expect([existsSync(`${place.databasePath}-wal`), existsSync(`${place.databasePath}-shm`)]).toEqual([false, false]);
    expect(countEvents(place.databasePath)).toBe(1);
  });

  test('removes the search index of the old database', async () => {
    using place = await workplaceWithBackup();
    await place.use((store) => store.indexMore(10));
    expect(existsSync(`${place.databasePath}-search`)).toBe(true);
    await place.run('restore', 'x.db', '--yes');
    expect(readdirSync(place.folder).filter((name) => name.includes('-search'))).toEqual([]);
  });

  test('refuses while the service runs, and says which process it is', async () => {
    using place = await workplaceWithBackup();
    const { service } = await startServing(place);
    const result = await place.run('restore', 'x.db', '--yes');
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toMatch(
      new RegExp(`^Error: The database .* is in use by process ${service.process.pid} \\(.*serve.*\\)\\. Nothing was changed\\.\\nStop`),
    );
    await service.stop();
    expect(countEvents(place.databasePath)).toBe(2);
    expect(readdirSync(place.folder).filter((name) => /replaced|partial/.test(name))).toEqual([]);
  });

  test('a backup that is not whole touches nothing', async () => {
    using place = await workplaceWithBackup();
    flipByte(join(place.folder, 'x.db'), 100_000);
    const before = readFileSync(place.databasePath);
    const result = await place.run('restore', 'x.db', '--yes');
    expect(result).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('The backup is damaged. Do not restore it:') });
    expect(readFileSync(place.databasePath)).toEqual(before);
    expect(readdirSync(place.folder).filter((name) => /replaced|partial/.test(name))).toEqual([]);
  });

  test.each([
    ['a damaged one', (path: string) => writeFileSync(path, 'no database any more'), /replaced/],
    ['none', undefined, /^null$/],
  ])('takes the place of %s', async (_name, spoil, kept) => {
    using place = await workplaceWithBackup();
    const args = spoil === undefined ? ['--database', `sqlite:${place.folder}/new.db`] : [];
    spoil?.(place.databasePath);
    const { restaurado, anterior } = (await place.json('restore', 'x.db', '--yes', ...args)) as RestoreJson;
    expect([restaurado, String(anterior)]).toEqual([true, expect.stringMatching(kept)]);
    expect(countEvents(spoil === undefined ? join(place.folder, 'new.db') : place.databasePath)).toBe(1);
  });

  test('keeps the WAL of a damaged database with it, away from the new one', async () => {
    using place = await workplaceWithBackup();
    const { service } = await startServing(place);
    await service.stop('SIGKILL');
    writeFileSync(place.databasePath, 'no database any more');
    const { anterior } = (await place.json('restore', 'x.db', '--yes')) as RestoreJson;
    expect(statSync(`${anterior}-wal`).size).toBeGreaterThan(0);
    expect(existsSync(`${place.databasePath}-wal`)).toBe(false);
    expect(countEvents(place.databasePath)).toBe(1);
  });

  test('asks first, and without a terminal does nothing', async () => {
    using place = await workplaceWithBackup();
    const result = await place.run('restore', 'x.db');
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toMatch(/Its newest event is from \d{4}-[\s\S]*Add --yes to restore it, or --check/);
    expect(countEvents(place.databasePath)).toBe(2);
  });

  test('of the live database itself, or of nothing, is refused', async () => {
    using place = new Workplace();
    expect(await place.run('restore', 'test.db', '--yes')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('This file is the live database'),
    });
    expect(await place.run('restore', 'none.db', '--yes')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('does not exist'),
    });
    const folder = await place.run('restore', '.', '--yes');
    expect(folder).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`${place.folder} is not a backup file.`) });
  });

  test('names the file that cannot be read or written, and why', async () => {
    using place = await workplaceWithBackup();
    symlinkSync('loop.db', join(place.folder, 'loop.db'));
    const unread = await place.run('restore', 'loop.db', '--check');
    expect(unread).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^Error: Cannot read or write loop\.db \(ELOOP\)\./) });
    // No room in the name for that of the copy.
    const long = join(place.folder, `${'x'.repeat(250)}.db`);
    const unwritten = await place.run('restore', 'x.db', '--yes', '--database', `sqlite:${long}`);
    expect(unwritten).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`Cannot read or write ${long}.`) });
    expect(unwritten.stderr).toContain('(ENAMETOOLONG)');
  });
});

function withDriver(path: string, sql: string): void {
  const driver = openDriver(path, { readonly: false });
  driver.exec(sql);
  driver.close();
}

function replaceByForeign(path: string): void {
  truncateSync(path, 0);
  withDriver(path, 'create table customers (id integer primary key)');
}

import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Workplace } from '../support/workplace.ts';

describe('a database that does not exist', () => {
  test.each([
    [['queue', 'status']],
    [['queue', 'once']],
    [['queue', 'failed']],
    [['queue', 'retry', '1']],
    [['queue', 'prune', '7']],
    [['queue', 'pause']],
    [['events', 'list']],
    [['leads', 'export']],
    [['refused', 'replay', '1']],
    [['campaign', 'show', '42']],
    [['client', 'list']],
  ])('is not begun by %j', async (args) => {
    using place = new Workplace({ withoutDatabase: true });
    const result = await place.run(...args);
    expect(result).toMatchObject({ exitCode: 3, stdout: '' });
    expect(result.stderr).toContain(`The database ${place.databasePath} does not exist.`);
    expect(result.stderr).toMatch(/DATABASE_URL.*--env-file/);
    expect(existsSync(place.databasePath)).toBe(false);
  });

  test('is missed by a backup before it makes a folder', async () => {
    using place = new Workplace({ withoutDatabase: true });
    const result = await place.run('backup', '--keep', '3');
    expect(result).toMatchObject({ exitCode: 3, stdout: '' });
    expect(result.stderr).toContain(`The database ${place.databasePath} does not exist.`);
    expect(readdirSync(place.folder)).toEqual([]);
  });

  test.each([
    [['client', 'add', '--name', 'A']],
    [['campaign', 'add', '--id', '1', '--name', 'A', '--client', 'B']],
    [['queue', 'work', '--stop-when-empty']],
  ])('is begun by %j', async (args) => {
    using place = new Workplace({ withoutDatabase: true });
    expect(await place.run(...args)).toMatchObject({ exitCode: 0 });
    expect(existsSync(place.databasePath)).toBe(true);
  });

  test('is begun by campaign import, and not by its dry run', async () => {
    using place = new Workplace({ withoutDatabase: true });
    const text = 'id,nome,cliente\n1,A,B\n';
    expect(await place.feed(text, 'campaign', 'import', '-', '--dry-run')).toMatchObject({ exitCode: 3 });
    expect(existsSync(place.databasePath)).toBe(false);
    expect(await place.feed(text, 'campaign', 'import', '-')).toMatchObject({ exitCode: 0 });
  });

  test('is named by its absolute path when DATABASE_URL is relative', async () => {
    using place = new Workplace({ withoutDatabase: true });
    const result = await place.run('queue', 'status', '--database', 'sqlite:elsewhere.db');
    expect(result.stderr).toContain(`The database ${place.folder}/elsewhere.db does not exist.`);
  });
});

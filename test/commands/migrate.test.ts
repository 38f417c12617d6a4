import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../src/store/sqlite/migrations/migrate.ts';
import { T0 } from '../support/factories.ts';
import { Workplace } from '../support/workplace.ts';

/** A workplace whose database the first release made, changed by this SQL. */
function oldWorkplace(sql = ''): Workplace {
  const place = new Workplace({ withoutDatabase: true });
  const driver = openDriver(place.databasePath, { readonly: false });
  migrate(driver, MIGRATIONS.slice(0, 1), T0);
  driver.exec(sql);
  driver.close();
  return place;
}

describe('migrate', () => {
  test('--dry-run runs every step on a copy, tells how long each took, and changes nothing', async () => {
    using place = oldWorkplace();
    const before = readFileSync(place.databasePath);
    const result = (await place.json('migrate', '--dry-run')) as { passos: { duracao_ms: number }[] };
    expect(result).toMatchObject({ versao_atual: 1, versao_alvo: SCHEMA_VERSION, simulacao: true });
    expect(result.passos.map(({ duracao_ms }) => duracao_ms)).toEqual(MIGRATIONS.slice(1).map(() => expect.any(Number)));
    expect(readFileSync(place.databasePath)).toEqual(before);
    expect(readdirSync(place.folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('--dry-run finds the step that would fail', async () => {
    using place = oldWorkplace('create table fila_totais (x)');
    const result = await place.run('migrate', '--dry-run');
    expect(result.exitCode).toBe(3);
    expect(result.stderr).toMatch(
      /^Error: Step 2 \(growth\) of the schema failed and was undone: table fila_totais already exists\.\n.*report/,
    );
    expect(readdirSync(place.folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test.each([['serve', '--port', '0'], ['queue', 'work', '--stop-when-empty'], ['migrate']])(
    '%s: a step that fails is exit 3, so that a service manager does not start it over and over',
    async (...args) => {
      using place = oldWorkplace('create table fila_totais (x)');
      expect(await place.run(...args)).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining('Step 2 (growth) of the schema failed and was undone: table fila_totais already exists.'),
      });
    },
  );

  test('tells each step and runs it, and a second time there is nothing to do', async () => {
    using place = oldWorkplace();
    const first = await place.run('migrate');
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^Schema 1 → schema \d+\n {2}2 growth: counts jobs.*\n[\s\S]*Step 2 growth: .* ms\n[\s\S]*The database has schema \d+ now/,
    );
    expect((await place.run('migrate')).stdout).toMatch(/there is nothing to do\.\n$/);
  });

  test('makes a database where there is none, and only says so with --dry-run', async () => {
    using place = new Workplace({ withoutDatabase: true });
    expect((await place.run('migrate', '--dry-run')).stdout).toMatch(/^There is no database yet → schema[\s\S]*Nothing was made\.\n$/);
    expect(existsSync(place.databasePath)).toBe(false);
    expect(await place.run('migrate')).toMatchObject({ exitCode: 0 });
    expect(await place.json('queue', 'status')).toMatchObject({ pendente: 0 });
  });

  test('leaves a database of a newer program alone, with exit 3', async () => {
    using place = oldWorkplace(`pragma user_version = ${SCHEMA_VERSION + 1}`);
    for (const flags of [[], ['--dry-run']]) {
      expect(await place.run('migrate', ...flags)).toMatchObject({
        exitCode: 3,
        stdout: '',
        stderr: expect.stringContaining(`schema ${SCHEMA_VERSION + 1}`),
      });
    }
  });

  test('can say of every step what it does, in both languages', () => {
    const silent = MIGRATIONS.filter(({ summary }) => summary === undefined || summary.en === '' || summary.pt === '');
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

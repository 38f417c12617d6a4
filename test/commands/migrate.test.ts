import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../../src/messages/messages.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../src/store/sqlite/migrations/index.ts';
import { placeEmptyDatabase } from '../support/empty-database.ts';
import { Workplace } from '../support/workplace.ts';

/** A workplace whose database is changed by this SQL. */
function workplaceWith(sql: string, options: { readonly withoutDatabase?: true } = {}): Workplace {
  const place = new Workplace(options);
  if (options.withoutDatabase === undefined) placeEmptyDatabase(place.databasePath);
  const driver = openDriver(place.databasePath, { readonly: false });
  driver.exec(sql);
  driver.close();
  return place;
}

// Migration of a database with an older schema: test/app/older-schema.test.ts.
describe('migrate', () => {
  test('makes a database where there is none, only says so with --dry-run, and a second time there is nothing to do', async () => {
    using place = new Workplace({ withoutDatabase: true });
    expect((await place.run('migrate', '--dry-run')).stdout).toMatch(/^There is no database yet → schema[\s\S]*Nothing was created\.\n$/);
    expect(existsSync(place.databasePath)).toBe(false);
    const first = await place.run('migrate');
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^There is no database yet → schema \d+\n {2}1 initial: creates.*\n[\s\S]*The database now has schema version \d+/,
    );
    expect(await place.json('queue', 'status')).toMatchObject({ pendente: 0 });
    expect((await place.run('migrate')).stdout).toMatch(/Nothing to do\.\n$/);
    expect(await place.json('migrate', '--dry-run')).toMatchObject({ versao_atual: SCHEMA_VERSION, passos: [], simulacao: true });
  });

  test.each([['serve', '--port', '0'], ['queue', 'work', '--stop-when-empty'], ['migrate']])(
    '%s: a step that fails is exit 3, so that a service manager does not start it over and over',
    async (...args) => {
      using place = workplaceWith('create view clientes as select 1', { withoutDatabase: true });
      expect(await place.run(...args)).toMatchObject({
        exitCode: 3,
        stderr: expect.stringMatching(/Migration 1 \(initial\) failed and was rolled back: view clientes already exists\.[\s\S]*report/),
      });
    },
  );

  test.each([
    ['of a newer program', `pragma user_version = ${SCHEMA_VERSION + 1}`, `schema version ${SCHEMA_VERSION + 1}`],
    ['of a program before 0.2', 'pragma application_id = 0; pragma user_version = 32', 'created by a lead-intake older than 0.2'],
    ['of a build before the schema began again', `pragma application_id = ${0x4c45_4144}`, 'created by a lead-intake older than 0.2'],
  ])('leaves a database %s alone, with exit 3', async (_name, sql, message) => {
    using place = workplaceWith(sql);
    for (const command of [['migrate'], ['migrate', '--dry-run'], ['serve', '--port', '0'], ['backup']]) {
      expect(await place.run(...command)).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringContaining(message) });
    }
  });

  test('can say of every step what it does, in both languages', () => {
    const silent = MIGRATIONS.filter(({ summary }) => summary === undefined || summary(MESSAGES.en) === '' || summary(MESSAGES.pt) === '');
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { NOT_PERSONAL, PERSONAL_TABLES } from '../../../../src/store/sql/privacy/personal-columns.ts';
import { openReadConnection } from '../../../../src/store/sqlite/connection.ts';
import { placeEmptyDatabase } from '../../../support/empty-database.ts';
import { TempDir } from '../../../support/temp-dir.ts';

const COLUMNS = `
select t.name as "table", c.name as column from sqlite_schema t join pragma_table_xinfo(t.name) c
where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> 'migracoes' and lower(c.type) in ('text', 'blob')
order by t.name, c.name`;

const ofTable = (table: string, columns: Iterable<string>): readonly string[] => Array.from(columns, (column) => `${table}.${column}`);

const PERSONAL = PERSONAL_TABLES.flatMap(({ table, blank }) => ofTable(table, Object.keys(blank)));
const OTHERS = Object.entries(NOT_PERSONAL).flatMap(([table, columns]) => ofTable(table, columns));

test('every column of text or bytes is declared as personal or not, once', () => {
  using folder = new TempDir();
  const connection = openReadConnection(placeEmptyDatabase(folder.file('test.db')));
  const columns = connection.rows<{ table: string; column: string }>(COLUMNS).map(({ table, column }) => `${table}.${column}`);
  connection.close();
  expect([...PERSONAL, ...OTHERS].toSorted()).toEqual(columns.toSorted());
});

test('the schema marks the personal columns', async () => {
  const { initial } = await import('../../../../src/store/sqlite/migrations/001-initial.ts');
  const marked = initial.sql.split(/(?=create table )/).flatMap((table) => {
    const [, name = ''] = /^create table (\w+)/.exec(table) ?? [];
    return Array.from(table.matchAll(/^ {2}(\w+) .*-- personal/gm), ([, column]) => `${name}.${column}`);
  });
  expect(marked.toSorted()).toEqual(PERSONAL.toSorted());
});

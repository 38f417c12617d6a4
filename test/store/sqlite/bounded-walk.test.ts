import { expect, test } from 'vitest';
import { openReadConnection } from '../../../src/store/sqlite/connection.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { type Walk, walk } from '../../../src/store/sqlite/queries/bounded-walk.ts';
import { accept } from '../../store-contract/steps.ts';
import { T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

test('looks at so many rows for one page and no more, says where it stopped, and gives each row once', async () => {
  using folder = new TempDir();
  await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0);
  await accept(store, 'a', 'b', 'a2', 'c', 'd', 'a3', 'e');
  const connection = openReadConnection(folder.file('test.db'));
  const page = (below: number, overrides: Partial<Walk> = {}) =>
    walk(connection, {
      table: 'webhook_eventos',
      stream: { sql: 'select id from webhook_eventos where id < ? and id <> 3 order by id desc', parameters: [below] },
      named: [6, 3, 2].filter((id) => id < below),
      conditions: [{ sql: 't.identidade like ?', parameters: ['a%'] }],
      limit: 10,
      lookAt: 2,
      ...overrides,
    });
  expect(page(99)).toEqual({ ids: [6], next: 6 });
  expect(page(6)).toEqual({ ids: [], next: 4 });
  expect(page(4)).toEqual({ ids: [3, 1], next: 1 });
  expect(page(1)).toEqual({ ids: [], next: null });
  expect(page(99, { lookAt: 100 })).toEqual({ ids: [6, 3, 1], next: null });
  expect(page(99, { lookAt: 100, limit: 2 })).toEqual({ ids: [6, 3], next: 3 });
  expect(page(99, { stream: undefined })).toEqual({ ids: [6, 3], next: null });
  connection.close();
});

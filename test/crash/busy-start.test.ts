import { expect, test } from 'vitest';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { T0 } from '../support/factories.ts';
import { Workplace } from '../support/workplace.ts';

test('a process that starts again does not wait for the write lock that others hold', async () => {
  using workplace = new Workplace();
  await workplace.addCampaign();
  const other = openDriver(workplace.databasePath, { readonly: false });
  other.exec('begin immediate');
  // Waiting would also block this process, until the start fails with store_busy.
  const store = openSqliteStore(`sqlite:${workplace.databasePath}`, T0);
  expect(await store.findCampaign('42')).toMatchObject({ id: '42' });
  other.exec('rollback');
  other.close();
  await store.close();
});

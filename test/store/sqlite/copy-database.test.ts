import { closeSync, openSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { copyDatabase } from '../../../src/store/sqlite/copy-database.ts';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

test('a copy of several steps ends although others write after each, and holds none of it', async () => {
  using folder = new TempDir();
  const [path, target] = [folder.file('live.db'), folder.file('copy.db')];
  await openSqliteStore(`sqlite:${path}`, T0).close();
  const writer = openDriver(path, { readonly: false });
  // Three steps of 16 MiB.
  writer.exec(
    'create table ballast (x); with recursive n (i) as (select 1 union all select i + 1 from n where i < 40) insert into ballast select zeroblob(1000000) from n',
  );
  closeSync(openSync(target, 'w'));
  const shares: number[] = [];
  const onCopied = (share: number): void => {
    shares.push(share);
    if (shares.length > 20) throw new Error('It begins again and again.');
    writer.exec("insert into ballast values ('later')");
  };
  await copyDatabase(path, target, { signal: new AbortController().signal, onCopied });
  writer.close();
  expect(shares.length).toBeGreaterThan(2);
  expect([shares.at(-1), shares.toSorted((a, b) => a - b)]).toEqual([1, shares]);
  const copy = openDriver(target, { readonly: true });
  expect(copy.prepare("select count(*) as total, count(*) filter (where x = 'later') as later from ballast").get()).toEqual({
    total: 40,
    later: 0,
  });
  expect(copy.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' });
  copy.close();
  expect(readdirSync(folder.path).filter((name) => name.startsWith('copy'))).toEqual(['copy.db']);
});

import { expect, test } from 'vitest';
import { wait } from '../../src/base/wait.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { startService } from '../support/running-service.ts';
import { Workplace } from '../support/workplace.ts';

function indexed(path: string, word: string): number {
  const driver = openDriver(path, { readonly: true });
  try {
    return (driver.prepare('select count(*) as total from busca_eventos where busca_eventos match ?').get(word) as { total: number }).total;
  } finally {
    driver.close();
  }
}

test('serve puts into the index what another process stored, and ends cleanly in the middle of it', async () => {
  using place = new Workplace();
  const id = await place.accept('before');
  await using service = await startService(place.folder, place.env);
  await place.accept('beside');
  while (indexed(place.databasePath, 'beside') === 0) await wait(20, new AbortController().signal);
  expect(indexed(place.databasePath, 'before')).toBe(1);
  expect((await place.run('events', 'list', '--search', 'before')).stdout).toMatch(new RegExp(`^${id} `, 'm'));
  await Promise.all(Array.from({ length: 300 }, (_, index) => place.accept(`late-${index}`)));
  // Once: a second signal may end the program immediately, by design.
  expect(await service.stop()).toBe(0);
  expect(service.log()).not.toMatch(/error|search index/i);
});

import { expect, test } from 'vitest';
import { wait } from '../../src/base/wait.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { removeIndex } from '../../src/store/sqlite/search/index-file.ts';
import { startService } from '../support/running-service.ts';
import { Workplace } from '../support/workplace.ts';

function indexed(path: string, word: string): number {
  try {
    const driver = openDriver(`${path}-search`, { readonly: true });
    try {
      const row = driver.prepare('select count(*) as total from busca_eventos where busca_eventos match ?').get(word);
      return (row as { total: number }).total;
    } finally {
      driver.close();
    }
  } catch {
    // The service has not created it yet.
    return 0;
  }
}

async function untilIndexed(place: Workplace, word: string): Promise<void> {
  while (indexed(place.databasePath, word) === 0) await wait(20, new AbortController().signal);
}

test('serve puts into the index what another process stored, and ends cleanly in the middle of it', async () => {
  using place = new Workplace();
  const id = await place.accept('before');
  await using service = await startService(place.folder, place.env);
  await place.accept('beside');
  await untilIndexed(place, 'beside');
  expect(indexed(place.databasePath, 'before')).toBe(1);
  expect((await place.run('events', 'list', '--search', 'before')).stdout).toMatch(new RegExp(`^${id} `, 'm'));
  await Promise.all(Array.from({ length: 300 }, (_, index) => place.accept(`late-${index}`)));
  // Once: a second signal may end the program immediately, by design.
  expect(await service.stop()).toBe(0);
  expect(service.log()).not.toMatch(/error|search index/i);
});

test('serve builds the index again after it was deleted, and after it was killed while it was building', async () => {
  using place = new Workplace();
  await place.acceptAll(Array.from({ length: 3_000 }, (_, index) => `e${index}`));
  const first = await startService(place.folder, place.env);
  await untilIndexed(place, 'e0');
  removeIndex(place.databasePath);
  await place.accept('late');
  await untilIndexed(place, 'e0');
  await first.stop('SIGKILL');
  await using second = await startService(place.folder, place.env);
  await untilIndexed(place, 'late');
  for (const word of ['e0', 'e1499', 'e2999', 'late']) expect(indexed(place.databasePath, word), word).toBe(1);
  const { stdout, stderr } = await place.run('events', 'list', '--search', 'e17', '--limit', '1000');
  expect(stdout.match(/\be17\d*\b/g)?.length).toBe(111);
  expect(stderr).toBe('');
  expect(second.log()).not.toMatch(/error|search index/i);
});

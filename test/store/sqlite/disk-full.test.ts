import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { AppError } from '../../../src/base/app-error.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { formDelivery, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

/** A small file system that can be filled up; `undefined` if this user may not mount one. */
function mountSmallDisk(folder: string): Disposable | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { [Symbol.dispose]: () => void execFileSync('umount', [folder]) };
}

/** Stores events of 3 KB until the disk is full. Returns the acknowledged identities. */
async function fill(store: Store): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let index = 0; index < 5_000; index += 1) {
    const identity = `e${index}`;
    try {
      await store.accept(formDelivery(identity, { body: Buffer.alloc(3_000, 120) }));
      acknowledged.push(identity);
    } catch (error) {
      expect(error).toMatchObject({ code: 'store_full' });
      return acknowledged;
    }
  }
  throw new Error('the disk did not fill');
}

test('a full disk refuses events and says so, loses none that was acknowledged, and is well again with more space', async ({ skip }) => {
  using folder = new TempDir();
  using disk = mountSmallDisk(folder.path);
  skip(disk === undefined, 'this user may not mount a file system');
  const url = `sqlite:${folder.file('test.db')}`;
  await using store = openSqliteStore(url, T0);
  const acknowledged = await fill(store);
  await expect(store.checkWritable()).rejects.toEqual(expect.any(AppError));
  expect(acknowledged.length).toBeGreaterThan(20);

  execFileSync('mount', ['-o', 'remount,size=30m', folder.path]);
  await store.checkWritable();
  await store.accept(formDelivery('after'));
  const stored = (await store.listEvents({ limit: 10_000 })).items.map((event) => event.identity);
  expect(stored).toEqual(['after', ...acknowledged.toReversed()]);
});

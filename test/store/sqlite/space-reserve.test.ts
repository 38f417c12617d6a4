import { existsSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillSpaceReserve } from '../../../src/store/sqlite/space-reserve.ts';
import { SmallDisk } from '../../crash/small-disk.ts';
import { TempDir } from '../../support/temp-dir.ts';

const RESERVE_BYTES = 16_777_216;

test('room is set aside really, for its owner alone; what a killed process left of it is replaced', async () => {
  using folder = new TempDir();
  const path = folder.file('test.db');
  writeFileSync(path, '');
  writeFileSync(`${path}-reserve`, 'part');
  expect(await fillSpaceReserve(path)).toBe(true);
  const { size, blocks, mode } = statSync(`${path}-reserve`);
  expect({ size, mode: mode & 0o777 }).toEqual({ size: RESERVE_BYTES, mode: 0o600 });
  expect(blocks * 512).toBeGreaterThanOrEqual(RESERVE_BYTES);
});

test('nothing is set aside where little is free, until there is more', async ({ skip }) => {
  using folder = new TempDir();
  using disk = SmallDisk.mount(folder.path, '100m');
  if (disk === undefined) return skip('this user may not mount a file system');
  const path = folder.file('test.db');
  writeFileSync(path, '');
  expect([await fillSpaceReserve(path), existsSync(`${path}-reserve`)]).toEqual([false, false]);
  disk.grow('160m');
  expect([await fillSpaceReserve(path), existsSync(`${path}-reserve`)]).toEqual([true, true]);
});

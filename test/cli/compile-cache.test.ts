import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/app/version.ts';
import { runProgram } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';

/** What `--version` prints with its caches in this folder. */
async function versionWith(cacheHome: string): Promise<string> {
  return (await runProgram(['--version'], { env: { XDG_CACHE_HOME: cacheHome } })).stdout;
}

test('compiled code is kept in a folder that nobody else can write', async () => {
  using folder = new TempDir();
  const cache = join(folder.file('cache'), 'lead-intake');
  for (let start = 0; start < 2; start += 1) expect(await versionWith(folder.file('cache'))).toContain(VERSION);
  expect(readdirSync(cache)).toHaveLength(1);
  expect(statSync(cache).mode & 0o777).toBe(0o700);
});

test('a folder that others can write is not trusted', async () => {
  using folder = new TempDir();
  const cache = folder.file('lead-intake');
  mkdirSync(cache);
  chmodSync(cache, 0o777);
  expect(await versionWith(folder.file(''))).toContain(VERSION);
  expect(readdirSync(cache)).toEqual([]);
});

test.each(['/proc/none', '/dev/null', '/dev/null/none'])('with %s for a folder it starts without a cache', async (cacheHome) => {
  expect(await versionWith(cacheHome)).toContain(VERSION);
});

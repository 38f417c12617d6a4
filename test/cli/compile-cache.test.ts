import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/app/version.ts';
import { BUILT } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';

/** What `--version` prints with its caches in this folder. The executable brings its compiled code along. */
function versionWith(cacheHome: string): string {
  const [node, ...words] = BUILT;
  return execFileSync(node, [...words, '--version'], { env: { XDG_CACHE_HOME: cacheHome }, encoding: 'utf8' });
}

test('compiled code is kept in a folder that nobody else can write', () => {
  using folder = new TempDir();
  const cache = join(folder.file('cache'), 'lead-intake');
  for (let start = 0; start < 2; start += 1) expect(versionWith(folder.file('cache'))).toContain(VERSION);
  expect(readdirSync(cache)).toHaveLength(1);
  expect(statSync(cache).mode & 0o777).toBe(0o700);
});

test('a folder that others can write is not trusted', () => {
  using folder = new TempDir();
  const cache = folder.file('lead-intake');
  mkdirSync(cache);
  chmodSync(cache, 0o777);
  expect(versionWith(folder.file(''))).toContain(VERSION);
  expect(readdirSync(cache)).toEqual([]);
});

test.each(['/proc/none', '/dev/null', '/dev/null/none'])('with %s for a folder it starts without a cache', (cacheHome) => {
  expect(versionWith(cacheHome)).toContain(VERSION);
});

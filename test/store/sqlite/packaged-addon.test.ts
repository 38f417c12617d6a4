import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packagedAddon, unpackPlaces } from '../../../src/store/sqlite/packaged-addon.ts';

/** The folders, as paths. */
function folders(env: NodeJS.ProcessEnv): readonly string[] {
  return unpackPlaces(env, '/srv/data').map(({ base, below }) => join(base, ...below));
}

describe('where the addon may be unpacked', () => {
  test('what the service manager gave comes first, the data folder last', () => {
    const env = { CACHE_DIRECTORY: '/var/cache/a:/var/cache/b', STATE_DIRECTORY: '/var/lib/a', XDG_CACHE_HOME: '/x', HOME: '/home/ana' };
    expect(folders(env)).toEqual([
      '/var/cache/a/native',
      '/var/lib/a/.native',
      '/x/lead-intake/native',
      '/home/ana/.cache/lead-intake/native',
      '/srv/data/.lead-intake-native',
    ]);
  });

  test('what is empty or relative to some working directory does not count', () => {
    expect(folders({ CACHE_DIRECTORY: '', XDG_CACHE_HOME: 'cache', HOME: '.' })).toEqual(['/srv/data/.lead-intake-native']);
  });
});

test('outside the executable there is no packaged addon', () => {
  expect(packagedAddon('/srv/data')).toBeUndefined();
});

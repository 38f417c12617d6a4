import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileSystemOf, isInMemory } from '../../src/benchmark/machine.ts';
import { chooseFolder, makeTemporaryFolder, removeFolder } from '../../src/benchmark/temporary-folder.ts';
import { TempDir } from '../support/temp-dir.ts';

describe('where to measure', () => {
  test('in the folder that is asked for, made absolute', () => {
    expect(chooseFolder('/some/where', '/data/x.db')).toBe('/some/where');
    expect(chooseFolder('here', '/data/x.db')).toBe(`${process.cwd()}/here`);
  });

  test('in the folder of the database if it exists', () => {
    using folder = new TempDir();
    mkdirSync(folder.file('data'));
    expect(chooseFolder(undefined, folder.file('data/x.db'))).toBe(folder.file('data'));
    expect(chooseFolder(undefined, folder.file('missing/x.db'))).not.toBe(folder.file('missing'));
  });

  test('not in memory while there is a disk', ({ skip }) => {
    skip(!isInMemory(fileSystemOf('/dev/shm')), 'nothing to test: /dev/shm is not in memory');
    expect(chooseFolder(undefined, '/dev/shm/x.db')).not.toBe('/dev/shm');
  });
});

describe('the temporary folder', () => {
  test('is made inside and removed with all it holds', () => {
    using folder = new TempDir();
    const made = makeTemporaryFolder(folder.path, 0);
    expect(dirname(made)).toBe(folder.path);
    expect(basename(made)).toMatch(/^lead-intake-bench-/);
    mkdirSync(`${made}/a/b`, { recursive: true });
    removeFolder(made);
    expect(existsSync(made)).toBe(false);
  });

  test('is not made on a disk without enough space', () => {
    using folder = new TempDir();
    expect(() => makeTemporaryFolder(folder.path, Number.MAX_SAFE_INTEGER)).toThrow(
      expect.objectContaining({
        code: 'store_full',
        message: expect.stringMatching(/needs about [\d,]+ MB in \S+, but only [\d,]+ MB is free\.$/),
      }),
    );
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('a folder that does not exist is a problem of the person, with what to do', () => {
    using folder = new TempDir();
    expect(() => makeTemporaryFolder(folder.file('missing'), 0)).toThrow(
      expect.objectContaining({ code: 'store_unusable', hint: expect.stringContaining('--folder') }),
    );
  });
});

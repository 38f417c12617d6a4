import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadUnpacked } from '../../src/base/unpack-library.ts';
import { TempDir } from '../support/temp-dir.ts';

const library = { name: 'library-1.node', bytes: Buffer.from('machine code') };
const BELOW = ['lead-intake', 'native'];

/** Stands in for the system's loader. */
function load(path: string): string {
  return readFileSync(path, 'utf8');
}

describe('loadUnpacked', () => {
  test('makes the folders for this user alone, and writes the file once', () => {
    using base = new TempDir();
    expect(loadUnpacked(library, base.path, BELOW, load)).toBe('machine code');
    const file = base.file('lead-intake/native/library-1.node');
    expect(
      [statSync(base.file('lead-intake')), statSync(base.file('lead-intake/native')), statSync(file)].map(({ mode }) => mode & 0o777),
    ).toEqual([0o700, 0o700, 0o600]);
    const { ino } = statSync(file);
    loadUnpacked(library, base.path, BELOW, load);
    expect(statSync(file).ino).toBe(ino);
  });

  test.each([
    ['with other bytes', (file: string) => writeFileSync(file, 'machine CODE')],
    ['too short', (file: string) => writeFileSync(file, 'machine')],
    ['that others may write', (file: string) => chmodSync(file, 0o662)],
  ])('replaces a file %s', (_name, damage) => {
    using base = new TempDir();
    loadUnpacked(library, base.path, BELOW, load);
    const file = base.file('lead-intake/native/library-1.node');
    damage(file);
    expect(loadUnpacked(library, base.path, BELOW, load)).toBe('machine code');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('replaces a link, and leaves what it points to alone', () => {
    using base = new TempDir();
    mkdirSync(base.file('lead-intake/native'), { recursive: true, mode: 0o700 });
    writeFileSync(base.file('target'), 'machine code');
    symlinkSync(base.file('target'), base.file('lead-intake/native/library-1.node'));
    const seen = loadUnpacked(library, base.path, BELOW, (path) => {
      writeFileSync(base.file('target'), 'something else');
      return load(path);
    });
    expect(seen).toBe('machine code');
  });

  test('loads what it compared, also when the name means something else by then', () => {
    using base = new TempDir();
    const seen = loadUnpacked(library, base.path, BELOW, (path) => {
      const file = base.file('lead-intake/native/library-1.node');
      writeFileSync(`${file}.other`, 'something else');
      renameSync(`${file}.other`, file);
      return load(path);
    });
    expect(seen).toBe('machine code');
  });

  test('refuses a folder that others may write, or that is a link', () => {
    using base = new TempDir();
    mkdirSync(base.file('lead-intake/native'), { recursive: true });
    chmodSync(base.file('lead-intake/native'), 0o770);
    expect(() => loadUnpacked(library, base.path, BELOW, load)).toThrow(/not a folder of this user alone/);
    symlinkSync(base.file('lead-intake'), base.file('link'));
    expect(() => loadUnpacked(library, base.path, ['link'], load)).toThrow(/not a folder of this user alone/);
  });

  test('removes earlier versions and what was never finished, not what another process writes just now', () => {
    using base = new TempDir();
    loadUnpacked({ ...library, name: 'library-0.node' }, base.path, BELOW, load);
    const folder = base.file('lead-intake/native');
    for (const name of ['unfinished-1-a', 'unfinished-2-b']) writeFileSync(`${folder}/${name}`, 'mach');
    utimesSync(`${folder}/unfinished-1-a`, 0, 0);
    loadUnpacked(library, base.path, BELOW, load);
    expect(readdirSync(folder).sort()).toEqual(['library-1.node', 'unfinished-2-b']);
  });

  test('leaves nothing unfinished, and nothing open, when the library cannot be loaded', () => {
    using base = new TempDir();
    const open = readdirSync('/proc/self/fd').length;
    const refuse = (): never => {
      throw new Error('failed to map segment');
    };
    expect(() => loadUnpacked(library, base.path, BELOW, refuse)).toThrow('failed to map segment');
    expect(readdirSync(base.file('lead-intake/native'))).toEqual(['library-1.node']);
    expect(readdirSync('/proc/self/fd').length).toBe(open);
  });

  test('makes no folder where there is no base', () => {
    using base = new TempDir();
    expect(() => loadUnpacked(library, base.file('missing'), BELOW, load)).toThrow(/ENOENT/);
    expect(existsSync(base.file('missing'))).toBe(false);
  });
});

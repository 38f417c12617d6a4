import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXECUTABLE, finished, type ProgramResult } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';

/** Runs a command that opens a database in the folder, with just these environment variables. */
async function open(folder: TempDir, env: NodeJS.ProcessEnv): Promise<ProgramResult> {
  const args = ['client', 'add', '--name', `Cliente ${Math.random()}`];
  return await finished(spawn(EXECUTABLE, args, { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

function nativeFolder(folder: TempDir): string {
  return folder.file('.cache/lead-intake/native');
}

function unpackedFile(folder: TempDir): string {
  const [name = '', ...others] = readdirSync(nativeFolder(folder));
  expect(others).toEqual([]);
  return join(nativeFolder(folder), name);
}

describe('the compiled part of the database library', () => {
  test('is unpacked once when eight processes start for the first time at the same moment', async () => {
    using folder = new TempDir();
    const results = await Promise.all(Array.from({ length: 8 }, () => open(folder, { HOME: folder.path })));
    expect(results.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(results.map(() => [0, '']));
    const file = unpackedFile(folder);
    expect([statSync(file).mode & 0o777, statSync(nativeFolder(folder)).mode & 0o777]).toEqual([0o600, 0o700]);

    const { ino } = statSync(file);
    expect((await open(folder, { HOME: folder.path })).exitCode).toBe(0);
    expect(statSync(file).ino).toBe(ino);
  });

  test('is unpacked again when its file is damaged, half, or open to others; what earlier versions left goes', async () => {
    using folder = new TempDir();
    const env = { HOME: folder.path };
    await open(folder, env);
    const file = unpackedFile(folder);
    const whole = readFileSync(file);
    const changed = Buffer.from(whole).fill(0, 4_096, 8_192);
    writeFileSync(join(nativeFolder(folder), 'better_sqlite3-of-an-earlier-version.node'), 'old');
    for (const damage of [() => writeFileSync(file, changed), () => truncateSync(file, 4_096), () => chmodSync(file, 0o622)]) {
      damage();
      expect(await open(folder, env)).toMatchObject({ exitCode: 0, stderr: '' });
      expect(readFileSync(unpackedFile(folder)).equals(whole)).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  test('is not looked for where others may write, nor behind a link', async () => {
    using folder = new TempDir();
    mkdirSync(nativeFolder(folder), { recursive: true });
    chmodSync(nativeFolder(folder), 0o777);
    mkdirSync(folder.file('xdg/lead-intake'), { recursive: true });
    symlinkSync(folder.path, folder.file('xdg/lead-intake/native'));
    expect(await open(folder, { HOME: folder.path, XDG_CACHE_HOME: folder.file('xdg') })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readdirSync(nativeFolder(folder))).toEqual([]);
    expect(readdirSync(folder.file('data/.lead-intake-native'))).toHaveLength(1);
  });

  test('goes to the folder that the service manager gave', async () => {
    using folder = new TempDir();
    const [cache, state] = [folder.file('cache'), folder.file('state')];
    for (const path of [cache, state]) mkdirSync(path);
    await open(folder, { HOME: folder.path, CACHE_DIRECTORY: `${cache}:${folder.file('other')}`, STATE_DIRECTORY: state });
    expect([readdirSync(cache), readdirSync(state)]).toEqual([['native'], []]);
    await open(folder, { HOME: folder.path, STATE_DIRECTORY: state });
    expect(readdirSync(state)).toEqual(['.native']);
  });
});

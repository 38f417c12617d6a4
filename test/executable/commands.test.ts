import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../src/store/sqlite/migrations/index.ts';
import { EXECUTABLE, finished, type ProgramResult, ROOT } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';

const { version, devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  version: string;
  devDependencies: { node: string };
};
const { commands } = JSON.parse(readFileSync(`${ROOT}oclif.manifest.json`, 'utf8')) as {
  commands: Record<string, { hidden: boolean; summary?: string; description?: string }>;
};

/** Runs the executable with an empty environment. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = '/'): Promise<ProgramResult> {
  return await finished(spawn(EXECUTABLE, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] }));
}

test('tells its version, and the Node that is inside', async () => {
  expect(await run(['--version'])).toEqual({
    exitCode: 0,
    stdout: `lead-intake ${version} (schema ${SCHEMA_VERSION}, Node ${devDependencies.node}, linux-${process.arch})\n`,
    stderr: '',
  });
});

test('shows the help of every command, in every spelling, as the program does that was not packed', async () => {
  // `help --help` prints the help of the program.
  const ids = Object.keys(commands).filter((id) => id !== 'help');
  expect(ids.length).toBeGreaterThan(30);
  // Two at a time: both take their next item from here.
  const left = ids.values();
  const showHelp = async (): Promise<void> => {
    for (const id of left) {
      const { exitCode, stdout } = await run([...id.split(':'), '--help']);
      expect([id, exitCode, stdout]).toEqual([id, 0, expect.stringContaining(`$ lead-intake ${id.replaceAll(':', ' ')}`)]);
    }
  };
  await Promise.all([showHelp(), showHelp()]);
  for (const args of [['help'], ['help', 'queue', 'work'], ['queue'], ['queue:work', '-h']]) {
    const packed = await run(args, { HOME: '/nonexistent' });
    const unpacked = await finished(spawn(process.execPath, ['--', `${ROOT}bin/run.js`, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
    expect([args, packed.stdout]).toEqual([args, unpacked.stdout]);
  }
});

test('without a command says where to begin', async () => {
  using folder = new TempDir();
  expect(await run([], {}, folder.path)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('lead-intake init') });
});

test('a command that does not exist ends with a sentence and exit code 2', async () => {
  const { exitCode, stderr } = await run(['queue', 'wrok']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('queue work')]);
});

test('reads the settings file it is given itself, and Node does not', async () => {
  using folder = new TempDir();
  writeFileSync(folder.file('settings.env'), 'PORT=9123\nNODE_OPTIONS=--no-such-option\n');
  for (const flags of [['--env-file', 'settings.env'], ['--env-file=settings.env']]) {
    const { stdout } = await run(['config', '--json', ...flags], {}, folder.path);
    expect(stdout).toMatch(/"PORT"[^}]*9123/s);
  }
  expect(await run(['config', '--env-file', 'missing.env'], {}, folder.path)).toMatchObject({ exitCode: 3 });
});

test('works in a folder with any name, and reached through any path', async () => {
  using folder = new TempDir();
  const place = folder.file('a folder\nwith ünusual "name"');
  mkdirSync(place);
  const { exitCode, stderr } = await run(['campaign', 'add', '--id', '1', '--name', 'x', '--client', 'y'], {}, place);
  expect([stderr, exitCode]).toEqual(['', 0]);
});

test.runIf('queue:watch' in commands)('`queue watch` prints what Ink drew once, where there is no terminal', async () => {
  using folder = new TempDir();
  await run(['client', 'add', '--name', 'Cliente'], {}, folder.path);
  const { exitCode, stdout, stderr } = await run(['queue', 'watch'], { DEV: 'true' }, folder.path);
  expect([exitCode, stderr, stdout]).toEqual([0, '', expect.stringContaining('webhooks')]);
});

test('measures itself: `bench` starts the executable as its children', async () => {
  using folder = new TempDir();
  const short = ['--connections', '4', '--jobs', '500', '--kill', '1', '--seconds', '1', '--turns', '1'];
  const { exitCode, stdout, stderr } = await run(['bench', ...short, '--folder', folder.path, '--json']);
  expect([exitCode, stderr]).toEqual([0, expect.anything()]);
  expect(JSON.parse(stdout)).toMatchObject({ entrega: { exata: true, violacoes: [] } });
}, 120_000);

test('encrypts and verifies a backup', async () => {
  using folder = new TempDir();
  const env = { DATABASE_URL: `sqlite:${folder.file('test.db')}`, BACKUP_PASSPHRASE_FILE: 'passphrase' };
  writeFileSync(folder.file('passphrase'), 'correct horse battery staple\n');
  for (const args of [['migrate'], ['backup', 'x.db'], ['restore', 'x.db.age', '--check']]) {
    expect([args, await run(args, env, folder.path)]).toMatchObject([args, { exitCode: 0, stderr: '' }]);
  }
});

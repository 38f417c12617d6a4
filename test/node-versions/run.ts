// `npm run test:node-versions`: the npm package as people install it, from end to end on each Node that it may meet: the oldest that
// it promises to run on, the line before the present one, and the present one. The tests themselves run on the Node of the project.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const VERSIONS = ['22.19.0', '24.21.0', process.versions.node];
/** What differs between versions of Node would show here: commands, HTTP, the thread that writes, both processes at once, signals. */
const TESTS = ['test/end-to-end/mission.test.ts', 'test/end-to-end/writer-dies.test.ts'];

const PROJECT = join(import.meta.dirname, '../..');
const WORK = join(PROJECT, 'out/node-versions');

/** Installs what `npm pack` makes, as somebody does who has npm; returns its program. */
function installPackage(): string {
  const folder = join(WORK, 'installed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // As in a fresh clone: `npm pack` builds what it packs.
  rmSync(join(PROJECT, 'dist'), { recursive: true, force: true });
  const archive = run('npm', ['pack', '--silent', '--pack-destination', folder]).trim().split('\n').at(-1) ?? '';
  run('npm', ['install', '--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund', '--omit=dev', join(folder, archive)]);
  return join(folder, 'node_modules/.bin/lead-intake');
}

/** The folder of that Node, from npm's cache or the npm registry. */
function nodeFolder(version: string): string {
  if (version === process.versions.node) return dirname(process.execPath);
  const folder = join(WORK, `node-${version}`);
  if (existsSync(folder)) return join(folder, 'bin');
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const packed = `node-linux-${process.arch}@${version}`;
  const archive = run('npm', ['pack', packed, '--silent', '--prefer-offline', '--pack-destination', unfinished]).trim();
  run('tar', ['-xzf', join(unfinished, archive), '-C', unfinished, '--strip-components=1', 'package/bin/node']);
  rmSync(join(unfinished, archive));
  renameSync(unfinished, folder);
  return join(folder, 'bin');
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: PROJECT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function testOn(version: string, program: string): boolean {
  console.log(`\n== the npm package on Node ${version}`);
  // The program is a script whose first line looks for Node there.
  const env = { ...process.env, PATH: [nodeFolder(version), process.env['PATH']].join(delimiter), PROGRAM_UNDER_TEST: program };
  const told = execFileSync(program, ['--version'], { env, encoding: 'utf8' }).trim();
  if (!told.includes(`Node ${version},`)) throw new Error(`${program} was to run on Node ${version}, and tells: ${told}`);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...TESTS];
  return spawnSync(process.execPath, vitest, { cwd: PROJECT, env, stdio: 'inherit' }).status === 0;
}

const program = installPackage();
const failed = VERSIONS.filter((version) => !testOn(version, program));
if (failed.length > 0) {
  console.error(`\nThe npm package does not pass on Node ${failed.join(', ')}.`);
  process.exitCode = 1;
}

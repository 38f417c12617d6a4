// `npm run test:node-versions`: tests the installed npm package end to end on each Node it may meet: the oldest supported version, the
// previous line and the current one. The tests themselves run on the project's Node.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { finished } from '../support/run-program.ts';

const VERSIONS = ['22.19.0', '24.21.0', process.versions.node];
/** These cover what differs between versions of Node: commands, HTTP, the writer thread, both processes at once, signals. */
const TESTS = ['test/end-to-end/mission.test.ts', 'test/end-to-end/writer-dies.test.ts'];

const PROJECT = join(import.meta.dirname, '../..');
const WORK = join(PROJECT, 'out/node-versions');

/** Installs the output of `npm pack`, as a user of npm does. Returns its program. */
function installPackage(): string {
  const folder = join(WORK, 'installed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
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

/** Prints the result once the run has ended, because the versions run in parallel. */
async function passesOn(version: string, program: string): Promise<boolean> {
  // The program is a script whose first line looks up Node in PATH.
  const env = { ...process.env, PATH: [nodeFolder(version), process.env['PATH']].join(delimiter), PROGRAM_UNDER_TEST: program };
  const told = execFileSync(program, ['--version'], { env, encoding: 'utf8' }).trim();
  if (!told.includes(`Node ${version},`)) throw new Error(`${program} was to run on Node ${version}, and tells: ${told}`);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--maxWorkers=1', ...TESTS];
  const { exitCode, stdout, stderr } = await finished(
    spawn(process.execPath, vitest, { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  console.log(`\n== the npm package on Node ${version}\n${stdout}${stderr}`);
  return exitCode === 0;
}

const program = installPackage();
const passed = await Promise.all(VERSIONS.map((version) => passesOn(version, program)));
const failed = VERSIONS.filter((_version, index) => passed[index] !== true);
if (failed.length > 0) {
  console.error(`\nThe npm package does not pass on Node ${failed.join(', ')}.`);
  process.exitCode = 1;
}

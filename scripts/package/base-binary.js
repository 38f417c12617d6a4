// The Node in the executable: the version that `npm ci` installs, for any processor, without debug symbols.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** GNU strip for one processor can't read files for another. */
const STRIP = { x64: 'x86_64-linux-gnu-strip', arm64: 'aarch64-linux-gnu-strip' };

/**
 * Fetches Node for a processor from npm's cache or the npm registry, and strips it. A second call reuses the result of the first.
 *
 * @param {'x64' | 'arm64'} arch
 * @param {string} work the folder to keep it in
 * @returns {{ node: string, license: string }} the file of Node, and the license of Node and of everything it contains
 */
export function baseBinary(arch, work) {
  const { node: version } = process.versions;
  const folder = join(work, `node-${version}-linux-${arch}`);
  const files = { node: join(folder, 'bin/node'), license: join(folder, 'LICENSE') };
  if (existsSync(folder)) return files;

  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const packed = ['pack', `node-linux-${arch}@${version}`, '--prefer-offline', '--loglevel=error', '--pack-destination', unfinished];
  const archive = join(unfinished, run('npm', packed).trim());
  run('tar', ['-xzf', archive, '-C', unfinished, '--strip-components=1', 'package/bin/node', 'package/LICENSE']);
  rmSync(archive);
  run(stripTool(arch), [join(unfinished, 'bin/node')]);
  renameSync(unfinished, folder);
  return files;
}

/** @returns {string | undefined} the strip on this machine that reads files for that processor */
export function stripTool(arch) {
  const candidates = [STRIP[arch], ...(arch === process.arch ? ['strip'] : [])];
  return candidates.find((name) => pathFolders().some((folder) => existsSync(join(folder, name))));
}

/** @returns {string} the Debian package that contains it */
export function stripPackage(arch) {
  return arch === process.arch ? 'binutils' : `binutils-${STRIP[arch].replace('-strip', '')}`;
}

function pathFolders() {
  return (process.env.PATH ?? '').split(':').filter(Boolean);
}

function run(command, args) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

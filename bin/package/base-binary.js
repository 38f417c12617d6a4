// The Node that the executable is made of: the version that `npm ci` installs, for any processor, without what only a debugger needs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** GNU strip of this processor cannot read files of another. */
const STRIP = { x64: 'x86_64-linux-gnu-strip', arm64: 'aarch64-linux-gnu-strip' };

/**
 * Fetches it from npm's cache or from the npm registry, where the Node of every processor lies as a package of its own, and puts it
 * where pkg looks for what it downloaded before; pkg itself would ask nodejs.org.
 *
 * @param {'x64' | 'arm64'} arch
 * @param {string} home pkg looks for its cache there
 * @returns {string} the file with the licence of Node and of everything that Node contains
 */
export function placeBaseBinary(arch, home) {
  const cache = join(home, '.pkg-cache/sea');
  const name = `node-v${process.versions.node}-linux-${arch}`;
  const folder = join(cache, name);
  const node = join(folder, 'bin/node');
  const license = join(folder, 'LICENSE');
  const done = `${node}.ok`;
  if (existsSync(done)) return license;

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = `node-linux-${arch}@${process.versions.node}`;
  const archive = join(cache, run('npm', ['pack', packed, '--prefer-offline', '--loglevel=error', '--pack-destination', cache]).trim());
  run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', 'package/bin/node', 'package/LICENSE']);
  rmSync(archive);
  run(stripTool(arch), [node]);
  // pkg takes these three files for a download that is complete.
  for (const file of [join(cache, `${name}.tar.gz`), join(cache, `${name}.tar.gz.ok`), done]) writeFileSync(file, '');
  return license;
}

/** @returns {string | undefined} the strip on this machine that reads files of that processor */
export function stripTool(arch) {
  const candidates = [STRIP[arch], ...(arch === process.arch ? ['strip'] : [])];
  return candidates.find((name) => pathFolders().some((folder) => existsSync(join(folder, name))));
}

/** @returns {string} the Debian package that has it */
export function stripPackage(arch) {
  return arch === process.arch ? 'binutils' : `binutils-${STRIP[arch].replace('-strip', '')}`;
}

function pathFolders() {
  return (process.env.PATH ?? '').split(':').filter(Boolean);
}

function run(command, args) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

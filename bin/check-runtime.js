// Imported before everything else, so that a Node that is too old gets one clear sentence instead of a stack trace. It may therefore use
// only what old versions support.
import { existsSync } from 'node:fs';

const NEEDED = [22, 19];

function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]);
}

function isInstalled(name) {
  try {
    return import.meta.resolve(name) !== '';
  } catch {
    return false;
  }
}

function stop(sentence) {
  process.stderr.write(`Error: ${sentence}\n`);
  process.exit(3);
}

if (isTooOld(process.versions.node)) {
  stop(
    `lead-intake needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node} (${process.execPath}). ` +
      'Run `npm ci` in its folder and start it with bin/console, which uses the Node that this installs, or install a newer one.',
  );
}

if (!isInstalled('@oclif/core')) {
  stop('The packages of lead-intake are not installed. Run `npm ci` in its folder, then `npm run build`.');
}

if (!existsSync(new URL('../dist/commands', import.meta.url))) {
  stop('lead-intake has not been built yet. Run `npm run build` in its folder first.');
}

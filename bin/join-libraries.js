// A step of `npm run build`. Node looks for, reads and compiles each module by itself, 0.3 ms each: a library that comes in many
// (zod in 95) becomes one file. It stays a package like all others to whoever installs, looks for known faults, or packs the executable.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { build } from 'esbuild';
import { withoutForeignTongues } from './without-foreign-tongues.js';

const PROJECT = join(import.meta.dirname, '..');
const DIST = join(PROJECT, 'dist');
const FOLDER = 'libraries';
const IMPORT = /(?<=\bfrom )'(zod)'/g;

for (const name of ['zod']) await joinLibrary(name);
for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.js') && !file.startsWith(FOLDER)) takeJoined(file);
}

/** Its licence goes with it. */
async function joinLibrary(name) {
  const license = readFileSync(join(PROJECT, 'node_modules', name, 'LICENSE'), 'utf8');
  await build({
    stdin: { contents: `export * from '${name}';`, resolveDir: PROJECT },
    outfile: join(DIST, FOLDER, `${name}.js`),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    banner: { js: `/*!\n${license.trim().replaceAll('*/', '* /')}\n*/` },
    plugins: [withoutForeignTongues],
    logLevel: 'error',
  });
}

/** TypeScript writes only what has changed: what was rewritten before stays as it is. */
function takeJoined(file) {
  const path = join(DIST, file);
  const code = readFileSync(path, 'utf8');
  const folder = posix.join(relative(dirname(path), DIST), FOLDER);
  const rewritten = code.replace(IMPORT, (_import, name) => `'${folder}/${name}.js'`);
  if (rewritten !== code) writeFileSync(path, rewritten);
}

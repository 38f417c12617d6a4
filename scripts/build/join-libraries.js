// A step of `npm run build`. Node resolves, reads and compiles each module separately, 0.3 ms each, so a library of many modules (zod has
// 95) becomes one file. For installing, for vulnerability scanners and for the executable it stays an ordinary package.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { build } from 'esbuild';
import { withoutForeignTongues } from './without-foreign-tongues.js';

const PROJECT = join(import.meta.dirname, '../..');
const DIST = join(PROJECT, 'dist');
const FOLDER = 'libraries';
const IMPORT = /(?<=\bfrom )'(zod)'/g;

for (const name of ['zod']) await joinLibrary(name);
for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.js') && !file.startsWith(FOLDER)) takeJoined(file);
}

/** Its license is included. */
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

/** TypeScript writes only changed files, so this one may have been rewritten already. */
function takeJoined(file) {
  const path = join(DIST, file);
  const code = readFileSync(path, 'utf8');
  const folder = posix.join(relative(dirname(path), DIST), FOLDER);
  const rewritten = code.replace(IMPORT, (_import, name) => `'${folder}/${name}.js'`);
  if (rewritten !== code) writeFileSync(path, rewritten);
}

// The first step of `npm run build`: bundles src/ and commands/ into dist/. Node resolves, reads and compiles each file separately, 0.3 ms
// each: `queue status` loads 84 files of ours instead of 239. What two commands share is in a file of its own in dist/chunks/, so a command
// loads only what it needs.
import { copyFileSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { FILES, filesInside, lazyMessages, withoutForeignTongues } from './plugins.js';

const PROJECT = join(import.meta.dirname, '../..');
const DIST = join(PROJECT, 'dist');
/** Loaded by path: by oclif, by bin/run.js, and as threads. */
const LOADED_BY_PATH = [
  'commands/**/*.ts',
  'src/cli/hooks/*.ts',
  'src/cli/{program-help,run-cli}.ts',
  'src/store/sqlite/{reader,writer}/start-*-thread.ts',
];
/** Has 95 files. For installing and for vulnerability scanners it stays an ordinary package. */
const BUNDLED_PACKAGE = 'zod';

const { dependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));

rmSync(DIST, { recursive: true, force: true });
await build({
  absWorkingDir: PROJECT,
  entryPoints: globSync(LOADED_BY_PATH, { cwd: PROJECT }).sort(),
  outbase: '.',
  outdir: DIST,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: Object.keys(dependencies).filter((name) => name !== BUNDLED_PACKAGE),
  plugins: [withoutForeignTongues, lazyMessages, filesInside((name) => JSON.stringify(FILES[name]))],
  logLevel: 'error',
});
copyFileSync(join(PROJECT, 'node_modules', BUNDLED_PACKAGE, 'LICENSE'), join(DIST, `chunks/${BUNDLED_PACKAGE}.LICENSE`));

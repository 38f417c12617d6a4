import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import type * as SqliteStore from '../../../src/store/sqlite/open-sqlite-store.ts';
import { storeContract } from '../../store-contract/store-contract.ts';
import { ROOT } from '../../support/run-program.ts';
import { TempDir } from '../../support/temp-dir.ts';
import { openTempStore } from './open-temp-store.ts';

// Every test starts two threads, and most of a thread's start-up is the loading of a hundred modules. So each starts from one bundled file,
// as in the package that `npm run build` makes, and inside the project, where it finds the database library. The compile cache is kept there too.
const folder = new TempDir(join(ROOT, 'node_modules'));
let joined: typeof SqliteStore;
beforeAll(async () => {
  const names = ['open-sqlite-store', 'writer/start-writer-thread', 'reader/start-reader-thread'];
  await build({
    entryPoints: names.map((name) => join(ROOT, 'src/store/sqlite', `${name}.ts`)),
    outbase: ROOT,
    outdir: folder.file('dist'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  writeFileSync(folder.file('package.json'), '{ "type": "module" }');
  joined = await import(folder.file('dist/src/store/sqlite/open-sqlite-store.js'));
  process.env['NODE_COMPILE_CACHE'] = folder.file('compiled');
});
afterAll(() => {
  delete process.env['NODE_COMPILE_CACHE'];
  folder[Symbol.dispose]();
});

storeContract('sqlite, written and read by threads', () =>
  openTempStore({ writerThread: true, readerThread: true }, joined.openSqliteStore),
);

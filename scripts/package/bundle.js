// Bundles the program and its packages into one script, which `npm run package` puts into the executable.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';
import { build, transform } from 'esbuild';
import { filesInside, lazyMessages, withoutForeignTongues } from '../build/plugins.js';

const PROJECT = join(import.meta.dirname, '../..');
/** The apparent location of the program and its plugins. No such folder exists, and nothing is read from it. */
const ROOT = '/lead-intake';
const TARGET = { platform: 'node', target: 'node26' };
/** Names are not minified, because they appear in logs. */
const MINIFIED = { minifySyntax: true, minifyWhitespace: true, legalComments: 'none' };

/** The browser files of these packages are read as text, so esbuild does not list them among its inputs. */
const ASSET_PACKAGES = ['@fontsource-variable/inter', 'htmx.org'];

/** @typedef {{ readonly code: Buffer, readonly inputs: readonly string[] }} Script its code, one byte per character, and the files in it */

/**
 * Creates the scripts of the executable. They are CommonJS and need only Node's own modules.
 *
 * @returns {Promise<{ scripts: Record<string, Buffer>, packages: readonly string[] }>} the scripts by name, and the folders of all npm
 * packages that are inside
 */
export async function bundle() {
  const program = await bundleScript('scripts/package/command-line.js');
  // A thread has its own memory, so it does not load the whole program. Both are one script: most of either is texts and the store.
  const thread = await bundleScript('scripts/package/thread.js');
  return {
    scripts: { program: program.code, thread: thread.code },
    packages: packageFolders([...program.inputs, ...thread.inputs, ...ASSET_PACKAGES.map((name) => `node_modules/${name}/`)]),
  };
}

/** @returns {Promise<Script>} */
async function bundleScript(entryPoint) {
  const { outputFiles, metafile } = await build({
    ...TARGET,
    ...MINIFIED,
    // import() instead of the file itself, so that a file with top-level await becomes a function too.
    stdin: { contents: `void import('./${entryPoint}');`, resolveDir: PROJECT },
    absWorkingDir: PROJECT,
    bundle: true,
    // Ink and its layout engine await WebAssembly at the top level, which esbuild supports only in ES modules.
    format: 'esm',
    // React chooses its build by the first, and the check for other values is removed. Our own settings read the environment as a whole. By
    // the second, undici leaves out its experimental parser (180 kB).
    define: { 'process.env.NODE_ENV': '"production"', esbuildDetection: 'true' },
    plugins: [
      lazyNodeModules,
      withoutDevelopmentTools,
      withoutForeignTongues,
      withoutUnusedParts,
      lazyMessages,
      filesAsAssets,
      packedPackages(),
    ],
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  // Scripts in the executable are CommonJS. By now, all top-level awaits are inside functions.
  const { code } = await transform(outputFiles[0].text, {
    ...TARGET,
    ...MINIFIED,
    format: 'cjs',
    supported: { 'dynamic-import': false },
    charset: 'ascii',
    logLevel: 'error',
  });
  return { code: oneBytePerCharacter(code), inputs: Object.keys(metafile.inputs) };
}

/** V8 stores such a text in half the memory. esbuild escapes all other characters, except in regular expressions. */
function oneBytePerCharacter(code) {
  const bytes = Buffer.from(code, 'latin1');
  if (bytes.latin1Slice() !== code) throw new Error('A regular expression has characters beyond U+00FF: write them as escapes.');
  return bytes;
}

/** Loads Node's own modules when code first uses them: loading all of them costs 30 ms at every start. */
const lazyNodeModules = {
  name: 'lazy-node-modules',
  setup({ onResolve, onLoad }) {
    const names = new RegExp(`^(node:.*|${builtinModules.join('|')})$`);
    onResolve({ filter: names }, ({ path, namespace }) =>
      namespace === 'node-module' ? { path, external: true } : { path, namespace: 'node-module' },
    );
    onLoad({ filter: /.*/, namespace: 'node-module' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }));
  },
};

/** Ink loads them only if they are installed. */
const withoutDevelopmentTools = {
  name: 'without-development-tools',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }));
  },
};

/**
 * Parts of libraries that are imported and never used here: streams of React's server rendering; `fetch` and the mocks of undici, and its
 * parser for processors without SIMD (made before 2008); what oclif finds commands on the disk with, checks the version of Node with, which the
 * executable brings along, and shows waiting with; the other client of pg; what prom-client
 * marks measurements with, if it is told to. Without them the executable is 1 MB smaller.
 */
const UNUSED_PARTS = [
  { importer: /\/react-dom\/server\.node\.js$/, part: /\/react-dom-server\.node\.production\.js$/ },
  { importer: /\/undici\/(index|lib\/core\/request|lib\/dispatcher\/client-h[12])\.js$/, part: /\/(web|mock|interceptor|cache)\// },
  { importer: /\/undici\/lib\/dispatcher\/client-h1\.js$/, part: /\/llhttp-wasm\.js$/ },
  { importer: /\/@oclif\/core\/lib\/config\/plugin\.js$/, part: /^tinyglobby$/ },
  { importer: /\/@oclif\/core\/lib\/index\.js$/, part: /^semver$/ },
  { importer: /\/@oclif\/core\/lib\/ux\/action\/spinner\.js$/, part: /^cli-spinners$/ },
  { importer: /\/pg\/lib\/index\.js$/, part: /^\.\/native$/ },
  { importer: /\/prom-client\/lib\/metrics\/processCpuTotal\.js$/, part: /^@opentelemetry\/api$/ },
];

const withoutUnusedParts = {
  name: 'without-unused-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(\.{1,2}\/|(tinyglobby|semver|cli-spinners|@opentelemetry\/api)$)/ }, ({ path, importer }) => {
      const isUnused = UNUSED_PARTS.some((unused) => unused.importer.test(importer) && unused.part.test(path));
      return isUnused ? { path: 'unused', namespace: 'unused' } : undefined;
    });
    // While loading, an index accesses, extends and instantiates their exports; each of these returns the same placeholder.
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents:
        'const nothing = new Proxy(function () {}, { get: (target, name) => (name === "prototype" ? target.prototype : nothing) });\nmodule.exports = nothing;',
    }));
  },
};

/** Few commands need these files, and they would slow down every start: they are compressed assets, under the names package.js gives them. */
const filesAsAssets = filesInside(
  (name) => `JSON.parse(require('node:zlib').zstdDecompressSync(Buffer.from(require('node:sea').getRawAsset('${name}.json.zst'))))`,
);

/** oclif loads commands, hooks and the help class by path; inside the bundle, a table replaces the folders. */
function packedPackages() {
  const packages = [packedPackage(PROJECT, ROOT), ...pluginNames().map(packedPlugin)];
  const modules = new Map(packages.flatMap(({ folder, root, pjson, manifest }) => loadedByPath(folder, root, pjson, manifest)));
  const described = packages.map(({ root, pjson, manifest }) => ({ root, pjson, manifest }));
  return {
    name: 'packed-packages',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^packed:/ }, ({ path }) => ({ path, namespace: 'packed' }));
      onLoad({ filter: /^packed:packages$/, namespace: 'packed' }, () => ({
        contents: `export const ROOT = ${JSON.stringify(ROOT)};\nexport const packages = JSON.parse(${JSON.stringify(JSON.stringify(described))});`,
      }));
      onResolve({ filter: /\/module-loader$/ }, ({ importer }) =>
        importer.includes('/@oclif/core/') ? { path: 'packed:module-loader', namespace: 'packed' } : undefined,
      );
      onLoad({ filter: /^packed:module-loader$/, namespace: 'packed' }, () => ({
        contents: moduleLoader(modules),
        resolveDir: PROJECT,
      }));
    },
  };
}

function pluginNames() {
  return readJson(join(PROJECT, 'package.json')).oclif.plugins ?? [];
}

function packedPlugin(name) {
  return packedPackage(join(PROJECT, 'node_modules', name), posix.join(ROOT, 'node_modules', name));
}

/** A package in oclif's format. */
function packedPackage(folder, root) {
  const { scripts, files, dependencies, devDependencies, ...kept } = readJson(join(folder, 'package.json'));
  const manifest = readJson(join(folder, 'oclif.manifest.json'));
  // Plugins are passed to oclif, so it need not search for them.
  return { folder, root, pjson: { ...kept, oclif: { ...kept.oclif, plugins: [] } }, manifest };
}

/** Pairs of the path that oclif will request and the corresponding file. */
function loadedByPath(folder, root, { oclif }, manifest) {
  const hooks = Object.values(oclif.hooks ?? {}).flat();
  const targets = [...hooks, ...(oclif.helpClass === undefined ? [] : [oclif.helpClass])];
  const files = [
    ...Object.values(manifest.commands).map(({ relativePath }) => relativePath.join('/')),
    ...targets.map((target) => (typeof target === 'string' ? target : target.target)),
  ].map((file) => file.replace(/\.js$/, ''));
  return files.map((file) => [posix.join(root, file), folder === PROJECT ? sourceOf(file) : `${join(folder, file)}.js`]);
}

/** Of the program itself, what `npm run build` made is not bundled again. */
function sourceOf(file) {
  return `${join(PROJECT, posix.relative('dist', file))}.ts`;
}

/** Replaces oclif's own `module-loader`: the same functions, on the table. */
function moduleLoader(modules) {
  const table = [...modules].map(([path, file]) => `${JSON.stringify(path)}: () => import(${JSON.stringify(file)})`);
  return `
    import { posix } from 'node:path';
    const modules = {${table.join(',\n')}};
    async function find(root, path) {
      const module = modules[posix.resolve(root, path).replace(/\\.js$/, '')];
      if (module === undefined) throw Object.assign(new Error(path + ' is not part of this executable'), { code: 'MODULE_NOT_FOUND' });
      return await module();
    }
    export async function load(owner, path) { return await find(owner.root, path); }
    export async function loadWithData(owner, path) { return { filePath: path, isESM: true, module: await find(owner.root, path) }; }
    export async function loadWithDataFromManifest({ relativePath }, root) {
      const path = posix.join(root, ...relativePath);
      return { filePath: path, isESM: true, module: await find(root, path) };
    }
    export function isPathModule() { return true; }
  `;
}

/** The folders of the npm packages that contain these files, sorted. */
function packageFolders(files) {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]).filter((folder) => folder !== undefined);
  return [...new Set(folders)].sort().map((folder) => join(PROJECT, folder));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

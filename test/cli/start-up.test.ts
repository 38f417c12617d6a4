import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/run-program.ts';
import { Workplace } from '../support/workplace.ts';

/** At exit, writes the URL of every loaded module to a file. */
const LISTER = `
import { registerHooks } from 'node:module';
import { writeFileSync } from 'node:fs';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
process.on('exit', () => writeFileSync(process.env.MODULE_LIST, loaded.join('\\n')));
`;

/** What oclif needs to run any command; it loads its packages as a whole. */
const OCLIF = [
  '@oclif/core',
  'ansi-escapes',
  'ansi-regex',
  'ansi-styles',
  'ansis',
  'balanced-match',
  'brace-expansion',
  'clean-stack',
  'cli-spinners',
  'debug',
  'ejs',
  'emoji-regex',
  'escape-string-regexp',
  'fdir',
  'get-package-type',
  'has-flag',
  'indent-string',
  'is-docker',
  'is-fullwidth-code-point',
  'is-inside-container',
  'is-wsl',
  'lilconfig',
  'minimatch',
  'ms',
  'picomatch',
  'powershell-utils',
  'string-width',
  'strip-ansi',
  'supports-color',
  'tinyglobby',
  'widest-line',
  'wordwrap',
  'wrap-ansi',
  'wsl-utils',
];

/** Packages and own modules that a command loads, sorted. */
async function loadedBy(place: Workplace, ...args: readonly string[]): Promise<{ packages: readonly string[]; own: readonly string[] }> {
  const list = `${place.folder}/modules.txt`;
  const lister = `${place.folder}/lister.mjs`;
  writeFileSync(lister, LISTER);
  const result = await place.runWith({ NODE_OPTIONS: `--import ${lister}`, MODULE_LIST: list }, ...args);
  expect(result.exitCode).toBe(0);
  const files = readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:') || url.startsWith('/'));
  const packages = files.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.slice(1) ?? []);
  // The build joins files; a comment names each one.
  const built = files.filter((url) => url.includes(`${ROOT}dist/`)).map((url) => readFileSync(url.replace('file://', ''), 'utf8'));
  const own = built.flatMap((code) => [...code.matchAll(/^\/\/ ((?:src|commands|package)\S+)$/gm)].map(([, file = '']) => file));
  if (built.some((code) => code.includes('// node_modules/zod/'))) packages.push('zod');
  return { packages: [...new Set(packages)].toSorted(), own: own.toSorted() };
}

describe('what is loaded at start', () => {
  test('by queue status: oclif, the settings check, the database and tables', async () => {
    using place = new Workplace();
    const { packages, own } = await loadedBy(place, 'queue', 'status');
    expect(packages).toEqual([...OCLIF, 'better-sqlite3', 'cli-table3', 'fastest-levenshtein', 'zod'].toSorted());
    expect(own.filter((file) => /^src\/(http|tui|processing|intake|queue|benchmark)\//.test(file))).toEqual([]);
    expect(own.filter((file) => /portuguese|completion|setup|logger/.test(file))).toEqual([]);
    expect(own.filter((file) => file.startsWith('commands/'))).toEqual(['commands/queue/status.ts']);
  });

  test('by --version: oclif, and the number of the schema', async () => {
    using place = new Workplace({ withoutDatabase: true });
    const { packages, own } = await loadedBy(place, '--version');
    // The parser loads with the first command; it uses wordwrap to print lists.
    const withoutParser = OCLIF.filter((name) => name !== 'wordwrap');
    expect(packages).toEqual(withoutParser);
    expect(own.filter((file) => !/^src\/(base|messages|cli)\//.test(file))).toEqual([
      'package.json',
      'src/app/version.ts',
      ...own.filter((file) => file.startsWith('src/store/sql/schema/')),
      'src/store/sqlite/migrations/001-initial.ts',
      ...own.filter((file) => /migrations\/(?!001)\d{3}-/.test(file)),
      'src/store/sqlite/migrations/index.ts',
      'src/store/sqlite/migrations/keys.ts',
    ]);
  });

  test('by help: neither settings nor a database', async () => {
    using place = new Workplace({ withoutDatabase: true });
    for (const args of [['--help'], ['queue', '--help'], ['queue', 'status', '--help']]) {
      const { packages, own } = await loadedBy(place, ...args);
      expect(packages.filter((name) => ['zod', 'better-sqlite3'].includes(name))).toEqual([]);
      expect(own.filter((file) => file.startsWith('src/config/') && file !== 'src/config/nearest-name.ts')).toEqual([]);
    }
  });

  test('never by a short command: Ink, React, pages, metrics, phone numbers and encryption', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const heavy = [
      'ink',
      'react',
      'react-dom',
      'prom-client',
      'libphonenumber-js',
      'undici',
      'pino',
      'find-my-way',
      'semver',
      'age-encryption',
      '@noble/hashes',
    ];
    for (const args of [['queue', 'failed'], ['campaign', 'list'], ['config'], ['secret', 'generate'], ['queue', 'pause'], ['backup']]) {
      const { packages } = await loadedBy(place, ...args);
      expect(packages.filter((name) => heavy.includes(name))).toEqual([]);
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConversionState } from '../src/domain/conversion.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE, JobGroup } from '../src/domain/job.ts';
import { Origin } from '../src/domain/origin.ts';
import { EventStatus } from '../src/domain/webhook-event.ts';

/** A file imports from its own folder or from a lower level; folders of one level do not import from each other. */
const LEVELS: Readonly<Record<string, number>> = {
  'src/base': 0,
  'src/messages': 1,
  'src/domain': 2,
  'src/config': 3,
  'src/intake': 4,
  'src/findings': 4,
  'src/processing': 4,
  'src/queue': 4,
  'src/presentation': 4,
  'src/http': 5,
  'src/store': 5,
  'src/tui': 5,
  'src/delivery': 5,
  'src/app': 6,
  'src/cli': 7,
  'src/benchmark': 8,
  commands: 9,
};

/** The subfolders of a folder have levels of their own, by the same rule. Files beside the subfolders may import from all of them. */
const ROOMS: Readonly<Record<string, number>> = {
  'src/http': 0,
  'src/http/admin/assets': 1,
  'src/http/admin/requests': 1,
  'src/http/admin/addresses': 2,
  'src/http/admin/read': 3,
  'src/http/admin/pages': 4,
  'src/http/admin/entrance': 5,
  'src/http/admin/live': 6,
  'src/http/admin/metrics': 6,
  'src/http/admin/openapi': 6,
  'src/http/admin/routes': 7,
  'src/http/admin': 8,
};

/** Names that do not say what is inside. */
const FORBIDDEN_NAME = /^(utils?|helpers?|common|services?|types?|models?|misc|shared)$/;

/** Libraries that must stay replaceable in one place, and the files that may import them. */
const LIBRARY_HOMES: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['src/store/sqlite/driver.ts'],
  pg: ['src/store/postgres/'],
  'age-encryption': ['src/app/encrypted-backups.ts'],
  react: ['src/http/admin/pages/', 'src/tui/'],
  'react-dom': ['src/http/admin/pages/'],
  ink: ['src/tui/'],
  // Calls to the platforms go through one module; the other two call the program's own service.
  undici: ['src/delivery/outgoing.ts', 'src/cli/sending/post-event.ts', 'src/tui/admin-client.ts'],
  '@oclif/core': ['commands/', 'src/cli/'],
};

const JSX_HOMES = ['src/http/admin/pages/', 'src/tui/'];

/**
 * The environment is read at the edge; the language of a terminal is read wherever a text is written. NODE_ENV is set while React loads,
 * because React chooses its build by it. The executable finds its unpack folder before any setting is known. The programs of PostgreSQL get
 * the environment of this one.
 */
const ENVIRONMENT_HOMES = [
  'src/app/postgres-programs.ts',
  'src/base/language.ts',
  'src/base/production-react.ts',
  'src/cli/',
  'src/store/sqlite/packaged-addon.ts',
];

/**
 * Stored values must come from the typed sets of the domain. Exceptions: labels are keyed by them, and migrations keep the schema as it was
 * written.
 */
const STORED_WORDS: readonly string[] = [
  DEFAULT_QUEUE,
  ...[ConversionState, EventStatus, JobGroup, Origin].flatMap((set) => Object.values(set)),
];
const WORD_HOMES = [
  ...['conversion', 'job', 'origin', 'webhook-event'].map((name) => `src/domain/${name}.ts`),
  'src/messages/',
  'src/store/sql/schema/',
  'src/store/sqlite/migrations/',
];

/** These are also names of columns, fields and a table. They count as values only after the name of the field or column that holds them. */
const AMBIGUOUS_WORDS: readonly string[] = [EventStatus.received, EventStatus.failed, CONVERSION_QUEUE];
const OF_A_STATE = /\b(?:status|estado|state|queue|fila)\W{1,8}$/i;

/** A text written in both languages in place, instead of in the catalogue. */
const INLINE_PAIR = /\ben:\s*['"`]/;
/** The catalogue, and the language tags themselves. */
const PAIR_HOMES = ['src/messages/', 'src/http/admin/pages/context.tsx'];

/** Path to text. Paths use `/` and start at the root of the repository. */
type SourceTree = ReadonlyMap<string, string>;

interface Import {
  readonly specifier: string;
  /** Erased at run time. */
  readonly isTypeOnly: boolean;
}

const STATIC_IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[\w$*{}\s,]+?\s+from\s+)?['"]([^'"\n]+)['"]/gm;
const DYNAMIC_IMPORT = /\b(typeof\s+)?import\(\s*['"]([^'"\n]+)['"]/g;
const WORKER_FILE = /\bnew URL\(\s*['"](\.{1,2}\/[^'"\n]+)['"]\s*,\s*import\.meta\.url/g;

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

function importsOf(text: string): readonly Import[] {
  const code = withoutComments(text);
  return [
    ...Array.from(code.matchAll(STATIC_IMPORT), (match) => ({ specifier: match[2] ?? '', isTypeOnly: match[1] !== undefined })),
    ...Array.from(code.matchAll(DYNAMIC_IMPORT), (match) => ({ specifier: match[2] ?? '', isTypeOnly: match[1] !== undefined })),
    ...Array.from(code.matchAll(WORKER_FILE), (match) => ({ specifier: match[1] ?? '', isTypeOnly: false })),
  ];
}

function target(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier);
}

/** `src/store` of `src/store/sqlite/driver.ts`, `commands` of `commands/queue/work.ts`. */
function folderOf(file: string): string {
  return file
    .split('/')
    .slice(0, file.startsWith('src/') ? 2 : 1)
    .join('/');
}

/** `src/http/admin/pages` of `src/http/admin/pages/queue/queue-page.tsx`; the folder itself if it has no levels of its own. */
function roomOf(file: string): string {
  const folder = posix.dirname(file).split('/').slice(0, 4).join('/');
  return folder.startsWith('src/http/admin') ? folder : folderOf(file);
}

function isBelow(levels: Readonly<Record<string, number>>, own: string, other: string): boolean {
  return own === other || (levels[other] ?? Number.POSITIVE_INFINITY) < (levels[own] ?? -1);
}

function isWithin(file: string, homes: readonly string[]): boolean {
  return homes.some((home) => (home.endsWith('/') ? file.startsWith(home) : file === home));
}

function libraryOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function relativeProblems(tree: SourceTree, file: string, specifier: string): string[] {
  const to = target(file, specifier);
  if (to === 'package.json') return [];
  if (!tree.has(to)) return [`${file}: ${specifier} is no file of the tree (specifiers end in .ts or .tsx)`];
  const isInside = folderOf(file) === folderOf(to);
  const [own, other] = isInside ? [roomOf(file), roomOf(to)] : [folderOf(file), folderOf(to)];
  return isBelow(isInside ? ROOMS : LEVELS, own, other) ? [] : [`${file} (${own}) must not know ${to} (${other})`];
}

function importProblems(tree: SourceTree, file: string, { specifier }: Import): string[] {
  if (specifier.startsWith('.')) return relativeProblems(tree, file, specifier);
  const homes = LIBRARY_HOMES[libraryOf(specifier)];
  return homes === undefined || isWithin(file, homes) ? [] : [`${file} must not know ${specifier}: its home is ${homes.join(', ')}`];
}

function nameProblems(file: string): string[] {
  const parts = file.split('/').map((part) => basename(part).replace(/\.tsx?$/, ''));
  // In commands/, names are the words users type: `service install`.
  const bad = file.startsWith('commands/') ? [] : parts.filter((part) => FORBIDDEN_NAME.test(part));
  const problems = bad.map((part) => `${file}: "${part}" says nothing about what is inside`);
  if (!/^[a-z0-9-]+(\.[a-z]+)?\.tsx?$/.test(basename(file))) problems.push(`${file}: file names are kebab-case`);
  if (file.endsWith('.tsx') && !isWithin(file, JSX_HOMES)) problems.push(`${file}: JSX lives in ${JSX_HOMES.join(', ')}`);
  return problems;
}

function wordProblems(file: string, text: string): string[] {
  if (isWithin(file, WORD_HOMES)) return [];
  const code = withoutComments(text);
  const quoted = [...code.matchAll(/(['"])(\w+)\1/g)].filter(({ 2: word = '' }) => STORED_WORDS.includes(word));
  const meant = quoted.filter(({ 2: word = '', index }) => !AMBIGUOUS_WORDS.includes(word) || OF_A_STATE.test(code.slice(0, index)));
  return meant.map(({ 2: word }) => `${file}: '${word}' is spelled in src/domain, in the set it is a value of`);
}

function fileProblems(tree: SourceTree, file: string, text: string): string[] {
  const problems = [
    ...nameProblems(file),
    ...importsOf(text).flatMap((one) => importProblems(tree, file, one)),
    ...wordProblems(file, text),
  ];
  if (LEVELS[folderOf(file)] === undefined) problems.push(`${file}: the folder ${folderOf(file)} has no level`);
  if (INLINE_PAIR.test(text) && !isWithin(file, PAIR_HOMES))
    problems.push(`${file}: a text in two languages belongs to the catalogue of messages`);
  if (/\bprocess\.env\b/.test(text) && !isWithin(file, ENVIRONMENT_HOMES)) problems.push(`${file} must not read the environment`);
  return problems;
}

/** Files that import each other. Types may refer to each other, because `import type` is erased at run time. */
function cycles(tree: SourceTree): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push(`cycle: ${[...path.slice(start), file].join(' → ')}`);
    if (start >= 0 || done.has(file)) return;
    for (const { specifier, isTypeOnly } of importsOf(tree.get(file) ?? '')) {
      if (!isTypeOnly && specifier.startsWith('.')) visit(target(file, specifier), [...path, file]);
    }
    done.add(file);
  };
  for (const file of tree.keys()) visit(file, []);
  return found;
}

function problemsOf(tree: SourceTree): string[] {
  return [...[...tree].flatMap(([file, text]) => fileProblems(tree, file, text)), ...cycles(tree)];
}

function readTree(...folders: readonly string[]): SourceTree {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => posix.join(folder, path.replaceAll('\\', '/'))),
  );
  return new Map(files.map((file) => [file, readFileSync(join(process.cwd(), file), 'utf8')]));
}

describe('the tree', () => {
  test('keeps its levels, its names, the homes of its libraries, and has no cycles', () => {
    const tree = readTree('src', 'commands');
    expect(tree.size).toBeGreaterThan(100);
    expect(problemsOf(tree)).toEqual([]);
  });
});

describe('the checker', () => {
  const CLEAN = {
    'src/base/clock.ts': "import { performance } from 'node:perf_hooks';",
    'src/domain/job.ts': "import type { Lead } from './lead.ts';\nimport { clock } from '../base/clock.ts';",
    'src/domain/lead.ts': "import type { Job } from './job.ts';",
    'src/http/server.ts': "export { job } from '../domain/job.ts';",
    'src/store/sqlite/driver.ts': "import Database from 'better-sqlite3';",
    'src/cli/flags.ts': 'export const env = process.env;',
    'commands/serve.ts':
      "import {\n  type A,\n  flags,\n} from '../src/cli/flags.ts';\nconst later = await import('../src/http/server.ts');",
  };

  function problems(changes: Readonly<Record<string, string>>): string[] {
    return problemsOf(new Map(Object.entries({ ...CLEAN, ...changes })));
  }

  test('finds nothing in a clean tree', () => {
    expect(problems({})).toEqual([]);
  });

  test.each([
    ['an import that goes up', "import { serve } from '../http/server.ts';"],
    ['import type', "import type { Server } from '../http/server.ts';"],
    ['an import over several lines', "import {\n  a,\n  type B,\n} from '../http/server.ts';"],
    ['a re-export', "export * from '../http/server.ts';"],
    ['an import for its effect', "import '../http/server.ts';"],
    ['a dynamic import', "const x = await import('../http/server.ts');"],
    ['a type of an import', "type S = typeof import('../http/server.ts');"],
    ['a default import with others', "import server, { type A } from '../http/server.ts';"],
    ['a worker file', "new Worker(new URL('../http/server.ts', import.meta.url));"],
  ])('finds %s', (_name, text) => {
    expect(problems({ 'src/queue/worker.ts': text })).toEqual([
      'src/queue/worker.ts (src/queue) must not know src/http/server.ts (src/http)',
    ]);
  });

  test('finds folders of one level that know each other', () => {
    expect(problems({ 'src/store/x.ts': "import '../http/server.ts';" })).toHaveLength(1);
    expect(problems({ 'src/queue/q.ts': '', 'src/intake/i.ts': "import '../queue/q.ts';" })).toHaveLength(1);
  });

  test.each([
    ['up', 'pages/x.ts', "import type { Guard } from '../entrance/guard.ts';"],
    ['into another room of its level', 'live/x.ts', "import '../metrics/metrics.ts';"],
    ['to what is put together from the rooms', 'routes/x.ts', "import type { AdminDeps } from '../admin-routes.ts';"],
    ['into a room without a level', 'routes/x.ts', "import '../new/new.ts';"],
  ])('finds an import inside a folder with rooms that goes %s', (_name, file, text) => {
    const rooms = ['admin-routes.ts', 'entrance/guard.ts', 'metrics/metrics.ts', 'new/new.ts', 'pages/deep/page.tsx'];
    const tree = Object.fromEntries(rooms.map((name) => [`src/http/admin/${name}`, '']));
    const below = {
      'src/http/admin/entrance/e.ts': "import '../pages/deep/page.tsx';\nimport '../../server.ts';",
      'src/http/admin/pages/p.ts': "import './deep/page.tsx';",
    };
    expect(problems({ ...tree, ...below })).toEqual([]);
    expect(problems({ ...tree, [`src/http/admin/${file}`]: text })).toEqual([expect.stringContaining(`${file} (src/http/admin/`)]);
    expect(problems({ ...tree, 'src/http/x.ts': "import './admin/admin-routes.ts';" })).toHaveLength(1);
  });

  test('does not take a comment for an import', () => {
    expect(problems({ 'src/queue/worker.ts': "// import '../http/server.ts';\n/*\nimport '../http/server.ts';\n*/" })).toEqual([]);
  });

  test.each([
    ['src/queue/utils.ts', ''],
    ['src/queue/helpers/x.ts', ''],
    ['src/http/types.ts', ''],
    ['src/http/QueueRoutes.ts', ''],
    ['src/http/page.tsx', ''],
    ['src/extra/x.ts', ''],
    ['src/http/x.ts', 'const url = process.env.DATABASE_URL;'],
    ['src/http/x.ts', "const url = process.env['DATABASE_URL'];"],
    ['src/http/x.ts', "import Database from 'better-sqlite3';"],
    ['src/store/sqlite/x.ts', "import type Database from 'better-sqlite3';"],
    ['src/delivery/x.ts', "import { request } from 'undici';"],
    ['src/http/x.ts', "import { renderToString } from 'react-dom/server';"],
    ['src/app/x.ts', "import { Command } from '@oclif/core';"],
    ['src/http/x.ts', "import './server.js';"],
    ['src/http/x.ts', "import './missing.ts';"],
  ])('finds what is wrong with %s %s', (file, text) => {
    expect(problems({ [file]: text })).toHaveLength(1);
  });

  test.each([
    ['a state', "if (job.state === 'falhou') return;"],
    ['a state in SQL', "const SQL = `update fila_vivos set estado = 'pendente' where id = ?`;"],
    ['an origin in SQL of one line', 'const SQL = "select 1 from leads where origem = \'search_ads\'";'],
    ['an attribute', '<Figure word="processando" />'],
    ['a word that is a column too', "const open = { status: 'erro' };"],
    ['the same in SQL', "const SQL = `select 1 from webhook_eventos where status <> 'recebido'`;"],
  ])('finds a stored value that is spelled outside its home: %s', (_name, text) => {
    expect(problems({ 'src/queue/x.ts': text })).toEqual([expect.stringMatching(/^src\/queue\/x\.ts: '\w+' is spelled in src\/domain/)]);
    expect(problems({ 'src/domain/job.ts': text, 'src/messages/en.ts': text, 'src/store/sqlite/migrations/x.ts': text })).toEqual([]);
  });

  test('does not take columns, addresses and comments for stored values', () => {
    const text = "// 'pendente' here\nconst column = { id: 'erro', cell: 'recebido', path: '/webhooks/search_ads' };";
    expect(problems({ 'src/queue/x.ts': text })).toEqual([]);
  });

  test('finds a text in two languages outside the catalogue', () => {
    expect(problems({ 'src/domain/lead.ts': "export const NONE = { en: 'no lead', pt: 'nenhum lead' };\n" })).toEqual([
      'src/domain/lead.ts: a text in two languages belongs to the catalogue of messages',
    ]);
  });

  test('lets commands have the names that people type', () => {
    expect(problems({ 'commands/service/install.ts': '' })).toEqual([]);
  });

  test('finds files that load each other, however long the way', () => {
    const loop = {
      'src/domain/a.ts': "import { b } from './b.ts';",
      'src/domain/b.ts': "import { c } from './c.ts';",
      'src/domain/c.ts': "import { type X, a } from './a.ts';",
    };
    expect(problems(loop)).toEqual(['cycle: src/domain/a.ts → src/domain/b.ts → src/domain/c.ts → src/domain/a.ts']);
    expect(problems({ 'src/domain/self.ts': "import './self.ts';" })).toEqual(['cycle: src/domain/self.ts → src/domain/self.ts']);
  });
});

import { expect, test } from 'vitest';
import { SETTING_NAMES } from '../../src/config/settings.ts';
import { MESSAGES } from '../../src/messages/messages.ts';
import { type ManifestCommand, manifestCommands } from '../support/manifest.ts';
import { codeBlocks, DOCUMENTS, prose, textOf } from './documents.ts';

const COMMANDS = manifestCommands();

/** Documents about the past keep the names of their time. */
const PAST = ['CHANGELOG.md'];

/** Documents for users. */
const GUIDES = DOCUMENTS.filter((path) => !PAST.includes(path) && !path.startsWith('bench/') && !path.startsWith('test/'));

/** The arguments that a shell script passes to the program: `lead-intake queue retry --all | jq` → `queue retry --all`. */
function calls(code: string): readonly string[] {
  const lines = code
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, ''))
    .filter((line) => !/^(?:podman|docker) build /.test(line));
  return lines.flatMap((line) =>
    Array.from(
      line.matchAll(/(?:^|[\s(])(?:\S*\/)?(?:bin\/console|lead-intake)((?: +(?:'[^']*'|"[^"]*"|[^\s|;&>)]+))+)/g),
      ([, words = '']) => words.trim(),
    ),
  );
}

function callsOf(path: string): readonly string[] {
  const inline = Array.from(prose(path).matchAll(/`([^`]+)`/g), ([, code = '']) => code).filter((code) => code.startsWith('lead-intake '));
  return [...codeBlocks(path, 'sh', 'bash', ''), ...inline].flatMap(calls);
}

function commandOf(words: readonly string[]): ManifestCommand | undefined {
  const fitting = COMMANDS.filter(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  return fitting.toSorted((a, b) => b.name.length - a.name.length)[0];
}

function isTopic(name: string): boolean {
  return COMMANDS.some((command) => command.name.startsWith(`${name} `));
}

/** What is wrong with a call of the program; `undefined` if nothing is. */
function problemOf(call: string): string | undefined {
  const words = call.split(/ +/);
  const [first = ''] = words;
  // The program's name as the name of a container, image, user or folder.
  if (!/^[a-z]/.test(first) || first === 'lead-intake') return undefined;
  const command = commandOf(words);
  if (command === undefined) return isTopic(words.join(' ')) ? undefined : 'no such command';
  const flags = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.slice(2).split('=')[0] ?? '');
  const known = [...command.flags.flatMap(({ name }) => [name, `no-${name}`]), 'help'];
  const unknown = flags.filter((flag) => !known.includes(flag));
  return unknown.length === 0 ? undefined : `no flag ${unknown.join(', ')}`;
}

test('every command of an example exists, with its flags', () => {
  const used = GUIDES.flatMap((path) => callsOf(path).map((call) => ({ path, call, problem: problemOf(call) })));
  expect(used.length).toBeGreaterThan(200);
  expect(used.filter(({ problem }) => problem !== undefined)).toEqual([]);
});

test('every command is on the page of commands', () => {
  const page = textOf('docs/commands.md');
  expect(COMMANDS.filter(({ name }) => !page.includes(`\n### ${name}\n`))).toEqual([]);
});

test('every setting that a document names exists', () => {
  const prefix = /^(?:WEBHOOK|SEARCHADS|SOCIALADS|FORMULARIO|CONVERSIONS|QUEUE|ADMIN)_[A-Z_]+$/;
  const named = GUIDES.flatMap((path) =>
    Array.from(textOf(path).matchAll(/\b[A-Z]+_[A-Z_]+\b(?!…)/g), ([name]) => ({ path, name })).filter(({ name }) => prefix.test(name)),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ name }) => !(SETTING_NAMES as readonly string[]).includes(name))).toEqual([]);
});

test('every error code has its line on the page about failures', () => {
  const page = textOf('docs/fix-failures.md');
  const documented = Array.from(page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm), ([, codes = '']) => codes.match(/\w+/g) ?? []).flat();
  expect(documented.toSorted()).toEqual(Object.keys(MESSAGES.en.labels.codes).toSorted());
});

import { describe, expect, test } from 'vitest';
import { GROUPS } from '../../../src/cli/help/help-text.ts';
import type { HelpWords } from '../../../src/cli/help/help-words.ts';
import { MESSAGES } from '../../../src/messages/messages.ts';
import { helpValueOf, manifestCommands } from '../../support/manifest.ts';
import { runProgram } from '../../support/run-program.ts';

const COMMANDS = manifestCommands();
const NAMES = COMMANDS.map(({ name }) => name);
const TOPICS = [...new Set(NAMES.flatMap((name) => name.split(' ').map((_word, index, words) => words.slice(0, index).join(' '))))].filter(
  (topic) => topic !== '',
);
/** Labels, not sentences: no full stop. */
const LABEL = /^\S.*[^.:?\s]$/s;

// The compiler keeps the two languages in step, but cannot check that the texts match the existing commands.
describe.each(Object.entries(MESSAGES))('the help in %s', (_language, { help }) => {
  const words: HelpWords = help;

  test('tells of every command and topic, and of no other', () => {
    expect(Object.keys(words.commands).toSorted()).toEqual(NAMES.toSorted());
    expect(Object.keys(words.topics).toSorted()).toEqual(TOPICS.toSorted());
  });

  test('explains no argument or flag that does not exist', () => {
    const scopes = [
      ...COMMANDS.map(({ name }) => [name, words.commands[name]] as const),
      ...Object.entries(words.topics),
      ['', words] as const,
    ];
    for (const [path, scope] of scopes) {
      const within = COMMANDS.filter(({ name }) => `${name} `.startsWith(path === '' ? '' : `${path} `));
      const args = within.flatMap((command) => command.args.map(({ name }) => name));
      const flags = within.flatMap((command) => command.flags.map(({ name }) => name));
      expect([path, args]).toEqual([path, expect.arrayContaining(Object.keys(scope?.args ?? {}))]);
      expect([path, flags]).toEqual([path, expect.arrayContaining(Object.keys(scope?.flags ?? {}))]);
    }
  });

  test('has a place for each example where it describes one', () => {
    for (const { name, examples } of COMMANDS) {
      expect([name, words.commands[name]?.examples?.length ?? examples.length]).toEqual([name, examples.length]);
    }
  });

  test('describes without a full stop, and commands with a capital letter', () => {
    const scopes = [words, ...Object.values(words.topics), ...Object.values(words.commands)];
    const meanings = scopes.flatMap(({ args = {}, flags = {} }) => [...Object.values(args), ...Object.values(flags)]);
    const summaries = [...Object.values(words.topics), ...Object.values(words.commands)].map(({ summary }) => summary);
    expect([...meanings, ...summaries].filter((text) => !LABEL.test(text))).toEqual([]);
    expect(summaries.filter((text) => !/^[A-Z]/.test(text))).toEqual([]);
  });
});

test('every command, or the topic around it, is in the help of the program', () => {
  const listed: readonly string[] = Object.values(GROUPS).flat();
  expect(NAMES.filter((name) => !listed.includes(name.split(' ')[0] ?? ''))).toEqual([]);
  expect(listed.filter((name) => !NAMES.includes(name) && !TOPICS.includes(name))).toEqual([]);
});

test('the words of filters are the English labels', () => {
  const slug = (label: string): string =>
    label
      .toLowerCase()
      .replaceAll(' ', '-')
      .replace(/^website-/, '');
  const { origins, states, conversionStates } = MESSAGES.en.labels;
  const words = (command: string, flag: string) => helpValueOf(command, flag).split('|').toSorted();
  expect(words('events list', 'source')).toEqual(Object.values(origins).map(slug).toSorted());
  expect(words('events list', 'status')).toEqual(Object.values(states).map(slug).toSorted());
  expect(words('conversions list', 'state')).toEqual(Object.values(conversionStates).map(slug).toSorted());
});

test.each(['C.UTF-8', 'pt_BR.UTF-8'])(
  'the help of the program is grouped, begins with init, and has one line for each entry (%s)',
  async (locale) => {
    const { stdout } = await runProgram(['--help'], { env: { LC_ALL: locale } });
    const { groups } = MESSAGES[locale === 'C.UTF-8' ? 'en' : 'pt'].help;
    const headings = [...stdout.matchAll(/^(\p{Lu}[\p{Lu} ]+)$/gmu)].map(([, heading]) => heading);
    expect(headings.slice(1)).toEqual(Object.values(groups).map((title) => title.toUpperCase()));
    const lines = stdout.split('\n');
    expect(lines[lines.indexOf(groups.firstSteps.toUpperCase()) + 1]).toMatch(/^ {2}init /);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.filter((line) => line.startsWith('    '))).toEqual([]);
  },
);

test.each(COMMANDS)('--help of $name is Portuguese to the last heading', async ({ name }) => {
  const { stdout, exitCode } = await runProgram([...name.split(' '), '--help'], { env: { LC_ALL: 'pt_BR.UTF-8' } });
  expect(exitCode).toBe(0);
  const headings = stdout.split('\n').filter((line) => /^\S+( \S+)?$/.test(line) && line === line.toUpperCase());
  const known: readonly string[] = Object.values(MESSAGES.pt.help.terms);
  expect(headings.filter((heading) => !known.includes(heading))).toEqual([]);
  expect(headings).toContain('USO');
  expect(stdout).not.toMatch(/\[FLAGS\]|\[default:|\(required\)|Print JSON/);
  expect(stdout.split('\n').filter((line) => line.length > 80 && line.includes(' ', 40))).toEqual([]);
});

test.each(['C.UTF-8', 'pt_BR.UTF-8'])('a command and its old name have the same help (%s)', async (locale) => {
  const helpOf = async (name: string) => (await runProgram([name, 'stage', '--help'], { env: { LC_ALL: locale } })).stdout;
  const help = await helpOf('leads');
  expect(help).toContain('(`lead_qualified`)');
  expect((await helpOf('lead')).replaceAll('lead stage ', 'leads stage ')).toBe(help);
});

test('the facts for machines are English in every language, of a topic too', async () => {
  for (const args of [
    ['help', 'queue', 'prune', '--json'],
    ['queue', '--json'],
  ]) {
    const english = await runProgram(args);
    const portuguese = await runProgram(args, { env: { LC_ALL: 'pt_BR.UTF-8' } });
    expect(english.stdout).toContain('Age in days since the job ended');
    expect(portuguese.stdout).toBe(english.stdout);
  }
});

import type { Command, Interfaces } from '@oclif/core';
import { describeConfig, helpWords } from '../help/help-words.ts';
import { typed } from '../known-commands.ts';

/** One candidate for the next word. */
interface Row {
  /** Commands and topics typed so far: `queue status`; empty for the program itself. */
  readonly path: string;
  /** What is completed: empty for words, `FLAGS` for flags, otherwise the flag whose value it is. */
  readonly after: string;
  /** Empty for a value that cannot be suggested. */
  readonly word: string;
  readonly meaning: string;
}

/** Used instead of a word: the path of a file or folder. */
export const A_PATH = '/';
/** Used instead of a flag: no flag has this name. */
export const FLAGS = '-*';

const HELP = 'help';
const PATH_VALUES: readonly string[] = ['FILE', 'PATH', 'DIR'];
/** A list of choices, as written by `choiceFlag`. */
const CHOICE = /^[a-z-]+(\|[a-z-]+)+$/;
const PATH_ARGUMENTS: readonly string[] = ['file', 'body'];

/**
 * Every completion: the program, each topic and each command, one line per candidate (`path|after|word|meaning`). The meaning comes last,
 * so that it may contain the separator.
 */
export function completionTable(config: Interfaces.Config): readonly string[] {
  describeConfig(config, helpWords());
  const commands = config.commands.filter(({ hidden }) => !hidden);
  const meanings = new Map([
    ...config.topics.map(({ name, description }) => [typed(name), description ?? ''] as const),
    ...commands.map(({ id, summary }) => [typed(id), summary ?? ''] as const),
  ]);
  const children = [...meanings].map(([name, meaning]) => childOf(name, meaning)).toSorted((a, b) => (a.word < b.word ? -1 : 1));
  const paths = ['', ...meanings.keys()];
  const rows = [
    ...children,
    // `help queue` completes like `queue`, without running anything.
    ...children.map((row) => ({ ...row, path: `${HELP} ${row.path}`.trimEnd() })),
    ...commands.flatMap((command) => [...argumentRows(command), ...flagRows(command)]),
    ...[...new Set([...paths, ...children.map(({ path }) => `${HELP} ${path}`.trimEnd())])].flatMap((path) =>
      switchRows(path, 'help', 'h'),
    ),
    ...switchRows('', 'version', 'v'),
  ];
  return rows.map(({ path, after, word, meaning }) => `${path}|${after}|${word}|${meaning}`);
}

function childOf(name: string, meaning: string): Row {
  const end = name.lastIndexOf(' ');
  return { path: name.slice(0, Math.max(end, 0)), after: '', word: name.slice(end + 1), meaning };
}

function argumentRows({ id, args }: Command.Cached): readonly Row[] {
  const words = Object.values(args).flatMap(({ name, options = [] }) => [...options, ...(PATH_ARGUMENTS.includes(name) ? [A_PATH] : [])]);
  return words.map((word) => ({ path: typed(id), after: '', word, meaning: '' }));
}

function flagRows({ id, flags }: Command.Cached): readonly Row[] {
  const path = typed(id);
  const visible = Object.entries(flags).filter(([, { hidden }]) => hidden !== true);
  return visible
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, flag]) => {
      const switches = switchRows(path, name, flag.char, flag.summary);
      return [
        ...switches,
        ...switches.flatMap(({ word }) => valuesOf(flag).map((value) => ({ path, after: word, word: value, meaning: '' }))),
      ];
    });
}

/** A flag as it can be typed: `--source`, `-s`. */
function switchRows(path: string, name: string, char: string | undefined, meaning = ''): readonly Row[] {
  const spellings = [`--${name}`, ...(char === undefined ? [] : [`-${char}`])];
  return spellings.map((word) => ({ path, after: FLAGS, word, meaning }));
}

/** Nothing for a flag without a value. */
function valuesOf(flag: Command.Cached['flags'][string]): readonly string[] {
  if (flag.type !== 'option') return [];
  if (typeof flag.helpValue === 'string' && PATH_VALUES.includes(flag.helpValue)) return [A_PATH];
  if (typeof flag.helpValue === 'string' && CHOICE.test(flag.helpValue)) return flag.helpValue.split('|');
  return flag.options ?? [''];
}

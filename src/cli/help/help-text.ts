import { styleText } from 'node:util';
import type { Command, Interfaces } from '@oclif/core';
import { typed } from '../known-commands.ts';
import { terminalWidth, wrapText } from '../render.ts';
import { versionText } from '../version-text.ts';
import type { HelpWords } from './help-words.ts';

/** The commands in the program's help, grouped by purpose. Some commands of a topic are listed separately. */
export const GROUPS = {
  firstSteps: ['init', 'doctor', 'send', 'docs', 'completion', 'help'],
  run: ['serve', 'queue', 'service', 'healthcheck', 'config', 'bench'],
  look: ['queue status', 'queue watch', 'events', 'leads', 'session'],
  fix: ['queue failed', 'queue retry', 'events replay', 'refused', 'signature'],
  connect: ['source', 'secret', 'client', 'campaign', 'user', 'conversions'],
  data: ['backup', 'restore', 'person', 'retention', 'migrate', 'move'],
} as const satisfies Readonly<Record<keyof HelpWords['groups'], readonly string[]>>;

type Row = readonly [left: string, right: string];

const INDENT = '  ';
/** Longer lines are hard to read. */
const WIDEST = 100;
const WITHOUT_TERMINAL = 80;
/** If the left column would be wider, its text starts on the next line. */
const WIDEST_LEFT = 26;

/** `lead-intake --help`. */
export function programHelp({ bin }: Interfaces.Config, help: HelpWords): string {
  const { groups, terms } = help;
  const lists = Object.entries(GROUPS).map(([group, names]): readonly [string, readonly Row[]] => [
    groups[group as keyof typeof GROUPS],
    names.map((name) => [name, (help.commands[name] ?? help.topics[name])?.summary ?? '']),
  ]);
  const left = widest(lists.flatMap(([, rows]) => rows));
  return sections([
    paragraphs(help.program),
    section(terms['USAGE'], `$ ${bin} ${terms['COMMAND']} ${terms['[FLAGS]']}`),
    ...lists.map(([title, rows]) => section(title.toUpperCase(), table(rows, left))),
    paragraphs(help.more(bin)),
    versionText(),
  ]);
}

/** `lead-intake queue --help`: every command of the topic. */
export function topicHelp({ bin, commands }: Interfaces.Config, topic: string, help: HelpWords): string {
  const { terms } = help;
  const within = commands.filter(({ id, hidden }) => !hidden && id.startsWith(`${topic}:`)).map(({ id }) => typed(id));
  const rows = within.toSorted().map((name): Row => [name, help.commands[name]?.summary ?? '']);
  return sections([
    paragraphs(help.topics[typed(topic)]?.summary ?? ''),
    section(terms['USAGE'], `$ ${bin} ${typed(topic)} ${terms['COMMAND']} ${terms['[FLAGS]']}`),
    section(terms['COMMANDS'], table(rows)),
    paragraphs(help.more(`${bin} ${typed(topic)}`)),
  ]);
}

/** `lead-intake queue status --help`: usage, examples, description, then flags. */
export function commandHelp({ bin }: Interfaces.Config, command: Command.Cached, help: HelpWords): string {
  const { terms } = help;
  const name = typed(command.id);
  const args = Object.values(command.args);
  const flags = Object.entries(command.flags).filter(([, { hidden }]) => hidden !== true);
  const flagSection = (title: string | undefined, group: string | undefined) =>
    section(
      title,
      table(
        flags
          .filter(([, { helpGroup }]) => helpGroup === group)
          .map(([flagName, flag]) => [flagLabel(flagName, flag), meaning(flag, help)]),
      ),
    );
  return sections([
    paragraphs(command.summary ?? ''),
    section(terms['USAGE'], usageText(`$ ${bin} ${name}`, args, flags, help)),
    section(terms['EXAMPLES'], examplesText(command.examples ?? [], bin, name)),
    section(terms['DESCRIPTION'], paragraphs(command.description ?? '', INDENT.length)),
    section(terms['ARGUMENTS'], table(args.map((arg) => [argLabel(arg), meaning({ ...arg, summary: arg.description }, help)]))),
    flagSection(terms['FLAGS'], undefined),
    flagSection(terms['FILTERS'], 'FILTER'),
    flagSection(terms['GLOBAL FLAGS'], 'GLOBAL'),
  ]);
}

/** An example as typed. */
export function exampleText(example: Command.Example, bin: string, name: string): { description: string; command: string } {
  const { description, command } = typeof example === 'string' ? { description: '', command: example } : example;
  return { description, command: command.replaceAll('<%= config.bin %>', bin).replaceAll('<%= command.id %>', name) };
}

/** `-o, --output FILE`. */
export function flagLabel(name: string, flag: Command.Flag.Cached): string {
  const long = flag.type === 'boolean' && flag.allowNo === true ? `--[no-]${name}` : `--${name}`;
  const value = flag.type === 'boolean' ? '' : ` ${flag.helpValue ?? flag.options?.join('|') ?? 'VALUE'}`;
  return `${flag.char === undefined ? '' : `-${flag.char}, `}${long}${value}`;
}

/** `[JOB...]`. */
export function argLabel({ name, multiple, required }: Command.Arg.Cached): string {
  const label = `${name.toUpperCase()}${multiple === true ? '...' : ''}`;
  return required === true ? label : `[${label}]`;
}

function usageText(
  start: string,
  args: readonly Command.Arg.Cached[],
  flags: readonly (readonly [string, Command.Flag.Cached])[],
  { terms }: HelpWords,
): string {
  const required = flags.filter(([, flag]) => flag.required === true).map(([name, flag]) => flagLabel(name, flag));
  const parts = [...args.map(argLabel), ...required, terms['[FLAGS]'] ?? ''];
  return hanging([start, ...parts], ' ', '    ');
}

/** Each as a comment and a line to copy. A long line continues before a flag or a pipe. */
function examplesText(examples: readonly Command.Example[], bin: string, name: string): string {
  const texts = examples.map((example) => {
    const { description, command } = exampleText(example, bin, name);
    // A line for cron or a Dockerfile is not a shell command.
    const prompt = /^[a-z]/.test(command) ? '$ ' : '';
    const line = hanging(`${prompt}${command}`.split(/ (?=--|\|)/), ' ', '    ', ' \\');
    return description === '' ? line : `# ${wrapText(description, width() - 4).join('\n# ')}\n${line}`;
  });
  return texts.join(texts.some((text) => text.startsWith('#')) ? '\n\n' : '\n');
}

/** Puts the parts on as few lines as possible; the section indents them. */
function hanging(parts: readonly string[], gap: string, indent: string, end = ''): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && (last + gap + part + end).length <= width() - 2 * INDENT.length) lines[lines.length - 1] = last + gap + part;
    else lines.push(last === undefined ? part : indent + part);
  }
  return lines.join(`${end}\n`);
}

function meaning(
  one: { readonly summary?: string | undefined; readonly default?: unknown; readonly required?: boolean | undefined },
  { terms }: HelpWords,
): string {
  const { summary = '', default: preset, required } = one;
  const marks = [
    ...(required === true && preset === undefined ? [`(${terms['required']})`] : []),
    ...(typeof preset === 'string' || typeof preset === 'number' ? [`[${terms['default']}: ${preset}]`] : []),
  ];
  return [summary, ...marks].join(' ').trim();
}

function section(title: string | undefined, body: string): string {
  if (body === '') return '';
  return `${styleText('bold', title ?? '')}\n${body.replaceAll(/^(?=.)/gm, INDENT)}`;
}

function sections(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Two columns. */
function table(rows: readonly Row[], left = widest(rows)): string {
  const room = width() - INDENT.length - left - 2;
  return rows
    .map(([name, text]) => {
      const [first = '', ...rest] = wrapText(text, room);
      const beside = name.length <= left;
      const lines = beside
        ? [`${name.padEnd(left)}  ${first}`.trimEnd(), ...rest.map((line) => `${' '.repeat(left)}  ${line}`)]
        : [name, ...[first, ...rest].map((line) => `${' '.repeat(left)}  ${line}`)];
      return lines.join('\n');
    })
    .join('\n');
}

function widest(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(([name]) => name.length).filter((length) => length <= WIDEST_LEFT));
}

/** Rewraps the text: line breaks of the catalogue only count between paragraphs. */
function paragraphs(text: string, indent = 0): string {
  return text
    .split(/\n{2,}/)
    .map((part) => wrapText(part.replaceAll('\n', ' '), width() - indent).join('\n'))
    .join('\n\n');
}

function width(): number {
  return Math.min(terminalWidth() ?? WITHOUT_TERMINAL, WIDEST);
}

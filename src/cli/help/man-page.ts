import type { Command } from '@oclif/core';
import { VERSION } from '../../app/version.ts';
import { typed } from '../known-commands.ts';
import { argLabel, exampleText, flagLabel, GROUPS } from './help-text.ts';
import type { HelpWords } from './help-words.ts';

const BIN = 'lead-intake';

/** Section 1 of the manual in roff, from the commands of the manifest: everything that `--help` shows. */
export function manPage(commands: Readonly<Record<string, Command.Cached>>, help: HelpWords): string {
  const visible = Object.values(commands).filter(({ hidden }) => !hidden);
  const globals = flagsOf(Object.values(visible)[0]).filter(([, { helpGroup }]) => helpGroup === 'GLOBAL');
  return [
    `.TH ${BIN.toUpperCase()} 1 "" "${BIN} ${VERSION}" "${BIN}"`,
    '.SH NAME',
    `${BIN} \\- ${escaped('receive leads from Google Ads, Meta lead ads and website forms')}`,
    '.SH SYNOPSIS',
    `.B ${BIN}`,
    `.I COMMAND\n[\\fIFLAGS\\fR]`,
    '.SH DESCRIPTION',
    escaped(help.program),
    ...Object.entries(GROUPS).flatMap(([group, names]) => [
      `.SS ${quoted(help.groups[group as keyof typeof GROUPS])}`,
      ...names.flatMap((name) => tagged(`\\fB${escaped(name)}\\fR`, (help.commands[name] ?? help.topics[name])?.summary ?? '')),
    ]),
    '.SH GLOBAL FLAGS',
    ...globals.flatMap(flagText),
    '.SH COMMANDS',
    ...visible.flatMap(commandText),
    '.SH SEE ALSO',
    `.B ${BIN} docs`,
    'shows the whole documentation.',
    '',
  ].join('\n');
}

function commandText(command: Command.Cached): readonly string[] {
  const name = typed(command.id);
  const args = Object.values(command.args);
  const own = flagsOf(command).filter(([, { helpGroup }]) => helpGroup !== 'GLOBAL');
  const examples = (command.examples ?? []).map((example) => exampleText(example, BIN, name));
  return [
    `.SS ${quoted([BIN, name, ...args.map(argLabel), ...(own.length === 0 ? [] : ['[FLAGS]'])].join(' '))}`,
    escaped(`${command.summary ?? ''}.`),
    ...(command.description ?? '')
      .split(/\n{2,}/)
      .filter((part) => part !== '')
      .flatMap((part) => ['.PP', escaped(part)]),
    ...args.flatMap((arg) => tagged(`\\fI${escaped(argLabel(arg))}\\fR`, arg.description ?? '')),
    ...own.flatMap(flagText),
    ...examples.flatMap((one) => [
      '.PP',
      ...(one.description === '' ? [] : [escaped(`${one.description}:`)]),
      '.EX',
      escaped(one.command),
      '.EE',
    ]),
  ];
}

function flagsOf(command: Command.Cached | undefined): readonly (readonly [string, Command.Flag.Cached])[] {
  return Object.entries(command?.flags ?? {}).filter(([, { hidden }]) => hidden !== true);
}

function flagText([name, flag]: readonly [string, Command.Flag.Cached]): readonly string[] {
  return tagged(`\\fB${escaped(flagLabel(name, flag))}\\fR`, flag.summary ?? '');
}

function tagged(tag: string, text: string): readonly string[] {
  return ['.TP', tag, escaped(text)];
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\(dq')}"`;
}

/** Hyphens must stay copyable, and a full stop or an apostrophe at the beginning of a line would be a request. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');
}

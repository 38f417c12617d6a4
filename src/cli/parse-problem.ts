import { stripVTControlCharacters } from 'node:util';
import type { Language, Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';

const OCLIF_TAIL = /\nSee more help with --help$/;
const OCLIF_HEAD = /^The following errors? occurred:\n\s*/;

/** What oclif's parser says, as this program says it. A sentence of oclif that stands nowhere here stays as it is. */
const SENTENCES: readonly { readonly oclif: RegExp; readonly ours: Translated<string> }[] = [
  { oclif: /^Expected (--[^=]+)=([\s\S]*) to be one of: (.*)$/, ours: inEveryLanguage((m) => m.cli.usage.mustOneNot) },
  { oclif: /^Expected ([\s\S]*) to be one of: (.*)$/, ours: inEveryLanguage((m) => m.cli.usage.isNotOneOf) },
  { oclif: /^Missing required flag (?:--)?(\w\S*)$/, ours: inEveryLanguage((m) => m.cli.usage.missingRequiredFlag) },
  { oclif: /^Flag (--\S+) expects a value$/, ours: inEveryLanguage((m) => m.cli.usage.needsAValue) },
  { oclif: /^Flag (--\S+) can only be specified once$/, ours: inEveryLanguage((m) => m.cli.usage.canGivenOnlyOnce) },
  { oclif: /^Flag (--\S+) expects one of these values: (.*)$/, ours: inEveryLanguage((m) => m.cli.usage.needsOneTheseValues) },
  {
    oclif: /^(--[^\s=]+)(?:=[\s\S]*)? cannot also be provided when using (--\S+)$/,
    ours: inEveryLanguage((m) => m.cli.usage.cannotGivenTogether),
  },
  {
    oclif: /^All of the following must be provided when using (--\S+): (.*)$/,
    ours: inEveryLanguage((m) => m.cli.usage.needsToo),
  },
  {
    oclif: /^Exactly one of the following must be provided: (.*)$/,
    ours: inEveryLanguage((m) => m.cli.usage.exactlyOneTheseMust),
  },
  { oclif: /^At least one of the following must be provided: (.*)$/, ours: inEveryLanguage((m) => m.cli.usage.atLeastOneThese) },
];

/** A message of oclif's parser, each problem on its own line. */
export function parseProblem(message: string): Translated<string> {
  const lines = stripVTControlCharacters(message)
    .replace(OCLIF_TAIL, '')
    .replace(OCLIF_HEAD, '')
    .split(/\n\s*/)
    .map((line) => line.trim());
  return inEveryLanguage((_m, language) => lines.map((line) => inLanguage(line, language)).join('\n'));
}

function inLanguage(line: string, language: Language): string {
  const known = SENTENCES.find(({ oclif }) => oclif.test(line));
  const text = known === undefined ? line : line.replace(known.oclif, known.ours[language]);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

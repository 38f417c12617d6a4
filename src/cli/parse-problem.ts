import { stripVTControlCharacters } from 'node:util';
import type { Translated } from '../base/language.ts';
import { inEveryLanguage, type Messages } from '../messages/messages.ts';

const OCLIF_TAIL = /\nSee more help with --help$/;
const OCLIF_HEAD = /^The following errors? occurred:\n\s*/;

/** The messages of oclif's parser and our own texts for them. Other messages of oclif stay unchanged. */
const SENTENCES = [
  [/^Expected (--[^=]+)=([\s\S]*) to be one of: (.*)$/, 'choice'],
  [/^Expected ([\s\S]*) to be one of: (.*)$/, 'notAChoice'],
  [/^Missing required flag (?:--)?(\w\S*)$/, 'missingRequiredFlag'],
  [/^Flag (--\S+) expects a value$/, 'needsAValue'],
  [/^Flag (--\S+) can only be specified once$/, 'onlyOnce'],
  [/^Flag (--\S+) expects one of these values: (.*)$/, 'valueMissing'],
  [/^(--[^\s=]+)(?:=[\s\S]*)? cannot also be provided when using (--\S+)$/, 'cannotGivenTogether'],
  [/^All of the following must be provided when using (--\S+): (.*)$/, 'needsToo'],
  [/^Exactly one of the following must be provided: (.*)$/, 'exactlyOne'],
  [/^At least one of the following must be provided: (.*)$/, 'atLeastOne'],
] as const satisfies readonly (readonly [oclif: RegExp, ours: keyof Messages['cli']['usage']])[];

/** Translates a message of oclif's parser, one problem per line. */
export function parseProblem(message: string): Translated<string> {
  const lines = stripVTControlCharacters(message)
    .replace(OCLIF_TAIL, '')
    .replace(OCLIF_HEAD, '')
    .split(/\n\s*/)
    .map((line) => line.trim());
  return inEveryLanguage((m) => lines.map((line) => ours(line, m)).join('\n'));
}

function ours(line: string, { cli: { usage } }: Messages): string {
  const known = SENTENCES.find(([oclif]) => oclif.test(line));
  const text = known === undefined ? line : line.replace(known[0], usage[known[1]]);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

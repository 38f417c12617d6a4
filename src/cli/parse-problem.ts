import { stripVTControlCharacters } from 'node:util';
import { inEveryLanguage, type Language, type Translated } from '../base/language.ts';

const OCLIF_TAIL = /\nSee more help with --help$/;
const OCLIF_HEAD = /^The following errors? occurred:\n\s*/;

/** What oclif's parser says, as this program says it. A sentence of oclif that stands nowhere here stays as it is. */
const SENTENCES: readonly { readonly oclif: RegExp; readonly ours: Translated<string> }[] = [
  {
    oclif: /^Expected (--[^=]+)=([\s\S]*) to be one of: (.*)$/,
    ours: { en: '$1 must be one of $3, not "$2"', pt: '$1 deve ser um destes: $3; não "$2"' },
  },
  {
    oclif: /^Expected ([\s\S]*) to be one of: (.*)$/,
    ours: { en: '"$1" is not one of $2', pt: '"$1" não é um destes: $2' },
  },
  { oclif: /^Missing required flag (?:--)?(\w\S*)$/, ours: { en: 'Missing required flag --$1', pt: 'Falta a opção obrigatória --$1' } },
  { oclif: /^Flag (--\S+) expects a value$/, ours: { en: '$1 needs a value', pt: '$1 precisa de um valor' } },
  {
    oclif: /^Flag (--\S+) can only be specified once$/,
    ours: { en: '$1 can be given only once', pt: '$1 só pode ser informada uma vez' },
  },
  {
    oclif: /^Flag (--\S+) expects one of these values: (.*)$/,
    ours: { en: '$1 needs one of these values: $2', pt: '$1 precisa de um destes valores: $2' },
  },
  {
    oclif: /^(--[^\s=]+)(?:=[\s\S]*)? cannot also be provided when using (--\S+)$/,
    ours: { en: '$1 cannot be given together with $2', pt: '$1 não pode ser usada junto com $2' },
  },
  {
    oclif: /^All of the following must be provided when using (--\S+): (.*)$/,
    ours: { en: '$1 needs $2 too', pt: '$1 também precisa de $2' },
  },
  {
    oclif: /^Exactly one of the following must be provided: (.*)$/,
    ours: { en: 'Exactly one of these must be given: $1', pt: 'Informe exatamente uma destas opções: $1' },
  },
  {
    oclif: /^At least one of the following must be provided: (.*)$/,
    ours: { en: 'At least one of these must be given: $1', pt: 'Informe pelo menos uma destas opções: $1' },
  },
];

/** A message of oclif's parser, each problem on its own line. */
export function parseProblem(message: string): Translated<string> {
  const lines = stripVTControlCharacters(message)
    .replace(OCLIF_TAIL, '')
    .replace(OCLIF_HEAD, '')
    .split(/\n\s*/)
    .map((line) => line.trim());
  return inEveryLanguage((language) => lines.map((line) => inLanguage(line, language)).join('\n'));
}

function inLanguage(line: string, language: Language): string {
  const known = SENTENCES.find(({ oclif }) => oclif.test(line));
  const text = known === undefined ? line : line.replace(known.oclif, known.ours[language]);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

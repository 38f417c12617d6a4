import { stripVTControlCharacters } from 'node:util';
import { Errors } from '@oclif/core';
import { AppError, toAppError } from '../base/app-error.ts';
import { printableLine } from '../base/text.ts';
import { nearestName } from '../config/nearest-name.ts';

const OCLIF_TAIL = /\nSee more help with --help$/;
const OCLIF_FLAG_PREFIX = /^Parsing (--\S+) \n\t/;

/** What the command that failed is called and takes, for the hint. */
export interface CommandUse {
  /** As typed: `lead-intake queue prune`. */
  readonly name: string;
  readonly flags: readonly string[];
}

/**
 * Anything a command can end with, as an error for people: oclif's own parse errors become `usage` errors in the words of
 * this program, what nobody foresaw becomes `internal`, AppErrors stay.
 */
export function toCommandError(thrown: unknown, use: CommandUse): AppError {
  const hint = `See \`${use.name} --help\`.`;
  if (thrown instanceof AppError) {
    // oclif prefixes what a flag's parser throws with the name of the flag, in a form made for its own printing.
    if (thrown.code !== 'usage') return thrown;
    return new AppError('usage', plainMessage(thrown.message), { hint: thrown.hint ?? hint });
  }
  if (thrown instanceof Errors.CLIError) return new AppError('usage', parseErrorMessage(thrown, use), { hint });
  const error = toAppError(thrown);
  return new AppError('internal', `Something unexpected happened: ${error.message}`, {
    hint: 'This is a fault of the program. Please report it with the command you ran and this message.',
    cause: thrown,
  });
}

/** `{"error":{"code","message","hint"}}`, what `--json` prints for an error. */
export function commandErrorJson(error: AppError): { error: { code: string; message: string; hint: string | null } } {
  return { error: { code: error.code, message: error.message, hint: error.hint ?? null } };
}

/** `Error: <message>` and the hint on a line of its own; nothing in it can drive a terminal. */
export function commandErrorText(error: AppError): string {
  const lines = `Error: ${error.message}`.split('\n').map(printableLine);
  return [...lines, ...(error.hint === undefined ? [] : [printableLine(error.hint)])].join('\n');
}

function parseErrorMessage(error: Error & { args?: unknown; flags?: unknown }, use: CommandUse): string {
  if (Array.isArray(error.flags)) return unknownFlags(error.flags.map(String), use);
  if (Array.isArray(error.args)) {
    const missing = error.args.filter(isArgument).map(({ name, description }) => missingArgument(name, description));
    return missing.length > 0 ? missing.join('\n') : `Too many arguments: ${quoted(error.args.map(String))}.`;
  }
  return plainMessage(error.message);
}

function unknownFlags(flags: readonly string[], use: CommandUse): string {
  const known = use.flags.map((name) => `--${name}`);
  const meant = flags.length === 1 ? nearestName(flags[0] ?? '', known) : undefined;
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `${flags.length === 1 ? 'Unknown flag' : 'Unknown flags'}: ${flags.join(', ')}.${question}`;
}

function missingArgument(name: string, description: string | undefined): string {
  return `Missing argument ${name.toUpperCase()}${description === undefined ? '.' : `: ${description}`}`;
}

function isArgument(value: unknown): value is { name: string; description?: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}

function plainMessage(message: string): string {
  const plain = stripVTControlCharacters(message)
    .replace(OCLIF_TAIL, '')
    .replace(OCLIF_FLAG_PREFIX, '$1 ')
    .replace(/^Expected (--[^=]+)=([\s\S]*) to be one of: (.*)$/, '$1 must be one of $3, not "$2"')
    .replace(/^The following errors? occurred:\n\s*/, '')
    .replaceAll(/Missing required flag (\w)/g, 'Missing required flag --$1')
    .replaceAll(/\n +/g, '\n');
  return /[.?!]$/.test(plain) ? plain : `${plain}.`;
}

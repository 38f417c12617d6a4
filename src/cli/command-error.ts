import { stripVTControlCharacters, styleText } from 'node:util';
import { CLIError } from '@oclif/core/errors';
import { AppError, toAppError } from '../base/app-error.ts';
import { currentLanguage, type Translated } from '../base/language.ts';
import { printableLine } from '../base/text.ts';
import { nearestName } from '../config/nearest-name.ts';
import { appError, inEveryLanguage, say } from '../messages/messages.ts';
import { exitCodeOf } from './exit-codes.ts';
import { argumentText } from './help/help-words.ts';
import { parseProblem } from './parse-problem.ts';
import { jsonText, paragraph } from './render.ts';

/** oclif prepends the name of the flag to the error of its parser. */
const OCLIF_FLAG_PREFIX = /^Parsing (--\S+) \n\t/;

/** Name and flags of the failed command, for the hint. */
export interface CommandUse {
  /** As typed: `lead-intake queue prune`. */
  readonly name: string;
  readonly flags: readonly string[];
  /** The words typed after its name. */
  readonly typed?: readonly string[];
  /** As typed, without the program: `queue prune`. */
  readonly id?: string;
}

/**
 * Converts anything a command can throw to an error for people: oclif's parse errors become `usage` errors with our own texts, unexpected
 * errors become `internal`, AppErrors stay.
 */
export function toCommandError(thrown: unknown, use: CommandUse): AppError {
  const misspelt = isWrongUse(thrown) ? typedUnknownFlags(use) : [];
  // The parser takes the value of an unknown flag for an argument and may complain about that instead.
  if (misspelt.length > 0) return new AppError('usage', unknownFlags(misspelt, use), { hint: seeHelp(use.name) });
  if (thrown instanceof AppError) return thrown.code === 'usage' ? usageError(thrown, use) : thrown;
  if (thrown instanceof CLIError) return new AppError('usage', parseErrorMessage(thrown, use), { hint: seeHelp(use.name) });
  return unforeseen(thrown);
}

/** Prints an error and sets the exit code; the process exits once everything is written. The JSON is the same in every language. */
export function printError(error: AppError, isJson: boolean): void {
  const { code, message, hint = null } = error;
  process.exitCode = exitCodeOf(code);
  if (isJson) process.stdout.write(`${jsonText({ error: { code, message, hint } })}\n`);
  else process.stderr.write(`${commandErrorText(error)}\n`);
}

/**
 * `Error: <message>` and the hint on its own line, in the user's language, wrapped for the terminal on stderr and without control
 * characters. If the terminal shows colours, the first word is red, and the text has an empty line before and after it.
 */
export function commandErrorText(error: AppError): string {
  const { message, hint } = error.inLanguage(currentLanguage());
  const title = `${say((m) => m.labels.fields.error)}:`;
  const lines = `${title} ${message}`.split('\n').map(printableLine);
  const text = paragraph([...lines, ...(hint === undefined ? [] : [printableLine(hint)])].join('\n'), process.stderr);
  const coloured = styleText(['red', 'bold'], title, { stream: process.stderr });
  return coloured === title ? text : `\n${coloured}${text.slice(title.length)}\n`;
}

/** The hint of every usage error. */
export function seeHelp(command: string): Translated<string> {
  return inEveryLanguage((m) => m.cli.usage.seeHelp({ command }));
}

function isWrongUse(thrown: unknown): boolean {
  return thrown instanceof CLIError || (thrown instanceof AppError && thrown.code === 'usage');
}

/** `--search`, not `--search=x`. */
function isFlagWithoutValue(word: string): boolean {
  return word.startsWith('--') && !word.includes('=');
}

function typedUnknownFlags({ typed = [], flags }: CommandUse): readonly string[] {
  const end = typed.indexOf('--');
  const words = end === -1 ? typed : typed.slice(0, end);
  // A word after a flag may be its value, whatever it starts with.
  const mayBeFlags = words.filter((_word, index) => !isFlagWithoutValue(words[index - 1] ?? ''));
  const isKnown = (flag: string): boolean => flags.includes(flag.slice(2)) || flags.includes(flag.replace(/^--no-/, ''));
  return mayBeFlags.flatMap((word) => /^--[\w-]+/.exec(word) ?? []).filter((flag) => !isKnown(flag));
}

function usageError(error: AppError, use: CommandUse): AppError {
  const flag = OCLIF_FLAG_PREFIX.exec(stripVTControlCharacters(error.message))?.[1];
  const named = flag === undefined ? '' : `${flag} `;
  const hint = error.hint === undefined ? seeHelp(use.name) : inEveryLanguage((_m, language) => error.inLanguage(language).hint ?? '');
  return new AppError(
    'usage',
    inEveryLanguage((_m, language) => sentence(`${named}${error.inLanguage(language).message}`)),
    { hint },
  );
}

function unforeseen(thrown: unknown): AppError {
  const error = toAppError(thrown);
  return appError('internal', (m) => m.cli.usage.somethingUnexpectedHappened({ message: error.message }), {
    hint: (m) => m.cli.usage.ownFault,
    cause: thrown,
  });
}

function parseErrorMessage(error: Error & { args?: unknown; flags?: unknown }, use: CommandUse): Translated<string> {
  if (Array.isArray(error.flags)) return unknownFlags(error.flags.map(String), use);
  if (!Array.isArray(error.args)) return parseProblem(error.message);
  const missing = error.args.filter(isArgument);
  if (missing.length === 0) {
    const words = error.args.map((word) => `"${String(word)}"`).join(', ');
    return inEveryLanguage((m) => m.cli.usage.tooManyArguments({ words }));
  }
  return inEveryLanguage((m) =>
    missing.map(({ name }) => m.cli.usage.missingArgument({ argument: argumentText(use.id ?? '', name, m.help) })).join('\n'),
  );
}

function unknownFlags(flags: readonly string[], use: CommandUse): Translated<string> {
  const known = use.flags.map((name) => `--${name}`);
  const meant = flags.length === 1 ? nearestName(flags[0] ?? '', known) : undefined;
  const names = flags.join(', ');
  return inEveryLanguage((m) => m.cli.usage.unknownFlags({ flagCount: flags.length, names, meant }));
}

function isArgument(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

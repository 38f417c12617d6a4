import { createInterface } from 'node:readline/promises';
import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { inEveryLanguage, say, sayText } from '../messages/messages.ts';
import { EXIT } from './exit-codes.ts';
import { paragraph } from './render.ts';

/**
 * Asks on the terminal before something that touches many rows; anything but yes is no.
 *
 * @param question what would happen, with the number: `Run 12 jobs again?`
 * @param options `hint`: how to go on without a terminal, where it is not --yes or --dry-run; `unattended`: without a terminal the answer is
 * yes, for what schedulers run
 * @throws AppError `usage` when there is no terminal to ask on and neither `yes` nor `unattended` was given
 */
export async function confirm(
  question: Translated<string>,
  options: { readonly yes: boolean; readonly hint?: Translated<string>; readonly unattended?: boolean },
): Promise<boolean> {
  if (options.yes) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    if (options.unattended === true) return true;
    throw new AppError(
      'usage',
      inEveryLanguage((m) => m.cli.usage.thereNoTerminalAsk({ question })),
      { hint: options.hint ?? inEveryLanguage((m) => m.cli.usage.yesOrDryRun) },
    );
  }
  return await ask(sayText(question));
}

/** A change of many things, before it. */
interface ManyChange {
  /** How many are meant. */
  readonly count: number;
  /** Said instead of changing them: when nothing is selected, or it is only tried. */
  readonly preview: string;
  /** Undefined: they were named one by one, and nobody is asked. */
  readonly question: Translated<string> | undefined;
}

/** Whether many things are to be changed now. If not, it is said why, and a no of the person is exit 1. */
export async function mayChange(
  { count, preview, question }: ManyChange,
  flags: { readonly yes: boolean; readonly 'dry-run': boolean },
  log: (text: string) => void,
): Promise<boolean> {
  const isTold = flags['dry-run'] || count === 0;
  if (!isTold && (question === undefined || (await confirm(question, flags)))) return true;
  log(isTold ? paragraph(preview) : say((m) => m.cli.usage.nothingWasChanged));
  if (!isTold) process.exitCode = EXIT.failed;
  return false;
}

/** What `--json` prints when the answer was no. */
export const NOT_REMOVED = { removido: false };

/**
 * Asks before something is removed; a no is said on stderr and is exit 1.
 * @throws AppError `usage` when there is no terminal to ask on and `yes` was not given
 */
export async function confirmRemoval(what: Translated<string>, yes: boolean): Promise<boolean> {
  const question = inEveryLanguage((m) => m.cli.directory.removeQuestion({ what }));
  if (await confirm(question, { yes, hint: inEveryLanguage((m) => m.cli.directory.addYes) })) return true;
  process.exitCode = EXIT.failed;
  process.stderr.write(`${say((m) => m.cli.usage.nothingWasChanged)}\n`);
  return false;
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close the interface and leave the question unanswered for ever.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('\n')));
  try {
    const answer = await Promise.race([terminal.question(`${question} ${say((m) => m.cli.usage.yN)} `), closed]);
    if (answer === '\n') process.stderr.write(answer);
    return /^(y|yes|s|sim)$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

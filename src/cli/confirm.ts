import { createInterface } from 'node:readline/promises';
import { appError, type Sentence, say } from '../messages/messages.ts';
import type { BaseCommand } from './base-command.ts';
import { EXIT } from './exit-codes.ts';
import { paragraph } from './render.ts';

/**
 * Asks on the terminal before changing many rows; anything but yes means no.
 *
 * @param question what would happen, with the count: `Run 12 jobs again?`
 * @param options `hint`: how to continue without a terminal, if not with --yes or --dry-run; `unattended`: without a terminal the answer is
 * yes, for schedulers
 * @throws AppError `usage` if there is no terminal and neither `yes` nor `unattended` was given
 */
export async function confirm(
  question: Sentence,
  options: { readonly yes: boolean; readonly hint?: Sentence; readonly unattended?: boolean },
): Promise<boolean> {
  if (options.yes) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    if (options.unattended === true) return true;
    throw appError('usage', (m) => m.cli.usage.noTerminal({ question: question(m) }), {
      hint: options.hint ?? ((m) => m.cli.usage.yesOrDryRun),
    });
  }
  return await ask(say(question));
}

/** A change of many things, to be confirmed. */
interface ManyChange {
  /** How many are selected. */
  readonly count: number;
  /** Printed instead of changing them: if nothing is selected, or on a dry run. */
  readonly preview: string;
  /** `undefined` if they were named individually: then no question is asked. */
  readonly question: Sentence | undefined;
}

/** Whether to change many things now. If not, prints why; if the user declines, exits with 1. */
export async function mayChange(
  command: Pick<BaseCommand, 'log' | 'fail'>,
  { count, preview, question }: ManyChange,
  flags: { readonly yes: boolean; readonly 'dry-run': boolean },
): Promise<boolean> {
  const isTold = flags['dry-run'] || count === 0;
  if (!isTold && (question === undefined || (await confirm(question, flags)))) return true;
  command.log(isTold ? paragraph(preview) : say((m) => m.labels.nothingChanged));
  if (!isTold) command.fail();
  return false;
}

/** What `--json` prints if the user declined. */
export const NOT_REMOVED = { removido: false };

/**
 * Asks before removing something; if the user declines, prints it on stderr and exits with 1.
 * @throws AppError `usage` if there is no terminal and `yes` was not given
 */
export async function confirmRemoval(what: Sentence, yes: boolean): Promise<boolean> {
  const question: Sentence = (m) => m.cli.directory.removeQuestion({ what: what(m) });
  if (await confirm(question, { yes, hint: (m) => m.cli.directory.addYes })) return true;
  process.exitCode = EXIT.failed;
  process.stderr.write(`${say((m) => m.labels.nothingChanged)}\n`);
  return false;
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close the interface and would leave the question unanswered forever.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('\n')));
  try {
    const answer = await Promise.race([terminal.question(`${question} ${say((m) => m.cli.usage.yN)} `), closed]);
    if (answer === '\n') process.stderr.write(answer);
    return /^(y|yes|s|sim)$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

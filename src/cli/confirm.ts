import { createInterface } from 'node:readline/promises';
import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { inEveryLanguage, say, sayText } from '../messages/messages.ts';

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

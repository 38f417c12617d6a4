import { createInterface } from 'node:readline/promises';
import { AppError } from '../base/app-error.ts';
import { say, type Translated } from '../base/language.ts';

const YES_OR_DRY_RUN = {
  en: 'Add --yes to do it, or --dry-run to only see the number.',
  pt: 'Acrescente --yes para fazer, ou --dry-run para ver só a quantidade.',
};

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
    const message = {
      en: `${question.en} There is no terminal to ask on, so nothing was changed.`,
      pt: `${question.pt} Não há terminal em que perguntar, então nada foi alterado.`,
    };
    throw new AppError('usage', message, { hint: options.hint ?? YES_OR_DRY_RUN });
  }
  return await ask(say(question));
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close the interface and leave the question unanswered for ever.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('\n')));
  try {
    const answer = await Promise.race([terminal.question(`${question} ${say({ en: '[y/N]', pt: '[s/N]' })} `), closed]);
    if (answer === '\n') process.stderr.write(answer);
    return /^(y|yes|s|sim)$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

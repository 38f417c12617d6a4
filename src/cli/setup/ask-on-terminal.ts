import { createInterface } from 'node:readline/promises';
import { say, sayText } from '../../messages/messages.ts';
import type { Ask, Question } from './first-campaign.ts';

/** Somebody, or nobody, who answers; dispose it at the end. */
interface Questions extends Disposable {
  readonly ask: Ask;
}

/** Takes what is answered by default. */
export function withoutQuestions(): Questions {
  return { ask: async ({ fallback }) => fallback, [Symbol.dispose]: () => {} };
}

/**
 * Asks on the terminal, each question again until the answer can be used; Ctrl-C and Ctrl-D stop. Where there is no terminal to
 * ask on, the defaults are taken.
 */
export function askOnTerminal(): Questions {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return withoutQuestions();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A closed interface leaves its question unanswered for ever.
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  const askOnce = async ({ text, fallback }: Question): Promise<string | undefined> => {
    const answer = terminal.question(`${sayText(text)}${fallback === '' ? '' : ` [${fallback}]`}: `);
    // The losing question rejects when the interface closes.
    answer.catch(() => {});
    const given = (await Promise.race([answer, closed]))?.trim();
    return given === '' ? fallback : given;
  };
  const ask: Ask = async (question) => {
    for (;;) {
      const answer = await askOnce(question);
      if (answer === undefined) {
        process.stderr.write('\n');
        return undefined;
      }
      const problem = question.problemOf(answer);
      if (problem === undefined) return answer;
      process.stderr.write(`${say((m) => m.cli.init.it)} ${sayText(problem)}.\n`);
    }
  };
  return { ask, [Symbol.dispose]: () => terminal.close() };
}

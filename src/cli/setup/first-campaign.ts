import { createInterface } from 'node:readline/promises';
import type { Translated } from '../../base/language.ts';
import { emailProblem, idProblem, nameProblem } from '../../domain/directory-rules.ts';
import { inEveryLanguage, say, sayText } from '../../messages/messages.ts';

/** The first campaign with its client and user, as added by `init`. */
interface FirstCampaign {
  readonly client: string;
  readonly name: string;
  readonly id: string;
  readonly user: string | null;
}

/** The flags of `init` for the first campaign. */
export interface FirstCampaignFlags {
  readonly client?: string | undefined;
  readonly campaign?: string | undefined;
  readonly 'campaign-id'?: string | undefined;
  readonly user?: string | undefined;
}

/** The same in every language, because they become data. */
const DEFAULTS = { client: 'Cliente Exemplo', name: 'Exemplo' } as const;

/** One question, with the default for an empty answer. */
interface Question {
  readonly text: Translated<string>;
  readonly fallback: string;
  readonly problemOf: (answer: string) => Translated<string> | undefined;
}

/** Asks one question; `undefined` if the person wants to stop. */
export type Ask = (question: Question) => Promise<string | undefined>;

/** The campaign from the flags, and from answers where a flag is missing; `undefined` if the person stopped. */
export async function firstCampaign(flags: FirstCampaignFlags, ask: Ask): Promise<FirstCampaign | undefined> {
  const client =
    flags.client ?? (await ask({ text: inEveryLanguage((m) => m.cli.init.client), fallback: DEFAULTS.client, problemOf: nameProblem }));
  if (client === undefined) return undefined;
  const name =
    flags.campaign ?? (await ask({ text: inEveryLanguage((m) => m.cli.init.campaign), fallback: DEFAULTS.name, problemOf: nameProblem }));
  if (name === undefined) return undefined;
  const id =
    flags['campaign-id'] ??
    (await ask({ text: inEveryLanguage((m) => m.cli.init.campaignId), fallback: idFromName(name), problemOf: idProblem }));
  if (id === undefined) return undefined;
  const user =
    flags.user ??
    (await ask({
      text: inEveryLanguage((m) => m.cli.init.user),
      fallback: '',
      problemOf: (text) => (text === '' ? undefined : emailProblem(text)),
    }));
  return user === undefined ? undefined : { client, name, id, user: user === '' ? null : user };
}

/** `Verão 2027!` → `verao-2027`: easy to type, and safe in URLs and shells. */
function idFromName(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const id = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return id === '' ? 'campanha' : id.slice(0, 60);
}

/** Asks questions or uses defaults; dispose of it at the end. */
interface Questions extends Disposable {
  readonly ask: Ask;
}

/** Uses the default of every question. */
export function withoutQuestions(): Questions {
  return { ask: async ({ fallback }) => fallback, [Symbol.dispose]: () => {} };
}

/** Asks on the terminal and repeats a question until the answer is valid; Ctrl-C and Ctrl-D stop. Without a terminal, uses the defaults. */
export function askOnTerminal(): Questions {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return withoutQuestions();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A closed interface would leave its question unanswered forever.
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  const retryAccount = async ({ text, fallback }: Question): Promise<string | undefined> => {
    const answer = terminal.question(`${sayText(text)}${fallback === '' ? '' : ` [${fallback}]`}: `);
    // The losing question rejects when the interface closes.
    answer.catch(() => {});
    const given = (await Promise.race([answer, closed]))?.trim();
    return given === '' ? fallback : given;
  };
  const ask: Ask = async (question) => {
    for (;;) {
      const answer = await retryAccount(question);
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

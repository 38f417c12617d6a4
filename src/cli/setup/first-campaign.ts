import { createInterface } from 'node:readline/promises';
import type { Translated } from '../../base/language.ts';
import { emailProblem, idProblem, nameProblem } from '../../domain/directory-rules.ts';
import type { CampaignInput } from '../../domain/ports.ts';
import { type Sentence, say, sayText } from '../../messages/messages.ts';
import type { FlagValues } from '../command.ts';
import { emailFlag, idFlag, nameFlag } from '../flags.ts';

/** The flags of `init` for the first campaign, with its client and user. */
export const campaignFlags = { client: nameFlag(), campaign: nameFlag(), 'campaign-id': idFlag(), user: emailFlag() };

/** Asks one question; `fallback` is the answer if nothing is entered. `undefined` if the person wants to stop. */
export type Ask = (
  question: Sentence,
  fallback: string,
  problemOf: (answer: string) => Translated<string> | undefined,
) => Promise<string | undefined>;

/** The campaign from the flags, and from answers where a flag is missing; `undefined` if the person stopped. */
export async function firstCampaign(flags: FlagValues<typeof campaignFlags>, ask: Ask): Promise<CampaignInput | undefined> {
  // The names are the same in every language, because they become data.
  const client = flags.client ?? (await ask((m) => m.cli.init.client, 'Cliente Exemplo', nameProblem));
  if (client === undefined) return undefined;
  const name = flags.campaign ?? (await ask((m) => m.cli.init.campaign, 'Exemplo', nameProblem));
  if (name === undefined) return undefined;
  const id = flags['campaign-id'] ?? (await ask((m) => m.cli.init.campaignId, idFromName(name), idProblem));
  if (id === undefined) return undefined;
  const problemOf = (text: string): Translated<string> | undefined => (text === '' ? undefined : emailProblem(text));
  const user = flags.user ?? (await ask((m) => m.cli.init.user, '', problemOf));
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
  return { ask: async (_question, fallback) => fallback, [Symbol.dispose]: () => {} };
}

/** Asks on the terminal and repeats a question until the answer is valid; Ctrl-C and Ctrl-D stop. Without a terminal, uses the defaults. */
export function askOnTerminal(): Questions {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return withoutQuestions();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A closed interface would leave its question unanswered forever.
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  const ask: Ask = async (question, fallback, problemOf) => {
    for (;;) {
      const asked = terminal.question(`${say(question)}${fallback === '' ? '' : ` [${fallback}]`}: `);
      // The losing question rejects when the interface closes.
      asked.catch(() => {});
      const given = (await Promise.race([asked, closed]))?.trim();
      if (given === undefined) {
        process.stderr.write('\n');
        return undefined;
      }
      const answer = given === '' ? fallback : given;
      const problem = problemOf(answer);
      if (problem === undefined) return answer;
      process.stderr.write(`${say((m) => m.cli.init.it)} ${sayText(problem)}.\n`);
    }
  };
  return { ask, [Symbol.dispose]: () => terminal.close() };
}

import type { Translated } from '../../base/language.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { confirm } from '../confirm.ts';
import { EXIT } from '../exit-codes.ts';

const ADD_YES: Translated<string> = inEveryLanguage((m) => m.cli.directory.addYes);

/** What `--json` prints when the answer was no. */
export const NOT_REMOVED = { removido: false };

/**
 * Asks before something is removed; a no is said on stderr and is exit 1.
 * @throws AppError `usage` when there is no terminal to ask on and `yes` was not given
 */
export async function confirmRemoval(what: Translated<string>, yes: boolean): Promise<boolean> {
  const question = inEveryLanguage((m) => m.cli.directory.removeQuestion({ what }));
  if (await confirm(question, { yes, hint: ADD_YES })) return true;
  process.exitCode = EXIT.failed;
  process.stderr.write(`${say((m) => m.cli.directory.nothingWasChanged)}\n`);
  return false;
}

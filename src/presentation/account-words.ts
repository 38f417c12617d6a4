import type { Language } from '../base/language.ts';
import { ANY_PAGE } from '../domain/connected-account.ts';
import type { AccountName } from '../domain/platform-account.ts';
import type { AccountInWords } from '../messages/finding-words.ts';
import { MESSAGES } from '../messages/messages.ts';

/** How an account is named in what people read. */
export function accountWords({ kind, id }: AccountName, language: Language): AccountInWords {
  const { name, of, token, at } = MESSAGES[language].errors.clientAccounts.named[id === ANY_PAGE ? 'any_page' : kind];
  const command = kind === 'page' ? 'source connect' : 'client connect';
  return { name: name({ id }), of: of({ id }), token: token({ id }), at: at({ id }), command };
}

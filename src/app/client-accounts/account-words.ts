import type { Translated } from '../../base/language.ts';
import { ANY_PAGE } from '../../domain/connected-account.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { inEveryLanguage, type Messages } from '../../messages/messages.ts';

/** An account in a sentence, in Portuguese with its article. */
export interface AccountWords extends Translated<string> {
  /** `of page 123`, `da página 123` */
  readonly of: Translated<string>;
  /** `the token of page 123`, `o token da página 123` */
  readonly token: Translated<string>;
  /** Whose it is, at the start of a sentence: `Meta`, `A Meta` */
  readonly at: Translated<string>;
}

/** How an account is named in what people read. */
export function accountWords({ kind, id }: Pick<AccountName, 'kind' | 'id'>): AccountWords {
  const kindOrAny = id === ANY_PAGE ? 'any_page' : kind;
  const part = (part: keyof Messages['errors']['clientAccounts']['named']['page']): Translated<string> =>
    inEveryLanguage((m) => m.errors.clientAccounts.named[kindOrAny][part]({ id }));
  return { ...part('name'), of: part('of'), token: part('token'), at: part('at') };
}

/** The command that gives an account another credential. */
export function connectCommand({ kind }: Pick<AccountName, 'kind'>): string {
  return kind === 'page' ? 'source connect' : 'client connect';
}

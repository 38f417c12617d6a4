import type { Translated } from '../base/language.ts';
import type { AccountName } from '../domain/platform-account.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** The effect of accounts in the settings that are assigned to no client, and what to do. */
export function ownerlessAccountsText(accounts: readonly AccountName[]): Translated<string> {
  return inEveryLanguage((m) =>
    m.remarks.ownerlessAccounts({ accounts: accounts.map(({ kind, id }) => `${m.web.accounts[kind]} ${id}`).join(', ') }),
  );
}

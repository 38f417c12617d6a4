import * as Flags from '@oclif/core/flags';
import { AppError } from '../../base/app-error.ts';
import { accountIdIn, NO_ACCOUNT_ID } from '../../domain/account-rules.ts';
import { type AccountName, accountNamed } from '../../domain/platform-account.ts';
import { appError } from '../../messages/messages.ts';
import type { FlagValues } from '../command.ts';

const accountIdFlag = Flags.custom<string>({ helpValue: 'ID', parse: async (input) => readAccountId(input) });

/** Selects exactly one account. */
export const accountFlags = {
  dataset: accountIdFlag({ exclusive: ['account', 'page'] }),
  account: accountIdFlag({ exclusive: ['dataset', 'page'] }),
  page: accountIdFlag({ exclusive: ['dataset', 'account'] }),
};

/**
 * The account given by the flags.
 *
 * @throws AppError `usage` if they give none
 */
export function accountOf(flags: FlagValues<typeof accountFlags>): AccountName {
  if (flags.dataset !== undefined) return accountNamed('dataset', flags.dataset);
  if (flags.account !== undefined) return accountNamed('ads_account', flags.account);
  if (flags.page !== undefined) return accountNamed('page', flags.page);
  throw appError('usage', (m) => m.cli.clients.nameAnAccount);
}

export function readAccountId(text: string): string {
  const id = accountIdIn(text);
  if (id === undefined) throw new AppError('usage', NO_ACCOUNT_ID);
  return id;
}

import * as Flags from '@oclif/core/flags';
import { AppError } from '../../base/app-error.ts';
import type { AccountName } from '../../domain/platform-account.ts';

const accountIdFlag = Flags.custom<string>({ helpValue: 'ID', parse: async (input) => readAccountId(input) });

/** Which account is meant: exactly one of them. */
export const accountFlags = {
  dataset: accountIdFlag({ summary: 'Id of a Meta dataset (pixel).', exclusive: ['account', 'page'] }),
  account: accountIdFlag({ summary: 'Id of a Google Ads account, such as 123-456-7890.', exclusive: ['dataset', 'page'] }),
  page: accountIdFlag({ summary: 'Id of a Meta page.', exclusive: ['dataset', 'account'] }),
};

/**
 * The account that the flags name.
 *
 * @throws AppError `usage` when they name none
 */
export function accountOf(flags: {
  readonly dataset?: string | undefined;
  readonly account?: string | undefined;
  readonly page?: string | undefined;
}): AccountName {
  if (flags.dataset !== undefined) return { platform: 'social_ads', kind: 'dataset', id: flags.dataset };
  if (flags.account !== undefined) return { platform: 'search_ads', kind: 'ads_account', id: flags.account };
  if (flags.page !== undefined) return { platform: 'social_ads', kind: 'page', id: flags.page };
  throw new AppError('usage', {
    en: 'Name the account with --dataset, --account or --page.',
    pt: 'Informe a conta com --dataset, --account ou --page.',
  });
}

/** Hyphens are left out: people write `123-456-7890`. */
export function readAccountId(text: string): string {
  const id = text.replaceAll('-', '').trim();
  if (/^\d{1,20}$/.test(id)) return id;
  throw new AppError('usage', {
    en: 'must be an id of digits; hyphens are left out.',
    pt: 'deve ser um id de dígitos; hífens são ignorados.',
  });
}

/** `NAME=ID` with the numeric id of a conversion action. */
export function readAction(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  const [name, id] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  if (name !== '' && /^\d{1,20}$/.test(id)) return [name, id];
  throw new AppError('usage', {
    en: 'must be NAME=ID with the numeric id of a conversion action, or *=ID for all other names.',
    pt: 'deve ser NOME=ID com o id numérico de uma ação de conversão, ou *=ID para todos os outros nomes.',
  });
}

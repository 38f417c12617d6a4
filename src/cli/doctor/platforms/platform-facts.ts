import type { Translated } from '../../../base/language.ts';
import type { WaitingForAccount } from '../../../domain/client-account.ts';
import type { ConnectedAccount } from '../../../domain/connected-account.ts';
import { ANY_PAGE } from '../../../domain/connected-account.ts';
import type { Platform } from '../../../domain/conversion.ts';
import type { FormCheck } from '../../../domain/delivery-ports.ts';
import type { AccountName, SealedCredential } from '../../../domain/platform-account.ts';
import type { QueueSnapshot } from '../../../domain/queue-status.ts';

/** What the database tells of the platforms. Times are UTC ms. */
export interface PlatformFacts {
  readonly accounts: readonly ConnectedAccount[];
  readonly kept: readonly SealedCredential[];
  readonly checks: readonly FormCheck[];
  /** Conversions of clients that have no account. */
  readonly waitingForAccount: readonly WaitingForAccount[];
  /** The queue that conversions are sent from. */
  readonly conversions: QueueSnapshot;
  /** Since when the oldest conversion of each connected platform waits; platforms without one are left out. */
  readonly waitingSince: ReadonlyMap<Platform, number>;
}

/** An account in a sentence, in Portuguese with its article. */
export interface AccountWords extends Translated<string> {
  /** `of page 123`, `da página 123` */
  readonly of: Translated<string>;
  /** `the token of page 123`, `o token da página 123` */
  readonly token: Translated<string>;
}

const KINDS: Readonly<Record<AccountName['kind'], { readonly en: string; readonly pt: string; readonly ptOf: string }>> = {
  page: { en: 'page', pt: 'a página', ptOf: 'da página' },
  dataset: { en: 'dataset', pt: 'o conjunto de dados', ptOf: 'do conjunto de dados' },
  ads_account: { en: 'advertiser', pt: 'o anunciante', ptOf: 'do anunciante' },
};

const EVERY_PAGE: AccountWords = {
  en: 'all other pages',
  pt: 'todas as outras páginas',
  of: { en: 'of all other pages', pt: 'de todas as outras páginas' },
  token: { en: 'the token for all pages', pt: 'o token de todas as páginas' },
};

/** How an account is named in what people read. */
export function accountWords({ kind, id }: Pick<AccountName, 'kind' | 'id'>): AccountWords {
  if (id === ANY_PAGE) return EVERY_PAGE;
  const { en, pt, ptOf } = KINDS[kind];
  const of = { en: `of ${en} ${id}`, pt: `${ptOf} ${id}` };
  return { en: `${en} ${id}`, pt: `${pt} ${id}`, of, token: { en: `the token ${of.en}`, pt: `o token ${of.pt}` } };
}

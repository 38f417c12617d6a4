import type { Translated } from '../../../base/language.ts';
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
  /** The queue that conversions are sent from. */
  readonly conversions: QueueSnapshot;
  /** Since when the oldest conversion of each connected platform waits; platforms without one are left out. */
  readonly waitingSince: ReadonlyMap<Platform, number>;
}

const KINDS: Readonly<Record<AccountName['kind'], Translated<string>>> = {
  page: { en: 'page', pt: 'página' },
  dataset: { en: 'dataset', pt: 'conjunto de dados' },
  ads_account: { en: 'advertiser', pt: 'anunciante' },
};

/** An account in a sentence: `page 123`. */
export function accountWords({ kind, id }: Pick<AccountName, 'kind' | 'id'>): Translated<string> {
  if (id === ANY_PAGE) return { en: 'the token for all pages', pt: 'o token de todas as páginas' };
  return { en: `${KINDS[kind].en} ${id}`, pt: `${KINDS[kind].pt} ${id}` };
}

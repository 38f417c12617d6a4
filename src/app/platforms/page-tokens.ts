import { fingerprint } from '../../base/fingerprint.ts';
import type { Logger } from '../../base/logger.ts';
import type { DeliverySecrets, SourceSecrets } from '../../config/config.ts';
import { ANY_PAGE } from '../../domain/connected-account.ts';
import { Platform } from '../../domain/conversion.ts';
import type { PlatformAccounts } from '../../domain/delivery-ports.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { SealedCredentials } from '../keyed-box.ts';

/** Where a token is stored. */
type TokenPlace = 'database' | 'settings';

/** A token that opens the leads of a page. */
export interface PageToken {
  /** The page it is used for: results are recorded for that account. */
  readonly account: AccountName;
  readonly token: string;
  /** Its fingerprint. */
  readonly credential: string;
}

/** All tokens, as of one point in time. */
export interface PageTokens {
  /** `null` if no token opens the leads of this page. An event without a page gets the token for all pages, or the only one. */
  forPage(pageId: string | null): PageToken | null;
  /** Page (`*`: all others) → fingerprint and place of its token. */
  readonly all: ReadonlyMap<string, { readonly credential: string; readonly place: TokenPlace }>;
  /** All tokens and app secrets as one text that changes if any of them changes; `null` if there is no token. */
  readonly fingerprint: string | null;
}

/** Tokens can be saved while the program runs only if there is a key to seal them with. */
export function canPagesBeConnected({ socialAdsTokens, credentialsKey }: DeliverySecrets): boolean {
  return socialAdsTokens.size > 0 || credentialsKey !== undefined;
}

export interface PageTokenSources {
  readonly store: Pick<PlatformAccounts, 'listCredentials'>;
  readonly secrets: Pick<DeliverySecrets, 'socialAdsTokens' | 'credentialsKey'> & Pick<SourceSecrets, 'socialAds'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Reads the tokens: first from the database, then from the settings. */
export class PageTokenReader {
  readonly #sources: PageTokenSources;
  readonly #sealed: SealedCredentials;

  constructor(sources: PageTokenSources) {
    this.#sources = sources;
    this.#sealed = new SealedCredentials(sources.secrets.credentialsKey, sources.log);
  }

  async read(): Promise<PageTokens> {
    const tokens = new Map<string, KeptToken>();
    for (const [page, token] of this.#sources.secrets.socialAdsTokens) tokens.set(page, { token, place: 'settings' });
    for (const credential of (await this.#sources.store.listCredentials()).filter(isPage)) {
      const token = await this.#sealed.open(credential);
      if (token !== null) tokens.set(credential.id, { token, place: 'database' });
    }
    return pageTokens(tokens, this.#sources.secrets.socialAds);
  }
}

/** Whether leads are fetched from this account. */
export function isPage({ platform, kind }: AccountName): boolean {
  return platform === Platform.socialAds && kind === 'page';
}

interface KeptToken {
  readonly token: string;
  readonly place: TokenPlace;
}

/** @param appSecrets sign calls made with the tokens, so a new secret may open what a token alone did not */
function pageTokens(tokens: ReadonlyMap<string, KeptToken>, appSecrets: readonly string[]): PageTokens {
  const all = new Map([...tokens].map(([page, { token, place }]) => [page, { credential: fingerprint(token), place }]));
  const names = [...all].map(([page, { credential }]) => `${page}=${credential}`).toSorted();
  return {
    all,
    fingerprint: names.length === 0 ? null : fingerprint([...names, ...appSecrets].join(' ')),
    forPage: (pageId) => {
      const page = pageId ?? (tokens.size === 1 ? ([...tokens.keys()][0] as string) : ANY_PAGE);
      const kept = tokens.get(page) ?? tokens.get(ANY_PAGE);
      if (kept === undefined) return null;
      return { account: pageAccount(page), token: kept.token, credential: fingerprint(kept.token) };
    },
  };
}

/** The account that the leads of a page are fetched from. */
export function pageAccount(pageId: string): AccountName {
  return { platform: Platform.socialAds, kind: 'page', id: pageId };
}

import { HOUR_MS, MINUTE_MS } from '../base/time-units.ts';
import { Platform } from './conversion.ts';
import { type Fault, faultTarget } from './fault.ts';

/**
 * What a credential opens at a platform: `page`, whose leads are fetched (Meta); `dataset`, which receives conversions (Meta); `ads_account`,
 * the advertiser that receives conversions (Google Ads).
 */
export const ACCOUNT_KINDS = ['page', 'dataset', 'ads_account'] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** Names an account of a platform. `id` is the platform's own id, as exact text. */
export interface AccountName {
  readonly platform: Platform;
  readonly kind: AccountKind;
  readonly id: string;
}

/** An account by its kind, which only one platform has. */
export function accountNamed(kind: AccountKind, id: string): AccountName {
  return { platform: kind === 'ads_account' ? Platform.searchAds : Platform.socialAds, kind, id };
}

/** What requests to an account have shown about it. */
export interface PlatformAccount extends AccountName {
  /** No requests before this time, UTC ms, because the platform throttles the account or does not answer. `null` if not paused. */
  readonly pausedUntil: number | null;
  /** Since when the platform has refused the credential, UTC ms. `null` if it has not. */
  readonly refusedSince: number | null;
  /** Fingerprint of the credential that was refused; another credential is tried again. */
  readonly refusedCredential: string | null;
  /** Why it is paused or refused; contains no secret. */
  readonly fault: Fault | null;
  /** Since when the platform has not answered for it, UTC ms; one job at a time checks whether it is back. `null` if it answers. */
  readonly awaySince: number | null;
  /** When it last carried out a request, UTC ms. */
  readonly lastUsedAt: number | null;
  /** When its credential expires, as the platform last reported, UTC ms. `null` if never or unknown. */
  readonly expiresAt: number | null;
}

/** The fault of an account that accepts conversions, except those with an e-mail address or a phone number. */
export const CONTACT_DATA_BLOCKED = 'contact_data_blocked';

/** Whether the platform refuses the account whatever its credential is: a person has to act at the platform. */
export function isBlocked({ fault }: Pick<PlatformAccount, 'fault'>): boolean {
  return fault !== null && fault.code !== 'credential_refused';
}

/** A pause lasts a day at most, in ms. */
const LONGEST_REST_MS = 86_400_000;

/** The maximum pause of an unreachable account, in ms. */
export const LONGEST_AWAY_REST_MS = 15 * MINUTE_MS;

/**
 * Until when an active pause lasts, UTC ms; `null` if there is none. One that ends later than the maximum, or of an account that is unreachable since
 * a time in the future, was stored while the clock was ahead.
 */
export function restsUntil({ pausedUntil, awaySince }: Pick<PlatformAccount, 'awaySince' | 'pausedUntil'>, now: number): number | null {
  const longestMs = awaySince === null ? LONGEST_REST_MS : LONGEST_AWAY_REST_MS;
  const isAhead = awaySince !== null && awaySince > now;
  return pausedUntil !== null && pausedUntil > now && pausedUntil - now <= longestMs && !isAhead ? pausedUntil : null;
}

/** While jobs or comparisons wait for an account that is away, it is asked more often than this, in ms. */
const ASKED_WITHIN_MS = 7 * HOUR_MS;

/** Whether the platform is unreachable for the account. An account without requests since its last pause does not count: nothing waits for it. */
export function isAway({ awaySince, pausedUntil }: Pick<PlatformAccount, 'awaySince' | 'pausedUntil'>, now: number): boolean {
  return awaySince !== null && awaySince <= now && (pausedUntil === null || now - pausedUntil < ASKED_WITHIN_MS);
}

/** A stored credential, encrypted with the key in the settings. */
export interface SealedCredential extends AccountName {
  readonly sealed: Uint8Array;
  readonly createdAt: number;
}

/** A page's own token as stored: encrypted, and valid only with the credential that created it. */
export interface SealedPageToken {
  readonly pageId: string;
  /** Fingerprint of the credential that created it. */
  readonly credential: string;
  readonly sealed: Uint8Array;
}

/** One text for an account, for maps and logs: `social_ads/page/123`. */
export function accountKey({ platform, kind, id }: AccountName): string {
  return `${platform}/${kind}/${id}`;
}

/** An account as faults name it, so that jobs of different accounts are not confused. */
export function accountTarget({ platform, kind, id }: AccountName): string {
  return faultTarget(`${platform}:${kind}`, id);
}

/** Uses of an account without restrictions are recorded this far apart, in ms: not one commit for each fetched lead. */
const USES_APART_MS = 60_000;

/** Whether a use at `now` (UTC ms) needs no record: no restriction, and one was just recorded. A record from a clock that was ahead is ignored. */
export function isUseNoted({ pausedUntil, refusedSince, lastUsedAt }: PlatformAccount, now: number): boolean {
  return pausedUntil === null && refusedSince === null && lastUsedAt !== null && Math.abs(now - lastUsedAt) < USES_APART_MS;
}

/** What a caller learned about an account. Times are UTC ms. */
export type AccountUpdate =
  /** The platform limits its requests: no request before `until`. A pause is never shortened. */
  | { readonly kind: 'throttled'; readonly until: number; readonly fault: Fault }
  /** The platform is unreachable for it: no request before `until`. */
  | { readonly kind: 'away'; readonly until: number; readonly fault: Fault }
  /** It was away and its pause is over: one caller asks now, the others wait until `until`. */
  | { readonly kind: 'probed'; readonly until: number }
  /** The platform answers again. */
  | { readonly kind: 'answers' }
  /** The platform refuses this credential (its fingerprint). */
  | { readonly kind: 'refused'; readonly credential: string; readonly fault: Fault }
  /** It carried out a request: this ends a refusal and a pause that is over. Without these, it is recorded once a minute. */
  | { readonly kind: 'used' }
  /** When its credential expires; `null` if never or unknown. */
  | { readonly kind: 'expires'; readonly at: number | null }
  /** It has another credential, or none. */
  | { readonly kind: 'other_credential' };

/**
 * The account after the event; `null` if nothing changes. If the account is refused, its fault is that of the refusal: a person has to act at the
 * platform, whereas a pause ends automatically.
 */
export function accountAfter(known: PlatformAccount, update: AccountUpdate, now: number): PlatformAccount | null {
  switch (update.kind) {
    case 'throttled': {
      const { pausedUntil } = known;
      const goesOn = pausedUntil !== null && pausedUntil >= update.until && pausedUntil - update.until <= LONGEST_REST_MS;
      return { ...known, pausedUntil: goesOn ? pausedUntil : update.until, fault: faultUnlessRefused(known, update.fault) };
    }
    // A pause for an unreachable platform replaces the previous one: for throttling, the platform itself reports when it ends.
    case 'away':
      return { ...known, pausedUntil: update.until, awaySince: known.awaySince ?? now, fault: faultUnlessRefused(known, update.fault) };
    case 'probed':
      return known.awaySince === null || restsUntil(known, now) !== null ? null : { ...known, pausedUntil: update.until };
    case 'answers':
      return known.awaySince === null ? null : { ...known, awaySince: null, pausedUntil: null, fault: faultUnlessRefused(known, null) };
    case 'refused': {
      const refusedSince = known.refusedCredential === update.credential ? known.refusedSince : now;
      return { ...known, refusedSince, refusedCredential: update.credential, fault: update.fault };
    }
    case 'used':
      if (isUseNoted(known, now)) return null;
      return { ...notRefused(known, now), lastUsedAt: now, pausedUntil: restsUntil(known, now) };
    case 'expires':
      return known.expiresAt === update.at ? null : { ...known, expiresAt: update.at };
    case 'other_credential': {
      if (known.refusedSince === null && known.awaySince === null && known.expiresAt === null) return null;
      const unrefused = known.refusedSince === null ? known : notRefused(known, now);
      return { ...(accountAfter(unrefused, { kind: 'answers' }, now) ?? unrefused), expiresAt: null };
    }
  }
}

function faultUnlessRefused({ refusedSince, fault }: PlatformAccount, other: Fault | null): Fault | null {
  return refusedSince === null ? other : fault;
}

function notRefused(known: PlatformAccount, now: number): PlatformAccount {
  return { ...known, refusedSince: null, refusedCredential: null, fault: restsUntil(known, now) === null ? null : known.fault };
}

/** An account about which nothing is known yet. */
export function unknownAccount({ platform, kind, id }: AccountName): PlatformAccount {
  const nothing = { refusedSince: null, refusedCredential: null, fault: null, awaySince: null, lastUsedAt: null, expiresAt: null };
  return { platform, kind, id, pausedUntil: null, ...nothing };
}
